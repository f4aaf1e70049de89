import { isObject } from "../../domain/wire/metadata.ts"
import { nearest } from "../../nearest.ts"
import type { Operation } from "../../operation.ts"

/** A request in the forms of the docs. */
export interface Restated {
  readonly fields: Record<string, unknown>
  /** Who acts, where a field said it that the operation does not have. */
  readonly actor?: unknown
  /** What has been done with a part of the request that is in no docs, as a sentence. */
  readonly warning?: string
}

/**
 * Other clients of this interface send a few things in forms of their own, which cannot mean anything else than one of the
 * docs. Asked only for a request that is not in those forms. @returns undefined where nothing of it is known
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

/** Lists of texts that others send as one text, where there is one. */
const listed: readonly string[] = ["done_criteria", "blockedBy"]

/** What asks for something that every answer has. */
const withoutMeaning: readonly string[] = ["includeSuppressed"]

/** What says in other requests how they are done, or by whom. Whoever sends it means that. */
const steering: readonly string[] = ["dryRun", "agent", "actor", "fields", "wait"]

/** Also a `__proto__`, which is refused later. */
function set(fields: Record<string, unknown>, name: string, value: unknown): void {
  Object.defineProperty(fields, name, { value, enumerable: true, configurable: true, writable: true })
}

/** Moves the fields that no schema knows into the one that keeps them, and says so. */
function putAside(
  { input: { shape }, keepsUnknown }: Pick<Operation, "input" | "keepsUnknown">,
  fields: Record<string, unknown>,
): string | undefined {
  if (keepsUnknown === undefined) return undefined
  const known = Object.keys(shape)
  const unknown = Object.keys(fields).filter((name) => !known.includes(name))
  const kept = fields[keepsUnknown]
  // A name with a slip in it is not kept aside, but refused with the name that was meant.
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
