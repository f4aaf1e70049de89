import type { PublicEvent } from "../../domain/read-models/public-events.ts"
import { watchTime } from "./by-time.ts"
import { watchHealth } from "./health.ts"
import { readBoard } from "./read-board.ts"
import { createRefresher } from "./refresh.ts"
import { refreshOpen } from "./refresh-open.ts"
import type { OutputMessage } from "../../domain/wire/output-schemas.ts"
import type { LastOutputs } from "../state/outputs.ts"
import { session } from "../api/session.ts"
import type { Store } from "../state/store.ts"
import type { Ending } from "../stream/port.ts"
import { followShared } from "../stream/shared.ts"
import type { Message } from "../../stream/sse.ts"
import type { Feed } from "../state/feed.ts"

/**
 * Keeps the store like the server: follows the events from the first answer on, and reads the board meanwhile. An
 * event only says what to read again, so nothing of the rules is repeated here.
 */
export function startSync(store: Store, askToken: () => Promise<unknown>, feed: Feed, outputs: LastOutputs) {
  const refresher = createRefresher(store, () => readBoard(store, refresher.watch))

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

  async function run(): Promise<never> {
    for (;;) {
      feed.restart()
      let isFollowing = false
      const ended = await new Promise<Ending | "renamed">((resolve) => {
        const onFirst = (seq: number) => {
          if (!isFollowing) void followShared(seq, follower, session.token).then(resolve)
          isFollowing = true
        }
        void readBoard(store, refresher.watch, onFirst).then((why) => why !== "read" && resolve(why))
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
      if (id !== null) void refreshOpen(store)
    },
  }
}

// --- internal ---

function parseEvent(data: string): PublicEvent | undefined {
  try {
    return JSON.parse(data) as PublicEvent
  } catch {
    return undefined
  }
}
