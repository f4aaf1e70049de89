import { followEvents, type Ask, type Ending, type Told } from "./follow-events.ts"
import type { Message } from "../../stream/sse.ts"

export interface Port {
  post(told: Told): void
}

export interface HubOptions {
  /** Opens the stream of events after a seq. Resolves with its text, piece by piece. */
  open(after: number, token: string | null, signal: AbortSignal): Promise<AsyncIterable<string>>
  /** How many messages are kept for tabs that join later. */
  kept?: number
}

/**
 * One stream of events for all tabs of a browser, because over HTTP/1.1 they share six connections. A tab that joins
 * gets the events after the seq it knows. If these are no longer kept, the tab must read everything again.
 */
export function createHub({ open, kept = 5000 }: HubOptions) {
  const ports = new Map<Port, number>()
  const history = createHistory(kept)
  let token: string | null = null
  let running: AbortController | undefined
  let isConnected = false

  function start(after: number): void {
    const abort = (running = new AbortController())
    history.begin(after)
    isConnected = false
    const follower = {
      open: (seq: number, signal: AbortSignal) => open(seq, token, signal),
      onConnected() {
        isConnected = true
        history.printed.clear()
        for (const port of ports.keys()) port.post({ type: "connected" })
      },
      onMessage(message: Message) {
        if (message.event === "reset") return false
        if (message.event === "output") {
          history.printed.set(taskOf(message), message)
          for (const port of ports.keys()) port.post({ type: "message", message })
          return true
        }
        const seq = Number(message.id)
        history.add({ seq, message })
        for (const [port, last] of ports) tell(port, last, seq, message)
        return true
      },
      onLost(heardAt: number | null) {
        isConnected = false
        for (const port of ports.keys()) port.post({ type: "lost", heardAt })
      },
    }
    void followEvents(after, follower, abort.signal).then((why) => {
      if (running === abort) end(why)
    })
  }

  function tell(port: Port, last: number, seq: number, message: Message): void {
    if (seq <= last) return
    ports.set(port, seq)
    port.post({ type: "message", message })
  }

  function end(why: Ending | "aborted"): void {
    running = undefined
    const left = [...ports.keys()]
    ports.clear()
    if (why !== "aborted") for (const port of left) port.post({ type: "ended", why })
  }

  return {
    ask(port: Port, asked: Ask): void {
      ports.delete(port)
      if (asked.type === "leave") {
        if (ports.size > 0) return
        running?.abort()
        running = undefined
        return
      }
      token = asked.token ?? token
      if (running && !history.reaches(asked.after)) {
        port.post({ type: "ended", why: "reset" })
        return
      }
      ports.set(port, asked.after)
      if (!running) {
        start(asked.after)
        return
      }
      if (isConnected) port.post({ type: "connected" })
      for (const message of history.printed.values()) port.post({ type: "message", message })
      for (const { seq, message } of history.heard) tell(port, ports.get(port) ?? seq, seq, message)
    },
  }
}

// --- internal ---

interface Heard {
  readonly seq: number
  readonly message: Message
}

/** The messages about what has happened that a tab gets when it joins later. */
function createHistory(kept: number) {
  let heard: Heard[] = []
  /** All events after this seq are in `heard`. */
  let floor = 0
  return {
    /** What was printed last, by task: it has no seq, and a tab that joins gets it first. */
    printed: new Map<string, Message>(),
    get heard(): readonly Heard[] {
      return heard
    },
    reaches: (after: number) => after >= floor,
    begin(after: number) {
      heard = []
      floor = after
    },
    add(event: Heard) {
      heard.push(event)
      if (heard.length > kept) floor = heard.shift()?.seq ?? floor
    },
  }
}

function taskOf({ data }: Message): string {
  return (JSON.parse(data) as { task: string }).task
}
