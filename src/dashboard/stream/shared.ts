import { followEvents, openEvents, type Follower, type Ask, type Ending, type Told } from "./follow-events.ts"

/**
 * Follows the events after `seq` on the stream that all tabs of this browser share. Without shared workers the page
 * opens a stream of its own. The tabs do not elect a leader instead, because that needs locks, which browsers do not
 * give to pages served over plain http from another machine.
 */
export async function followShared(
  seq: number,
  follower: Follower,
  token: () => string | null,
): Promise<Ending> {
  const port = connect()
  const ended = port ? await listen(port, seq, follower, token) : "broken"
  if (ended !== "broken") return ended
  worker = null
  const open = (after: number, signal: AbortSignal) => openEvents(after, token(), signal)
  const why = await followEvents(seq, { ...follower, open }, new AbortController().signal)
  return why === "aborted" ? "reset" : why
}

// --- internal ---

/** Null if the browser has no shared workers. */
let worker: SharedWorker | null | undefined

function connect(): SharedWorker | null {
  if (worker !== undefined) return worker
  try {
    // Change this name whenever older pages and a newer worker would not understand each other.
    worker = new SharedWorker("/assets/stream.js", { name: "upnext-3", type: "module" })
  } catch {
    worker = null
  }
  return worker
}

function listen(
  shared: SharedWorker,
  seq: number,
  follower: Follower,
  token: () => string | null,
): Promise<Ending | "broken"> {
  const { port } = shared
  let last = seq
  const ask = (asked: Ask) => port.postMessage(asked)
  const join = () => ask({ type: "follow", after: last, token: token() })
  const leave = () => ask({ type: "leave" })
  // A page in the browser's back/forward cache receives nothing, and must not keep the stream open.
  const comeBack = (event: PageTransitionEvent) => event.persisted && join()
  return new Promise((resolve) => {
    const finish = (why: Ending | "broken") => {
      removeEventListener("pagehide", leave)
      removeEventListener("pageshow", comeBack)
      resolve(why)
    }
    addEventListener("pagehide", leave)
    addEventListener("pageshow", comeBack)
    shared.onerror = () => finish("broken")
    port.onmessage = ({ data }: MessageEvent<Told>) => {
      if (data.type === "connected") follower.onConnected()
      else if (data.type === "lost") follower.onLost(data.heardAt)
      else if (data.type === "ended") finish(data.why)
      else {
        if (data.message.event !== "output") last = Number(data.message.id) || last
        follower.onMessage(data.message)
      }
    }
    join()
  })
}
