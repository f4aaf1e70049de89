import type * as z from "zod"
import type { Board } from "../board/board.ts"
import type { DoneCommand } from "../board/undo/done-commands.ts"
import type { BoardEvent } from "../events/index.ts"
import { tasksOf, type OwnCommand } from "../rules/undo.ts"
import { isShown, shownName } from "../wire/tasks/record-names.ts"
import { numberOf } from "../wire/names.ts"
import { iso } from "../wire/time.ts"
import type { DoneCommandView, FinalCommandView, TakenBack } from "../wire/undo-schema.ts"

export function viewDone(command: OwnCommand): z.infer<typeof DoneCommandView> {
  const { seq, at, kind, isGone: undone, effects } = command
  const isLarge = effects.some(({ what }) => what === "large")
  return { ...{ seq, at: iso(at), kind, undone }, ...viewWhat(command), ...(isLarge && { tooLarge: true }) }
}

/** A command that cannot be undone. */
export function viewFinal(board: Board, command: DoneCommand): z.infer<typeof FinalCommandView> {
  const { seq, at, type, effects } = command
  const tasks = effects.flatMap(tasksOf)
  const status = board.tasks.get(numberOf(tasks[0] ?? ""))?.status
  return { seq, at: iso(at), type, tasks, ...(status !== undefined && { status }) }
}

/** What the events of an undo or a redo have changed. */
export function viewTaken(board: Board, events: readonly BoardEvent[]): z.infer<typeof TakenBack> {
  const commands = events.flatMap((event) => ("commands" in event ? event.commands : []))
  return {
    what: commands.flatMap((seq) => firstOf(board, seq)).map(viewWhat),
    commands,
    tasks: [...new Set(events.flatMap((event) => ("task" in event ? [event.task] : [])))],
    dropped: events.flatMap((event) => (event.type === "task.restored" ? event.dropped : [])),
  }
}

// --- internal ---

function viewWhat({ type, effects }: DoneCommand) {
  const tasks = [...new Set(effects.flatMap(tasksOf))]
  const moved = effects.flatMap((effect) => (effect.what === "changed" ? (effect.after.status ?? []) : []))
  const [brought] = effects.flatMap((effect) => ("import" in effect ? [`I-${effect.import}`] : []))
  const [status, ...others] = new Set(moved)
  const changed = effects.flatMap((effect) => (effect.what === "changed" ? Object.keys(effect.after) : []))
  return {
    ...{ type, tasks },
    ...(status !== undefined && others.length === 0 && { status }),
    ...(type === "task.edited" && { fields: [...new Set(changed.filter(isShown).map(shownName))] }),
    ...(brought !== undefined && { import: brought }),
  }
}

/** What was done first, where the command took others back. */
function firstOf(board: Board, seq: number): DoneCommand[] {
  const command = board.commands.get(seq)
  const taken = command?.takes.flatMap((each) => firstOf(board, each)) ?? []
  return taken.length > 0 || !command ? taken : [command]
}
