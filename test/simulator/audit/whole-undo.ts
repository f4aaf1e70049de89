import type { LoggedCommand } from "../../../src/domain/board/logged-command.ts"
import { promise } from "../violation.ts"

/** What one request has edited is taken back of all its tasks, or of none. */
export function createWholeUndo() {
  /** The tasks that a command has edited, by the seq of its first event. */
  const edited = new Map<number, readonly string[]>()
  return {
    note(seq: number, { events }: LoggedCommand): void {
      edited.set(
        seq,
        events.flatMap((event) => (event.type === "task.edited" ? [event.task] : [])),
      )
    },
    check({ events }: LoggedCommand): void {
      const touched = new Set(events.flatMap((event) => ("task" in event ? [event.task] : [])))
      for (const event of events)
        for (const seq of event.type === "commands.undone" ? event.commands : []) {
          const left = edited.get(seq)?.find((task) => !touched.has(task))
          promise(left === undefined, () => `the undo of event ${seq} left ${left ?? ""} as it was edited`)
        }
    },
  }
}
