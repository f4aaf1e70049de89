import { openEvents, type Ask, type Told } from "./follow-events.ts"
import { createHub } from "./hub.ts"

/** The shared worker: one for all tabs of a browser. It ends when the last tab is closed. */
const hub = createHub({ open: openEvents })

addEventListener("connect", (event) => {
  const [port] = (event as MessageEvent).ports
  if (!port) return
  const member = { post: (told: Told) => port.postMessage(told) }
  port.onmessage = ({ data }: MessageEvent<Ask>) => hub.ask(member, data)
})
