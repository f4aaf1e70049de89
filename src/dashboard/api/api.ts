import type {
  DownloadName,
  FileToSend,
  HealthDocument,
  InputOf,
  OperationName,
  OutputOf,
} from "../../client/contract.ts"
import { isRefusedByServer } from "../../client/client-error.ts"
import type { ClientRequest } from "../../client/client-request.ts"
import { createConversation } from "../../client/conversation.ts"
import { toRequest } from "../../client/request.ts"
import { routes, type ClientRoute } from "../../client/routes.ts"
import { UpnextError } from "../../errors.ts"
import { session } from "./session.ts"
import type { ApiResult, Locked, Page, PageSizes, Refusal } from "./types.ts"

/** The event as of which requests are asked; null: of the present. */
let shown: number | null = null

/** From now on, `call` asks what can be asked of the past as of this event; with null, of the present. */
export function askAsOf(seq: number | null): void {
  shown = seq
}

/** @param ifVersion the version that the task must still have */
type AskServer = <N extends OperationName>(
  name: N,
  input: InputOf<N>,
  ifVersion?: number,
) => Promise<ApiResult<OutputOf<N>>>

/**
 * Calls an operation by its name, as of the moment that is shown. Never rejects: a refusal, or a lost connection, is
 * part of the result.
 */
export const call: AskServer = (...asked) => callAsOf(shown, ...asked)

/** As `call`, always of the present: what keeps the page like the server. */
export const callNow: AskServer = (...asked) => callAsOf(null, ...asked)

/** As `call`, as of an event; null: of the present. */
export function callAsOf<N extends OperationName>(
  seq: number | null,
  name: N,
  input: InputOf<N>,
  ifVersion?: number,
): Promise<ApiResult<OutputOf<N>>> {
  const asked = route(name)
  const isOfPast = seq !== null && "at" in asked.fields
  const { path, body } = toRequest(asked, isOfPast ? { ...input, at: seq } : input)
  return send({ method: asked.method, path, body, ifVersion, givesFile: asked.givesFile })
}

export function attach(id: string, file: FileToSend): Promise<ApiResult<OutputOf<"attachment.add">>> {
  const asked = route("attachment.add")
  return send({ method: asked.method, path: toRequest(asked, { id }).path, file })
}

/** The pieces of a text of any length, of the present. */
export function download(name: DownloadName, input: InputOf<DownloadName>): Promise<ApiResult<string[]>> {
  const { path } = toRequest(route(name), input)
  return answered(session.token(), async () => {
    const { text, seq = 0 } = await conversation.download(path, 30_000)
    const pieces: string[] = []
    for await (const piece of text) pieces.push(piece)
    return { value: pieces, seq }
  })
}

/** Who one is with this token, whatever token the page has. */
export function tryToken(token: string): Promise<ApiResult<OutputOf<"access.read">>> {
  const { method, path } = route("access.read")
  return send(
    { method, path },
    createConversation("", () => ({ token })),
  )
}

/** How the server is. Answers its document also where the server is not well. */
export function readHealth(): Promise<ApiResult<HealthDocument>> {
  return send({ method: "GET", path: "/health", accepts: (data) => data !== undefined })
}

/** Every item of a list, page after page, as of the first page: what changes meanwhile is in later events. */
export async function all<K extends string, T>(
  key: K,
  read: (page: { limit: number; cursor?: string }) => Promise<ApiResult<Page<K, T>>>,
  onPage: (items: readonly T[], seq: number, total: number) => void = () => undefined,
  { first = 500, rest = 500 }: PageSizes = {},
): Promise<ApiResult<readonly T[]>> {
  const items: T[] = []
  let seq: number | undefined
  let cursor: string | null = null
  do {
    const page: { limit: number; cursor?: string } =
      cursor === null ? { limit: first } : { limit: rest, cursor }
    const result: ApiResult<Page<K, T>> = await read(page)
    if ("refusal" in result) return result
    items.push(...result.value[key])
    seq ??= result.seq
    onPage(result.value[key], seq, result.value.total)
    cursor = result.value.next
  } while (cursor !== null)
  return { value: items, seq }
}

/** Whether it is the token that was refused. */
export function isUnauthorized({ code }: Refusal): boolean {
  return code === "unauthorized" || code === "too_many_attempts"
}

/** Fires `trouble` for every answer that says that the server is not well, and `unauthorized` where the token is no good. */
export const troubles = new EventTarget()

// --- internal ---

/** Keys of posts that got no answer. The same post is sent again with the same key, so it is done once. */
const unanswered = new Map<string, string>()

const conversation = createConversation("", () => ({ token: session.token(), actor: session.name() }))

function route(name: OperationName | DownloadName): ClientRoute {
  const found = routes[name]
  if (!found) throw new TypeError(`There is no operation ${name}`)
  return found
}

async function send<T>(request: ClientRequest, speaker = conversation): Promise<ApiResult<T>> {
  const { method, path, body, file } = request
  const intent = `${path} ${JSON.stringify(body)}`
  // Nobody can tell by its name whether a file is the same again.
  const known = file ? undefined : unanswered.get(intent)
  const key = method === "POST" ? (known ?? newKey()) : undefined
  if (key !== undefined && !file) unanswered.set(intent, key)
  const result = await answered<T>(
    session.token(),
    async () => {
      const { data, seq, at, command } = await speaker.ask({ ...request, idempotencyKey: key })
      return { value: data as T, seq, ...(at !== null && { at }), ...(command !== null && { command }) }
    },
    speaker === conversation,
  )
  const isOpen = "refusal" in result && (result.refusal.status === 0 || result.refusal.status >= 500)
  if (!isOpen) unanswered.delete(intent)
  // The board has lost the event. The stream of events says so too, and everything is read again.
  return "refusal" in result && result.refusal.facts?.["isBeyond"] === true ? send(request, speaker) : result
}

/** What the server answered, or refused. @param isOurs whether the token is that of the page */
async function answered<T>(
  token: string | null,
  ask: () => Promise<ApiResult<T>>,
  isOurs = true,
): Promise<ApiResult<T>> {
  try {
    return await ask()
  } catch (error) {
    if (!(error instanceof UpnextError)) throw error
    if (!isRefusedByServer(error)) return { refusal: error.code === "not_upnext" ? notOurs : offline }
    const refusal: Refusal = error.problem
    if (refusal.status >= 500) troubles.dispatchEvent(new Event("trouble"))
    if (isUnauthorized(refusal) && isOurs) forget(token)
    return { refusal }
  }
}

/** A token that is refused is not sent again: each time would count as an attempt to guess one. */
function forget(token: string | null): void {
  // Meanwhile there may be another.
  if (token !== session.token()) return
  session.dropToken()
  troubles.dispatchEvent(
    new CustomEvent<Locked>("unauthorized", { detail: token === null ? "new" : "ended" }),
  )
}

/** Not crypto.randomUUID: a page served by plain http from another machine does not have it. */
function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, "0"),
  ).join("")
}

const offline: Refusal = {
  code: "offline",
  status: 0,
  title: "The server cannot be reached",
  detail: "No answer arrived, so it is unknown whether this was done.",
}

const notOurs: Refusal = {
  code: "not_ours",
  status: 0,
  title: "The answer did not come from Upnext",
  detail: "Another program answered at this address.",
}
