import type { PublicEvent } from "../domain/public-events.ts"
import { all, api, type Result, type Status, type TaskView } from "./api.ts"
import { follow, pause } from "./live.ts"
import { createRefresher } from "./refresh.ts"
import type { Message } from "./sse.ts"
import type { Store } from "./store.ts"
import type { Feed } from "./views/feed.ts"

/** As many closed tasks as a column shows: a board that ran for a year stays quick. */
const recent = 50

/**
 * Keeps the store like the server: reads the board, then follows the events after what was read. An event only
 * says what to read again, so nothing of the rules is repeated here.
 */
export function startSync(store: Store, askToken: () => Promise<unknown>, feed: Feed) {
  const refresher = createRefresher(store, readBoard)

  const follower = {
    open: api.events,
    onConnected() {
      store.dispatch({ type: "heard", at: Date.now() })
      refresher.resume()
    },
    onMessage(message: Message) {
      if (message.event === "reset") return false
      const event = parseEvent(message.data)
      if (event) {
        refresher.onEvent(event)
        feed.publish(event)
      }
      return true
    },
    onLost() {
      store.dispatch({ type: "heard", at: Date.now() })
      refresher.suspend()
    },
  }

  /** Tries until it has all. @returns the seq to follow from */
  async function readBoard(): Promise<number | "unauthorized"> {
    for (;;) {
      const [open, done, cancelled, agents] = await Promise.all([
        all("tasks", api.tasks, openOnes),
        api.tasks(closedOnes("done")),
        api.tasks(closedOnes("cancelled")),
        api.agents(),
      ])
      if ("value" in open && "value" in done && "value" in cancelled && "value" in agents) {
        const tasks = byId([...open.value, ...done.value.tasks, ...cancelled.value.tasks])
        const totals = { done: done.value.total, cancelled: cancelled.value.total }
        store.dispatch({ type: "loaded", tasks, totals, agents: agents.value.agents })
        store.dispatch({ type: "link", link: "live" })
        void refresher.refreshOpen()
        return Math.min(open.seq, done.seq, cancelled.seq, agents.seq)
      }
      if ([open, done, cancelled, agents].some(isUnauthorized)) return "unauthorized"
      store.dispatch({ type: "link", link: "offline" })
      await pause(2000)
    }
  }

  void (async () => {
    for (;;) {
      const seq = await readBoard()
      feed.restart()
      const ended = seq === "unauthorized" ? seq : await follow(seq, follower)
      if (ended === "unauthorized") await askToken()
    }
  })()
  void watchHealth(store)

  return {
    /** Opens a task in the panel and reads it, now and whenever it changes. */
    open(id: string | null) {
      store.dispatch({ type: "opened", id })
      if (id !== null) void refresher.refreshOpen()
    },
  }
}

// --- internal ---

const openStatuses: readonly Status[] = ["todo", "doing", "blocked", "review"]
const openOnes = openStatuses.map((status) => `status=${status}`).join("&")
const closedOnes = (status: Status) => `status=${status}&sort=-created&limit=${recent}`

/** One that moved between two pages is in both; the closed state is the later one. */
function byId(tasks: readonly TaskView[]): TaskView[] {
  return [...new Map(tasks.map((task) => [task.id, task])).values()]
}

function isUnauthorized(result: Result<unknown>): boolean {
  return "refusal" in result && result.refusal.status === 401
}

export type BoardEvent = PublicEvent

function parseEvent(data: string): BoardEvent | undefined {
  try {
    return JSON.parse(data) as BoardEvent
  } catch {
    return undefined
  }
}

/** A disk that fills up says nothing on the event stream. */
async function watchHealth(store: Store): Promise<never> {
  for (;;) {
    const result = await api.health()
    if ("value" in result) {
      const { status, detail, reason } = result.value
      const why = [detail, reason].find((text) => typeof text === "string") ?? `Its health is “${status}”.`
      store.dispatch({ type: "readOnly", why: status === "ok" ? null : why })
    }
    await pause(document.hidden ? 60_000 : 10_000)
  }
}
