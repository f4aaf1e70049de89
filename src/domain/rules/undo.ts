import { fail, UpnextError } from "../../errors.ts"
import type { Board } from "../board/board.ts"
import { requireTrail } from "../board/find.ts"
import { commandLifetimeMs, staysKey, type DoneCommand, type Effect } from "../board/undo/done-commands.ts"
import { eventKinds, type BoardEvent } from "../events/index.ts"
import type { Context } from "../context.ts"
import { evolveForNow } from "../evolve/evolve.ts"
import { numberOf, ownerKey, taskId } from "../wire/names.ts"
import { inverseOf, type Deciding } from "./inverse.ts"
import { requireNoCircle } from "./undo-blocks.ts"

/** A command, and whether another command undid it; if so, whether its effect is gone or was restored by a redo. */
export interface OwnCommand extends DoneCommand {
  readonly kind: Exclude<DoneCommand["kind"], "stays">
  readonly isTakenBack: boolean
  readonly isGone: boolean
}

interface Chosen {
  readonly last: number
  readonly task?: string | undefined
  /** By their seq; then `last` does not count. */
  readonly commands?: readonly number[] | undefined
}

/** The caller's commands that are kept, the newest first. */
export function ownCommands(board: Board, context: Pick<Context, "actor" | "who" | "now">): OwnCommand[] {
  const key = ownerKey(context.actor, context.who?.account)
  return allCommands(board, context).filter(({ owner }) => owner === key)
}

/**
 * The events that undo the caller's last commands, newest first, or the last commands that changed a task, or the named
 * commands. Either each of them is undone as a whole, or the request is refused. An admin can undo anybody's commands
 * if a task or a command is named.
 * @throws nothing_to_undo, undo_blocked
 */
export function undoEvents(
  board: Board,
  { last, task, commands: named }: Chosen,
  context: Deciding,
): BoardEvent[] {
  const fits = ({ seq, kind, isTakenBack, effects }: OwnCommand) =>
    kind !== "undo" &&
    !isTakenBack &&
    (named?.includes(seq) ?? true) &&
    (task === undefined || effects.some((effect) => tasksOf(effect).includes(task)))
  const own = ownCommands(board, context).filter(fits)
  const isOthers =
    isAdmin(context) && (named ? own.length < named.length : task !== undefined && own.length === 0)
  const fit = isOthers ? allCommands(board, context).filter(fits) : own
  const commands = named ? fit : fit.slice(0, last)
  if (!named && task === undefined) requireLast(board, commands, context)
  if (commands.length === 0) {
    if (task) {
      requireTrail(board, task)
      requireLast(board, commands, context, task)
    }
    failNothing("There is nothing to undo.", task)
  }
  const gone = named?.find((seq) => !commands.some((command) => command.seq === seq))
  if (gone !== undefined) failNothing(`Command ${gone} can no longer be undone.`)
  try {
    return eventsThatTakeBack(board, "commands.undone", commands, context)
  } catch (error) {
    if (task) requireLast(board, commands, context, task)
    throw error instanceof UpnextError && task !== undefined ? besideTask(error, task) : error
  }
}

/**
 * The caller's last command that cannot be undone. It is not skipped: earlier commands must be named explicitly.
 */
export function lastFinal(
  board: Board,
  { actor, now }: Pick<Context, "actor" | "now">,
): DoneCommand | undefined {
  const last = board.commands.get(board.commands.of(staysKey(actor))?.first() ?? 0)
  return last && now - last.at < commandLifetimeMs ? last : undefined
}

/**
 * The events that reverse the caller's last undo that has not been reversed, or the named undo. If none is named, a
 * newer change ends what can be redone, as in an editor.
 * @throws nothing_to_undo, undo_blocked
 */
export function redoEvents(
  board: Board,
  { command: named }: { readonly command?: number | undefined },
  context: Deciding,
): BoardEvent[] {
  const own = ownCommands(board, context)
  const undone = own.find(
    ({ seq, kind, isTakenBack }) => kind === "undo" && !isTakenBack && (named ?? seq) === seq,
  )
  if (!undone) failNothing("There is nothing to redo.")
  const changed = own.find(({ kind }) => kind === "first")?.seq ?? 0
  if (named === undefined && Math.max(changed, lastFinal(board, context)?.seq ?? 0) > undone.seq)
    failNothing("There is nothing to redo: you have made changes since.")
  return eventsThatTakeBack(board, "commands.redone", [undone], context)
}

/** The ids of the tasks that an effect concerns. */
export function tasksOf(effect: Effect): string[] {
  return "n" in effect ? [taskId(effect.n)] : []
}

// --- internal ---

/** Everyone's commands that are kept, the newest first. */
function allCommands(board: Board, { now }: Pick<Context, "now">): OwnCommand[] {
  const gone = new Map<number, boolean>()
  return [...board.commands.values()]
    .sort((a, b) => b.seq - a.seq)
    .filter(({ at }) => now - at < commandLifetimeMs)
    .flatMap(({ kind, ...command }) => {
      if (kind === "stays") return []
      const isGone = gone.get(command.seq) === true
      for (const taken of command.takes) gone.set(taken, !isGone)
      return { ...command, kind, isTakenBack: gone.has(command.seq), isGone }
    })
}

/**
 * Fails if the caller's last command cannot be undone.
 * @param of fail only if that command was about this task
 * @throws undo_blocked
 */
function requireLast(
  board: Board,
  commands: readonly OwnCommand[],
  context: Pick<Context, "actor" | "now">,
  of?: string,
): void {
  const stays = lastFinal(board, context)
  const before = stays && commands.find(({ seq }) => seq < stays.seq)
  if (!stays || (!before && commands.length > 0)) return
  const [task] = stays.effects.flatMap(tasksOf)
  if (of !== undefined && of !== task) return
  const [earlier] = of === undefined && before ? before.effects.flatMap(tasksOf) : []
  const status = board.tasks.get(task === undefined ? 0 : numberOf(task))?.status
  const what = eventKinds[stays.type].summary
  fail("undo_blocked", {
    detail: `Your last action cannot be undone: ${task === undefined ? "" : `${task}, `}“${what}”.`,
    facts: { ...(task && { task }), ...(status && { status }), did: stays.type, earlier },
  })
}

/** Another task can stand in the way of the one that was named. */
function besideTask(error: UpnextError, named: string): UpnextError {
  const { task = named } = error.facts
  if (error.code === "undo_blocked" && task !== named)
    error.message += ` ${named} and ${task} come from one command, which is only undone as a whole.`
  return error
}

function isAdmin({ who }: Pick<Context, "who">): boolean {
  return who?.role === "admin" && who.isAnyone !== true
}

/** Each reversed command is folded in temporarily, because the next one depends on it. */
function eventsThatTakeBack(
  board: Board,
  type: "commands.undone" | "commands.redone",
  commands: readonly DoneCommand[],
  context: Deciding,
): BoardEvent[] {
  const events: BoardEvent[] = [{ type, commands: commands.map(({ seq }) => seq) }]
  evolveForNow(board, context, (fold) => {
    for (const command of commands) {
      for (const effect of command.effects.toReversed())
        for (const event of inverseOf(board, effect, command, context)) {
          fold(event)
          events.push(event)
        }
      requireNoCircles(board, command.effects)
    }
  })
  return events
}

/**
 * Checked when a whole command is reversed, because the command may have reversed a dependency.
 * @throws undo_blocked
 */
function requireNoCircles(board: Board, effects: readonly Effect[]): void {
  for (const effect of effects) {
    const task = effect.what === "changed" ? board.tasks.get(effect.n) : undefined
    if (task && effect.what === "changed") requireNoCircle(board, task, effect.before)
  }
}

function failNothing(detail: string, task?: string): never {
  fail("nothing_to_undo", { detail, facts: task === undefined ? {} : { task } })
}
