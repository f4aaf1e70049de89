import * as z from "zod"
import { durationForm, durationHint, parseDuration } from "./duration.ts"
import { isoInSchema, parseIso } from "./iso-time.ts"
import { checkMetadata, checkObject, metadataForm, objectForm, type Metadata } from "./metadata.ts"
import { isMe, isSameName, nameKey, reservedNames, system, taskNumber, unassigned } from "./names.ts"
import { inOwnName } from "./asker.ts"

/**
 * The schemas of which requests and responses consist. An id is accepted in any case and returned as `T-1`. Times are
 * ISO 8601 in UTC. `null` in an optional field means the same as leaving the field out.
 */

const visible = /[^\p{C}\p{Z}]/u
const control = /[\p{Cc}\u2028\u2029]/u

/** Refuses NUL and lone surrogates, because some stores and terminals do not preserve them. */
function fitsText(text: string): boolean {
  return text.isWellFormed() && !text.includes("\0")
}

/** Text in one line. @param what the thing that a refusal names */
export function line(max: number, what: string) {
  return z
    .string({ error: `expected text: ${what}` })
    .trim()
    .min(1, `must not be empty: ${what}`)
    .max(max, `must have at most ${max} characters`)
    .refine((text) => text === "" || visible.test(text), `must contain a visible character: ${what}`)
    .refine(
      (text) => fitsText(text) && !control.test(text),
      "must not contain control characters or broken Unicode",
    )
}

const textLimit = 64 * 1024

/** Markdown, possibly empty, at most 64 KiB, kept exactly as sent. */
export const Description = z
  .string({ error: "expected text (Markdown)" })
  .refine(
    (text) => text.length <= textLimit && new TextEncoder().encode(text).length <= textLimit,
    "must be at most 64 KiB",
  )
  .refine(fitsText, "must not contain NUL or broken Unicode")
  .describe("Markdown, at most 64 KiB")

/** Non-empty Markdown, at most 64 KiB, stored exactly as sent. */
export const Markdown = Description.min(1, "must not be empty").describe("Markdown, at most 64 KiB")

/** A part of what a command prints, kept exactly as sent. */
export const OutputText = Description.min(1, "must not be empty").describe(
  "the output, at most 64 KiB; escape sequences are kept",
)

const refused = new Set(reservedNames)

/** A name, or `me` for the sender of the request. No agent can be called `me`. */
function name(what: string) {
  return line(64, what)
    .overwrite(inOwnName)
    .refine(
      (text) => !isMe(text),
      "means the caller, but this request does not name the caller: write the name",
    )
}

/** Anyone who works under a name; compared without regard to case. */
export const AgentName = name("the name of an agent")
  .refine((name) => !refused.has(nameKey(name)), "is a reserved name; choose another")
  .describe("name of an agent, 1–64 characters; case does not matter")

/** The name of an agent that may come from an older board, on which an agent could be called `me`. */
export const ListedName = line(64, "the name of an agent")
  .refine((text) => !refused.has(nameKey(text)), "is a reserved name; choose another")
  .describe("name of an agent, as it appears in the list")

/** The name of an actor: an agent, or `anonymous`. */
export const ActorName = name("a name")
  .refine((name) => ![unassigned, system].includes(nameKey(name)), "is a reserved name; choose another")
  .describe("a name, 1–64 characters")

/** The name of an agent, or `unassigned`, which is parsed to null. */
export const Assignee = z
  .union([z.null(), name("the name of an agent, or unassigned")])
  .transform((name) => (isSameName(name, unassigned) ? null : name))
  .refine((name) => name === null || !refused.has(nameKey(name)), "is a reserved name; choose another")
  .describe("name of an agent, or `unassigned` for nobody")

/** A task id in any case, parsed to the form `T-7`. */
export const TaskId = z
  .string({ error: "expected a task id such as T-7" })
  .refine((id) => taskNumber(id.trim()) !== undefined, "expected a task id such as T-7")
  .transform((id) => id.trim().toUpperCase())
  .meta({ description: "task id, such as T-7", pattern: "^\\s*[Tt]-[1-9]\\d{0,14}\\s*$" })

/** The id of a comment in any case, parsed to the form `C-7`. */
export const CommentId = z
  .string({ error: "expected the id of a comment such as C-7" })
  .trim()
  .regex(/^C-[1-9]\d{0,14}$/i, "expected the id of a comment such as C-7")
  .toUpperCase()
  .describe("id of a comment, such as C-7")

export const Title = line(500, "a short name of the task").describe(
  "short name of the task, 1–500 characters",
)
export const Tag = line(64, "a tag").describe("tag, 1–64 characters")
export const Project = line(64, "the name of a project").describe("name of a project, 1–64 characters")
export const Criterion = line(1000, "a completion criterion").describe("one completion criterion")
/** The name of a check. Its command is defined in the repository where it is run. */
export const CheckName = line(64, "the name of a check").describe("name of a check, 1–64 characters")
const which = "expected the text of a criterion, or its number from 1 to 100"
/** How a request names a criterion of a task. */
export const CriterionName = z
  .union([Criterion, z.int(which).min(1, which).max(100, which)])
  .describe("the criterion's text (case does not matter), or its number, counted from 1")
export const Evidence = line(1000, "the evidence").describe(
  "the evidence that the criterion is met, in one line",
)
/** Criteria of a task that a request checks off. */
export const MetCriteria = z
  .array(z.strictObject({ criterion: CriterionName, evidence: Evidence.nullish() }))
  .max(100, "must have at most 100 criteria")
export const Role = line(200, "what the agent does").describe("what the agent does, in one line")
export const DryRun = z.boolean().default(false).describe("return what would happen, and change nothing")
export const Reason = line(1000, "a reason").describe("why, in one line")
const etaForm = `${durationHint}, or an ISO 8601 time`
/** A duration or a time, kept as written. */
export const Eta = z
  .string({ error: `expected ${etaForm}` })
  .trim()
  .max(32)
  .refine((text) => (parseDuration(text) ?? parseIso(text)) !== undefined, `expected ${etaForm}`)
  .meta({ description: etaForm, pattern: `${durationForm}|${isoInSchema}` })

/** A duration between two bounds, parsed to ms. */
export function Duration(min: string, max: string) {
  const [least, most] = [parseDuration(min) ?? 0, parseDuration(max) ?? 0]
  return z
    .string({ error: `expected ${durationHint}` })
    .transform((text, issues) => {
      const ms = parseDuration(text)
      if (ms !== undefined && ms >= least && ms <= most) return ms
      issues.addIssue({
        code: "custom",
        input: text,
        message: `expected ${durationHint}, from ${min} to ${max}`,
      })
      return z.NEVER
    })
    .meta({ description: `${durationHint}, from ${min} to ${max}`, pattern: durationForm })
}

/** Who ends an attempt: the worker that claimed the task, whatever its command reports. */
export const FinishedBy = z.literal("worker")

/** The length of a lease, parsed to ms; `off` is parsed to null, for a lease that does not run out. */
export const LeaseLength = z
  .union([z.literal("off").transform(() => null), Duration("1s", "7d")])
  .describe("length of the lease, from 1s to 7d, or `off` for one that never ends")

// Does not use z.record, because it copies and drops a `__proto__` key, which must be refused.
const object = (check: typeof checkObject) =>
  z
    .unknown()
    .superRefine((value, issues) => {
      const problem = check(value)
      if (problem)
        issues.addIssue({ code: "custom", input: value, path: problem.path, message: problem.message })
    })
    .transform((value) => value as Metadata)

export const MetadataIn = object(checkMetadata).meta(metadataForm)

/** What a record keeps beside its fields. */
export const Extra = object(checkObject).meta(objectForm)

export const LeaseToken = z
  .string({ error: "expected the token of a lease" })
  .max(200)
  .describe("the token from the response to the claim; it proves the right to the task")

export const Session = line(64, "a session").describe("distinguishes processes that act under one name")

/** Who holds the task of a request, and what shows it. */
export const holderFields = {
  agent: AgentName.optional(),
  session: Session.optional(),
  leaseToken: LeaseToken.optional(),
}

export const HostName = line(255, "the name of a machine").describe("the machine that the agent runs on")

/** `1` or `true`, `0` or `false`. */
export const Flag = z
  .union([z.boolean(), z.enum(["1", "true", "0", "false"], { error: "expected 1 or 0" })])
  .transform((value) => value === true || value === "1" || value === "true")
  .describe("1 or 0")

/** A query parameter that may be given several times. */
export function many<T extends z.ZodType>(item: T, most = 50) {
  return z.preprocess(
    (value) => (value === undefined || Array.isArray(value) ? value : [value]),
    z.array(item).max(most).optional(),
  )
}

/** A whole number in a body. It must be a JSON number, not text. */
export function whole(min: number, max: number) {
  const error = `expected a whole number from ${min} to ${max}`
  return z.int({ error }).min(min, error).max(max, error)
}

/** A whole number in a query parameter. It arrives as text over HTTP, and as a number from a program. */
export function wholeInQuery(min: number, max: number) {
  // Not z.coerce: it reads "1e2", "0x10" and "" as numbers.
  return z.preprocess(
    (value: number) => (typeof value === "string" && /^\d{1,16}$/.test(value) ? Number(value) : value),
    whole(min, max),
  )
}

export const SearchText = line(200, "words to search for")
  .refine(
    (text) => !visible.test(text) || /[\p{L}\p{N}]/u.test(text),
    "must contain at least one letter or digit to search for",
  )
  .describe(
    "words to search for, 1–200 characters; the last one may be incomplete, unless too many words begin with it (half a million in all texts)",
  )

/**
 * A cursor of any list: of tasks by rank or in an order, of events, or of anything else with an id. Each list accepts
 * only its own cursors.
 */
const cursorForm =
  "^(?:[A-Z]-\\d{1,15}|\\d{1,15}|\\d{1,9}\\.\\d{1,15}|[1-9]\\d{0,14}\\.(?:-?\\d{1,16})?\\.-?[a-z]+)$"

export const paging = {
  limit: wholeInQuery(1, 500).default(50).describe("items per page, 1–500; default 50"),
  cursor: z
    .string()
    .max(100)
    .meta({ pattern: cursorForm })
    .optional()
    .describe("`next` of the previous page"),
}
