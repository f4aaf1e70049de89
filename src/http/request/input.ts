import * as z from "zod"
import { fail, type Issue } from "../../errors.ts"
import { parseFor } from "../../domain/wire/asker.ts"
import type { UnknownName } from "../../domain/wire/tasks/record-fields.ts"
import { nearest } from "../../nearest.ts"

/**
 * Parses an input with the schema of its operation.
 * @param asker the name of its sender, which `me` stands for
 * @throws invalid_input with all problems at once
 */
export function parseInput<S extends z.ZodObject>(
  schema: S,
  given: Record<string, unknown>,
  asker?: string,
): z.output<S> {
  const parsed = parseFor(asker, () => schema.safeParse(given))
  if (parsed.success) return parsed.data
  const issues = parsed.error.issues.slice(0, mostIssues)
  failInvalid(
    issues.flatMap((issue) => toIssues(issue, given, schema)),
    fieldsFor(issues),
  )
}

/** @param more the end of the detail @throws invalid_input */
export function failInvalid(errors: Issue[], more = ""): never {
  const [first] = errors
  const detail =
    errors.length === 1 && first
      ? sentence(first)
      : `There are ${errors.length} errors: ${errors.slice(0, 5).map(sentence).join("; ")}${errors.length > 5 ? "; …" : ""}`
  fail("invalid_input", { detail: detail + more, errors })
}

/** The received value, shortened so that the reply does not grow with it. */
function shorten(value: unknown): unknown {
  if (value === null || ["number", "boolean", "undefined"].includes(typeof value)) return value
  const text = typeof value === "string" ? value : JSON.stringify(value)
  if (text.length <= longestReceived) return value
  return `${text.slice(0, longestReceived).toWellFormed()}… (${text.length} characters)`
}

// --- internal ---

const longestReceived = 100
/** A reply names at most this many problems, so that it does not grow with the request. */
const mostIssues = 50

/** Fields that similar services have, and what to use here instead. */
const ways: Readonly<Record<string, string>> = {
  claim: "a GET claims nothing: POST /tasks/next/claim claims the task",
}

type ZodIssue = z.core.$ZodIssue

function sentence({ path, message }: Issue): string {
  return path === "" || message.includes(`"${path}"`) ? message : `${path}: ${message}`
}

function toIssues(issue: ZodIssue, given: Record<string, unknown>, schema: z.ZodType): Issue[] {
  if (issue.code === "unrecognized_keys") {
    const known = fieldsAt(schema, issue.path)
    return issue.keys.slice(0, mostIssues).map((key, i) => {
      // Looking for a similar name takes time, and a body can have a hundred thousand keys.
      const meant = i < 10 ? meantBy(key, known) : ""
      const hint = meant === "" && Object.hasOwn(ways, key) ? `; ${ways[key]}` : meant
      return withReceived(
        [...issue.path, shorten(key) as string],
        `unknown field "${shorten(key) as string}"${hint}`,
        at(given, [...issue.path, key]),
      )
    })
  }
  if (issue.code === "invalid_union") {
    // The last member of the union is the one for text, and its message is the most fitting.
    const last = issue.errors.at(-1)
    if (last && last.length > 0)
      return last.flatMap((inner) =>
        toIssues({ ...inner, path: [...issue.path, ...inner.path] }, given, schema),
      )
  }
  const [first] = issue.path
  const whole = first === undefined ? undefined : given[String(first)]
  // A parameter that may be repeated was given once. Its sender did not write a list, so the path does not
  // contain an index.
  const isOne = issue.path.length === 2 && typeof whole === "string"
  const path = isOne ? issue.path.slice(0, 1) : issue.path
  const received = at(given, path)
  return [withReceived(path, `${messageOf(issue, received)}${wishFor(issue, received)}`, received)]
}

/** The names of the fields that an object takes at this place of an input. */
function fieldsAt(schema: unknown, path: readonly PropertyKey[]): string[] {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable)
    return fieldsAt(schema.unwrap(), path)
  const [key, ...rest] = path
  if (schema instanceof z.ZodArray) return fieldsAt(schema.element, rest)
  if (!(schema instanceof z.ZodObject)) return []
  return key === undefined ? Object.keys(schema.shape) : fieldsAt(schema.shape[String(key)], rest)
}

/** A rule that knows the existing names adds them to its issue, and this function suggests the intended one. */
function wishFor(issue: ZodIssue, received: unknown): string {
  if (issue.code === "invalid_value" && typeof received === "string")
    return meantBy(received, issue.values.map(String))
  const { known, unknown: name = received } = namesIn(issue)
  return known && typeof name === "string" ? meantBy(name, known) : ""
}

/** Lists the fields, once, if one is unknown and none is similar. Names from the request itself may be hundreds. */
function fieldsFor(issues: readonly ZodIssue[]): string {
  const [{ known = [] } = {}] = issues
    .map(namesIn)
    .filter(({ known, unknown }) => known && unknown !== undefined && meantBy(unknown, known) === "")
  return known.length === 0 ? "" : `; the fields are ${known.join(", ")}`
}

const namesIn = (issue: ZodIssue): Partial<UnknownName> => (issue.code === "custom" && issue.params) || {}

/** Suggests the most similar known name; empty if none is similar. */
function meantBy(unknown: string, known: readonly string[]): string {
  const meant = nearest(unknown, known)
  return meant === undefined ? "" : `; did you mean "${meant}"?`
}

function messageOf({ code, path, message }: ZodIssue, received: unknown): string {
  const said = message.replace(/^Invalid input: /, "").replace(/, received undefined$/, "")
  if (received === undefined && code !== "custom") return `is required: ${said}`
  if (Array.isArray(received) && path.length === 1 && code === "invalid_type")
    return `was sent ${received.length} times, or as a list; it takes only one value`
  return said
}

function withReceived(path: readonly PropertyKey[], message: string, received: unknown): Issue {
  return {
    path: path.map(String).join("."),
    message,
    ...(received !== undefined && { received: shorten(received) }),
  }
}

function at(given: unknown, path: readonly PropertyKey[]): unknown {
  let value = given
  for (const key of path) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) return undefined
    value = (value as Record<PropertyKey, unknown>)[key]
  }
  return value
}
