import type { ClientRoute } from "../client/routes.ts"
import { pickFields } from "../domain/wire/pick-fields.ts"
import { fail } from "../errors.ts"
import type { Flag, Flags } from "./flag.ts"
import type { Parsed } from "./flags.ts"

/** Two fields of what a command reads, as the description of the operation's `fields` names them. */
export const exampleOf = (spec?: { readonly description: string }): string =>
  /such as `?([a-z]+(?:,[a-z]+)*)/i.exec(spec?.description ?? "")?.[1] ?? "id,title"

/** The flag of a command that reads, beside `--json`. @param spec the operation's `fields`, if it has them */
export const fieldsFlagFor = (spec?: { readonly description: string }): Flag => ({
  kind: "list",
  value: "names",
  description: `print only these fields, such as ${exampleOf(spec)}, as JSON`,
})

/**
 * The flags that say what JSON a command prints. The word after `--json` names fields, but not where a command expects
 * one text: a task id has a digit, and no field has one. `--json=id,title` works everywhere.
 */
export function jsonFlags(command: {
  /** Two fields of what it reads, where its answer can be cut down to some fields. */
  readonly example: string | undefined
  /** It changes something, so the server answers shortly where JSON is asked for. */
  readonly isWrite: boolean
  /** It takes a word that is not the id of a task. */
  readonly hasText: boolean
}): Flags {
  const { example, isWrite, hasText } = command
  const json: Flag = {
    kind: "boolean",
    description: "print the response, or the problem, as JSON",
    ...(example !== undefined && {
      value: "fields",
      description: `print the response, or the problem, as JSON; --json=${example} prints only these fields`,
      accepts: (text: string) => !hasText && /^[a-z_]+(,[a-z_]+)*$/i.test(text),
    }),
    ...(isWrite && { refusal: ofWrite }),
  }
  const full: Flag = {
    kind: "boolean",
    description: "with --json: print the whole response, not only what is new",
  }
  return { json, ...(isWrite && { full }) }
}

/** The fields that were chosen of the task that a write answers with. */
export const fieldsOfTask = ({ fields }: Parsed["flags"], { givesTask }: ClientRoute): string[] | undefined =>
  givesTask === true ? (fields as string[] | undefined)?.flatMap((each) => each.split(",")) : undefined

/** An answer with only these fields of its task. */
export const onlyOfTask = <A>(answer: A, fields: readonly string[]): A => ({
  ...answer,
  task: pickFields((answer as { readonly task?: unknown }).task, fields),
})

export const ofWrite = {
  detail: "--json takes no field names here: the response is not a task.",
  hint: "Write --json alone; --json --full prints everything, and --format id prints only the id.",
}

/** A flag in a message. Fields are chosen with `--json` too. */
export function sayFlag(name: string): string {
  return name === "fields" ? "A choice of fields" : `--${name}`
}

/** An answer is printed in one form. The format of an export is that of its file. @throws invalid_input */
export function requireOneForm({ json = false, fields, format }: Parsed["flags"], flags: Flags): void {
  const isAnswer = flags["format"]?.choices?.includes("text") === true
  const hasFields = fields !== undefined && format !== "tsv"
  if (!isAnswer || format === undefined || (json === false && !hasFields)) return
  fail("invalid_input", {
    detail: `${sayFlag(json === false ? "fields" : "json")} cannot be combined with --format.`,
    hint: "Leave one of them out.",
  })
}

/** Moves the names that came with `--json` to `--fields`, which asks for JSON too, except as columns. */
export function chosenFields(parsed: Parsed): Parsed {
  const { json, fields } = parsed.flags
  if (typeof json !== "string") {
    const isJson = fields !== undefined && parsed.flags["format"] !== "tsv"
    return isJson ? { ...parsed, flags: { ...parsed.flags, json: true } } : parsed
  }
  if (fields !== undefined)
    fail("invalid_input", {
      detail: `The fields are given twice: with --json ${json} and with --fields.`,
      hint: "Leave one of them out.",
    })
  return { ...parsed, flags: { ...parsed.flags, json: true, fields: [json] } }
}
