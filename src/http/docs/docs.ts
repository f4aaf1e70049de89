import type * as z from "zod"
import { once } from "../../domain/collections/once.ts"
import { publicEvents } from "../../domain/wire/event-schemas.ts"
import { errors, type ErrorCode } from "../../errors.ts"
import { hintFor } from "../hints.ts"
import { operations } from "../../operations/index.ts"
import type { Operation } from "../../operation.ts"
import { json, text, type Reply } from "../reply.ts"
import { bodyLimit } from "../body.ts"
import { renderMarkdown } from "./markdown.ts"
import type { Docs, Endpoint } from "./model.ts"
import { docsStyle, renderDocs } from "./page.ts"
import { pageHeaders } from "../assets.ts"
import { deepestJson } from "../json.ts"
import { toOpenApi } from "./openapi.ts"
import type { Route } from "../route.ts"
import { toJsonSchema, type JsonSchema } from "./json-schema.ts"

export interface DocsOptions {
  readonly version: string
  readonly hostedDashboard?: string | undefined
  /** All that the server routes; those that say what they are for are documented. */
  readonly routes: () => readonly Route[]
}

/** The list of what this very server supports, made from what it routes: it cannot drift. */
export function createDocs({ version, hostedDashboard, routes }: DocsOptions): Route[] {
  const docs = once((): Docs => ({
    name: "upnext",
    version,
    ...(hostedDashboard !== undefined && { hostedDashboard }),
    endpoints: [...operations.map(ofOperation), ...routes().flatMap(ofRoute)],
    headers,
    errors: Object.entries(errors).map(([code, { status, title }]) => ({
      code,
      status,
      title,
      hint: hintFor(code as ErrorCode),
    })),
    events: Object.entries(publicEvents).map(([type, { summary, data }]) => ({
      type,
      summary,
      data: fieldsIn(data),
    })),
    limits: { bodyBytes: bodyLimit, jsonDepth: deepestJson, idempotencyKeyHours: 24 },
  }))
  const asJson = once(() => json(200, docs(), ["vary", "accept"]))
  const asPage = once(() => page(renderDocs(docs())))
  const asMarkdown = once(() =>
    text(200, "text/markdown; charset=utf-8", renderMarkdown(docs()), ["vary", "accept"]),
  )
  const forms = { json: asJson, html: asPage, markdown: asMarkdown }
  const openApi = once(() => json(200, toOpenApi(docs())))

  return [
    {
      method: "GET",
      path: "/docs",
      handle: ({ req }) => forms[preferred(req.headers.accept)](),
      doc: {
        name: "docs",
        summary:
          "This list: every endpoint, error and event; a page for a browser, Markdown for text/markdown",
        type: "application/json",
      },
    },
    {
      method: "GET",
      path: "/docs.md",
      handle: asMarkdown,
      doc: { name: "docs.markdown", summary: "The same as Markdown", type: "text/markdown" },
    },
    {
      method: "GET",
      path: "/openapi.json",
      handle: openApi,
      doc: { name: "openapi", summary: "The same as OpenAPI 3.1", type: "application/json" },
    },
    {
      method: "GET",
      path: "/docs/style.css",
      handle: () => text(200, "text/css; charset=utf-8", docsStyle),
    },
  ]
}

// --- internal ---

const headers = [
  { name: "Authorization", on: "request", meaning: "`Bearer <token>`, where the server asks for one" },
  { name: "Upnext-Actor", on: "request", meaning: "who acts, where no field says so; percent-encoded" },
  {
    name: "Idempotency-Key",
    on: "request",
    meaning: "on a POST: 1 to 255 printable characters; a repeat gets the first answer, for 24 hours",
  },
  {
    name: "If-Match",
    on: "request",
    meaning: "the ETag of the task as you saw it; a write on another is 412",
  },
  { name: "Last-Event-ID", on: "request", meaning: "on /events: the seq after which to go on" },
  { name: "ETag", on: "answer", meaning: "the task's version" },
  { name: "Location", on: "answer", meaning: "where what was created is" },
  {
    name: "Upnext-Seq",
    on: "answer",
    meaning: "the seq that the answer reflects; good for `/events?after=`",
  },
]

function ofOperation({ name, summary, http, input, output, actor }: Operation): Endpoint {
  return {
    method: http.method,
    path: http.path,
    name,
    summary,
    status: http.status ?? 200,
    type: "application/json",
    input: toJsonSchema(input, "input"),
    output: toJsonSchema(output, "output"),
    ...(actor !== undefined && { actor }),
    token: true,
  }
}

function ofRoute({ method, path, doc }: Route): Endpoint[] {
  if (!doc) return []
  const { name, summary, type, input, output, status = 200, token = false } = doc
  const none: JsonSchema = { type: "object", properties: {}, additionalProperties: false }
  return [
    {
      ...{ method, path, name, summary, status, type, token },
      input: input ? toJsonSchema(input, "input") : none,
      ...(output && { output: toJsonSchema(output, "output") }),
    },
  ]
}

function page(html: string): Reply {
  return text(200, "text/html; charset=utf-8", html, [...pageHeaders, "vary", "accept"])
}

/** The form that is named first (a browser begins with HTML); whatever names none of them gets JSON. */
function preferred(accept = ""): "json" | "html" | "markdown" {
  const [, form] = /\b(?:application|text)\/(json|html|markdown)\b/.exec(accept.toLowerCase()) ?? []
  return (form ?? "json") as "json" | "html" | "markdown"
}

/** The names of the fields, each with what is said of it here. */
function fieldsIn({ shape }: z.ZodObject): string {
  const named = Object.entries(shape).map(([name, field]) => {
    const { id, description } = (field as z.ZodType).meta() ?? {}
    return id === undefined && description !== undefined ? `${name}: ${description}` : name
  })
  return named.join(", ")
}
