import type { JsonSchema, ObjectSchema } from "../json-schema.ts"

export type DocField = Readonly<Record<"field" | "type" | "required" | "meaning", string>>

export function fieldsOf(input: JsonSchema): DocField[] {
  const { properties = {}, required = [] } = input as ObjectSchema
  return Object.entries(properties).map(([field, schema]) => ({
    field,
    type: typeOf(schema),
    required: required.includes(field) ? "yes" : "",
    meaning: typeof schema["description"] === "string" ? schema["description"] : "",
  }))
}

// --- internal ---

function typeOf(schema: JsonSchema): string {
  const { type, enum: choices, anyOf, items, const: only } = schema
  if (Array.isArray(choices)) return choices.map((choice) => JSON.stringify(choice)).join(" | ")
  if (only !== undefined) return JSON.stringify(only)
  if (Array.isArray(anyOf)) return [...new Set((anyOf as JsonSchema[]).map(typeOf))].join(" | ")
  if (type === "array") return `${items ? typeOf(items as JsonSchema) : "any"}[]`
  return typeof type === "string" ? type : "any"
}
