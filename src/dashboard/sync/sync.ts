import type { PublicEvent } from "../../domain/events/shown.ts"
import { watchTime } from "./by-time.ts"
import { readBoard } from "./read-board.ts"
import { createRefresher } from "./refresh.ts"
import { refreshOpen } from "./refresh-open.ts"
import type { OutputMessage } from "../../domain/wire/checks/output-schemas.ts"
import type { LastOutputs } from "../state/outputs.ts"
import { callNow, troubles, tryToken, readHealth } from "../api/api.ts"
import { session } from "../api/session.ts"
import type { Locked } from "../api/types.ts"
import { takeAccess } from "../state/access.ts"
import type { Actions } from "../state/actions.ts"
import type { Store } from "../state/store.ts"
import { followShared } from "../stream/shared.ts"
import type { Message } from "../../stream/sse.ts"
import type { Feed } from "../state/feed.ts"
import { pause } from "../stream/follow-events.ts"

/**
 * Keeps the store like the server: follows the events from the first answer on, and reads the board meanwhile. An
 * event only says what to read again, so nothing of the rules is repeated here.
 */
export function startSync(
  store: Store,
  { askToken, tellToken }: Pick<Actions, "askToken" | "tellToken">,
  feed: Feed,
  outputs: LastOutputs,
) {
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
        if (/^(?:account|access)\./.test(event.type)) void readAccess(store)
        feed.publish(event)
      }
      return true
    },
    onLost(heardAt: number | null) {
      if (heardAt !== null) store.set({ heardAt })
      refresher.suspend()
    },
  }

  let onLocked: (why: Locked) => void = () => undefined

  async function run(): Promise<never> {
    for (;;) {
      feed.restart()
      let isFollowing = false
      const why = await new Promise<Locked | null>((resolve) => {
        const readAgain = () => resolve(null)
        const onFirst = (seq: number) => {
          // Whose token has ended on the stream that the tabs share, the next read tells.
          if (!isFollowing) void followShared(seq, follower, session.token).then(readAgain)
          isFollowing = true
        }
        onLocked = resolve
        void readAccess(store)
        void readBoard(store, refresher.watch, onFirst).then((how) => how !== "read" && readAgain())
      })
      if (why !== null) await askToken(why)
    }
  }

  troubles.addEventListener("unauthorized", (event) => onLocked((event as CustomEvent<Locked>).detail))
  session.watchToken((token) => {
    store.set({ name: session.name() })
    if (token === null) onLocked("new")
    else void tryToken(token).then((tried) => "value" in tried && tellToken(token, tried.value.access))
  })
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

async function readAccess(store: Store): Promise<void> {
  const read = await callNow("access.read", {})
  if ("value" in read) takeAccess(store, read.value.access)
}

function parseEvent(data: string): PublicEvent | undefined {
  try {
    return JSON.parse(data) as PublicEvent
  } catch {
    return undefined
  }
}

/** How often the server is asked how it is, in ms; less often while the page is hidden. */
const oftenMs = 15_000
const seldomMs = 60_000

/** A disk that fills up says nothing on the event stream. Asked at once after an answer that tells of trouble. */
async function watchHealth(store: Store): Promise<never> {
  for (;;) {
    const result = await readHealth()
    if ("value" in result) {
      const { status, maxAttempts, detail: why = `The server's health is “${status}”.` } = result.value
      store.set({ readOnly: isWritable(status) ? null : why })
      if (maxAttempts !== undefined) store.set({ maxAttempts })
    }
    await troubleOr(pause(document.hidden ? seldomMs : oftenMs))
    // One answer of many that failed together is enough.
    await new Promise((resolve) => setTimeout(resolve, 300))
  }
}

/** A degraded server takes writes; what it says of itself is for whoever runs it. */
const isWritable = (status: string): boolean => status === "ok" || status === "degraded"

/** Waits for the rest to be over, or for the next answer that tells of trouble. */
function troubleOr(rest: Promise<void>): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      troubles.removeEventListener("trouble", done)
      resolve()
    }
    troubles.addEventListener("trouble", done)
    void rest.then(done)
  })
}
