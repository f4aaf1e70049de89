import { createMcpHandler, type McpRequestContext } from "@modelcontextprotocol/server"
import { AsyncLocalStorage } from "node:async_hooks"
import { createHash, randomBytes } from "node:crypto"
import { passOn } from "../client/hear.ts"
import type { InputOf, OperationName, OutputOf } from "../client/contract.ts"
import { isMe } from "../domain/wire/names.ts"
import type { Identity } from "../domain/wire/access/access.ts"
import { readAbsence } from "./arguments.ts"
import { createToolServer, nameOf, type ToolRequest } from "./server.ts"
import type { ToolCaller, GrantedLease } from "./caller.ts"
import { parseTaskName } from "./task-name.ts"

export interface EndpointSender {
  /** The agent that the access token is bound to. */
  readonly agent?: string | undefined
  /** Who sent it; undefined where nobody is asked. */
  readonly who?: Identity | undefined
  /** The name in `Upnext-Actor`. */
  readonly actor?: string | undefined
  readonly departure: ConnectionLook
}

/** How it is noticed that the client has gone away. */
interface ConnectionLook {
  readonly signal: AbortSignal
  /** Looks at the connection now. */
  look(): void
}

export interface McpEndpointOptions {
  readonly version: string
  /** Calls an operation in this process. Rejects with an `UpnextError`. */
  invoke(
    name: OperationName,
    input: Readonly<Record<string, unknown>>,
    sender: Pick<EndpointSender, "agent" | "who"> & { readonly actor: string },
    departure: ConnectionLook,
  ): Promise<unknown>
  /** The token for a task at an epoch, if that agent holds it in that session. */
  leaseToken(held: { task: string; epoch: number; agent: string; session: string }): string | undefined
  /** Resolves when the board holds what other servers of it have answered before. Absent where there is one server. */
  catchUp?: (() => Promise<unknown>) | undefined
  warn(message: string, error: unknown): void
}

export type McpEndpoint = (request: Request, body: unknown, sender: EndpointSender) => Promise<Response>

/**
 * The tools over HTTP. It keeps nothing between requests. The caller names a task that it holds as `T-12@3`, and the
 * server makes the lease token from that, for the session that claimed it.
 */
export function createMcpEndpoint(options: McpEndpointOptions): McpEndpoint {
  const { version, warn } = options
  // The SDK also reports what it refuses because of the client's fault. Only the status of the answer tells that apart.
  const reported = new AsyncLocalStorage<Error[]>()
  const onerror = (error: Error) => void reported.getStore()?.push(error)
  const handler = createMcpHandler(
    ({ authInfo, requestInfo }: McpRequestContext) => {
      const sender = authInfo?.extra as unknown as EndpointSender
      const known = parseSession(requestInfo?.headers.get(sessionHeader) ?? null)
      return createToolServer({
        version,
        warn(message, error) {
          if (error !== sender.departure.signal.reason) warn(message, error)
        },
        callerOf: (request) => createCaller(options, sender, known, request),
      })
    },
    // There is nothing to subscribe to, and an open stream would hold up the stop of the server.
    { onerror, maxSubscriptions: 0 },
  )
  return async (request, body, sender) => {
    const authInfo = { token: "", clientId: "", scopes: [], extra: { ...sender } }
    const errors: Error[] = []
    // A model cannot say what it has seen already, and its last request may have been answered by another server.
    await options.catchUp?.()
    const response = await reported.run(errors, () =>
      handler.fetch(request, { parsedBody: readAbsence(body), authInfo }),
    )
    if (response.status >= 500) for (const error of errors) warn("An MCP request failed", error)
    const name = initializing(body)
    if (name !== undefined && response.ok) response.headers.set(sessionHeader, newSession(name))
    return response
  }
}

// --- internal ---

const sessionHeader = "mcp-session-id"

interface ClientSession {
  readonly clientName: string
  readonly session: string
}

function createCaller(
  { invoke, leaseToken }: McpEndpointOptions,
  sender: EndpointSender,
  known: ClientSession | undefined,
  { clientName = known?.clientName, signal }: ToolRequest,
): ToolCaller {
  const agent =
    sender.agent ?? sender.actor ?? sender.who?.name ?? (isMe(clientName) ? undefined : clientName) ?? "mcp"
  const session = known?.session ?? `mcp:${hash(clientName ?? "")}`
  // In the 2025 protocol the SDK does not end a request whose connection is lost.
  const departure = { ...sender.departure, signal: AbortSignal.any([signal, sender.departure.signal]) }
  const ask = (name: OperationName, input: Readonly<Record<string, unknown>>) =>
    invoke(name, { ...input, session }, { agent: sender.agent, who: sender.who, actor: agent }, departure)
  return {
    agent,
    project: undefined,
    async call<N extends OperationName>(name: N, input: InputOf<N>): Promise<OutputOf<N>> {
      const answer = (await ask(name, input)) as OutputOf<N>
      // Nothing is kept between requests, so what the answer says counts as heard as long as somebody is there to hear it.
      const hear = () => {
        departure.look()
        departure.signal.throwIfAborted()
      }
      await passOn(answer, input, hear, (held) => ask("task.heartbeat", held))
      return answer
    },
    nameHeld: (id: string, { epoch }: GrantedLease) => `${id}@${epoch}`,
    find(named) {
      const { id, epoch } = parseTaskName(named)
      const token = epoch === undefined ? undefined : leaseToken({ task: id, epoch, agent, session })
      return token === undefined ? { id } : { id, leaseToken: token }
    },
  }
}

/**
 * Before 2026 a client says its name only once, when it opens a session. So the session's id carries the name, and a
 * part that no other client knows.
 */
function newSession(clientName: string): string {
  return `${Buffer.from(clientName).toString("base64url")}.${randomBytes(16).toString("base64url")}`
}

function parseSession(id: string | null): ClientSession | undefined {
  // 64 characters are at most 192 bytes of UTF-8, and so 256 in Base64.
  const [, name] = /^([\w-]{1,256})\.[\w-]{22}$/.exec(id ?? "") ?? []
  if (id === null || name === undefined) return undefined
  // The session's name on the board is shown to all, so it does not tell the id.
  return { clientName: Buffer.from(name, "base64url").toString(), session: `mcp:${hash(id)}` }
}

function hash(text: string): string {
  return createHash("sha256").update(text).digest("base64url").slice(0, 22)
}

/** The name of the client that opens a session with this request. */
function initializing(body: unknown): string | undefined {
  if (typeof body !== "object" || body === null) return undefined
  const { method, params } = body as { method?: unknown; params?: { clientInfo?: { name?: unknown } } }
  return method === "initialize" ? nameOf(params?.clientInfo) : undefined
}
