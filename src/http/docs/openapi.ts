import type { Docs, Endpoint } from "./model.ts"
import type { JsonSchema } from "./json-schema.ts"

/** The docs as an OpenAPI 3.1 document. */
export function toOpenApi({ version, endpoints, errors }: Docs): Record<string, unknown> {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const endpoint of endpoints) {
    const methods = (paths[endpoint.path] ??= {})
    methods[endpoint.method.toLowerCase()] = toOperation(endpoint)
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "Upnext",
      version,
      description: "A server on your machine that hands out work to agents and people.",
    },
    servers: [{ url: "/" }],
    paths,
    components: {
      schemas: { Problem: problemSchema(errors.map(({ code }) => code)) },
      responses: {
        Problem: {
          description: "A refusal; `code` says which, `hint` what to do now",
          content: { "application/problem+json": { schema: { $ref: "#/components/schemas/Problem" } } },
        },
      },
      securitySchemes: { token: { type: "http", scheme: "bearer" } },
    },
  }
}

// --- internal ---

interface ObjectSchema {
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly required?: readonly string[]
}

function toOperation(endpoint: Endpoint): Record<string, unknown> {
  const { name, summary, method, path, status, type, input, output, token } = endpoint
  const { properties = {}, required = [] } = input as ObjectSchema
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, param = ""]) => param)
  const rest = Object.keys(properties).filter((field) => !inPath.includes(field))
  const hasQuery = method === "GET" || method === "DELETE"
  const parameter = (place: "path" | "query") => (field: string) => {
    const { description, ...schema } = properties[field] ?? {}
    return {
      name: field,
      in: place,
      required: place === "path" || required.includes(field),
      ...(description !== undefined && { description }),
      schema,
    }
  }
  return {
    operationId: name,
    summary,
    tags: [name.split(".")[0]],
    parameters: [...inPath.map(parameter("path")), ...(hasQuery ? rest.map(parameter("query")) : [])],
    ...(!hasQuery && { requestBody: toBody(input, rest) }),
    responses: {
      [status]: { description: "Success", content: { [type]: output ? { schema: output } : {} } },
      default: { $ref: "#/components/responses/Problem" },
    },
    // Either is right: a server on the loopback asks for no token.
    security: token ? [{ token: [] }, {}] : [],
  }
}

function toBody({ properties = {}, required = [] }: ObjectSchema, fields: readonly string[]) {
  const needed = required.filter((field) => fields.includes(field))
  const schema = {
    type: "object",
    properties: Object.fromEntries(fields.map((field) => [field, properties[field]])),
    ...(needed.length > 0 && { required: needed }),
    additionalProperties: false,
  }
  return { required: needed.length > 0, content: { "application/json": { schema } } }
}

function problemSchema(codes: readonly string[]): JsonSchema {
  const text = { type: "string" }
  const issue = {
    type: "object",
    properties: { path: text, message: text, received: {} },
    required: ["path", "message"],
  }
  return {
    type: "object",
    properties: {
      type: text,
      title: text,
      status: { type: "integer" },
      detail: text,
      code: { type: "string", enum: codes },
      hint: text,
      facts: {
        type: "object",
        description:
          "What is known of this very case, such as `task`, `holder` or `expiresAt`; more may come",
        additionalProperties: true,
      },
      errors: { type: "array", items: issue },
    },
    required: ["type", "title", "status", "detail", "code", "hint"],
  }
}
