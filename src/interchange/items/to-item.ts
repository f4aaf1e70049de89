import { coreBytes, itemLimits } from "../../domain/wire/imports/import-form.ts"
import type { ImportItem } from "../../domain/wire/imports/import-schemas.ts"
import type { ReadWishes } from "../reader.ts"
import { timeOf } from "../words/times.ts"
import type { FoundTask, DraftCriterion } from "./draft.ts"
import { fitActor, fitCount, fitDuration, fitLine, fitName, fitText, isId, type Fitting } from "./fit.ts"
import { fitPlain } from "./plain-fields.ts"
import { keepMetadata, keepRest } from "./rest.ts"

/** One task within the limits of an item, without its edges; undefined where it has no source to be known by. */
export function toItem(draft: FoundTask, wishes: ReadWishes, fitting: Fitting) {
  const { notes, place } = fitting
  if (!isId(draft.id)) {
    notes.add("skipped", "{task} skipped: its id is empty, too long, or longer than one line", place)
    return undefined
  }
  const rest: (readonly [string, unknown])[] = [...(draft.rest ?? [])]
  const time = (name: (typeof times)[number]) => {
    const text = draft[name]
    const at = text === undefined || text.trim() === "" ? undefined : timeOf(text, name === "dueAt")
    if (text !== undefined && text.trim() !== "" && at === undefined) rest.push([name, text])
    return at
  }
  const eta = fitDuration(draft.eta) ?? timeInFull(draft.eta)
  if (eta === undefined && draft.eta !== undefined) rest.push(["eta", draft.eta])
  const { description, criteria } = textsOf(draft, fitting)
  const [assignee, ...others] = assigneesOf(draft, fitting)
  const project = draft.project || wishes.project
  const item: ItemToKnow = {
    title: titleOf(draft, fitting),
    description,
    assignee,
    reviewer: draft.reviewer && fitName(draft.reviewer, "reviewer", fitting),
    createdBy: draft.createdBy && fitActor(draft.createdBy, "creator", fitting),
    status: draft.status?.status,
    reason:
      draft.status?.status === "blocked"
        ? lineOf(draft.reason, itemLimits.reason, "reason", fitting)
        : undefined,
    priority: draft.priority ?? undefined,
    tags: tagsOf(draft, others, fitting),
    project: lineOf(project, itemLimits.project, "name of a project|names of projects", fitting),
    criteria,
    eta,
    summary: draft.summary && fitText(draft.summary, itemLimits.commentBytes, "summary|summaries", fitting),
    comments: commentsOf(draft, fitting),
    ...Object.fromEntries(times.map((name) => [name, time(name)])),
    ...fitPlain(draft, fitting),
    reflections: reflectionsOf(draft, fitting),
  }
  const own = keepMetadata(draft.metadata, fitting)
  const imported = keepRest(rest, fitting)
  const metadata = imported ? { ...own, imported } : own
  const whole = withoutEmpty({ ...item, metadata })
  if (!isTooLong(whole)) return whole
  notes.add("skipped", "{task} skipped: too long to send", place)
  return undefined
}

// --- internal ---

/** It gets its source when all are read. */
type ItemToKnow = Omit<ImportItem, "source">

/** Not a date alone, which may be anything. */
function timeInFull(text = ""): string | undefined {
  return /^\d{4}-\d\d-\d\dT/.test(text) ? timeOf(text) : undefined
}

const times = ["notBefore", "dueAt", "createdAt", "updatedAt", "startedAt", "finishedAt"] as const

/** Control characters take six bytes each on the way. */
function isTooLong({ comments: _, reflections: __, ...core }: ItemToKnow): boolean {
  return new TextEncoder().encode(JSON.stringify(core)).length > coreBytes
}

function lineOf(text: string | undefined, most: number, what: string, fitting: Fitting) {
  return text === undefined ? undefined : fitLine(text, most, what, fitting)
}

function titleOf({ title = "", id }: FoundTask, fitting: Fitting): string {
  const line = fitLine(title, itemLimits.title, "title", fitting)
  if (line === undefined)
    fitting.notes.add("cut", "{task} without a title: the id is used instead", fitting.place)
  return line ?? id
}

/** Criteria that are too long, or too many, stand in the description. */
function textsOf(draft: FoundTask, fitting: Fitting) {
  const fits = ({ text }: { text: string }) => text.length <= itemLimits.criterion
  const short = (draft.criteria ?? []).filter(fits)
  const criteria = short.slice(0, itemLimits.criteria).map(({ text, standsOn, ...check }) => ({
    text: fitLine(text, itemLimits.criterion, "criterion|criteria", fitting) ?? "?",
    ...(check.isMet && { check: checkOf(check, fitting) }),
    standsOn: lineOf(standsOn, itemLimits.name, "name of a check|names of checks", fitting),
  }))
  const over = [...(draft.criteria ?? []).filter((each) => !fits(each)), ...short.slice(itemLimits.criteria)]
  if (over.length > 0)
    fitting.notes.add(
      "cut",
      "{criterion|criteria} moved to the description: too long, or too many",
      fitting.place,
      over.length,
    )
  const list = over.map(({ text, isMet }) => `- [${isMet ? "x" : " "}] ${text}`).join("\n")
  const parts = [...(draft.sections ?? []), ...(list ? [["More criteria", list] as const] : [])]
  const sections = parts.flatMap(([heading, text = ""]) =>
    text.trim() === "" ? [] : [`## ${heading}\n\n${text.trim()}`],
  )
  const top = draft.description ?? ""
  const text =
    sections.length === 0 ? top : [...(top.trim() ? [top.trimEnd()] : []), ...sections].join("\n\n")
  return { criteria, description: fitText(text, itemLimits.descriptionBytes, "description", fitting) }
}

function checkOf({ by, at, evidence }: Omit<DraftCriterion, "text">, fitting: Fitting) {
  return withoutEmpty({
    by: by && fitActor(by, "name on a criterion|names on criteria", fitting),
    at: at && timeOf(at),
    evidence: lineOf(evidence, itemLimits.evidence, "evidence|pieces of evidence", fitting),
  })
}

/** The first one is the assignee, since a task has one here. The others become tags. */
function assigneesOf({ assignees = [], status }: FoundTask, { notes, place }: Fitting): string[] {
  const names = assignees.flatMap((name) => fitName(name, "assignee", { notes, place }) ?? [])
  if (names.length > 1)
    notes.add(
      "mapped",
      "{additional assignee|additional assignees} of a task → a tag with @",
      place,
      names.length - 1,
    )
  if (status?.isInWork && names.length === 0)
    notes.add("mapped", "{task} in progress without an assignee → unassigned", place)
  return names
}

function tagsOf({ tags = [] }: FoundTask, others: readonly string[], fitting: Fitting): string[] {
  const all = [...tags, ...others.map((name) => `@${name}`)]
  const fitted = all.flatMap((tag) => fitLine(tag, itemLimits.tag, "tag", fitting) ?? [])
  return [...fitCount([...new Set(fitted)], itemLimits.tags, "tag", fitting)]
}

function reflectionsOf({ reflections = [] }: FoundTask, fitting: Fitting) {
  const fitted = reflections.flatMap(({ author = "", at = "", content }) => {
    const text = fitText(content, itemLimits.commentBytes, "reflection", fitting)
    const agent = fitName(author, "author of a reflection|authors of reflections", fitting) ?? "anonymous"
    return text === undefined ? [] : [withoutEmpty({ agent, at: timeOf(at), content: text })]
  })
  return [...fitCount(fitted, itemLimits.reflections, "reflection", fitting)]
}

function commentsOf({ comments = [] }: FoundTask, fitting: Fitting) {
  const fitted = comments.flatMap(({ author = "", at = "", content }) => {
    const text = fitText(content, itemLimits.commentBytes, "comment", fitting)
    if (text === undefined) return []
    const name = fitActor(author, "author of a comment|authors of comments", fitting) ?? "anonymous"
    return [withoutEmpty({ author: name, at: timeOf(at), content: text })]
  })
  return [...fitCount(fitted, itemLimits.comments, "comment", fitting)]
}

function withoutEmpty<T extends object>(item: T): T {
  const filled = Object.entries(item).filter(
    ([, value]) => value != null && value !== "" && !(Array.isArray(value) && value.length === 0),
  )
  return Object.fromEntries(filled) as T
}
