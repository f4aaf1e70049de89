import * as z from "zod"
import { checkStatuses, mostOutput } from "./check-states.ts"
import { isObject } from "../metadata.ts"
import { CheckName, line } from "../schemas.ts"
import { isoTime } from "../field-views.ts"

const objectName = z
  .string()
  .regex(/^(?:[\da-f]{40}|[\da-f]{64})$/, "expected a git hash: 40 or 64 hexadecimal digits")

export const Tree = objectName.describe("git's hash of all files in the repository but ignored ones")

const output = z
  .string({ error: "expected text" })
  .refine(
    (text) => text.length <= mostOutput && new TextEncoder().encode(text).length <= mostOutput,
    "must be at most 4 KiB: send only the end of the output",
  )
  .refine((text) => text.isWellFormed() && !text.includes("\0"), "must not contain NUL or broken Unicode")

/** What is said of a check that ran. */
export const reported = {
  status: z
    .enum(checkStatuses, { error: `expected one of ${checkStatuses.join(", ")}` })
    .describe("how the check ended; `unknown`: there is no command for it"),
  exitCode: z.int().min(0).max(255).nullish().describe("null: the check was stopped, or did not run"),
  durationMs: z
    .int()
    .min(0)
    .max(Number.MAX_SAFE_INTEGER)
    .default(0)
    .describe("how long the check ran, in ms"),
  output: output.default("").describe("the end of the check's output, at most 4 KiB"),
  tree: Tree.nullish().describe(
    "git's hash of all files that git did not ignore when the check ran; null: no repository",
  ),
  commit: objectName.nullish().describe("the commit that was checked out"),
  branch: line(255, "the name of a branch").nullish().describe("the branch that was checked out"),
  isClean: z.boolean().default(false).describe("the files are exactly those of the commit"),
  isNew: z
    .boolean()
    .default(false)
    .describe("the check is defined in the files of the task, but not in the base"),
  byPerson: z.boolean().default(false).describe("a person ran the check in a terminal"),
}

export const CheckResultView = z
  .object({
    check: z.string(),
    status: z.enum(checkStatuses),
    counts: z
      .boolean()
      .describe(
        "false: the result is for other files or another attempt, or the check is new and was not run by a person",
      ),
    exitCode: z.int().nullable(),
    durationMs: z.int(),
    output: z
      .string()
      .describe(
        "the end of the check's output; kept only for each check's newest result and, if the check passed, only until the task is closed",
      ),
    tree: z.string().nullable(),
    commit: z.string().nullable(),
    branch: z.string().nullable(),
    isClean: z.boolean(),
    isNew: z.boolean().describe("the check was defined in the files of the task, but not in the base"),
    byPerson: z.boolean(),
    epoch: z.int().describe("the epoch of the attempt"),
    by: z.string(),
    at: isoTime,
  })
  .meta({ id: "CheckResult", description: "The result of a check" })
export type CheckResultView = z.infer<typeof CheckResultView>

// Does not use z.record, because it drops a `__proto__` key, which must be refused.
/** Which criterion stands on which check. */
export const CriteriaChecks = z
  .unknown()
  .superRefine((value, issues) => {
    const add = (path: string[], message: string) =>
      issues.addIssue({ code: "custom", input: value, path, message })
    if (!isObject(value)) return add([], "expected criteria with the names of checks")
    if (Object.keys(value).length > 100) return add([], "must have at most 100 criteria")
    for (const [criterion, name] of Object.entries(value)) {
      const problem = CheckName.safeParse(name).error?.issues[0]?.message
      if (criterion === "__proto__") add([criterion], "this key is not allowed")
      else if (problem !== undefined) add([criterion], problem)
    }
  })
  .transform((value) => trimmed(value as Readonly<Record<string, string>>))
  .meta({
    type: "object",
    description:
      'criteria that depend on a check, each by its text with the name of the check, as in `{"all tests pass": "test"}`',
    additionalProperties: { type: "string" },
  })

// --- internal ---

function trimmed(bound: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(bound).map(([criterion, name]) => [criterion, name.trim()]))
}
