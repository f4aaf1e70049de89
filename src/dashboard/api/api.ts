import type { HealthDocument, InputOf, OperationName, OutputOf } from "../../client/contract.ts"
import { toRequest } from "../../client/request.ts"
import { routes } from "../../client/routes.ts"
import { session } from "../state/session.ts"
import type { Page, PageSizes, Refusal, ApiResult } from "./types.ts"

/** The event as of which questions are asked; null: of the present. */
let shown: number | null = null

/** From now on, `call` asks what can be asked of the past as of this event; with null, of the present. */
export function askAsOf(seq: number | null): void {
  shown = seq
}

/**
 * Calls an operation by its name, as of the moment that is shown. Never rejects: a refusal, or a lost connection, is
 * part of the result.
 * @param ifVersion the version that the task must still have
 */
export function call<N extends OperationName>(
  name: N,
  input: InputOf<N>,
  ifVersion?: number,
): Promise<ApiResult<OutputOf<N>>> {
  return callAsOf(shown, name, input, ifVersion)
}

/** As `call`, always of the present: what keeps the page like the server. */
export function callNow<N extends OperationName>(
  name: N,
  input: InputOf<N>,
): Promise<ApiResult<OutputOf<N>>> {
  return callAsOf(null, name, input)
}

/** As `call`, as of an event; null: of the present. */
export function callAsOf<N extends OperationName>(
  seq: number | null,
  name: N,
  input: InputOf<N>,
  ifVersion?: number,
): Promise<ApiResult<OutputOf<N>>> {
  const route = routes[name]
  if (!route) throw new TypeError(`There is no operation ${name}`)
  const isOfPast = seq !== null && "at" in route.fields
  const { path, body } = toRequest(route, isOfPast ? { ...input, at: seq } : input)
  return send(route.method, path, body, ifVersion === undefined ? {} : { "If-Match": `"${ifVersion}"` })
}

/** How the server is. Answers its document also where the server is not well. */
export function readHealth(): Promise<ApiResult<HealthDocument>> {
  return send("GET", "/health")
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

/** Fires `trouble` for every answer that says that the server is not well. */
export const troubles = new EventTarget()

// --- internal ---

/** Keys of posts that got no answer. The same post is sent again with the same key, so it is done once. */
const unanswered = new Map<string, string>()

/** The newest event that an answer reflected. Another server of the same board has to know it too. */
let newest = 0

async function send<T>(
  method: string,
  path: string,
  body?: object,
  headers: Record<string, string> = {},
): Promise<ApiResult<T>> {
  const text = body === undefined ? null : JSON.stringify(body)
  const intent = `${path} ${text ?? ""}`
  const key = method === "POST" ? (unanswered.get(intent) ?? newKey()) : undefined
  if (key !== undefined) unanswered.set(intent, key)
  try {
    const least = path === "/health" ? 0 : newest
    const response = await fetch(path, {
      method,
      body: text,
      cache: "no-store",
      headers: {
        Accept: "application/json, application/problem+json",
        ...identity(),
        ...(text !== null && { "Content-Type": "application/json" }),
        ...(key !== undefined && { "Idempotency-Key": key }),
        ...(least > 0 && { "Upnext-Min-Seq": String(least) }),
        ...headers,
      },
    })
    if (response.status >= 500 && path !== "/health") troubles.dispatchEvent(new Event("trouble"))
    const answer = (await response.json()) as unknown
    if (response.status < 500) unanswered.delete(intent)
    // /health answers its own document, also with 503.
    if (response.ok || path === "/health") {
      const seq = Number(response.headers.get("Upnext-Seq") ?? 0)
      newest = Math.max(newest, seq)
      const at = response.headers.get("Upnext-At")
      return { value: answer as T, seq, ...(at !== null && { at }) }
    }
    const refusal = answer as Refusal
    if (least === 0 || refusal.facts?.["isBeyond"] !== true) return { refusal }
    // The board has lost the event. The stream of events says so too, and everything is read again.
    newest = 0
    return await send<T>(method, path, body, headers)
  } catch (error) {
    return { refusal: error instanceof SyntaxError ? notOurs : offline }
  }
}

function identity(): Record<string, string> {
  const token = session.token()
  const name = session.name()
  return {
    ...(token !== null && { Authorization: `Bearer ${token}` }),
    // A header carries no more than Latin-1, so other letters travel percent-encoded.
    ...(name !== null && { "Upnext-Actor": encodeURIComponent(name) }),
  }
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
  detail: "No answer came, so it is not known whether this was done.",
}

const notOurs: Refusal = {
  code: "not_ours",
  status: 0,
  title: "The answer did not come from Upnext",
  detail: "Another program answered at this address.",
}
