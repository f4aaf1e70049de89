import type { BoardEvent } from "../../../src/domain/events/index.ts"
import type { LoggedCommand } from "../../../src/domain/board/logged-command.ts"
import { promise } from "../violation.ts"

/** What one request has edited or finished is taken back of all its tasks, or of none. */
export function createWholeUndo() {
  /** The tasks that a command has edited, and those that it has finished, by the seq of its first event. */
  const edited = new Map<number, readonly string[]>()
  const finished = new Map<number, readonly string[]>()
  const tasksOf = (events: readonly BoardEvent[], type: "task.edited" | "task.completed") =>
    events.flatMap((event) => (event.type === type ? [event.task] : []))
  return {
    note(seq: number, { events }: LoggedCommand): void {
      edited.set(seq, tasksOf(events, "task.edited"))
      finished.set(seq, tasksOf(events, "task.completed"))
    },
    check({ events }: LoggedCommand): void {
      const touched = new Set(events.flatMap((event) => ("task" in event ? [event.task] : [])))
      const offered = events.flatMap((event) =>
        event.type === "task.put_back" && event.offer ? [event.task] : [],
      )
      for (const event of events) {
        if (event.type !== "commands.undone") continue
        const { commands } = event
        for (const seq of commands) {
          const ends = finished.get(seq) ?? []
          const left = [...(edited.get(seq) ?? []), ...ends].find((task) => !touched.has(task))
          promise(left === undefined, () => `the undo of event ${seq} left ${left ?? ""} as it was`)
          const again = commands.length === 1 ? ends.find((task) => offered.includes(task)) : undefined
          promise(
            again === undefined,
            () => `the undo of event ${seq} gives the claim of ${again ?? ""} back`,
          )
        }
      }
    },
  }
}
