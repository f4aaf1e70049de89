import { join } from "node:path"
import type { HomeCheck } from "../client/client-request.ts"
import { findAllRunning, findMissing, findStopped, homeIdOf, type MissingServer } from "../home/running.ts"
import { portOf } from "../home/url.ts"
import { fail, UpnextError } from "../errors.ts"
import type { Address } from "./address.ts"

export interface Meant {
  readonly home: string
  /** Whether somebody said which home is meant, and did not leave it to the default. */
  readonly isNamed: boolean
  readonly address: Address
  /** A `.upnext.json` names this URL, also where it is that of the home. */
  readonly isFixed?: boolean
}

/**
 * Whose server a client may ask, where no URL was named, which means what it says. If a home was named, the server has to
 * be the one of that home, which its id shows. Otherwise a command whose server is down would write to the board of
 * whoever listens where it would. An error names the server of the home that misses, not where nobody ever listened.
 */
export function checkHome({ home, isNamed, address, isFixed = false }: Meant): HomeCheck | undefined {
  let { url, by } = address
  let hasFailed = false
  if (by === "named" || (by === "file" && !isNamed)) return undefined
  const id = isNamed ? homeIdOf(home) : undefined
  /** When the server was last known to be that of the home: the kernel ends a lock with its holder. */
  let knownAt = by === "running" || by === "silent" ? performance.now() : -Infinity

  /** As a new command would. A client whose server has ended sends nothing to another that listens in its place. */
  async function find(): Promise<void> {
    const all = isFixed ? undefined : await findAllRunning(home).catch(() => undefined)
    if (!all) return
    const urls = all.flatMap(({ holder }) => holder?.url ?? [])
    const [found] = urls.includes(url) ? [url] : urls
    if (found !== undefined) {
      ;[url, by, knownAt] = [found, "running", performance.now()]
    } else if (by === "running" && all.every(({ holder }) => holder))
      throw new UpnextError("unreachable", { detail: `No server is listening at ${url}.` })
  }

  async function askWhose(): Promise<void> {
    const { homeId, isProven } = await challengeServer(home, url).catch(async (error: unknown) => {
      throw await explain(error)
    })
    if (!isNamed || (homeId !== undefined && homeId === id && isProven !== false)) return
    const missing = await findMissing(home).catch(() => undefined)
    if (missing) throw toldOf(sayMissing(home, missing), { home, ...missing })
    await failOther({ home, url, id, homeId })
  }

  async function explain(error: unknown): Promise<unknown> {
    if (!(error instanceof UpnextError)) return error
    // The server that refused knows only the ids.
    if (error.code === "other_home" && error.facts["home"] === undefined) await askWhose()
    return error.code === "unreachable" && by !== "file"
      ? explainMissing(error, home, { ...address, url })
      : error
  }

  return {
    id,
    find,
    url: () => url,
    async vouch() {
      if (performance.now() - knownAt < knownMs) return
      if (!(await listensFor(home, url)) && homeIdOf(home) !== undefined) {
        const { isProven } = await challengeServer(home, url).catch(async (error: unknown) => {
          throw await explain(error)
        })
        if (isProven !== true) failUnproven(home, url)
      }
      knownAt = performance.now()
    },
    async confirm() {
      if (hasFailed) await find()
      hasFailed = true
      if (by === "silent" || (by !== "running" && isNamed)) await askWhose()
      hasFailed = false
    },
    explain,
  }
}

/** Nobody but the server of a home gets what shows that its holder is there. */
export function failUnproven(home: string, url: string): never {
  throw new UpnextError("unreachable", {
    detail: `The program at ${url} has not proved that it is the server for ${home}, so no token was sent there.`,
    facts: { home },
    hint: `Start the server for this data directory, or name the URL if you mean another server: \`--url ${url}\`.`,
  })
}

// --- internal ---

const patienceMs = 5000

/** How long a server is taken for the one that it was, in ms. A command is over by then. */
const knownMs = 1000

/** Whether a server that holds a lock of the home, or announces itself there, listens at this URL. */
async function listensFor(home: string, url: string): Promise<boolean> {
  const running = await findAllRunning(home).catch(() => [])
  return running.some(({ holder, noted }) => (holder ?? noted)?.url === url)
}

/**
 * Asks the server at a URL whose it is. Its id can be repeated by anyone, so it also has to sign a challenge with the key
 * of the home. `isProven` is undefined where this user has no key to verify that with.
 */
async function challengeServer(
  home: string,
  url: string,
): Promise<{ readonly homeId: string | undefined; readonly isProven: boolean | undefined }> {
  // Loaded late: the server, which also reads settings, keeps Node's own fetch, and most commands need no proof.
  const [{ createClient }, { createKeyUses }, { readKey }, { askProof }] = await Promise.all([
    import("./client.ts"),
    import("../config/key-uses.ts"),
    import("../storage/key.ts"),
    import("./server-proof.ts"),
  ])
  const { homeId } = await createClient({ url, timeout: patienceMs }).health()
  const key = await readKey(join(home, "data")).catch(() => undefined)
  const isProven = key && (await askProof(url, createKeyUses(key))) === "good"
  return { homeId, isProven }
}

async function explainMissing(
  error: UpnextError,
  home: string,
  { url: asked, source }: Address,
): Promise<UpnextError> {
  if (error.facts["home"] !== undefined) return error
  const missing = await findMissing(home).catch(() => undefined)
  if (!missing) {
    const stopped = findStopped(home)
    // Where the settings that stay say the same, nobody has to type it.
    const isPlain = stopped?.database === undefined && stopped?.url === asked && !source.startsWith("UPNEXT_")
    const isElsewhere = stopped?.url !== undefined && stopped.url !== asked
    const detail = isElsewhere ? `The server for ${home} at ${stopped.url} was stopped.` : error.message
    return toldOf(detail, { home, ...(stopped && !isPlain && { server: stopped }) }, error)
  }
  // What happened at its own address is worth saying, such as that a change may have been made; elsewhere it misleads.
  const also = missing.server.url === asked ? ` ${error.message}` : ""
  return toldOf(sayMissing(home, missing) + also, { home, ...missing }, error)
}

function sayMissing(home: string, { server, isSilent }: MissingServer): string {
  const at = server.url === undefined ? "" : ` at ${server.url}`
  const what = `The server for ${home}${at} (pid ${server.pid})`
  return isSilent ? `${what} is not responding.` : `${what} is gone: it was killed, or it crashed.`
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
  const own = id === undefined ? "no server has used this data directory yet" : `this data directory is ${id}`
  const other =
    homeId === undefined
      ? "names no data directory"
      : homeId === id
        ? "repeats the id of this data directory without its key"
        : `belongs to the data directory ${homeId}`
  fail("other_home", {
    detail: `The server at ${url} does not belong to ${home}: it ${other}, and ${own}.`,
    facts: { home, url, homeId: id ?? null, serverHomeId: homeId ?? null, freePort },
  })
}
