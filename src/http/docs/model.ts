import * as z from "zod"
import { roles } from "../../domain/wire/access/access.ts"
import type { Http } from "../../operation.ts"
import type { RouteDoc } from "../route.ts"
import { toJsonSchema } from "../json-schema.ts"
import { common, withToken } from "./refusals.ts"

export interface Documented extends RouteDoc {
  readonly method: Http["method"]
  readonly path: string
  /** The field of the input that says who acts. */
  readonly actor?: string
  /** The body of the request is a file. */
  readonly takesFile?: boolean
  /** The parameters and headers with which a request asks for partial records. */
  readonly partsBy?: readonly string[]
}

/**
 * `whole`: requests for partial records are left out, so each field of a record is certain to be present. `parts`:
 * such requests are included, so a client must check whether a field is present. One document cannot describe both,
 * because the schema of a response does not depend on the request. With both in one document, generated types would
 * let every field be missing for every client.
 */
export type RecordForm = "whole" | "parts"

const text = z.string()
const schema = z.record(text, z.unknown())

const EndpointDocument = z
  .object({
    method: text,
    path: text,
    name: text,
    summary: text,
    description: text,
    status: z.int().describe("on success"),
    type: text.describe("media type of the answer"),
    input: schema.describe(
      "JSON Schema of the path parameters plus the query (GET, DELETE) or body, as one object",
    ),
    output: schema.optional().describe("JSON Schema of the response, with complete records"),
    actor: text.optional().describe("the input field that says who acts"),
    headers: z.array(text).describe("request headers that the endpoint reads"),
    errors: z.array(text).describe("possible refusal codes, in addition to those that any request can get"),
    access: z
      .enum(["public", ...roles])
      .describe("the role it requires on a board with authentication; `public`: none"),
  })
  .meta({ id: "Endpoint", description: "An endpoint of this server" })
export type DocumentedEndpoint = z.infer<typeof EndpointDocument>

export const DocsDocument = z
  .object({
    name: z.literal("upnext"),
    version: text,
    hostedDashboard: text.optional(),
    endpoints: z.array(EndpointDocument),
    headers: z.array(z.object({ name: text, on: z.enum(["request", "answer"]), meaning: text })),
    errors: z.array(z.object({ code: text, status: z.int(), title: text, hint: text })),
    events: z.array(z.object({ type: text, summary: text, data: text })),
    limits: z.record(text, z.int()),
  })
  .meta({ id: "Docs", description: "The features of this server" })
export type Docs = z.infer<typeof DocsDocument>

export function toEndpoint(documented: Documented): DocumentedEndpoint {
  const { method, path, name, summary, description, input, actor, access = "public" } = documented
  const { headers = [], refusals = [], answers } = documented
  const [type = "", output] = Object.entries(answers[0].content)[0] ?? []
  return {
    method,
    path,
    name,
    summary,
    description,
    type,
    access,
    status: answers[0].status,
    input: toJsonSchema(input ?? z.strictObject({}), "input"),
    ...(output && type === "application/json" && { output: toJsonSchema(output, "output") }),
    ...(actor !== undefined && { actor }),
    headers: [...headers],
    errors: refusals.filter((code) => !common.includes(code) && !withToken.includes(code)),
  }
}
