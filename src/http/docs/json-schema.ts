import * as z from "zod"

/** A JSON Schema of the draft 2020-12, the dialect of OpenAPI 3.1. */
export type JsonSchema = Readonly<Record<string, unknown>>

/**
 * What goes in, or what comes out. Answers may gain fields in later versions, so theirs are left open: a client
 * made from the schema shall not fall over a new one.
 */
export function toJsonSchema(schema: z.ZodType, io: "input" | "output"): JsonSchema {
  const { $schema: _, ...made } = z.toJSONSchema(schema, {
    io,
    unrepresentable: "any",
    override: ({ jsonSchema }) => {
      if (io === "output") delete jsonSchema.additionalProperties
    },
  })
  return made
}
