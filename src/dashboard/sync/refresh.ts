import type { PublicEvent } from "../../domain/read-models/public-events.ts"
import { all, callNow as call } from "../api/api.ts"
import type { TaskView } from "../api/types.ts"
import type { Store } from "../state/store.ts"

/** Events come in bursts. The page waits this long for the rest of a burst; nobody notices 40 ms. */
const gatherMs = 40

/** Up to so many changed tasks, or an eighth of the board, are read by their ids; with more, all is read. */
const many = 60

/** How many ids one request names: an address may not be longer than a few KB. */
const atOnce = 100

/** With more tasks than this to read, the page says that it is catching up. */
const behind = 20

/** What is known of a task that is to be read again. */
interface Due {
  readonly isNew: boolean
  readonly commented: boolean
}

/**
 * Reads again what events have named, one round at a time, so that a later answer is never overwritten by an
 * earlier one. What could not be read stays due, until the server is back.
 */
export function createRefresher(store: Store, readBoard: () => Promise<unknown>) {
  const due = new Map<string, Due>()
  const watches = new Set<Set<string>>()
  let boardDue = false
  let isConnected = true
  let isRunning = false

  function note(id: string, { isNew, commented }: Due) {
    const known = due.get(id)
    due.set(id, { isNew: isNew || known?.isNew === true, commented: commented || known?.commented === true })
  }

  async function run() {
    if (isRunning) return
    isRunning = true
    while (isConnected && (due.size > 0 || boardDue)) {
      await new Promise((resolve) => setTimeout(resolve, gatherMs))
      if (boardDue || due.size > Math.max(many, store.state.tasks.size / 8)) {
        due.clear()
        boardDue = false
        await readBoard()
        continue
      }
      const round = [...due].slice(0, atOnce)
      for (const [id] of round) due.delete(id)
      if (await refresh(new Map(round))) continue
      for (const [id, what] of round) note(id, what)
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
    if (open && !(await refreshOpen(open.commented))) return false
    const found = new Map(result.value.tasks.map((task) => [task.id, task]))
    let isUnknown = false
    for (const [id, { isNew }] of round) {
      const task = found.get(id)
      for (const other of related(store.state.tasks.get(id), task)) if (isShown(other)) note(other, quiet)
      if (task && !isNew && !store.state.tasks.has(id)) isUnknown = true
      if (task) store.dispatch({ type: "changed", task, isNew })
      else store.dispatch({ type: "deleted", id })
    }
    if (isUnknown) await recount()
    return true
  }

  const isShown = (id: string) => store.state.tasks.has(id) || store.state.open?.id === id

  /** A task that was not loaded came from one of the long columns. */
  async function recount() {
    const [done, cancelled] = await Promise.all([
      call("task.list", { status: "done", limit: 1 }),
      call("task.list", { status: "cancelled", limit: 1 }),
    ])
    if ("refusal" in done || "refusal" in cancelled) return
    store.set({ totals: { done: done.value.total, cancelled: cancelled.value.total } })
  }

  /** @returns false when no answer came */
  async function refreshOpen(isTalk = true): Promise<boolean> {
    const { open } = store.state
    if (!open) return true
    const { id } = open
    const [read, comments] = await Promise.all([
      call("task.read", { id, handoff: true }),
      isTalk || open.task === null ? all("comments", (page) => call("task.comments", { id, ...page })) : null,
    ])
    if ("refusal" in read) {
      const isLost = read.refusal.status === 0 || read.refusal.status >= 500
      // What is shown already stays.
      if (!isLost || open.task === null) store.dispatch({ type: "unread", id, refusal: read.refusal })
      return !isLost
    }
    if (comments && "refusal" in comments) return false
    const { task, handoff = null, found = [] } = read.value
    store.dispatch({ type: "read", task, handoff, found, ...(comments && { comments: comments.value }) })
    return true
  }

  function renewed(id: string, at: string, { expiresAt }: PublicEvent["data"]) {
    store.dispatch({ type: "renewed", id, at, expiresAt: expiresAt as string | null })
  }

  return {
    refreshOpen,
    recount,
    /** Notes what is read again while something larger is read. */
    watch() {
      const fresh = new Set<string>()
      watches.add(fresh)
      return { fresh, end: () => void watches.delete(fresh) }
    },
    onEvent({ type, at, task, data }: PublicEvent) {
      if (type === "leases.extended" || type === "team.started") boardDue = true
      // Heartbeats are most of a busy log, and say all there is to know.
      else if (type === "lease.renewed" && task !== undefined && !due.has(task)) renewed(task, at, data)
      else if (task !== undefined) {
        if (type === "task.claimed") renewed(task, at, data)
        note(task, { isNew: type === "task.created", commented: type === "task.commented" })
      }
      if (isConnected && store.state.link === "live" && (boardDue || due.size > behind))
        store.set({ link: "catching-up" })
      void run()
    },
    /** Reads tasks again that time has changed. */
    onTime(ids: readonly string[]) {
      for (const id of ids) note(id, quiet)
      void run()
    },
    resume() {
      const wasLost = !isConnected
      isConnected = true
      if (wasLost) store.set({ link: "catching-up" })
      if (wasLost) setTimeout(() => void run(), 150)
      if (wasLost && store.state.open?.task === null) void refreshOpen()
    },
    suspend() {
      isConnected = false
      store.set({ link: "offline" })
    },
  }
}

// --- internal ---

const quiet: Due = { isNew: false, commented: false }

/** The tasks that show something of this one, or wait for it, where that has changed: no event names them. */
function related(before: TaskView | undefined, after: TaskView | undefined): string[] {
  const keys = ["status", "parent", "discoveredFrom"] as const
  if (keys.every((key) => before?.[key] === after?.[key])) return []
  return [before, after].flatMap((task) => [
    ...(task?.blocks ?? []),
    ...[task?.parent ?? [], task?.discoveredFrom ?? []].flat(),
  ])
}
