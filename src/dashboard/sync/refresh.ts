import type { PublicEvent } from "../../domain/events/shown.ts"
import { isSameName } from "../../domain/wire/names.ts"
import { callNow as call } from "../api/api.ts"
import type { TaskView } from "../api/types.ts"
import type { Store } from "../state/store.ts"
import { createDueTasks, quiet, type Due, type DueTasks } from "./due.ts"
import { heldBack, needing, takingSkills } from "./held-back.ts"
import { recount, refreshOpen } from "./refresh-open.ts"

/** Events come in bursts. The page waits this long for the rest of a burst; 40 ms are not noticed. */
const gatherMs = 40

/** Up to so many changed tasks, or an eighth of the board, are read by their ids; with more, all is read. */
const many = 60

/** How many ids one request names: an address may not be longer than a few KB. */
const atOnce = 100

/** With more tasks than this to read, the page says that it is catching up. */
const behind = 20

/**
 * Reads again what events have named, one round at a time, so that a later answer is never overwritten by an
 * earlier one. What could not be read stays due, until the server is back.
 */
export function createRefresher(store: Store, readBoard: () => Promise<unknown>) {
  const due = createDueTasks()
  const watches = new Set<Set<string>>()
  let isConnected = true
  let isRunning = false

  async function run() {
    if (isRunning) return
    isRunning = true
    while (isConnected && (due.size > 0 || due.isBoard)) {
      await new Promise((resolve) => setTimeout(resolve, gatherMs))
      if (due.isBoard || due.size > Math.max(many, store.state.tasks.size / 8)) {
        due.clear()
        await readBoard()
        continue
      }
      const round = due.take(atOnce)
      if (await refresh(round)) continue
      for (const [id, what] of round) due.note(id, what)
      await new Promise((resolve) => setTimeout(resolve, 1000))
    }
    isRunning = false
    if (isConnected && store.state.link !== "loading") store.set({ link: "live" })
  }

  /** @returns false when no answer came */
  async function refresh(round: ReadonlyMap<string, Due>): Promise<boolean> {
    const ids = [...round.keys()]
    const result = await call("task.list", { compact: true, limit: atOnce, ids })
    for (const fresh of watches) for (const id of ids) fresh.add(id)
    if ("refusal" in result) return false
    const open = round.get(store.state.open?.id ?? "")
    // Before its card: the panel never holds the long texts of one version under the number of another.
    if (open && !(await refreshOpen(store, open.commented))) return false
    const isUnknown = show(round, result.value.tasks, due, store)
    // A task that was not loaded came from one of the long columns.
    if (isUnknown) await recount(store)
    return true
  }

  return {
    /** Notes what is read again while something larger is read. */
    watch() {
      const fresh = new Set<string>()
      watches.add(fresh)
      return { fresh, end: () => void watches.delete(fresh) }
    },
    onEvent(event: PublicEvent) {
      noteEvent(event, due, store)
      if (isConnected && store.state.link === "live" && (due.isBoard || due.size > behind))
        store.set({ link: "catching-up" })
      void run()
    },
    /** Reads tasks again that time has changed. */
    onTime(ids: readonly string[]) {
      for (const id of ids) due.note(id, quiet)
      void run()
    },
    resume() {
      const wasLost = !isConnected
      isConnected = true
      if (!wasLost) return
      store.set({ link: "catching-up" })
      setTimeout(() => void run(), 150)
      if (store.state.open?.task === null) void refreshOpen(store)
    },
    suspend() {
      isConnected = false
      store.set({ link: "offline" })
    },
  }
}

// --- internal ---

/** With these an import comes into view, or leaves it: its tasks are nobody's to begin before. */
const importEnds: ReadonlySet<string> = new Set(["import.ended", "import.aborted", "import.taken_back"])

/** Notes what an event says is to be read again, and shows at once what it says whole. */
function noteEvent({ type, at, task, data }: PublicEvent, due: DueTasks, store: Store): void {
  const renew = (id: string) =>
    store.dispatch({ type: "renewed", id, at, expiresAt: data["expiresAt"] as string | null })
  if (type === "leases.extended" || type === "team.started" || importEnds.has(type)) due.noteBoard()
  else if (/^(?:resource|agent)\./.test(type)) noteRoom(type, data, due, store)
  // Heartbeats are most of a busy log, and say all there is to know.
  else if (type === "lease.renewed" && task !== undefined && !due.has(task)) {
    renew(task)
    // Except those of a worker, which also report whether its command prints anything new.
    if (store.state.tasks.get(task)?.lease?.finishedBy === "worker") due.note(task, quiet)
  } else if (task !== undefined) {
    if (type === "task.claimed") renew(task)
    due.note(task, { isNew: type === "task.created", commented: type === "task.commented" })
  }
}

/** Notes who waits for a resource that was opened, closed or given more room, or that an agent at work draws on, and what takes skills. */
function noteRoom(
  type: PublicEvent["type"],
  data: PublicEvent["data"],
  due: DueTasks,
  { state }: Store,
): void {
  const { tasks } = state
  const isAtWork = (name: unknown) =>
    [...tasks.values()].some(
      ({ status, assignee }) => status === "doing" && isSameName(assignee, String(name)),
    )
  const isOfAgent = type === "agent.joined" || type === "agent.deleted"
  const waiting = type.startsWith("resource.")
    ? needing(tasks, new Set([String(data["resource"])]))
    : isOfAgent && isAtWork(data["agent"])
      ? needing(tasks)
      : []
  if (isOfAgent) waiting.push(...takingSkills(tasks), ...assignedTo(tasks, String(data["agent"])))
  for (const id of waiting) due.note(id, quiet)
}

/** What is offered to this name alone: it is stuck as long as nobody knows the name. */
function assignedTo(tasks: ReadonlyMap<string, TaskView>, name: string): string[] {
  return [...tasks.values()].flatMap(({ id, status, assignee }) =>
    status === "todo" && isSameName(assignee, name) ? id : [],
  )
}

/**
 * Shows a round of tasks as they were read, and notes those that show something of them.
 * @returns true when one was not loaded before
 */
function show(
  round: ReadonlyMap<string, Due>,
  tasks: readonly TaskView[],
  due: DueTasks,
  store: Store,
): boolean {
  const isShown = (id: string) => store.state.tasks.has(id) || store.state.open?.id === id
  const found = new Map(tasks.map((task) => [task.id, task]))
  let isUnknown = false
  for (const [id, { isNew }] of round) {
    const task = found.get(id)
    const before = store.state.tasks.get(id)
    for (const other of [...related(before, task), ...heldBack(store.state, before, task)])
      if (isShown(other)) due.note(other, quiet)
    if (task && !isNew && !store.state.tasks.has(id)) isUnknown = true
    if (task) store.dispatch({ type: "changed", task, isNew })
    else store.dispatch({ type: "deleted", id })
  }
  return isUnknown
}

/** The tasks that show something of this one, or wait for it, where that has changed: no event names them. */
function related(before: TaskView | undefined, after: TaskView | undefined): string[] {
  const keys = ["status", "parent", "discoveredFrom"] as const
  const isSame = keys.every((key) => before?.[key] === after?.[key])
  if (isSame && before?.work?.toLand === after?.work?.toLand) return []
  return [before, after].flatMap((task) => [
    ...(task?.blocks ?? []),
    ...[task?.parent ?? [], task?.discoveredFrom ?? []].flat(),
  ])
}
