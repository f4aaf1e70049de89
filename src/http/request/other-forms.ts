import { isObject } from "../../domain/wire/metadata.ts"
import { nearest } from "../../nearest.ts"
import type { Operation } from "../../operation.ts"

/** A request in the forms of the docs. */
export interface Restated {
  readonly fields: Record<string, unknown>
  /** The actor, if it was named in a field that the operation does not have. */
  readonly actor?: unknown
  /** How an undocumented part of the request was interpreted, as a sentence. */
  readonly warning?: string
}

/**
 * Clients written for other services send a few things in forms of their own that can have only one meaning here.
 * Asked only for a request that does not have the documented form.
 * @returns undefined if nothing in it is known
 */
export function restate(
  operation: Pick<Operation, "input" | "actor" | "keepsUnknown">,
  given: Readonly<Record<string, unknown>>,
): Restated | undefined {
  const { shape } = operation.input
  const fields: Record<string, unknown> = {}
  let isOther = false
  for (const [sent, value] of Object.entries(given)) {
    const usual = otherNames[sent]
    const isRenamed = usual !== undefined && Object.hasOwn(shape, usual) && !Object.hasOwn(given, usual)
    const name = isRenamed ? usual : sent
    const isOne = typeof value === "string" && listed.includes(name) && Object.hasOwn(shape, name)
    const isLeftOut = withoutMeaning.includes(name) && !Object.hasOwn(shape, name)
    if (!isLeftOut) set(fields, name, isOne ? [value] : value)
    isOther ||= isRenamed || isOne || isLeftOut
  }
  const field = operation.actor
  const saysActor = !Object.hasOwn(shape, "actor") && Object.hasOwn(given, "actor")
  if (saysActor) delete fields["actor"]
  if (saysActor && field !== undefined && !Object.hasOwn(given, field)) set(fields, field, given["actor"])
  const warning = putAside(operation, fields)
  if (!isOther && !saysActor && warning === undefined) return undefined
  return {
    fields,
    ...(saysActor && field === undefined && { actor: given["actor"] }),
    ...(warning !== undefined && { warning }),
  }
}

// --- internal ---

/** Names of fields that others use, and what they are here. */
const otherNames: Readonly<Record<string, string>> = { blocked_by: "blockedBy" }

/** Lists of texts that other clients send as one text; converts such a text to a list. */
const listed: readonly string[] = ["done_criteria", "blockedBy"]

/** What asks for something that every answer has. */
const withoutMeaning: readonly string[] = ["includeSuppressed"]

/**
 * Fields that in requests for other services say how, or by whom, something is done. A client that sends them means
 * that.
 */
const steering: readonly string[] = ["dryRun", "agent", "actor", "fields", "wait"]

/** Also a `__proto__`, which is refused later. */
function set(fields: Record<string, unknown>, name: string, value: unknown): void {
  Object.defineProperty(fields, name, { value, enumerable: true, configurable: true, writable: true })
}

/** Moves unknown fields into the field that keeps them, and reports it. */
function putAside(
  { input: { shape }, keepsUnknown }: Pick<Operation, "input" | "keepsUnknown">,
  fields: Record<string, unknown>,
): string | undefined {
  if (keepsUnknown === undefined) return undefined
  const known = Object.keys(shape)
  const unknown = Object.keys(fields).filter((name) => !known.includes(name))
  const kept = fields[keepsUnknown]
  // A misspelt name is not kept; the request is refused and the intended name is suggested.
  const isRefused = (name: string) =>
    steering.includes(name) || Object.hasOwn(kept ?? {}, name) || nearest(name, known) !== undefined
  if (unknown.length === 0 || unknown.length > 50 || unknown.some(isRefused)) return undefined
  if (kept !== undefined && !isObject(kept)) return undefined
  fields[keepsUnknown] = Object.fromEntries([
    ...Object.entries(kept ?? {}),
    ...unknown.map((name) => [name, fields[name]]),
  ])
  for (const name of unknown) Reflect.deleteProperty(fields, name)
  return `kept in ${keepsUnknown}: ${unknown.join(", ")}`
}
