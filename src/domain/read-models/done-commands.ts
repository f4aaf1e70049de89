import type * as z from "zod"
import type { BoardEvent } from "../board/events.ts"
import { tasksOf, type OwnCommand } from "../rules/undo.ts"
import { iso } from "../wire/time.ts"
import type { DoneCommandView, TakenBack } from "../wire/undo-schema.ts"

export function viewDone(command: OwnCommand): z.infer<typeof DoneCommandView> {
  const { seq, at, type, kind, isGone: undone, effects } = command
  const tasks = [...new Set(effects.flatMap(tasksOf))]
  const isLarge = effects.some(({ what }) => what === "large")
  const [brought] = effects.flatMap((effect) => ("import" in effect ? [`I-${effect.import}`] : []))
  return {
    ...{ seq, at: iso(at), type, kind, undone, tasks },
    ...(brought !== undefined && { import: brought }),
    ...(isLarge && { tooLarge: true }),
  }
}

/** What the events of an undo or a redo have changed. */
export function viewTaken(events: readonly BoardEvent[]): z.infer<typeof TakenBack> {
  return {
    commands: events.flatMap((event) => ("commands" in event ? event.commands : [])),
    tasks: [...new Set(events.flatMap((event) => ("task" in event ? [event.task] : [])))],
    dropped: events.flatMap((event) => (event.type === "task.restored" ? event.dropped : [])),
  }
}
