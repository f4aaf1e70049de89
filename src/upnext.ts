import { hostname } from "node:os"
import { join } from "node:path"
import { agreeOnSettings, requireDoor } from "./config/agree.ts"
import { needsToken } from "./config/board-settings.ts"
import type { Config } from "./config/config.ts"
import { createKeyUses, type KeyUses } from "./config/key-uses.ts"
import { createToken } from "./config/token.ts"
import type { Engine } from "./engine/api.ts"
import { once } from "./domain/collections/once.ts"
import { system } from "./domain/wire/names.ts"
import { createSupervisedEngine, type SupervisedOptions } from "./engine/supervised-engine.ts"
import { openTimed } from "./backup/open-timed.ts"
import { createDisposers } from "./machine/disposers.ts"
import { createHeapCheck, createRoomCheck, forExtras, watchHeap } from "./machine/heap.ts"
import { createHttp, type HttpApp, type HttpOptions } from "./http/app.ts"
import type { Assets } from "./http/endpoints/assets.ts"
import { createAuth, type SharedTokens } from "./http/request/auth.ts"
import { createProxies } from "./http/request/proxies.ts"
import { answerStarting } from "./http/reply/starting.ts"
import { defaultFileBytes } from "./http/request/file-pace.ts"
import { listen } from "./http/connection/listen.ts"
import { machineRuntime } from "./machine/runtime.ts"
import { keepTickClass } from "./machine/kept-tick.ts"
import { createCommitMetrics } from "./metrics/commits.ts"
import { createProcessMetrics } from "./metrics/process.ts"
import { createPast } from "./past/past.ts"
import { startPastThread } from "./past/start.ts"
import { createSearch } from "./search/search.ts"
import { sayNoSearch, withoutSearch } from "./search/without-search.ts"
import { ownProgram, type OwnProgram } from "./machine/own-program.ts"
import { embedded } from "./machine/single-file.ts"
import { startNotify } from "./notify/start.ts"
import type { ThreadProgram } from "./machine/thread.ts"
import { sweepAttachments } from "./storage/attachments/sweep.ts"
import { openStorage } from "./storage/open.ts"
import { reportFor } from "./storage/health-report.ts"
import type { SharedBoard, Storage } from "./storage/storage.ts"
import { version } from "./version.ts"
import { createWarn, type Logger, type Warn } from "./machine/warnings.ts"

export interface UpnextOptions extends Config {
  /** Receives warnings, written for people. Without a logger, warnings are dropped. */
  readonly logger?: Logger
  /** Replaces the settings that the database keeps for the board. No other server may be serving the board. */
  readonly reconfigure?: boolean
  /** If there is no token yet, creates one for an account with all rights. */
  readonly firstToken?: boolean
  /** The directory of the built dashboard. */
  readonly assets?: string
  /** The built file that the server's worker threads run, for reading earlier states of the board and for backups. */
  readonly pastThread?: URL | string
}

/** A running server. */
export interface Upnext {
  readonly url: string
  readonly dashboardUrl: string
  /** The URLs at which other machines, such as a phone, reach the server; empty on loopback. */
  readonly networkUrls: readonly string[]
  /** The token that `firstToken` created. The token is not stored and cannot be shown again. */
  readonly token: string | undefined
  readonly asksForToken: boolean
  /** Finishes the requests in flight, writes the checkpoint, and releases the port and the lock. */
  close(): Promise<void>
}

/**
 * Config -> log -> engine -> HTTP. Resolves once the server answers requests.
 * @throws home_locked, home_not_writable, storage_damaged, storage_newer_format, memory_too_small, port_taken, address_unavailable
 */
export async function createUpnext(options: UpnextOptions): Promise<Upnext> {
  const { home, host, port, database, databaseDirect, board = "main" } = options
  const program = ownProgram()
  const warn = createWarn(options.logger ?? { warn: () => undefined })
  keepTickClass()
  const disposers = createDisposers()
  const { close } = disposers
  try {
    const holder = { pid: process.pid, version, startedAt: new Date().toISOString() }
    const readCommands = { load: async () => (await import("./domain/board/upcast.ts")).readCommands }
    const storage = await openStorage({ home, database, databaseDirect, board, holder, warn, readCommands })
    disposers.add(() => storage.close())
    const { shared } = storage

    // The port is taken before the board is read, so a conflict is reported at once and early requests get 503.
    let handler = answerStarting
    const fileBytes = options.maxFileBytes ?? defaultFileBytes
    const listener = await listen({ host, port, handler: (req, res) => handler(req, res), warn, fileBytes })
    disposers.add(() => listener.close())
    const { url, networkUrls } = listener
    storage.update({ ...holder, url })

    const settings = await agreeOnSettings(options, shared, { version, warn })
    const policy = { ...settings.policy, host: hostname() }
    const commits = createCommitMetrics(storage.checkpointAt, Date.now)
    const log = commits.measure(storage.log)
    const keyUses = createKeyUses(storage.key)
    const known = { log, policy, url: networkUrls[0] ?? url, warn }
    const thread = threadOf(options, program)
    const engine = await openEngine(thread, storage, keyUses, known)
    disposers.add(() => engine.close())

    // The token is created after every step that can fail: if startup failed later, the token would never be shown.
    const tokens = options.auth ? settings.tokens : []
    const asks = () => options.auth && (tokens.length > 0 || engine.identities.required)
    const token =
      options.firstToken === true && options.auth && !asks() ? await makeFirstToken(engine) : undefined
    requireDoor(options, asks())
    const ofProcess = createProcessMetrics()
    disposers.add(ofProcess.close)
    const { allowedHosts, hostedDashboard, compression } = options
    const proxies = createProxies(options.trustProxy)
    const assets = once(() => ownAssets(options.assets))
    const beside = { config: options, program: thread, engine, log, shared, disposers, warn }
    disposers.add(sweepAttachments(storage.attachments, { engine, warn }))
    const http = createHttp({
      engine,
      files: { ...storage.attachments, maxBytes: fileBytes },
      auth: createAuth({
        ...{ engine, tokens, proxies, isHomeProof: keyUses.isHomeProof },
        isOff: !options.auth,
        isNeeded: needsToken(options),
        shared: shared && tokensOf(engine, shared),
      }),
      allowedHosts,
      proxies,
      version,
      assets,
      homeId: storage.homeId,
      proveServer: keyUses.proveServer,
      hostedDashboard,
      compression,
      database: shared && reportFor(shared),
      policy,
      ...{ backup: openTimed(beside)?.report, notify: (await startNotify(beside))?.report },
      metrics: [commits.families, ofProcess.families],
      loadMcp: createMcpLoader(engine, { program, shared, warn }),
      replaced: program.isReplaced,
      warn,
    })
    handler = http.handler
    disposers.add(() => http.close())
    loadSoon(http, assets, warn)
    disposers.add(watchHeap(warn))
    return { url, dashboardUrl: `${url}/dashboard`, networkUrls, token, asksForToken: asks(), close }
  } catch (error) {
    await close().catch((second: unknown) => warn("Startup failed, and so did the shutdown after it", second))
    throw error
  }
}

// --- internal ---

function openEngine(
  thread: () => ThreadProgram,
  { source }: Storage,
  { leaseToken, renewLeaseToken }: KeyUses,
  known: Pick<SupervisedOptions, "log" | "policy" | "url" | "warn">,
): Promise<Engine> {
  const { policy, warn } = known
  return createSupervisedEngine({
    ...known,
    runtime: machineRuntime,
    token: leaseToken,
    renewLeaseToken,
    createToken,
    checkRoom: createRoomCheck(),
    createSearch: () =>
      createSearch({
        checkRoom: createHeapCheck(sayNoSearch, forExtras),
        warn: (message) => warn(`${message} ${withoutSearch}`),
      }),
    openPast: () => createPast({ start: () => startPastThread(thread(), { source, policy }) }),
  })
}

async function makeFirstToken(engine: Engine): Promise<string> {
  const { createToken: operation } = await import("./operations/create-token.ts")
  const input = operation.input.parse({ account: "admin", role: "admin" })
  const who = { role: "admin", isHome: true } as const
  const { answer } = await engine.run({ operation, input, actor: system, who })
  return String(answer["secret"])
}

/** Tokens on a shared board, where other servers may have created or revoked tokens. */
function tokensOf(engine: Engine, shared: SharedBoard): SharedTokens {
  return {
    catchUp: async () => (await engine.reach(Infinity, { waitMs: catchUpMs })) !== "behind",
    silentMs: () => shared.report().silentMs,
  }
}

const catchUpMs = 1_000 // to read other servers' commits

function createMcpLoader(
  engine: Engine,
  { program, shared, warn }: { program: OwnProgram; shared: SharedBoard | undefined; warn: Warn },
): NonNullable<HttpOptions["loadMcp"]> {
  return async (invoke) => {
    program.requireSame()
    const { createMcpEndpoint } = await import("./mcp/parts.ts")
    const catchUp = shared && (() => engine.reach(Infinity, { waitMs: catchUpMs }))
    return createMcpEndpoint({ version, invoke, leaseToken: engine.leaseToken, catchUp, warn })
  }
}

/** Loads what later requests need, once the requests that were waiting for startup have been answered. */
function loadSoon(http: HttpApp, assets: () => Promise<Assets>, warn: Warn): void {
  setTimeout(
    () => void http.load().catch((error: unknown) => warn(withoutRoutes, error)),
    routesAfterMs,
  ).unref()
  // The assets are read early so that the page still matches this server if another version is installed later.
  setTimeout(() => void assets().catch(() => undefined), assetsAfterMs).unref()
}

const [routesAfterMs, assetsAfterMs] = [20, 500]

const withoutRoutes =
  "Only /health can be answered. Restart the server; if this happens again, reinstall Upnext."

async function ownAssets(directory: string | undefined): Promise<Assets> {
  const { loadAssets, readAssets } = await import("./http/endpoints/assets.ts")
  const inside = directory === undefined ? embedded() : undefined
  if (!inside) return loadAssets(directory ?? join(import.meta.dirname, "assets"))
  const { assets, read } = inside
  return readAssets({
    name: "embedded",
    hasItem: (key) => assets.includes(key),
    getItem: (key) => read(`assets/${key}`),
    getItemRaw: (key) => read(`assets/${key}`),
    getKeys: () => [...assets],
  })
}

/** The worker threads' program: the file `past.cjs`, or the program's source text in a build without files. */
function threadOf({ pastThread }: UpnextOptions, program: OwnProgram): () => ThreadProgram {
  return () => {
    program.requireSame()
    const inside = pastThread === undefined ? embedded() : undefined
    if (!inside) return pastThread ?? join(import.meta.dirname, "past.cjs")
    return { code: inside.read("sea.cjs").toString() }
  }
}
