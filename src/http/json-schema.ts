import * as z from "zod"

/** A JSON Schema of the draft 2020-12, the dialect of OpenAPI 3.1. */
export type JsonSchema = Readonly<Record<string, unknown>>

/** What the schema of an object says of its fields. */
export interface ObjectSchema {
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly required?: readonly string[]
}

/** Schemas by the name that `.meta({ id })` gave them. */
export type NamedSchemas = Record<string, JsonSchema>

/** Creates a document's schema, with references to named schemas. */
export type Refer = (schema: z.ZodType, io: "input" | "output") => JsonSchema

/**
 * The schema of an input or an output, without references. Outputs may gain fields in later versions, so their
 * schemas allow unknown fields: a client generated from the schema accepts new fields.
 */
export function toJsonSchema(schema: z.ZodType, io: "input" | "output"): JsonSchema {
  const { root, named } = convert(schema, io)
  const resolve = (name: string): JsonSchema => withReferences(named[name] ?? {}, resolve)
  return withReferences(root, resolve)
}

/**
 * The same with references to `base` + name in place of each named schema; the named schemas are added to `named`.
 * @throws if two different schemas have the same name
 */
export function toReferences(
  schema: z.ZodType,
  io: "input" | "output",
  base: string,
  named: NamedSchemas,
): JsonSchema {
  const toReference = (name: string) => ({ $ref: `${base}${name}` })
  const { root, named: found } = convert(schema, io)
  for (const [name, each] of Object.entries(found)) {
    const made = withReferences(each, toReference)
    if (JSON.stringify((named[name] ??= made)) !== JSON.stringify(made))
      throw new Error(`Two schemas have the name ${name}`)
  }
  return withReferences(root, toReference)
}

// --- internal ---

const defs = "#/$defs/"

/** Wrapped in an object, because zod writes out the top schema in full even if it has a name. */
function convert(schema: z.ZodType, io: "input" | "output"): { root: JsonSchema; named: NamedSchemas } {
  const { properties, $defs = {} } = z.toJSONSchema(z.object({ root: schema }), {
    io,
    unrepresentable: "any",
    override: ({ jsonSchema }) => {
      if (io === "output" && jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties
      // The bounds of safe integers are of no use to a reader. A format says more than its pattern.
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
      if (jsonSchema.format === "date-time") delete jsonSchema.pattern
    },
  })
  return { root: properties?.["root"] as JsonSchema, named: $defs }
}

/** A copy in which each named schema is replaced by what `resolve` returns. */
function withReferences(value: JsonSchema, resolve: (name: string) => JsonSchema): JsonSchema {
  const copy = (part: unknown): unknown => {
    if (typeof part !== "object" || part === null) return part
    if (Array.isArray(part)) return part.map(copy)
    const { $ref, ...rest } = part as JsonSchema
    const siblings = Object.fromEntries(Object.entries(rest).map(([key, inner]) => [key, copy(inner)]))
    return describeAtTop(
      typeof $ref === "string" ? { ...resolve($ref.replace(defs, "")), ...siblings } : siblings,
    )
  }
  return copy(value) as JsonSchema
}

/** Moves the description of a nullable field to the field itself, where readers look for it. */
function describeAtTop(schema: JsonSchema): JsonSchema {
  const { anyOf, description } = schema
  if (!Array.isArray(anyOf) || description !== undefined) return schema
  const forms = anyOf as JsonSchema[]
  const [form, ...others] = forms.filter(({ type }) => type !== "null")
  if (form?.["description"] === undefined || others.length > 0) return schema
  const { description: meaning, ...rest } = form
  return { description: meaning, ...schema, anyOf: forms.map((each) => (each === form ? rest : each)) }
}
