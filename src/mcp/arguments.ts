import * as z from "zod"

/** `arguments: null` of a call stands for none, which the SDK refuses. */
export function readAbsence<M>(message: M): M {
  const { method, params } = (message ?? {}) as { method?: unknown; params?: { arguments?: unknown } | null }
  if (method !== "tools/call" || params?.arguments !== null) return message
  return { ...message, params: { ...params, arguments: {} } }
}

/** The arguments as models mean them: null is absence, and one word stands for a list of one. */
export function readArguments(schema: z.ZodType, given: unknown): unknown {
  const inner = innerOf(schema)
  if (inner instanceof z.ZodArray) {
    const list: readonly unknown[] = Array.isArray(given) ? given : [given]
    return list.map((each) => readArguments(inner.element as z.ZodType, each))
  }
  if (!(inner instanceof z.ZodObject) || typeof given !== "object" || given === null || Array.isArray(given))
    return given
  const shape = inner.shape as Readonly<Record<string, z.ZodType>>
  const there = Object.entries(given).filter(([, value]) => value !== null)
  return Object.fromEntries(
    there.map(([name, value]) => {
      const field = Object.hasOwn(shape, name) ? shape[name] : undefined
      return [name, field ? readArguments(field, value) : value]
    }),
  )
}

// --- internal ---

function innerOf(schema: z.ZodType): z.ZodType {
  return schema instanceof z.ZodOptional || schema instanceof z.ZodDefault
    ? innerOf(schema.unwrap() as z.ZodType)
    : schema
}
