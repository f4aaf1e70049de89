import type { HomeCheck } from "../client/client.ts"
import { findMissing, homeIdOf, type MissingServer } from "../home/running.ts"
import { portOf } from "../home/url.ts"
import { fail, UpnextError } from "../errors.ts"
import type { Address } from "./address.ts"

export interface Meant {
  readonly home: string
  /** Whether somebody said which home is meant, and did not leave it to the default. */
  readonly isNamed: boolean
  readonly address: Address
}

/**
 * Whose server a client may ask, where no URL was named, which means what it says. If a home was named, the server has to
 * be the one of that home, which its id shows. Otherwise a command whose server is down would write to the board of
 * whoever listens where it would. An error names the server of the home that misses, not where nobody ever listened.
 */
export function checkHome({ home, isNamed, address }: Meant): HomeCheck | undefined {
  const { url, by } = address
  if (by === "named" || (by === "file" && !isNamed)) return undefined
  const id = isNamed ? homeIdOf(home) : undefined

  async function askWhose(): Promise<void> {
    // Read late: the server, which also reads settings, keeps Node's own fetch.
    const { createClient } = await import("./client.ts")
    const { homeId } = await createClient({ url, timeout: patienceMs })
      .health()
      .catch(async (error: unknown) => {
        throw await explain(error)
      })
    if (!isNamed || (homeId !== undefined && homeId === id)) return
    const missing = await findMissing(home).catch(() => undefined)
    if (missing) throw toldOf(sayMissing(home, missing), { home, ...missing })
    await failOther({ home, url, id, homeId })
  }

  async function explain(error: unknown): Promise<unknown> {
    if (!(error instanceof UpnextError)) return error
    // The server that refused knows only the ids.
    if (error.code === "other_home" && error.facts["home"] === undefined) await askWhose()
    return error.code === "unreachable" && by !== "file" ? explainMissing(error, home, url) : error
  }

  return {
    id,
    async confirm() {
      if (by === "silent" || (by !== "running" && isNamed)) await askWhose()
    },
    explain,
  }
}

// --- internal ---

const patienceMs = 5000

async function explainMissing(error: UpnextError, home: string, asked: string): Promise<UpnextError> {
  if (error.facts["home"] !== undefined) return error
  const missing = await findMissing(home).catch(() => undefined)
  if (!missing) return toldOf(error.message, { home }, error)
  // What happened at its own address is worth saying, such as that a change may have been made; elsewhere it misleads.
  const also = missing.server.url === asked ? ` ${error.message}` : ""
  return toldOf(sayMissing(home, missing) + also, { home, ...missing }, error)
}

function sayMissing(home: string, { server, isSilent }: MissingServer): string {
  const at = server.url === undefined ? "" : ` at ${server.url}`
  const what = `The server of ${home}${at} (pid ${server.pid})`
  return isSilent ? `${what} does not answer.` : `${what} is gone: it was killed, or it crashed.`
}

function toldOf(detail: string, facts: UpnextError["facts"], cause?: UpnextError): UpnextError {
  return new UpnextError("unreachable", { detail, facts, cause })
}

interface Two {
  readonly home: string
  readonly url: string
  readonly id: string | undefined
  /** The server's. */
  readonly homeId: string | undefined
}

async function failOther({ home, url, id, homeId }: Two): Promise<never> {
  const { nextFreePort } = await import("../home/port-holder.ts")
  const freePort = await nextFreePort("127.0.0.1", portOf(url))
  const own = id === undefined ? "no server has run on this home yet" : `this home is ${id}`
  const other = homeId === undefined ? "tells no home" : `is that of the home ${homeId}`
  fail("other_home", {
    detail: `The server at ${url} is not that of ${home}: it ${other}, and ${own}.`,
    facts: { home, url, homeId: id ?? null, serverHomeId: homeId ?? null, freePort },
  })
}
