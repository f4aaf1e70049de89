import type { AttemptView, outcomes } from "../wire/tasks/history-schemas.ts"
import { isSameName } from "../wire/names.ts"
import type { Task } from "../board/records.ts"
import { iso } from "../wire/time.ts"
import type { PastEvent } from "../board/trail.ts"

type AttemptOutcome = (typeof outcomes)[number]

/** One attempt at a task, from a claim or a move to doing until it ends. Times are ms since 1970. */
interface PastAttempt {
  readonly agent: string
  readonly startedAt: number
  readonly endedAt: number | null
  readonly outcome: AttemptOutcome
  readonly reason: string | null
}

/**
 * Finds the attempts in the events of a task. An agent that claims its own task again continues the same attempt. After
 * a review that requested changes, a new attempt begins with the next claim; if the agent finishes without a claim, the
 * attempt began with the review. An agent that finishes after its lease ran out finishes the attempt that had expired.
 * The last attempt has failed if its work could not land.
 */
export type Attempts = ReturnType<typeof createAttempts>

export function createAttempts() {
  const attempts: PastAttempt[] = []
  let open: PastAttempt | undefined
  let asked: PastAttempt | undefined // a review asked for changes, and the task was not claimed since

  function close(attempt: PastAttempt, ending: AttemptEnding, at: number): void {
    attempts.push({ ...attempt, ...ending, endedAt: at })
    open = asked = undefined
  }

  return {
    /** Processes the next event, with the task as it is after this event, or as it was before it was deleted. */
    add(past: PastEvent, task: Task): void {
      const { event, meta } = past
      const last = attempts.at(-1)
      if (last && event.type === "task.reviewed" && event.after)
        attempts.splice(-1, 1, { ...last, outcome: "failed", reason: event.after.reason })
      const current = open ?? asked
      const ending = current && endingOf(past, current.agent)
      const late = attempts.at(-1)
      if (ending && (open || isFinished(ending))) close(current, ending, meta.at)
      else if (ending) asked = undefined
      else if (
        event.type === "task.completed" &&
        late?.outcome === "expired" &&
        isSameName(late.agent, event.agent)
      )
        close(attempts.pop() ?? late, { outcome: event.to, reason: null }, meta.at)

      if (open || task.status !== "doing" || task.assignee === null) return
      const begun = begin(task.assignee, meta.at)
      if (event.type === "task.reviewed") asked = begun
      else if (isBeginning(past)) {
        open = begun
        asked = undefined
      }
    },
    /** Newest first. */
    list: (): AttemptView[] => [...attempts, ...(open ? [open] : [])].reverse().map(viewAttempt),
  }
}

// --- internal ---

type AttemptEnding = Pick<PastAttempt, "outcome" | "reason">

function begin(agent: string, at: number): PastAttempt {
  return { agent, startedAt: at, endedAt: null, outcome: "running", reason: null }
}

function isBeginning({ event }: PastEvent): boolean {
  if (event.type === "task.edited") return event.changes.assignee !== undefined
  return event.type === "task.claimed" || event.type === "task.moved" || event.type === "task.created"
}

function isFinished({ outcome }: AttemptEnding): boolean {
  return outcome === "done" || outcome === "review"
}

/** How an event ends the attempt of `agent`; undefined if the attempt continues. */
function endingOf({ event, meta }: PastEvent, agent: string): AttemptEnding | undefined {
  const givenUp = (reason: string | null): AttemptEnding => ({
    outcome: isSameName(meta.actor, agent) ? "released" : "taken_back",
    reason,
  })
  switch (event.type) {
    case "task.released":
      return { outcome: event.failed ? "failed" : "released", reason: event.reason }
    case "task.completed":
      return { outcome: event.to, reason: null }
    case "lease.expired":
      return { outcome: "expired", reason: event.reason }
    case "task.moved":
      if (event.to === "doing") return undefined
      return event.to === "done" || event.to === "review"
        ? { outcome: event.to, reason: null }
        : givenUp(event.reason)
    case "task.edited": {
      const { assignee } = event.changes
      return assignee === undefined || isSameName(assignee, agent) ? undefined : givenUp(null)
    }
    case "task.put_back": {
      const { status = "doing" } = event.fields
      return status === "doing" ? undefined : givenUp(null)
    }
    case "task.deleted":
      return givenUp(null)
    case "lease.revoked":
      return isSameName(event.agent, agent) ? givenUp(null) : undefined
    default:
      return undefined
  }
}

function viewAttempt({ agent, startedAt, endedAt, outcome, reason }: PastAttempt): AttemptView {
  return { agent, startedAt: iso(startedAt), endedAt: iso(endedAt), outcome, reason }
}
