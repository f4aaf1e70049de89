import { UpnextError } from "../errors.ts"
import { hintOf } from "../terminal/hints.ts"
import { ok, warn, type Check } from "./check.ts"
import { findRunning } from "../home/running.ts"

/** Whether a command typed here would ask the server of this home. */
export const client: Check = {
  name: "client",
  needs: ["home"],
  async look({ home, findClientAddress }) {
    const { url, source, confirm } = await findClientAddress()
    const found = await findRunning(home)
    const running = (found?.holder ?? found?.noted)?.url
    const refused = running === undefined ? await confirm().catch((error: unknown) => error) : undefined
    if (refused instanceof UpnextError && refused.code === "other_home")
      return warn(`no server of this home runs. ${refused.message}`, hintOf(refused), { url, source })
    if (refused instanceof UpnextError && refused.facts["server"] !== undefined)
      return ok("no server of this home runs, and commands typed here say so", { url, source })
    if (running === undefined)
      return ok(`no server of this home runs; commands typed here ask ${url}`, { url, source })
    if (isSameServer(url, running)) return ok(`commands typed here reach the server of this home, at ${url}`)
    return warn(
      `commands typed here ask ${url} (from ${source}), and not the server of this home at ${running}.`,
      `To reach the server of this home, ${source === "UPNEXT_URL" ? "unset UPNEXT_URL" : `take \`url\` out of ${source}`}, or add --url ${running}.`,
      { url, source, running },
    )
  },
}

// --- internal ---

const loopback = ["localhost", "127.0.0.1", "[::1]"]

function isSameServer(one: string, other: string): boolean {
  const [a, b] = [new URL(one), new URL(other)]
  const isSameHost = a.hostname === b.hostname || [a, b].every(({ hostname }) => loopback.includes(hostname))
  return isSameHost && a.port === b.port && a.protocol === b.protocol
}
