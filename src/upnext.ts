import { createHmac } from "node:crypto"
import { hostname } from "node:os"
import { join } from "node:path"
import { decideFirstToken, decideSettings, needsToken, policyOf } from "./config/board-settings.ts"
import { configPath, updateConfigFile, type Config } from "./config/config.ts"
import type { HealthDocument } from "./domain/wire/health-document.ts"
import type { Engine } from "./engine/api.ts"
import { once } from "./domain/collections/once.ts"
import { createSupervisedEngine } from "./engine/supervised-engine.ts"
import { UpnextError } from "./errors.ts"
import { createHeapCheck, forExtras, watchHeap } from "./machine/heap.ts"
import { createHttp } from "./http/app.ts"
import type { Assets } from "./http/endpoints/assets.ts"
import { createAuth } from "./http/request/auth.ts"
import { problemOf } from "./http/reply/problem.ts"
import { listen, type Listening } from "./http/connection/listen.ts"
import { keepTickClass } from "./machine/kept-tick.ts"
import { createCommitMetrics } from "./metrics/commits.ts"
import { createProcessMetrics } from "./metrics/process.ts"
import { createPast } from "./past/past.ts"
import { startPastThread, type ThreadProgram } from "./past/start.ts"
import { createSearch } from "./search/search.ts"
import { embedded } from "./machine/single-file.ts"
import { openStorage } from "./storage/open.ts"
import type { BoardSettings, SharedBoard, Storage } from "./storage/storage.ts"
import { createToken, hashToken } from "./config/token.ts"
import { version } from "./version.ts"
import { createWarn, type Logger } from "./machine/warnings.ts"

export interface UpnextOptions extends Config {
  /** Receives the warnings that a person should read; by default they are dropped. */
  readonly logger?: Logger
  /** Puts these settings in place of those of the board in the database, for which no other server may run on it. */
  readonly reconfigure?: boolean
  /** Where the built dashboard lies. */
  readonly assets?: string
  /** The built file of the thread that answers questions to the past. */
  readonly pastThread?: URL | string
}

/** A running server. */
export interface Upnext {
  readonly url: string
  readonly dashboardUrl: string
  /** Where other machines reach it, such as a phone; empty on loopback. */
  readonly networkUrls: readonly string[]
  /** Made just now, since the server can be reached from beyond this machine. It is not kept and cannot be shown again. */
  readonly token: string | undefined
  readonly asksForToken: boolean
  /** Finishes the requests in flight, writes the checkpoint, and releases the port and the lock. */
  close(): Promise<void>
}

/**
 * Config -> log -> engine -> HTTP. Resolves when the server answers.
 * @throws home_locked, home_not_writable, storage_damaged, storage_newer_format, memory_too_small, port_taken, address_unavailable
 */
export async function createUpnext(options: UpnextOptions): Promise<Upnext> {
  const { home, host, port, logger = { warn: () => undefined } } = options
  const warn = createWarn(logger)
  keepTickClass()
  const disposers: (() => Promise<void> | void)[] = []
  const close = once(async () => {
    const failures: unknown[] = []
    // If one disposer fails, the others still run.
    for (const dispose of disposers.reverse())
      await Promise.resolve(dispose()).catch((error: unknown) => failures.push(error))
    if (failures.length > 0) throw failures[0]
  })

  try {
    const holder = { pid: process.pid, version, startedAt: new Date().toISOString() }
    const { database, databaseDirect, board = "main" } = options
    const storage = await openStorage({
      home,
      database,
      databaseDirect,
      board,
      holder,
      warn,
      readCommands: { load: async () => (await import("./domain/board/upcast.ts")).readCommands },
    })
    disposers.push(() => storage.close())
    const running: { engine?: Engine; listener?: Listening } = {}
    // From the last to the first: HTTP takes nothing new, the engine answers all who wait, then the port is let go.
    disposers.push(() => running.listener?.close())
    disposers.push(() => running.engine?.close())

    // Before the board is read, so that a taken port is reported at once, and early requests hear that the server starts.
    let handler = answerStarting
    const listener = (running.listener = await listen({
      host,
      port,
      handler: (req, res) => handler(req, res),
      warn,
    }))
    storage.update({ ...holder, url: listener.url })

    const settings = await settingsFor(options, storage)
    const policy = { ...settings.policy, host: hostname() }
    const commits = createCommitMetrics(storage.checkpointAt, Date.now)
    const engine = (running.engine = await createSupervisedEngine({
      log: commits.measure(storage.log),
      policy,
      clocks: { wall: Date.now, monotonic: () => performance.now() },
      url: listener.networkUrls[0] ?? listener.url,
      token: (task, epoch) => signToken(storage.key, task, epoch),
      createSearch: () =>
        createSearch({
          checkRoom: createHeapCheck(sayNoSearch, forExtras),
          warn: (message) => warn(`${message} ${withoutSearch}`),
        }),
      openPast: () =>
        createPast({
          start: () => startPastThread(options.pastThread ?? ownThread(), { source: storage.source, policy }),
        }),
      warn,
    }))
    const assets = once(() => ownAssets(options.assets))
    // After everything that can fail, because only the start that makes a token shows it.
    const { tokens, token } = await tokensFor(options, settings, storage)
    const ofProcess = createProcessMetrics()
    disposers.push(ofProcess.close)
    const http = createHttp({
      engine,
      auth: createAuth(tokens),
      allowedHosts: options.allowedHosts,
      version,
      assets,
      homeId: storage.homeId,
      hostedDashboard: options.hostedDashboard,
      compression: options.compression,
      database: storage.shared && reportFor(storage.shared),
      maxAttempts: settings.policy.maxAttempts,
      metrics: [commits.families, ofProcess.families],
      async loadMcp(invoke) {
        const { createMcpEndpoint } = await import("./mcp/parts.ts")
        const catchUp = storage.shared && (() => engine.reach(Infinity, { waitMs: 1_000 }))
        const leaseToken: Engine["leaseToken"] = (held) => engine.leaseToken(held)
        return createMcpEndpoint({ version, invoke, leaseToken, catchUp, warn })
      },
      warn,
    })
    handler = http.handler
    setTimeout(
      () => void http.load().catch((error: unknown) => warn(withoutRoutes, error)),
      routesAfterMs,
    ).unref()
    // Read soon, so that the page is still of this version when another one is installed.
    setTimeout(() => void assets().catch(() => undefined), assetsAfterMs).unref()
    disposers.push(() => http.close())
    disposers.push(watchHeap(warn))
    const { url, networkUrls } = listener
    const dashboardUrl = `${url}/dashboard`
    return { url, dashboardUrl, networkUrls, token, asksForToken: tokens.length > 0, close }
  } catch (error) {
    await close().catch((second: unknown) => warn("Closing after a failed start failed too", second))
    throw error
  }
}

// --- internal ---

/** By then the server has answered who waited for it to start. */
const routesAfterMs = 20
const assetsAfterMs = 500

const withoutRoutes =
  "No request but /health can be answered. Restart the server; if it happens again, install it anew."

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

/** What `past.cjs` is, where there are no files. */
function ownThread(): ThreadProgram {
  const inside = embedded()
  if (!inside) return join(import.meta.dirname, "past.cjs")
  return { code: inside.read("sea.cjs").toString() }
}

type HttpHandler = ReturnType<typeof createHttp>["handler"]

const withoutSearch =
  "All else works. For a search, restart it with more: NODE_OPTIONS=--max-old-space-size=4096, or what the machine has."

const sayNoSearch = (_: string, allowed: string): string =>
  `The search is off, because its index does not fit into the ${allowed} of memory that Node allows.`

const answerStarting: HttpHandler = (_, res) => {
  const problem = problemOf(new UpnextError("unavailable", { detail: "The server is starting." }))
  res.writeHead(503, { "content-type": "application/problem+json", "retry-after": "1", connection: "close" })
  res.end(JSON.stringify(problem))
}

/** The right to a task at an epoch, which only this server can sign. 128 bits of the MAC. */
function signToken(key: Buffer, task: string, epoch: number): string {
  const mac = createHmac("sha256", key).update(`${task}.${epoch}`).digest("base64url").slice(0, 22)
  return `${task}.${epoch}.${mac}`
}

/** What the server goes by: its own settings, or those that all servers of its board share. */
async function settingsFor(options: UpnextOptions, { shared }: Storage): Promise<BoardSettings> {
  const { tokens, reconfigure = false } = options
  return shared
    ? shared.agree(decideSettings(options, { reconfigure }))
    : { policy: policyOf(options), tokens }
}

/** What `/health` says of the database. */
function reportFor({ report }: SharedBoard): () => HealthDocument["database"] {
  return () => {
    const { isReachable: reachable, isListening: listening, ...rest } = report()
    return { reachable, listening, ...rest }
  }
}

interface Tokens {
  readonly tokens: BoardSettings["tokens"]
  /** Made just now. */
  readonly token: string | undefined
}

/** Who gets in. A server that other machines can reach needs a token: it makes one where there is none, and keeps its hash only. */
async function tokensFor(
  options: UpnextOptions,
  settings: BoardSettings,
  { shared }: Storage,
): Promise<Tokens> {
  if (!options.auth) return { tokens: [], token: undefined }
  if (settings.tokens.length > 0 || !needsToken(options)) return { tokens: settings.tokens, token: undefined }
  const token = createToken()
  const hash = hashToken(token)
  if (!shared) await updateConfigFile(configPath(options.home), { tokens: [{ hash }] })
  const { tokens } = shared ? await shared.agree(decideFirstToken(hash, settings)) : { tokens: [{ hash }] }
  return { tokens, token: tokens.some((each) => each.hash === hash) ? token : undefined }
}
