import { ProblemDocument } from "../reply/problem-schema.ts"
import { answerHeaders, forParts, requestHeaders, type DocumentedHeader } from "../header-table.ts"
import {
  toReferences,
  type JsonSchema,
  type NamedSchemas,
  type ObjectSchema,
  type Refer,
} from "../json-schema.ts"
import type { Documented, RecordForm } from "./model.ts"
import { createResponses } from "./responses.ts"
import { FileBytes } from "./file-bytes.ts"
import { takesToken } from "./documented.ts"

export function toOpenApi(version: string, documented: readonly Documented[], form: RecordForm): JsonSchema {
  const named: NamedSchemas = {}
  const refer: Refer = (schema, io) => toReferences(schema, io, "#/components/schemas/", named)
  refer(ProblemDocument, "output")
  const { responses, responsesOf } = createResponses(refer, form)
  const paths: Record<string, Record<string, unknown>> = {}
  for (const each of documented) {
    const methods = (paths[each.path] ??= {})
    methods[each.method.toLowerCase()] = { ...toOperation(each, refer, form), responses: responsesOf(each) }
  }
  const used = new Set(documented.map(tagOf))
  return {
    openapi: "3.1.0",
    info: {
      title: "Upnext",
      version,
      description:
        "A server on your machine that hands out work to agents and people. Every response except dashboard files has `Cache-Control: no-store`, and every refusal is a Problem. " +
        about[form],
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [{ url: "/" }],
    tags: Object.entries(tags)
      .filter(([name]) => used.has(name))
      .map(([name, description]) => ({ name, description })),
    paths,
    components: {
      schemas: Object.fromEntries(
        Object.entries(named)
          .sort(([a], [b]) => (a < b ? -1 : 1))
          .map(([name, schema]) => [name, withDiscriminator(schema, named)]),
      ),
      parameters: Object.fromEntries(
        Object.entries(requestHeaders)
          .filter(([name]) => name !== "Authorization" && (form === "parts" || !forParts.includes(name)))
          .map(([name, header]) => [name, { name, in: "header", ...described(header) }]),
      ),
      headers: Object.fromEntries(
        Object.entries(answerHeaders)
          .filter(([name]) => form === "parts" || !forParts.includes(name))
          .map(([name, header]) => [name, described(header)]),
      ),
      responses,
      securitySchemes: { token: { type: "http", scheme: "bearer" } },
    },
  }
}

// --- internal ---

const about: Readonly<Record<RecordForm, string>> = {
  whole:
    "Every record in a response is complete. Clients that ask for partial records, with `fields` or `Prefer: return=minimal`, should use `/openapi-parts.json`.",
  parts:
    "A request may ask for partial records, with `fields` or `Prefer: return=minimal`, so a record may lack fields. In `/openapi.json` every record is complete.",
}

function toOperation(documented: Documented, refer: Refer, form: RecordForm): JsonSchema {
  const { name, summary, description, method, path, input, actor, access = "public" } = documented
  const left = form === "whole" ? (documented.partsBy ?? []) : []
  const headers = (documented.headers ?? []).filter((header) => !left.includes(header))
  const { properties = {}, required = [] } = (input ? refer(input, "input") : {}) as ObjectSchema
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, param = ""]) => param)
  const rest = Object.keys(properties).filter((field) => !inPath.includes(field) && !left.includes(field))
  const hasQuery = method === "GET" || method === "DELETE"
  const toParameter = (place: "path" | "query") => (field: string) => {
    const { description: meaning, ...schema } = properties[field] ?? {}
    return {
      name: field,
      in: place,
      required: place === "path" || required.includes(field),
      ...(meaning !== undefined && { description: meaning }),
      schema,
    }
  }
  const who = actor === undefined ? "" : ` Acts under the name in \`${actor}\`.`
  return {
    operationId: name,
    summary,
    description: `${description}${who}`,
    tags: [tagOf(documented)],
    parameters: [
      ...inPath.map(toParameter("path")),
      ...(hasQuery ? rest.map(toParameter("query")) : []),
      ...headers.map((header) => ({ $ref: `#/components/parameters/${header}` })),
    ],
    ...(!hasQuery && {
      requestBody: documented.takesFile
        ? { required: true, content: { "*/*": { schema: refer(FileBytes, "input") } } }
        : toBody({ properties, required }, rest),
    }),
    // Both are valid: a board that nobody shares asks for no token.
    security: takesToken(documented) ? [{ token: [] }, {}] : [],
    "x-access": access,
  }
}

function toBody({ properties = {}, required = [] }: ObjectSchema, fields: readonly string[]): JsonSchema {
  const needed = required.filter((field) => fields.includes(field))
  const schema = {
    type: "object",
    properties: Object.fromEntries(fields.map((field) => [field, properties[field]])),
    ...(needed.length > 0 && { required: needed }),
    additionalProperties: false,
  }
  return { required: needed.length > 0, content: { "application/json": { schema } } }
}

function described({ meaning, schema }: DocumentedHeader): JsonSchema {
  return { description: meaning, schema }
}

/** Tells generators that `type` says which of several named schemas a value has. */
function withDiscriminator(schema: JsonSchema, named: NamedSchemas): JsonSchema {
  const { anyOf, ...rest } = schema
  if (!Array.isArray(anyOf)) return schema
  const mapping = (anyOf as JsonSchema[]).map(({ $ref }): [unknown, unknown] => {
    const { properties } = (named[String($ref).split("/").at(-1) ?? ""] ?? {}) as ObjectSchema
    return [properties?.["type"]?.["const"], $ref]
  })
  if (mapping.some(([type]) => typeof type !== "string")) return schema
  return {
    ...rest,
    oneOf: anyOf,
    discriminator: { propertyName: "type", mapping: Object.fromEntries(mapping) as JsonSchema },
  }
}

const tags: Readonly<Record<string, string>> = {
  task: "Create tasks, claim them, work on them, finish them",
  reflection: "Lessons from doing tasks",
  agent: "The programs and people that do the work",
  inbox: "Notices for an agent",
  host: "The machines that agents run on",
  team: "All agents together",
  stats: "Work in numbers",
  server: "The server itself: its health, its events, its docs",
}

/** The first word of an operation's name, where it is one of the groups. */
function tagOf({ name }: Documented): string {
  const [group = ""] = name.split(".")
  return group in tags ? group : "server"
}
