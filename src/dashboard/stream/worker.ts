import { openEvents } from "./follow-events.ts"
import { createHub } from "./hub.ts"
import type { Ask, Told } from "./port.ts"

/** The shared worker: one for all tabs of a browser. It ends when the last tab is closed. */
const hub = createHub({ open: openEvents })

addEventListener("connect", (event) => {
  const [port] = (event as MessageEvent).ports
  if (!port) return
  const member = { post: (told: Told) => port.postMessage(told) }
  port.onmessage = ({ data }: MessageEvent<Ask>) => hub.ask(member, data)
})
