import type { PublicEvent } from "../domain/events/shown.ts"
import { fail } from "../errors.ts"
import type {
  DownloadName,
  FileToSend,
  HealthDocument,
  InputOf,
  OperationName,
  OutputOf,
} from "./contract.ts"
import { passOn, type Hear } from "./hear.ts"
import { isHealth } from "./client-error.ts"
import type { HomeCheck, Prove } from "./client-request.ts"
import { createConversation } from "./conversation.ts"
import {
  followEvents,
  type ConnectionWatch,
  type EventFilter,
  type NewOutput,
  type OutputFilter,
  type Reset,
} from "./events.ts"
import { toRequest } from "./request.ts"
import { createSpeaking } from "./speaking.ts"
import { routes, type ClientRoute } from "./routes.ts"

export interface ClientOptions {
  /** Default: `http://127.0.0.1:4445`. */
  readonly url?: string | undefined
  readonly token?: string | undefined
  /** Who acts, where the input does not say. */
  readonly actor?: string | undefined
  /** The actor is a guess, which gives way to the agent that the token, or the token of the lease, belongs to. */
  readonly isActorAssumed?: boolean | undefined
  /** Tells apart two processes that act under one name. */
  readonly session?: string | undefined
  /** The machine that the agent runs on, for whatever takes it. */
  readonly host?: string | undefined
  /**
   * Asks for short answers to writes (`Prefer: return=minimal`): they hold less than their types say, so this is for
   * a caller that only passes them on. Default: false.
   */
  readonly minimal?: boolean | undefined
  /** The home whose server is meant. */
  readonly homeCheck?: HomeCheck | undefined
  /** Finds what signs requests as the holder of the server's home, where one is refused that may do so. */
  readonly findProof?: (() => Promise<Prove | undefined>) | undefined
  /**
   * Is given the comments of others on a task that this client holds, as they come with the answers to its writes. Once that
   * resolves, the server is told that they were heard. Without it they stay in the answers (`said`).
   */
  readonly hear?: Hear | undefined
  /** One undo reverts all writes of this client together, as far as they can be undone. Default: false. */
  readonly joinsWrites?: boolean | undefined
  /** How long to wait for an answer, in ms, beside the `wait` of the request itself. Default: 30 s. */
  readonly timeout?: number | undefined
}

export interface CallOptions {
  /** Default: a new one for each POST, so that a call whose connection is lost is repeated safely. */
  readonly idempotencyKey?: string | undefined
  /** Only if the task is still of this version; else the call rejects with `version_mismatch`. */
  readonly ifVersion?: number | undefined
  readonly signal?: AbortSignal | undefined
}

/** A text that a server makes while it is received. */
export interface DownloadedText {
  /** The last event that it shows. */
  readonly seq: number
  /** In pieces, of which each is decoded. */
  readonly text: AsyncIterable<string>
}

export type StreamEvent = PublicEvent | Reset

type Method<N extends OperationName> =
  Record<string, never> extends InputOf<N>
    ? (input?: InputOf<N>, options?: CallOptions) => Promise<OutputOf<N>>
    : (input: InputOf<N>, options?: CallOptions) => Promise<OutputOf<N>>

/** `client.task.create({ title })`: a method for each operation; all reject with an `UpnextError`. */
export type Client = {
  readonly [Group in OperationName extends `${infer G}.${string}` ? G : never]: {
    readonly [
      N in Extract<OperationName, `${Group}.${string}`> as N extends `${string}.${infer Verb}` ? Verb : never
    ]: Method<N>
  }
} & {
  call<N extends OperationName>(name: N, input: InputOf<N>, options?: CallOptions): Promise<OutputOf<N>>
  /** Begins to receive a text. It takes as long as it comes; the signal ends it, and a text that is cut off rejects. */
  download<N extends DownloadName>(name: N, input: InputOf<N>, signal?: AbortSignal): Promise<DownloadedText>
  /** Also resolves when the server says that it cannot write. */
  health(): Promise<HealthDocument>
  /** What happens, as it happens, across restarts of the server; ends with the signal. */
  events(
    filter: OutputFilter,
    signal?: AbortSignal,
    watch?: ConnectionWatch,
  ): AsyncIterable<StreamEvent | NewOutput>
  events(filter?: EventFilter, signal?: AbortSignal, watch?: ConnectionWatch): AsyncIterable<StreamEvent>
}

/** A client of a running server. It loads neither schemas nor the server, and connects when it is first used. */
export function createClient(options: ClientOptions = {}): Client {
  const { url = "http://127.0.0.1:4445", session, host, minimal, hear, timeout = 30_000 } = options
  const { confirm, explain } = checkHome(options.homeCheck)
  const speaking = createSpeaking(options)
  let joins: number | undefined
  const conversation = createConversation(url.replace(/\/+$/, ""), speaking.speaker)

  async function send(...asked: Parameters<typeof sendAs>): Promise<unknown> {
    await confirm()
    try {
      return await sendAs(...asked)
    } catch (thrown) {
      const error = await explain(thrown)
      if (!(await speaking.changesAfter(error))) throw error
      return sendAs(...asked)
    }
  }

  async function sendAs(
    route: ClientRoute,
    given: Record<string, unknown>,
    call: CallOptions = {},
  ): Promise<unknown> {
    const input = { ...defaults(route, { actor: speaking.speaker().actor, session, host }), ...given }
    refuseSteps(route, input)
    const { file, ...rest } = input
    const sent = route.takesFile ? (file as FileToSend) : undefined
    const { path, body } = toRequest(route, sent ? rest : input)
    const { data, command } = await conversation.ask({
      method: route.method,
      path,
      body: sent ? undefined : body,
      file: sent,
      givesFile: route.givesFile,
      idempotencyKey: call.idempotencyKey ?? (route.method === "POST" ? newKey() : undefined),
      ifVersion: call.ifVersion,
      joins: route.method === "GET" ? undefined : joins,
      isMinimal: minimal === true && route.method !== "GET",
      signal: call.signal,
      timeoutMs: timeout + longestExtra(route, input),
    })
    if (command !== null && options.joinsWrites === true) joins = command
    if (hear)
      await passOn(data, input, hear, (held) => sendAs(routes["task.heartbeat"] ?? failName(""), held))
    return data
  }

  return {
    ...methodsOf(send),
    call(name: string, input: Record<string, unknown>, call?: CallOptions) {
      return send(routes[name] ?? failName(name), input, call)
    },
    async download(name: string, input: Record<string, unknown>, signal?: AbortSignal) {
      await confirm()
      const { path } = toRequest(routes[name] ?? failName(name), input)
      try {
        return await conversation.download(path, timeout, signal)
      } catch (error) {
        throw await explain(error)
      }
    },
    async health() {
      await confirm()
      const request = { method: "GET", path: "/health", timeoutMs: timeout, accepts: isHealth }
      const { data } = await conversation.ask(request).catch(async (error: unknown) => {
        throw await explain(error)
      })
      return data
    },
    async *events(filter: EventFilter = {}, signal?: AbortSignal, watch?: ConnectionWatch) {
      await confirm()
      try {
        yield* followEvents({ conversation, openTimeoutMs: timeout }, filter, signal, watch)
      } catch (error) {
        throw await explain(error)
      }
    },
  } as unknown as Client
}

// --- internal ---

/** What waiting and a file may take beside, in ms. */
function longestExtra(route: ClientRoute, { wait }: Record<string, unknown>): number {
  const isWaiting = "wait" in route.fields && wait !== undefined
  return (isWaiting ? longestWait : 0) + (route.takesFile || route.givesFile ? longestFile : 0)
}

/** What a file may take beside, in ms. The server gives up a slow one before. */
const longestFile = 10 * 60_000

/** The longest that a server holds a request (`wait`), in ms. */
const longestWait = 60_000

/** Confirms the home before the first request. */
function checkHome(check: HomeCheck | undefined) {
  let isConfirmed = check === undefined
  return {
    async confirm(): Promise<void> {
      if (isConfirmed) return
      await check?.confirm()
      isConfirmed = true
    },
    explain: async (error: unknown) => (check ? await check.explain(error) : error),
  }
}

type Send = (route: ClientRoute, input: Record<string, unknown>, call?: CallOptions) => Promise<unknown>

function methodsOf(send: Send): Record<string, Record<string, unknown>> {
  const groups: Record<string, Record<string, unknown>> = {}
  for (const [name, route] of Object.entries(routes)) {
    if (route.isDownload) continue
    const [group = "", verb = ""] = name.split(".")
    const methods = (groups[group] ??= {})
    methods[verb] = (input: Record<string, unknown> = {}, call?: CallOptions) => send(route, input, call)
  }
  return groups
}

function failName(name: string): never {
  throw new TypeError(`There is no operation ${name}`)
}

/** Only commands need a key. Loading what makes it takes 2 ms, so it is loaded when it is needed. */
function newKey(): string {
  return process.getBuiltinModule("node:crypto").randomUUID()
}

function defaults(route: ClientRoute, { actor, session, host }: ClientOptions): Record<string, unknown> {
  const field = route.actor ?? route.asker
  return {
    ...(field !== undefined && actor !== undefined && { [field]: actor }),
    ...("session" in route.fields && session !== undefined && { session }),
    ...("host" in route.fields && host !== undefined && { host }),
  }
}

/** A URL treats these as steps along its path, escaped or not. */
function refuseSteps({ path }: ClientRoute, input: Record<string, unknown>): void {
  for (const [, name = ""] of path.matchAll(/\{(\w+)\}/g)) {
    const value = input[name]
    if (value === "." || value === "..") fail("invalid_input", `${name} cannot be ${JSON.stringify(value)}.`)
  }
}
