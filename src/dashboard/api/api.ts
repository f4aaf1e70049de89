import type {
  AgentView,
  AttemptView,
  CommentView,
  Changes,
  Health,
  HistoryEntry,
  Host,
  Lesson,
  NewTask,
  Notice,
  Page,
  PageSizes,
  Pause,
  Refusal,
  Result,
  Stats,
  TaskView,
} from "./types.ts"
import { session } from "../state/session.ts"

/** The public HTTP API, as far as the dashboard uses it. */
export const api = {
  health: () => send<Health>("GET", "/health"),
  tasks: (query: string) => send<Page<"tasks", TaskView>>("GET", `/tasks?${query}`),
  task: (id: string) => send<{ task: TaskView }>("GET", `/tasks/${id}`),
  comments: (id: string, query: string) =>
    send<Page<"comments", CommentView>>("GET", `/tasks/${id}/comments?${query}`),
  agents: () => send<Page<"agents", AgentView> & { teamPaused: Pause | null }>("GET", "/agents?limit=500"),
  agent: (name: string) => send<{ agent: AgentView }>("GET", agentPath(name)),
  join: (name: string, kind: AgentView["kind"]) => send("PUT", agentPath(name), { kind }),
  create: (task: NewTask) => send<{ task: TaskView }>("POST", "/tasks", task),
  edit: (id: string, version: number, changes: Changes) =>
    send<{ task: TaskView }>("PATCH", `/tasks/${id}`, changes, { "If-Match": `"${version}"` }),
  comment: (id: string, content: string) =>
    send<{ comment: CommentView }>("POST", `/tasks/${id}/comments`, { content }),
  review: (id: string, decision: "approve" | "request_changes", comment: string) =>
    send<{ task: TaskView }>("POST", `/tasks/${id}/review`, { decision, ...(comment && { comment }) }),
  check: (id: string, criterion: number, checked: boolean) =>
    send<{ task: TaskView }>("POST", `/tasks/${id}/criteria`, { criterion, checked }),
  reflect: (id: string, content: string) =>
    send<{ reflection: Lesson }>("POST", `/tasks/${id}/reflections`, { content }),
  reflections: (id: string) => send<Page<"reflections", Lesson>>("GET", `/reflections?task=${id}&limit=100`),
  lessons: (id: string) => send<{ lessons?: readonly Lesson[] }>("GET", `/tasks/${id}?lessons=1`),
  history: (id: string, query: string) =>
    send<Page<"history", HistoryEntry> & { attempts: readonly AttemptView[] }>(
      "GET",
      `/tasks/${id}/history?${query}`,
    ),
  starter: () => send<{ created: boolean }>("POST", "/team/starter", {}),
  hosts: () => send<Page<"hosts", Host>>("GET", "/hosts?limit=500"),
  inbox: (name: string) => send<Page<"inbox", Notice>>("GET", `${agentPath(name)}/inbox?limit=500`),
  readInbox: (name: string, seq: number) => send("POST", `${agentPath(name)}/inbox/ack`, { seq }),
  /** `span` is a duration; without it, until resumed. Null pauses the whole team. */
  pause: (agent: string | null, span: string | undefined) =>
    send("POST", `${agentPath(agent)}/pause`, span === undefined ? {} : { for: span }),
  resume: (agent: string | null) => send("POST", `${agentPath(agent)}/resume`, {}),
  stats: (days: number) => send<{ stats: Stats }>("GET", `/stats?days=${days}`),
  /** The open stream of events after `seq`. `EventSource` could send no token. */
  events: (after: number, signal: AbortSignal) =>
    fetch(`/events?after=${after}`, { headers: identity(), cache: "no-store", signal }),
}

/** Every item of a list, page after page, as of the first page: what changes meanwhile is in later events. */
export async function all<K extends string, T>(
  key: K,
  page: (query: string) => Promise<Result<Page<K, T>>>,
  query = "",
  onPage: (items: readonly T[], seq: number, total: number) => void = () => undefined,
  { first = 500, rest = 500 }: PageSizes = {},
): Promise<Result<readonly T[]>> {
  const items: T[] = []
  let seq: number | undefined
  let cursor: string | null = null
  do {
    const after: string =
      cursor === null ? `&limit=${first}` : `&limit=${rest}&cursor=${encodeURIComponent(cursor)}`
    const result: Result<Page<K, T>> = await page(`${query}${after}`.replace(/^&/, ""))
    if ("refusal" in result) return result
    items.push(...result.value[key])
    seq ??= result.seq
    onPage(result.value[key], seq, result.value.total)
    cursor = result.value.next
  } while (cursor !== null)
  return { value: items, seq }
}

/** Tells (`trouble`) of every answer that says that the server is not well. */
export const troubles = new EventTarget()

// --- internal ---

function agentPath(name: string | null): string {
  return name === null ? "/team" : `/agents/${encodeURIComponent(name)}`
}

/** Posts that got no answer. Sent again they keep their key, so that nothing happens twice. */
const unanswered = new Map<string, string>()

async function send<T>(
  method: "GET" | "POST" | "PATCH" | "PUT",
  path: string,
  body?: object,
  headers: Record<string, string> = {},
): Promise<Result<T>> {
  const text = body === undefined ? null : JSON.stringify(body)
  const intent = `${path} ${text ?? ""}`
  const key = method === "POST" ? (unanswered.get(intent) ?? newKey()) : undefined
  if (key !== undefined) unanswered.set(intent, key)
  try {
    const response = await fetch(path, {
      method,
      body: text,
      cache: "no-store",
      headers: {
        Accept: "application/json, application/problem+json",
        ...identity(),
        ...(text !== null && { "Content-Type": "application/json" }),
        ...(key !== undefined && { "Idempotency-Key": key }),
        ...headers,
      },
    })
    if (response.status >= 500 && path !== "/health") troubles.dispatchEvent(new Event("trouble"))
    const answer = (await response.json()) as unknown
    if (response.status < 500) unanswered.delete(intent)
    // /health answers its own document, also with 503.
    if (response.ok || path === "/health")
      return { value: answer as T, seq: Number(response.headers.get("Upnext-Seq") ?? 0) }
    return { refusal: answer as Refusal }
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
  detail: "No answer came from the server, so it is not known whether this was done.",
  hint: "It is safe to try again. `upnext status` says whether the server runs.",
}

const notOurs: Refusal = {
  code: "not_ours",
  status: 0,
  title: "That was no answer of Upnext",
  detail: "Something else answered at this address.",
  hint: "Look at what stands between this page and the server.",
}
