import type { CallOptions, Client } from "../../client/client.ts"
import type { InputOf, OutputOf } from "../../client/contract.ts"
import { readCriterion } from "../../domain/wire/tasks/criterion-form.ts"
import { flagOf, isListField, type ListField, rowOf, taskFieldNames } from "../../domain/wire/task-table.ts"
import { fail, UpnextError } from "../../errors.ts"
import { toKebab } from "../../terminal/find-flag.ts"
import { line } from "../../terminal/output.ts"

import type { EditOutcome } from "./edit-several.ts"

type EditWish = InputOf<"task.edit">
type EditedTask = OutputOf<"task.edit">["task"]

/** How often the edit is repeated when somebody else changes the task in between. */
const mostTries = 10

/** The lists of a task that can be changed by their parts: `+a` adds one, `-b` takes one away. */
const lists = taskFieldNames.filter(isListField)

/**
 * The lists that this input changes and does not replace, as their flags say; what comes by --data replaces.
 * @throws invalid_input if only some parts of a list are changes
 */
export function changedLists(input: EditWish, flags: Readonly<Record<string, unknown>>): ListField[] {
  const fields = lists.filter((field) => flags[flagName(field)] !== undefined)
  return fields.filter((field) => isChange(field, input[field] ?? []))
}

/**
 * Edits a task by the changes of lists in `input`. It reads the task and edits that version of it, so what somebody else adds
 * at the same moment is not lost.
 */
export async function editLists(
  client: Client,
  input: EditWish,
  changed: readonly ListField[],
  options: CallOptions,
): Promise<EditOutcome> {
  for (let tries = 1; ; tries += 1) {
    const { task } = await client.task.read({ id: input.id })
    const whole = changed.map((field) => [field, apply(task, field, input[field] ?? [])])
    try {
      const bound = changed.includes("done_criteria") ? boundBy(task, input.done_criteria ?? []) : {}
      const edit = { ...input, ...(Object.fromEntries(whole) as Partial<EditWish>), ...bound }
      const answer = await client.task.edit(edit, { ifVersion: task.version, ...options })
      return { ...answer, before: task }
    } catch (error) {
      const isRace = error instanceof UpnextError && error.code === "version_mismatch"
      if (!isRace || options.ifVersion !== undefined || tries === mostTries) throw error
    }
  }
}

// --- internal ---

const flagName = (field: ListField): string => flagOf[field] ?? toKebab(field)

function isChange(field: ListField, parts: readonly string[]): boolean {
  const flag = flagName(field)
  const signed = parts.filter((part) => /^[+-]/.test(part))
  if (signed.length === 0) return false
  const other = parts.find((part) => !signed.includes(part))
  if (other !== undefined)
    fail("invalid_input", {
      detail: `--${flag} ${other} replaces the whole list, but --${flag} ${signed[0] ?? ""} changes it.`,
      hint: `Write +${other} to add it, or leave out every + and -.`,
    })
  const empty = signed.find((part) => part.length === 1)
  if (empty !== undefined)
    fail("invalid_input", {
      detail: `--${flag} ${empty} has no value.`,
      hint: "Write the value to add after the +, or the value to remove after the -.",
    })
  return true
}

function apply(task: EditedTask, field: ListField, parts: readonly string[]): string[] {
  const whole = new Set(task[field])
  for (const part of parts) {
    const rest = part.slice(1)
    if (part.startsWith("+")) whole.add(field === "done_criteria" ? readCriterion(rest).text : rest)
    else whole.delete(field === "done_criteria" ? criterionOf(task, rest) : spelt(field, whole, rest))
  }
  return [...whole]
}

/** The case of names of agents does not matter. */
function spelt(field: ListField, values: ReadonlySet<string>, wanted: string): string {
  const isSame = (value: string) => value.toLowerCase() === wanted.toLowerCase()
  return rowOf(field).of === "agent" ? ([...values].find(isSame) ?? wanted) : wanted
}

/** The checks that criteria stand on, where one that is added names its own: `+tests pass (check: test)`. */
function boundBy({ criteriaChecks = {} }: EditedTask, parts: readonly string[]): Partial<EditWish> {
  const added = parts.filter((part) => part.startsWith("+")).map((part) => readCriterion(part.slice(1)))
  const bound = added.flatMap(({ text, check }) => (check === undefined ? [] : [[text, check] as const]))
  if (bound.length === 0) return {}
  const gone = parts.filter((part) => part.startsWith("-")).map((part) => part.slice(1))
  const kept = Object.entries(criteriaChecks).filter(([text]) => !gone.includes(text))
  return { criteriaChecks: Object.fromEntries([...kept, ...bound]) }
}

/** A criterion by its text or its number. One that is not there is a slip, while a tag that is not there is as wanted. */
function criterionOf({ id, done_criteria: criteria = [] }: EditedTask, named: string): string {
  if (criteria.includes(named)) return named
  const found = /^\d+$/.test(named) ? criteria[Number(named) - 1] : undefined
  return (
    found ??
    fail("invalid_input", {
      detail: `${id} has no criterion ${line(named)}.`,
      hint: `\`upnext show ${id}\` shows its criteria. To replace all of them with one that begins with -, use --data.`,
    })
  )
}
