import type { PublicEvent } from "../../domain/read-models/public-events.ts"
import { callNow as call } from "../api/api.ts"
import type { ApiResult, Status, TaskView } from "../api/types.ts"
import { watchTime } from "./by-time.ts"
import { watchHealth } from "./health.ts"
import { readOpen } from "./read-open.ts"
import { createRefresher } from "./refresh.ts"
import type { OutputMessage } from "../../domain/wire/output-schemas.ts"
import type { LastOutputs } from "../state/outputs.ts"
import { session } from "../api/session.ts"
import type { Store } from "../state/store.ts"
import { pause } from "../stream/follow-events.ts"
import type { Ending } from "../stream/port.ts"
import { followShared } from "../stream/shared.ts"
import type { Message } from "../../stream/sse.ts"
import type { Feed } from "../state/feed.ts"

/** How many closed tasks a column loads, so that a board that ran for a year stays quick. */
const recent = 50

/** The order in which they are asked for. */
const closedOrder = "-updated"

/**
 * Keeps the store like the server: follows the events from the first answer on, and reads the board meanwhile. An
 * event only says what to read again, so nothing of the rules is repeated here.
 */
export function startSync(store: Store, askToken: () => Promise<unknown>, feed: Feed, outputs: LastOutputs) {
  const refresher = createRefresher(store, () => readBoard())

  const follower = {
    onConnected() {
      outputs.clear()
      store.set({ heardAt: Date.now() })
      refresher.resume()
    },
    onMessage(message: Message) {
      if (message.event === "output") {
        outputs.take(JSON.parse(message.data) as OutputMessage)
        return true
      }
      const event = parseEvent(message.data)
      if (event) {
        refresher.onEvent(event)
        feed.publish(event)
      }
      return true
    },
    onLost(heardAt: number | null) {
      if (heardAt !== null) store.set({ heardAt })
      refresher.suspend()
    },
  }

  /**
   * Tries until it has all.
   * @param onFirst called once, with the seq of the first answer: what happens from then on is in later events
   */
  async function readBoard(
    onFirst: (seq: number) => void = () => undefined,
  ): Promise<"read" | "unauthorized"> {
    for (;;) {
      const watch = refresher.watch()
      const [done, cancelled] = await Promise.all([readClosed("done"), readClosed("cancelled")])
      if ([done, cancelled].some(isUnauthorized)) return "unauthorized"
      if ("value" in done && "value" in cancelled) {
        onFirst(Math.min(done.seq, cancelled.seq))
        const closed = [...done.value.tasks, ...cancelled.value.tasks]
        const totals = { done: done.value.total, cancelled: cancelled.value.total }
        const isFirst = store.state.tasks.size === 0
        const show = (tasks: readonly TaskView[], total: number) => {
          if (isFirst) store.dispatch({ type: "page", tasks, total, gone: watch.fresh })
        }
        if (isFirst) store.set({ totals })
        show(closed, closed.length)
        const open = await readOpen(listOpen, (tasks, total) => show(tasks, closed.length + total))
        if (open) {
          watch.end()
          const tasks = byId([...open, ...closed])
          store.dispatch({ type: "loaded", tasks, totals, fresh: watch.fresh })
          store.set({ heardAt: Date.now(), link: "live" })
          if (watch.fresh.size > 0) void refresher.recount()
          void refresher.refreshOpen()
          return "read"
        }
      }
      watch.end()
      store.set({ link: "offline" })
      await pause(2000)
    }
  }

  async function run(): Promise<never> {
    for (;;) {
      feed.restart()
      let isFollowing = false
      const ended = await new Promise<Ending>((resolve) => {
        const onFirst = (seq: number) => {
          if (!isFollowing) void followShared(seq, follower, session.token).then(resolve)
          isFollowing = true
        }
        void readBoard(onFirst).then((why) => why === "unauthorized" && resolve(why))
      })
      if (ended === "unauthorized") await askToken()
    }
  }

  void run()
  void watchHealth(store)
  watchTime(store, refresher.onTime)

  return {
    /** Opens a task in the panel and reads it, now and whenever it changes. */
    open(id: string | null) {
      store.dispatch({ type: "opened", id })
      if (id !== null) void refresher.refreshOpen()
    },
  }
}

// --- internal ---

const listOpen = (status: Status[], page: { limit: number; cursor?: string }) =>
  call("task.list", { status, compact: true, ...page })
const readClosed = (status: Status) =>
  call("task.list", { status, compact: true, sort: closedOrder, limit: recent })

/** One that moved between two pages is in both; the closed state is the later one. */
function byId(tasks: readonly TaskView[]): TaskView[] {
  return [...new Map(tasks.map((task) => [task.id, task])).values()]
}

function isUnauthorized(result: ApiResult<unknown>): boolean {
  return "refusal" in result && result.refusal.status === 401
}

function parseEvent(data: string): PublicEvent | undefined {
  try {
    return JSON.parse(data) as PublicEvent
  } catch {
    return undefined
  }
}
