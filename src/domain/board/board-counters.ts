import type { Undo } from "../collections/table.ts"
import type { Counters, Pause } from "./records.ts"

/** @param onPause called when the team's pause begins, changes or ends, also through a rollback */
export function createCounters(undo: Undo, onPause: (before: Pause | null, after: Pause | null) => void) {
  let current: Counters = {
    seq: 0,
    at: 0,
    task: 0,
    comment: 0,
    review: 0,
    reflection: 0,
    attachment: 0,
    teamStarted: false,
    teamPause: null,
    token: 0,
    import: 0,
    accessRequired: false,
    hasOldWork: false,
    board: null,
    usage: null,
  }

  function set(next: Counters): void {
    if (current.teamPause !== next.teamPause) onPause(current.teamPause, next.teamPause)
    current = next
  }

  return {
    get current() {
      return current
    },
    /** Sets the counters in `changes`. */
    count(changes: Partial<Counters>) {
      const before = current
      const { teamPause = before.teamPause } = changes
      // Each field is named, because every event passes through here: see `copyTask`.
      set({
        seq: changes.seq ?? before.seq,
        at: changes.at ?? before.at,
        task: changes.task ?? before.task,
        comment: changes.comment ?? before.comment,
        review: changes.review ?? before.review,
        reflection: changes.reflection ?? before.reflection,
        attachment: changes.attachment ?? before.attachment,
        teamStarted: changes.teamStarted ?? before.teamStarted,
        teamPause,
        token: changes.token ?? before.token,
        import: changes.import ?? before.import,
        accessRequired: changes.accessRequired ?? before.accessRequired,
        hasOldWork: changes.hasOldWork ?? before.hasOldWork,
        board: changes.board ?? before.board,
        usage: changes.usage ?? before.usage,
      })
      undo.note(set, before, undefined)
    },
  }
}
