import type { PublicEvent } from "../domain/public-events.ts"
import { all, api } from "./api.ts"
import type { Store } from "./store.ts"

/** Events come in bursts; this long is waited for the rest of one, and nobody sees it. */
const gather = 40

/** Read one by one up to here, or an eighth of the board; beyond it, all is read in fewer requests. */
const many = 60

/** With so many tasks to read, the page says that it is behind. */
const behind = 20

/**
 * Reads again what events have named, one round at a time, so that a later answer is never overwritten by an
 * earlier one. What could not be read stays due, until the server is back.
 */
export function createRefresher(store: Store, readBoard: () => Promise<unknown>) {
  const due = new Map<string, { isNew: boolean; commented: boolean }>()
  const watches = new Set<Set<string>>()
  let boardDue = false
  let isConnected = true
  let isRunning = false

  async function run() {
    if (isRunning) return
    isRunning = true
    while (isConnected && (due.size > 0 || boardDue)) {
      await new Promise((resolve) => setTimeout(resolve, gather))
      if (boardDue || due.size > Math.max(many, store.state.tasks.size / 8)) {
        due.clear()
        boardDue = false
        await readBoard()
        continue
      }
      const round = [...due].slice(0, 4)
      for (const [id] of round) due.delete(id)
      const done = await Promise.all(round.map(([id, what]) => refresh(id, what)))
      if (done.includes(false)) {
        round.forEach(([id, what], i) => done[i] === false && due.set(id, what))
        await new Promise((resolve) => setTimeout(resolve, 1000))
      }
    }
    isRunning = false
    if (isConnected && store.state.link !== "loading") store.dispatch({ type: "link", link: "live" })
  }

  /** @returns false when no answer came */
  async function refresh(id: string, { isNew, commented }: { isNew: boolean; commented: boolean }) {
    const before = store.state.tasks.get(id)
    const result = await api.task(id)
    for (const fresh of watches) fresh.add(id)
    if ("refusal" in result) {
      if (result.refusal.status >= 500 || result.refusal.status === 0) return false
      store.dispatch({ type: "deleted", id })
      store.dispatch({ type: "unread", id, refusal: result.refusal })
      return true
    }
    const { task } = result.value
    if (store.state.open?.id === id) {
      if (commented || store.state.open.task === null) await refreshOpen()
      else store.dispatch({ type: "read", task })
    }
    store.dispatch({ type: "changed", task, isNew })
    if (!before && !isNew) await recount()
    return true
  }

  /** A task that was not loaded came from one of the long columns. */
  async function recount() {
    const [done, cancelled] = await Promise.all([
      api.tasks("status=done&limit=1"),
      api.tasks("status=cancelled&limit=1"),
    ])
    if ("refusal" in done || "refusal" in cancelled) return
    store.dispatch({ type: "counted", totals: { done: done.value.total, cancelled: cancelled.value.total } })
  }

  async function refreshOpen() {
    const id = store.state.open?.id
    if (id === undefined) return
    const [read, comments] = await Promise.all([
      api.task(id),
      all("comments", (query) => api.comments(id, query)),
    ])
    if ("value" in read && "value" in comments)
      store.dispatch({ type: "read", task: read.value.task, comments: comments.value })
    else if ("refusal" in read) store.dispatch({ type: "unread", id, refusal: read.refusal })
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
      else if (type === "agent.joined")
        store.dispatch({
          type: "joined",
          name: String(data["agent"]),
          role: (data["role"] ?? null) as string | null,
        })
      // Heartbeats are most of a busy log, and say all there is to know.
      else if (type === "lease.renewed" && task !== undefined && !due.has(task)) renewed(task, at, data)
      else if (task !== undefined) {
        if (type === "task.claimed") renewed(task, at, data)
        const { isNew, commented } = due.get(task) ?? { isNew: false, commented: false }
        due.set(task, {
          isNew: isNew || type === "task.created",
          commented: commented || type === "task.commented",
        })
      }
      if (isConnected && store.state.link === "live" && (boardDue || due.size > behind))
        store.dispatch({ type: "link", link: "catching-up" })
      void run()
    },
    resume() {
      const wasLost = !isConnected
      isConnected = true
      if (wasLost) store.dispatch({ type: "link", link: "catching-up" })
      if (wasLost) setTimeout(() => void run(), 150)
      if (wasLost && store.state.open?.task === null) void refreshOpen()
    },
    suspend() {
      isConnected = false
      store.dispatch({ type: "link", link: "offline" })
    },
  }
}
