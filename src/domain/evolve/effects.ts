import type { Board } from "../board/board.ts"
import { type BoardEvent, eventKinds, type EventOf } from "../events/index.ts"
import { staysKey, type DoneCommand, type Effect } from "../board/undo/done-commands.ts"
import type { Pause, Task } from "../board/records.ts"
import { changedFields, stateOf } from "../board/tasks/task-fields.ts"
import { withState } from "../board/tasks/task-record.ts"
import { nameKey, numberOf, ownerKey, system } from "../wire/names.ts"
import { isFinish } from "./attempt-ends.ts"
import { noticesUpTo } from "./inbox.ts"

interface FoldedCommand {
  readonly at: number
  readonly actor: string
  readonly via?: string | undefined
  readonly events: readonly BoardEvent[]
  /** The command that this one continues, if nothing that can be undone came between them. */
  readonly joins?: number | undefined
}

/**
 * Records the state that a command is about to change. Call it before the events are folded in, and call the returned
 * function afterwards. Returns undefined, without recording, if the command cannot be undone or has no effect worth
 * recording.
 */
export function watchEffects(board: Board, command: FoldedCommand): (() => void) | undefined {
  const { at, actor, via, events, joins } = command
  const seq = board.counters.seq + 1
  const finished = new Set(events.flatMap((event) => ("task" in event && isFinish(event) ? event.task : [])))
  const stays = events.findLast((event) => isFinal(event, finished))
  const first = events.find(({ type }) => eventKinds[type].undo === "yes")
  const last = stays ?? (first ? undefined : events.find((event) => isActAlone(board, actor, event)))
  if (last) {
    const isAct = actor !== system && eventKinds[last.type].undo !== "part"
    return isAct ? () => keepLast(board, { seq, at, actor }, last) : undefined
  }
  if (!first || isOfServer(actor, first)) return undefined
  const look = lookAt(board, events)
  return () => {
    const taking = events.find(
      (event) => event.type === "commands.undone" || event.type === "commands.redone",
    )
    const effects = look()
    if (effects.length === 0 && !taking) return
    const kind = taking?.type === "commands.undone" ? "undo" : taking ? "redo" : "first"
    const main =
      events.find(({ type }) => type === "task.completed") ??
      events.find(({ type }) => eventKinds[type].undo === "yes" && type !== taking?.type) ??
      first
    const { commands: takes = [] } = taking ?? {}
    const owner = ownerKey(actor, via)
    const begun = taking ? undefined : begunBy(board, { owner, actor, joins })
    board.commands.keep(
      begun
        ? { ...begun, effects: [...begun.effects, ...effects.map((effect) => ({ ...effect, at }))] }
        : { seq, at, owner, type: main.type, kind, takes, effects },
    )
  }
}

// --- internal ---

/** The command that another one continues: only its owner's newest, and no undo or redo. */
function begunBy(
  { commands }: Board,
  { owner, actor, joins = 0 }: { owner: string; actor: string; joins: number | undefined },
): DoneCommand | undefined {
  const begun = commands.get(joins)
  const newest = [owner, staysKey(actor)].flatMap((key) => [...(commands.of(key)?.values() ?? [])])
  return begun?.kind === "first" && Math.max(...newest) === joins ? begun : undefined
}

function keepLast(
  board: Board,
  { seq, at, actor }: Pick<FoldedCommand, "at" | "actor"> & { readonly seq: number },
  event: BoardEvent,
): void {
  const effects: Effect[] = "task" in event ? [{ what: "stays", n: numberOf(event.task) }] : []
  board.commands.keep({
    seq,
    at,
    owner: staysKey(actor),
    type: event.type,
    kind: "stays",
    takes: [],
    effects,
  })
}

/**
 * True for an event that is usually a side effect but is alone here, so that it is an action. Being heard from for the
 * first time is not an action.
 */
function isActAlone(board: Board, actor: string, event: BoardEvent): boolean {
  if (event.type !== "agent.joined") return event.type === "task.commented" || event.type === "agent.deleted"
  const key = nameKey(event.agent.name)
  return key !== nameKey(actor) || board.agents.has(key)
}

/** The server ends pauses by itself. A caller through the data directory acts under the same name. */
function isOfServer(actor: string, { type }: BoardEvent): boolean {
  return actor === system && (type === "agent.resumed" || type === "team.resumed")
}

/** A failed landing was already attempted in a repository. */
function isFinal(event: BoardEvent, finished: ReadonlySet<string>): boolean {
  if (event.type === "task.reviewed" && event.by === "land") return true
  const { undo } = eventKinds[event.type]
  if (undo === "finish") return !("task" in event && finished.has(event.task))
  return undo === "no" || undo === "part"
}

/** Captures the current state, and returns a function that compares it with the result. */
function lookAt(board: Board, events: readonly BoardEvent[]): () => Effect[] {
  const tasks = new Map<number, Task | undefined>()
  const completed = new Set<number>()
  const pauses = new Map<string | null, Pause | null>()
  const others: Effect[] = []
  // The first effect is undone last: until then the tasks refer to these names.
  const names: Effect[] = []
  for (const event of events) {
    if (event.type === "task.completed") completed.add(numberOf(event.task))
    if (event.type === "attachment.added" || event.type === "attachment.removed")
      others.push(...fileEffect(board, event))
    else if ("task" in event) tasks.set(numberOf(event.task), board.tasks.get(numberOf(event.task)))
    else if (event.type === "agent.paused" || event.type === "agent.resumed")
      pauses.set(nameKey(event.agent), pauseOf(board, nameKey(event.agent)))
    else if (event.type === "team.paused" || event.type === "team.resumed")
      pauses.set(null, pauseOf(board, null))
    else if (event.type === "agent.joined" && event.agent.named)
      names.push({ what: "named", agent: nameKey(event.agent.name) })
    else if (event.type === "agent.deleted") names.push({ what: "unnamed", name: event.agent })
    else if (event.type === "import.ended") others.push(...importEffect(board, numberOf(event.import)))
    else if (event.type === "import.taken_back")
      others.push({ what: "import_taken", import: numberOf(event.import) })
    else if (event.type === "inbox.acked") others.push(readBy(board, event))
    else if (event.type === "inbox.put_back")
      others.push({ what: "unread", agent: nameKey(event.agent), notices: event.notices })
  }
  return () => [
    ...names,
    ...[...tasks].flatMap(([n, before]) =>
      effectOn(n, completed.has(n) && before ? laidDown(before) : before, board.tasks.get(n)),
    ),
    ...[...pauses].flatMap(([agent, before]): Effect[] => {
      const after = pauseOf(board, agent)
      return before === after ? [] : [{ what: "paused", agent, before, after }]
    }),
    ...others,
  ]
}

/** Importing the same file again changes nothing, so there is nothing to undo. */
function importEffect(board: Board, n: number): Effect[] {
  const { added = 0, changed = 0 } = board.imports.get(n) ?? {}
  return added + changed > 0 ? [{ what: "imported", import: n }] : []
}

function fileEffect(board: Board, event: EventOf<"attachment.added" | "attachment.removed">): Effect[] {
  const [n, attachment] = [numberOf(event.task), numberOf(event.attachment)]
  if (event.type === "attachment.added") return [{ what: "attached", n, attachment }]
  const file = board.attachments.get(attachment)
  return file ? [{ what: "detached", n, file }] : []
}

function readBy(board: Board, { agent, seq, about }: EventOf<"inbox.acked">): Effect {
  const key = nameKey(agent)
  return { what: "read", agent: key, notices: [...noticesUpTo(board, key, seq, about)] }
}

function pauseOf(board: Board, agent: string | null): Pause | null {
  return agent === null ? board.counters.teamPause : (board.agents.get(agent)?.pause ?? null)
}

/** The state to which the undo of a completion returns: the ended lease is not given back. */
function laidDown(task: Task): Task {
  return task.status === "doing" && task.lease ? withState(task, { status: "todo", startedAt: null }) : task
}

function effectOn(n: number, before: Task | undefined, after: Task | undefined): Effect[] {
  if (before && after) return changeOf(before, after)
  if (after) return [{ what: "added", n, after: stateOf(after) }]
  return before ? [{ what: "deleted", n, before: stateOf(before) }] : []
}

function changeOf(before: Task, after: Task): Effect[] {
  const fields = changedFields(before, after)
  const had = before.status === "doing" && before.lease?.state !== "expired" ? before.lease?.agent : undefined
  const took = had !== undefined && after.lease?.agent !== had ? had : null
  if (fields.length === 0 && took === null) return []
  return [
    { what: "changed", n: after.n, before: stateOf(before, fields), after: stateOf(after, fields), took },
  ]
}
