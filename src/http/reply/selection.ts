import * as z from "zod"
import { pickFields } from "../../domain/wire/pick-fields.ts"
import { shortForms } from "../../domain/wire/tasks/record-fields.ts"
import type { CallResult } from "../../engine/call.ts"
import type { Operation } from "../../operation.ts"

type WholeAnswer = CallResult["answer"]

/** Removes the fields that `fields` does not name from the results of a query. */
export function createSelection(
  operation: Operation,
): (answer: WholeAnswer, input: Readonly<Record<string, unknown>>) => WholeAnswer {
  const record = operation.kind === "query" ? operation.record : undefined
  if (record === undefined) return (answer) => answer
  return (answer, { fields }) =>
    Array.isArray(fields)
      ? { ...answer, [record]: pickFields(answer[record], fields as readonly string[]) }
      : answer
}

/**
 * Creates the short form of an operation's results. Which fields of a record are kept depends only on the record's
 * schema.
 */
export function createShortener({ output }: Operation): (answer: WholeAnswer) => WholeAnswer {
  const kept = Object.entries(output.shape).flatMap(([key, schema]) => {
    const fields = shortForms.get(recordIn(schema as z.ZodType))
    return fields === undefined ? [] : [[key, fields] as const]
  })
  return (answer) => {
    const short: Record<string, unknown> = { ...answer }
    for (const [key, fields] of kept) if (key in short) short[key] = pickFields(short[key], fields)
    return short
  }
}

// --- internal ---

/** The schema of a single record, for a field with a record, a list of records, or null. */
function recordIn(schema: z.ZodType): z.ZodType {
  if (schema instanceof z.ZodArray) return recordIn(schema.element as z.ZodType)
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable)
    return recordIn(schema.unwrap() as z.ZodType)
  return schema
}
