export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json }
export type Metadata = { readonly [key: string]: Json }

interface MetadataIssue {
  path: string[]
  message: string
}

const poisoned = new Set(["__proto__", "constructor", "prototype"])
const deepest = 64

/** The JSON Schema of metadata: any key is allowed, and five keys have a meaning. */
export const metadataForm = {
  id: "Metadata",
  type: "object",
  description:
    "free-form, stored as sent, at most 1,000 keys and 64 KiB as JSON; five of its keys have a meaning: reflection_exempt, criteria_required and checks_required (true or false), reflection_exempt_reason (text), reviewers (people)",
  properties: {
    reflection_exempt: {
      type: ["boolean", "null"],
      description: "true: the task may be finished without a lesson",
    },
    criteria_required: {
      type: ["boolean", "null"],
      description: "true: the task may be finished only when all its criteria are met",
    },
    checks_required: {
      type: ["boolean", "null"],
      description: "true: the task may be finished only when all its checks have passed",
    },
    reflection_exempt_reason: { type: ["string", "null"], description: "why it is exempt" },
    reviewers: {
      enum: ["people", null],
      description: "people: if authentication is on, the review can be decided only from a person's account",
    },
  },
  additionalProperties: true,
} as const

/** The JSON Schema of an object whose keys have no meaning. */
export const objectForm = { type: "object", additionalProperties: true } as const

/** Whether a JSON value is an object and not a list. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value)
}

/** The first fault of a value sent as metadata; undefined if there is none. */
export function checkMetadata(offered: unknown): MetadataIssue | undefined {
  if (!isObject(offered)) return { path: [], message: "expected an object" }
  const metadata = offered as Metadata
  for (const key of ["reflection_exempt", "criteria_required", "checks_required"]) {
    const flag = metadata[key] ?? null
    if (flag !== null && typeof flag !== "boolean") return { path: [key], message: "expected true or false" }
  }
  const reason = metadata["reflection_exempt_reason"] ?? null
  if (reason !== null && typeof reason !== "string")
    return { path: ["reflection_exempt_reason"], message: "expected text" }
  const reviewers = metadata["reviewers"] ?? null
  if (reviewers !== null && reviewers !== "people") return { path: ["reviewers"], message: "expected people" }
  return checkObject(metadata)
}

/** The first fault of an object whose keys have no meaning. */
export function checkObject(offered: unknown): MetadataIssue | undefined {
  if (!isObject(offered)) return { path: [], message: "expected an object" }
  const object = offered as Metadata
  return checkValue(object, []) ?? (isTooMuch(object) ? { path: [], message: tooLarge } : undefined)
}

/**
 * Whether metadata is larger than a task may have. Metadata that older versions accepted is kept, and may become
 * smaller.
 */
export function isTooMuch(metadata: Metadata, before: Metadata = {}): boolean {
  return (
    countKeys(metadata) > Math.max(mostKeys, countKeys(before)) ||
    bytesOf(metadata) > Math.max(mostBytes, bytesOf(before))
  )
}

const mostKeys = 1000
const mostBytes = 64 * 1024
export const tooLarge = "must have at most 1,000 keys and 64 KiB as JSON"

/** Changes metadata key by key; a `null` deletes its key. */
export function mergeMetadata(before: Metadata, changes: Metadata): Metadata {
  const merged: [string, Json][] = Object.entries({ ...before, ...changes })
  return Object.fromEntries(merged.filter(([key]) => changes[key] !== null))
}

// --- internal ---

function countKeys(value: Json): number {
  if (value === null || typeof value !== "object") return 0
  const inner = Object.values(value as Metadata)
  return inner.reduce<number>((sum, each) => sum + countKeys(each), Array.isArray(value) ? 0 : inner.length)
}

/** As UTF-8. */
function bytesOf(metadata: Metadata): number {
  return new TextEncoder().encode(JSON.stringify(metadata)).length
}

function checkValue(value: Json, path: string[]): MetadataIssue | undefined {
  if (path.length > deepest)
    return { path: [], message: `must not be nested more than ${deepest} levels deep` }
  if (typeof value === "string")
    return value.includes("\0") || !value.isWellFormed()
      ? { path, message: "must not contain NUL or broken Unicode" }
      : undefined
  if (value === null || typeof value !== "object") return undefined
  for (const [key, inner] of Object.entries(value)) {
    const at = [...path, key]
    if (poisoned.has(key)) return { path: at, message: `the key ${key} is not allowed` }
    if (key.includes("\0") || !key.isWellFormed())
      return { path: at, message: "a key must not contain NUL or broken Unicode" }
    const problem = checkValue(inner, at)
    if (problem) return problem
  }
  return undefined
}
