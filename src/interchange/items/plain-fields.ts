import { itemLimits } from "../../domain/wire/imports/import-form.ts"
import { wrongResourceName } from "../../domain/wire/resources/resource-names.ts"
import { choicesOf, mostInLine, rowOf, type TaskField, taskFieldNames } from "../../domain/wire/task-table.ts"
import { timeOf } from "../words/times.ts"
import { fitCount, fitLine, fitName, type Fitting } from "./fit.ts"

/** What these say stands in words of the file, and is read from several places of it. */
const special = [
  ...(["title", "priority", "project", "assignee", "reviewer", "tags", "description", "eta"] as const),
  ...(["done_criteria", "criteriaChecks", "notBefore", "dueAt", "metadata"] as const),
  ...(["blockedBy", "parent", "discoveredFrom"] as const),
] as const

/** The fields whose texts mean the same in a file as here. */
export type PlainField = Exclude<TaskField, (typeof special)[number]>

export const plainFields = taskFieldNames.filter(
  (field): field is PlainField => !special.some((each) => each === field),
)

/** What a file says of each of them. */
export type PlainTexts = { readonly [F in PlainField]?: readonly string[] }

/** What a file says of each plain field. */
export function plainTexts(textsOf: (field: PlainField) => readonly string[]): PlainTexts {
  return Object.fromEntries(plainFields.map((field) => [field, textsOf(field)]))
}

/** The same within the limits of an item. */
export function fitPlain(texts: PlainTexts, fitting: Fitting) {
  return Object.fromEntries(plainFields.map((field) => [field, fitted(field, texts[field] ?? [], fitting)]))
}

// --- internal ---

function fitted(field: PlainField, texts: readonly string[], fitting: Fitting) {
  const { most } = rowOf(field)
  const what = `value of ${field}|values of ${field}`
  const values = [...new Set(texts.flatMap((text) => fitValue(field, text, what, fitting) ?? []))]
  return most === undefined ? values[0] : [...fitCount(values, most, what, fitting)]
}

function fitValue(field: PlainField, text: string, what: string, fitting: Fitting): string | undefined {
  const { of } = rowOf(field)
  if (of === "agent") return fitName(text, what, fitting)
  const choices = choicesOf[of]
  if (of !== "resource" && of !== "time" && !choices)
    return fitLine(text, of === "line" ? mostInLine : itemLimits.name, what, fitting)
  const fits = choices ? choices.includes(text) : isResourceName(text)
  const value = of === "time" ? timeOf(text) : fits ? text : undefined
  if (value === undefined)
    fitting.notes.add("dropped", `{${what}} left out: not a valid value`, fitting.place)
  return value
}

const isResourceName = (text: string): boolean =>
  text.length <= 200 && wrongResourceName(text.trim().replace(/\/$/, "")) === undefined
