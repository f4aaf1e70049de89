import * as z from "zod"
import { once } from "../../domain/collections/once.ts"
import { eventKinds } from "../../domain/events/index.ts"
import { dataForm } from "../../domain/events/schemas.ts"
import { errors, type ErrorCode } from "../../errors.ts"
import { hintFor } from "../reply/hints.ts"
import { operations } from "../../operations/index.ts"
import { jsonType, prepare, text, type Header } from "../reply/reply.ts"
import { nodeOf } from "../request/exchange.ts"
import { bodyLimit } from "../request/body.ts"
import { renderAgentGuide } from "./agent-guide.ts"
import { renderMarkdown } from "./markdown.ts"
import { DocsDocument, toEndpoint, type Docs } from "./model.ts"
import { documentOperation, documentRoute } from "./documented.ts"
import { answerHeaders, requestHeaders, type DocumentedHeader } from "../header-table.ts"
import { docsStyle, renderDocs } from "./page.ts"
import { pageHeaders } from "../endpoints/assets.ts"
import { parseInput } from "../request/input.ts"
import { deepestJson } from "../request/json.ts"
import { parseQuery } from "../request/query.ts"
import { toOpenApi } from "./openapi.ts"
import type { Route, RouteDoc } from "../route.ts"

export interface DocsOptions {
  readonly version: string
  readonly hostedDashboard?: string | undefined
  /** Every route of the server. A route with a `doc` is documented. */
  readonly routes: () => readonly Route[]
}

/**
 * The list of everything that this server supports. It is generated from the server's own routes, so it is always
 * up to date.
 */
export function createDocs({ version, hostedDashboard, routes }: DocsOptions): Route[] {
  const documented = once(() => [...operations.map(documentOperation), ...routes().flatMap(documentRoute)])
  const docs = once(() => docsOf(version, hostedDashboard, documented().map(toEndpoint)))
  const guide = kept(markdownType, () => renderAgentGuide(version))
  const forms = {
    json: kept(jsonType, () => JSON.stringify(docs()), varied),
    html: kept("text/html; charset=utf-8", () => renderDocs(docs()), [...pageHeaders, ...varied]),
    markdown: kept(markdownType, () => renderMarkdown(docs()), varied),
  }
  const openApi = (form: "whole" | "parts") =>
    kept(jsonType, () => JSON.stringify(toOpenApi(version, documented(), form)))

  return [
    {
      method: "GET",
      path: "/docs",
      handle: (event) =>
        parseInput(docsInput, parseQuery(event.context.target.query)).for === "agent"
          ? guide()
          : forms[preferred(nodeOf(event).req.headers.accept)](),
      doc: aboutDocs,
    },
    {
      method: "GET",
      path: "/docs.md",
      handle: forms.markdown,
      doc: {
        name: "docs.markdown",
        summary: "Get these docs as Markdown",
        description: "The best format for agents.",
        answers: [
          { status: 200, meaning: "The list", content: { "text/markdown": z.string() }, headers: ["Vary"] },
        ],
      },
    },
    {
      method: "GET",
      path: "/openapi.json",
      handle: openApi("whole"),
      doc: {
        name: "openapi",
        summary: "Get these docs as OpenAPI 3.1",
        description:
          "The format for client generators. This document leaves out `fields` and `Prefer`, so every record in it is complete.",
        answers: [
          { status: 200, meaning: "The document", content: { "application/json": z.looseObject({}) } },
        ],
      },
    },
    {
      method: "GET",
      path: "/openapi-parts.json",
      handle: openApi("parts"),
      doc: {
        name: "openapi.parts",
        summary: "Get these docs as OpenAPI 3.1, with `fields` and `Prefer`",
        description:
          "For clients that ask for partial records: every field that such a response may leave out is optional.",
        answers: [
          { status: 200, meaning: "The document", content: { "application/json": z.looseObject({}) } },
        ],
      },
    },
    { method: "GET", path: "/docs/style.css", handle: () => text(200, "text/css; charset=utf-8", docsStyle) },
  ]
}

// --- internal ---

/** A response that never changes. Its bytes are created once and shared by all clients that are still reading it. */
function kept(type: string, make: () => string, headers: readonly Header[] = []): () => Response {
  const prepared = once(() => prepare(200, type, Buffer.from(make()), headers))
  return () => prepared()()
}

const docsInput = z.strictObject({
  for: z
    .enum(["agent"], { error: "expected agent" })
    .optional()
    .describe("`agent`: only what an agent needs to work here"),
})

const aboutDocs: RouteDoc = {
  name: "docs",
  summary:
    "Get this list of all endpoints, errors and events: a page for a browser, Markdown for text/markdown",
  description:
    "The Accept header selects the format; JSON is the default. With `for=agent`, the response is a short Markdown guide instead: the loop that an agent runs, and the errors in it.",
  input: docsInput,
  answers: [
    {
      status: 200,
      meaning: "The list",
      content: { "application/json": DocsDocument, "text/html": z.string(), "text/markdown": z.string() },
      headers: ["Vary"],
    },
  ],
}

function docsOf(version: string, hostedDashboard: string | undefined, endpoints: Docs["endpoints"]): Docs {
  return {
    name: "upnext",
    version,
    ...(hostedDashboard !== undefined && { hostedDashboard }),
    endpoints,
    headers: [...listed(requestHeaders, "request"), ...listed(answerHeaders, "answer")],
    errors: Object.entries(errors).map(([code, { status, title }]) => ({
      code,
      status,
      title,
      hint: hintFor(code as ErrorCode),
    })),
    events: Object.entries(eventKinds).map(([type, kind]) => ({
      type,
      summary: kind.summary,
      data: fieldsIn(dataForm(kind)),
    })),
    limits: { bodyBytes: bodyLimit, jsonDepth: deepestJson, idempotencyKeyHours: 24 },
  }
}

function listed(table: Readonly<Record<string, DocumentedHeader>>, on: "request" | "answer") {
  return Object.entries(table).map(([name, { meaning }]) => ({ name, on, meaning }))
}

const markdownType = "text/markdown; charset=utf-8"
const varied: readonly Header[] = [["vary", "accept"]]

/** The first format that the header names (browsers name HTML first), otherwise JSON. */
function preferred(accept = ""): "json" | "html" | "markdown" {
  const [, form] = /\b(?:application|text)\/(json|html|markdown)\b/.exec(accept.toLowerCase()) ?? []
  return (form ?? "json") as "json" | "html" | "markdown"
}

/** Each field with its description. */
function fieldsIn({ shape }: z.ZodObject): string {
  const named = Object.entries(shape).map(([name, field]) => {
    const { id, description } = (field as z.ZodType).meta() ?? {}
    return id === undefined && description !== undefined ? `${name}: ${description}` : name
  })
  return named.join(", ")
}
