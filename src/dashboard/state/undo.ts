import type { OutputOf } from "../../client/contract.ts"
import { call } from "../api/api.ts"
import type { ApiResult } from "../api/types.ts"
import { sayBlocked, sayCommands, sayDropped } from "../words/undo-words.ts"
import type { Redo, Toast } from "./state.ts"
import type { Store } from "./store.ts"
import { givenUp, undoOf, type Writes } from "./writes.ts"

/** Takes back what the person did, and does it again. One at a time, and after what is under way. */
export function createUndo(store: Store, { write, settled, tell }: Writes) {
  let running: Promise<unknown> = Promise.resolve()

  function inTurn(work: () => Promise<unknown>): void {
    running = running.then(settled).then(work)
  }

  async function list(): Promise<UndoListed | null> {
    const listed = await write(() => call("command.list", {}))
    if (listed === givenUp) return null
    return "value" in listed ? listed.value : tell(sayBlocked(listed.refusal))
  }

  async function undo(named: readonly number[]): Promise<void> {
    const known = await list()
    if (known === null) return
    const open = known.commands.filter(({ kind, undone }) => kind !== "undo" && !undone)
    const isNamed = named.length > 0
    const chosen = isNamed ? open.filter(({ seq }) => named.includes(seq)) : open.slice(0, 1)
    if (chosen.length < named.length || chosen.length === 0) {
      tell(isNamed ? "This can no longer be undone." : "There is nothing to undo.")
      return
    }
    const what = sayCommands(chosen)
    const taken = await take(() => call("command.undo", { commands: chosen.map(({ seq }) => seq) }))
    if (taken === null) return
    const [command] = taken.undo
    const redo = command === undefined ? null : { command, what }
    tell(`Undone: ${what}.${taken.words}`, { task: taken.task, redo })
  }

  async function redo(offered: Redo | null): Promise<void> {
    const chosen = offered ?? (await lastUndo())
    if (chosen === null) return
    const { command, what } = chosen
    const taken = await take(() => call("command.redo", { command }))
    if (taken !== null) tell(`Redone: ${what}.${taken.words}`, { task: taken.task, undo: taken.undo })
  }

  /** Sends it, and shows what has become of the tasks, so that whoever goes on from there has not missed it. */
  async function take(work: () => Promise<ApiResult<TakenBack>>) {
    const result = await write(work)
    if (result === givenUp) return null
    if ("refusal" in result)
      return tell(sayBlocked(result.refusal), { task: result.refusal.facts?.task ?? null })
    const { tasks, dropped } = result.value
    await show(store, tasks)
    const [task = null] = tasks.length === 1 ? tasks : []
    return { task, words: sayDropped(dropped), undo: undoOf(result) }
  }

  async function lastUndo(): Promise<Redo | null> {
    const known = await list()
    if (known === null) return null
    const { commands, final } = known
    const last = commands.find(({ kind, undone }) => kind === "undo" && !undone)
    if (!last) return tell("There is nothing to redo.")
    const changed = commands.find(({ kind }) => kind === "first")
    if (Math.max(changed?.seq ?? 0, final?.seq ?? 0) > last.seq)
      return tell("There is nothing to redo: you have made changes since.")
    return { command: last.seq, what: sayCommands([last]) }
  }

  /** The message that is meant: this one, also when another has come since; else what is shown when its turn comes. */
  function meant(asked: Toast | null): Toast | null {
    const { toast } = store.state
    return asked === null || asked.key === toast?.key ? toast : asked
  }

  return {
    undo: (asked: Toast | null) => inTurn(() => undo(meant(asked)?.undo ?? [])),
    redo: (asked: Toast | null) => inTurn(() => redo(meant(asked)?.redo ?? null)),
  }
}

// --- internal ---

type UndoListed = OutputOf<"command.list">

type TakenBack = Pick<OutputOf<"command.undo">, "tasks" | "dropped">

/** As many as one request names. The events tell of the others. */
const most = 100

async function show(store: Store, ids: readonly string[]): Promise<void> {
  const { open } = store.state
  const [listed, read] = await Promise.all([
    call("task.list", { compact: true, limit: most, ids: ids.slice(0, most) }),
    open && ids.includes(open.id) ? call("task.read", { id: open.id }) : null,
  ])
  if (read && "value" in read) store.dispatch({ type: "read", task: read.value.task })
  if ("refusal" in listed) return
  for (const task of listed.value.tasks)
    if (store.state.tasks.has(task.id)) store.dispatch({ type: "changed", task })
}
