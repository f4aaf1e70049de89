import { note } from "../../terminal/output.ts"
import type { Settings } from "../../terminal/settings.ts"

/** How long the program may wait. */
export type Limit = ReturnType<typeof startLimit>

/**
 * Ends the program when its time is over, whatever hangs: an agent waits for its hook at every step it takes. A hook says
 * nothing of it. Anyone else is told, and waits longer for the server that is running on the home.
 */
export function startLimit(isHook: boolean) {
  let asked = "a server"
  let whole = isHook ? shortMs : longMs
  let timer = start()

  function start(): NodeJS.Timeout {
    return setTimeout(() => {
      if (!isHook) note(`upnext: ${asked} did not answer within ${whole} ms`)
      process.exit(0)
    }, whole)
  }

  return {
    /** Called once it is known who is asked. Returns how long an answer may take, in ms. */
    asks({ url, urlSource, home }: Pick<Settings, "url" | "urlSource" | "home">): number {
      asked = `the server at ${url}`
      if (urlSource !== home) whole = shortMs
      clearTimeout(timer)
      timer = start()
      return whole
    },
    end: () => clearTimeout(timer),
  }
}

// --- internal ---

/** For the hook's input, and again for the server's answer. What a slow machine needs to start Node is not counted. */
const shortMs = 300
const longMs = 1000
