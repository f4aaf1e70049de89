import { UpnextError } from "../errors.ts"
import { hintOf } from "../terminal/hints.ts"
import { ok, warn, type Check, type Finding } from "./check.ts"
import { findRunning } from "../home/running.ts"

/** Whether a command typed here would ask the server of this home. */
export const client: Check = {
  name: "client",
  needs: ["home"],
  async look({ home, configErrors, findClientAddress }) {
    const found = await findClientAddress().catch(unlessOfConfig(configErrors))
    if (!found)
      return { status: "skipped", detail: "commands typed here reject the config too: see `config`" }
    const { url, source, isOwn, ask } = found
    const running = await findRunning(home)
    const own = (running?.holder ?? running?.noted)?.url
    if (own !== undefined && !isSameServer(url, own))
      return warn(
        `commands typed here go to ${url} (from ${source}), not to the server of this data directory at ${own}.`,
        `To reach the server of this data directory, ${unsetting(source)}, or add --url ${own}.`,
        { url, source, running: own },
      )
    if (running && !running.holder)
      return warn(
        `commands typed here go to the server of this data directory, at ${url}, which is not responding.`,
        "The findings above say how to get the server to respond.",
      )
    const refused = await ask().then(() => undefined, toRefusal)
    if (own !== undefined) return refused ? noAnswer(refused, { url, source }) : reached(url)
    if (!refused)
      return ok(`no server is running for this data directory; commands typed here reach ${url}`, {
        url,
        source,
      })
    return withoutServer(refused, { url, source, isOwn })
  },
}

// --- internal ---

interface AskedAddress {
  readonly url: string
  readonly source: string
}

const reached = (url: string): Finding =>
  ok(`commands typed here reach the server of this data directory, at ${url}`)

/** No server of this home runs: what a command typed here would report. */
function withoutServer(
  refused: UpnextError,
  { url, source, isOwn }: AskedAddress & { isOwn: boolean },
): Finding {
  if (refused.code === "other_home")
    return warn(`no server is running for this data directory. ${refused.message}`, hintOf(refused), {
      url,
      source,
    })
  if (refused.facts["server"] !== undefined)
    return ok("no server is running for this data directory, and commands typed here say so", {
      url,
      source,
      isReached: false,
    })
  if (isOwn && refused.code === "unreachable")
    return ok(
      `no server is running for this data directory; commands typed here are sent to ${url}, where no server answers`,
      {
        url,
        source,
        isReached: false,
      },
    )
  return noAnswer(refused, { url, source })
}

function noAnswer(refused: UpnextError, { url, source }: AskedAddress): Finding {
  const hint =
    refused.code === "unreachable" ? `Start the server there, or ${unsetting(source)}.` : hintOf(refused)
  return warn(`commands typed here go to ${url} (from ${source}): ${refused.message}`, hint, {
    url,
    source,
    code: refused.code,
  })
}

const unsetting = (source: string): string =>
  source === "UPNEXT_URL" ? "unset UPNEXT_URL" : `remove \`url\` from ${source}`

function toRefusal(error: unknown): UpnextError {
  if (error instanceof UpnextError) return error
  throw error
}

/** A broken config is reported once, not again for each command that reads it. */
function unlessOfConfig(errors: readonly UpnextError[]) {
  return (error: unknown): undefined => {
    if (errors.length === 0 || toRefusal(error).code !== "invalid_config") throw error
  }
}

const loopback = ["localhost", "127.0.0.1", "[::1]"]

function isSameServer(one: string, other: string): boolean {
  const [a, b] = [new URL(one), new URL(other)]
  const isSameHost = a.hostname === b.hostname || [a, b].every(({ hostname }) => loopback.includes(hostname))
  return isSameHost && a.port === b.port && a.protocol === b.protocol
}
