import * as z from "zod"
import type { Access } from "../domain/wire/access/access.ts"
import { operations } from "../operations/index.ts"
import type { Operation } from "../operation.ts"

/** What a client must know of a field to send it, and a command line to offer it. */
export interface Field {
  /** `time` is ISO 8601 on the wire, or a duration. */
  readonly kind: "text" | "time" | "number" | "boolean" | "list" | "object"
  readonly description: string
  readonly required?: true
  /** It may be emptied, with `null`. */
  readonly nullable?: true
  readonly choices?: readonly string[]
}

/** What a client must know of an operation to call it. */
export interface ClientRoute {
  readonly method: string
  readonly path: string
  readonly summary: string
  /** The role that it takes on a board that asks who is there. */
  readonly access: Access
  /** The field that says who acts. */
  readonly actor?: string
  /** For an operation without an actor: the field that says for which agent a question is asked. */
  readonly asker?: string
  /** It changes a task, and answers with it. */
  readonly givesTask?: true
  /** It answers with a text. */
  readonly isDownload?: true
  /** The body is not JSON, but the bytes of the input's `file`. */
  readonly takesFile?: true
  /** The answer is not JSON, but the bytes of a file. */
  readonly givesFile?: true
  readonly fields: Readonly<Record<string, Field>>
}

/** A list of names longer than this costs every client more than it tells anyone: the server names the nearest. */
const mostChoices = 16

/** By name of the operation. The build puts the value in place of this module, so that a client loads no schema. */
export const routes: Readonly<Record<string, ClientRoute>> = Object.fromEntries(
  operations.map((operation) => [operation.name, toRoute(operation)]),
)

// --- internal ---

interface Schema {
  /** `#/$defs/` and the name of the schema that stands here. */
  readonly $ref?: string
  readonly $defs?: Readonly<Record<string, Schema>>
  readonly type?: string
  readonly format?: string
  readonly description?: string
  readonly enum?: readonly string[]
  readonly items?: Schema
  readonly anyOf?: readonly Schema[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
}

function toRoute(operation: Operation): ClientRoute {
  const { name, summary, http, access, actor, input, longPoll } = operation
  const { properties = {}, required = [], $defs = {} } = z.toJSONSchema(input, { io: "input" }) as Schema
  const takesFile = operation.kind === "command" && operation.takesFile !== undefined
  const fields = Object.entries(properties).map(([key, schema]) => [
    key,
    {
      ...toField(name, key, withoutReferences(schema, $defs)),
      ...(required.includes(key) && { required: true as const }),
    },
  ])
  return {
    method: http.method,
    path: http.path,
    summary,
    access,
    ...(actor !== undefined && { actor }),
    ...(actor === undefined && longPoll && { asker: longPoll.agent }),
    ...(operation.kind === "command" && operation.shows === "task" && { givesTask: true as const }),
    ...(operation.kind === "download" && { isDownload: true as const }),
    ...(takesFile && { takesFile }),
    ...(operation.kind === "query" && operation.givesFile !== undefined && { givesFile: true as const }),
    fields: Object.fromEntries(fields) as Record<string, Field>,
  }
}

function withoutReferences(
  { $ref = "", ...schema }: Schema,
  named: Readonly<Record<string, Schema>>,
): Schema {
  const { items, anyOf } = schema
  return {
    ...named[$ref.replace("#/$defs/", "")],
    ...schema,
    ...(items && { items: withoutReferences(items, named) }),
    ...(anyOf && { anyOf: anyOf.map((each) => withoutReferences(each, named)) }),
  }
}

function toField(operation: string, key: string, schema: Schema): Field {
  const forms = formsOf(schema).filter((form) => form.type !== "null")
  const kinds = new Set(forms.map(kindOf))
  // A query's flag is a boolean that may also be spelled as a word.
  const kind = kinds.has("boolean") ? "boolean" : [...kinds][0]
  if (kind === undefined)
    throw new Error(`${operation}: the field ${key} has a type that clients do not know`)
  const ofKind = forms.filter((each) => kindOf(each) === kind)
  // Beside a form without an enum, such as that of a duration, the words of another are no choices.
  const enums = ofKind.map((each) => each.enum ?? each.items?.enum)
  const all = kind !== "boolean" && enums.every((each) => each !== undefined) ? enums.flat() : undefined
  const choices = all && all.length <= mostChoices ? all : undefined
  return {
    kind,
    description: schema.description ?? ofKind[0]?.description ?? "",
    ...(schema.anyOf?.some((each) => each.type === "null") && { nullable: true as const }),
    ...(choices && { choices }),
  }
}

/** What the field takes one of: a field that may be left out holds its own forms and null. */
function formsOf(schema: Schema): readonly Schema[] {
  return schema.anyOf?.flatMap(formsOf) ?? [schema]
}

function kindOf({ type, format }: Schema): Field["kind"] | undefined {
  if (type === "string") return format === "date-time" ? "time" : "text"
  if (type === "array") return "list"
  if (type === "integer" || type === "number") return "number"
  return type === "boolean" || type === "object" ? type : undefined
}
