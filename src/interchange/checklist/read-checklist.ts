import { toLines, type PlanFault } from "../../domain/wire/plan/lines.ts"
import { itemLimits } from "../../domain/wire/imports/import-form.ts"
import { headingResult } from "../../domain/wire/plan/heading-result.ts"
import { readCriterion } from "../../domain/wire/tasks/criterion-form.ts"
import { taskFieldNames } from "../../domain/wire/task-table.ts"
import { readLimits } from "../bytes/limits.ts"
import { textOf } from "../bytes/text.ts"
import type { DraftCriterion, FoundTask } from "../items/draft.ts"
import { plainTexts } from "../items/plain-fields.ts"
import { stringsOf } from "../kinds/values.ts"
import type { Notes } from "../notes.ts"
import type { GivenFile, ReadWishes } from "../reader.ts"
import { priorityOf } from "../words/priorities.ts"
import { readChecklist, type Checklist } from "./checklist.ts"
import type { ChecklistNode } from "./plan-shape.ts"
import { isLeftOut, planName, planPlaceOf, plansAmong } from "./plan-place.ts"
import { readTodoTxt } from "./todo-txt.ts"

/**
 * Markdown with boxes, such as the plans of spec-kit, Kiro and OpenSpec, and todo.txt.
 *
 * Mapped: headings and items with boxes below them → parents, which close with their last task; a box that is checked → done; the order
 * of a plan with numbers → waits for; `[P]`, `(P)` → side by side; other brackets → tags; files that a task writes → resources; what may be
 * left out → blocked, with the tag `optional`; text → description. Of other lists what `upnext plan` reads. Left behind and named:
 * headings without boxes, archived changes, checklists of the plan itself.
 */
export function* readChecklists(
  files: readonly GivenFile[],
  wishes: ReadWishes,
  notes: Notes,
): Generator<FoundTask> {
  const plans = plansAmong(files)
  for (const { path } of files.filter((file) => !plans.includes(file)))
    notes.add("dropped", "{file} left out: not a plan", path)
  for (const { path, bytes } of plans) {
    const { inside } = planPlaceOf(path) ?? { inside: path }
    if (isLeftOut({ path }, files))
      notes.add("dropped", "{plan} left out: part of an archived change", inside)
    else if (bytes.length > readLimits.documentBytes)
      notes.add("skipped", `{file} skipped: larger than ${readLimits.documentBytes / 1024 / 1024} MiB`, path)
    else if (/\.txt$/i.test(path)) yield* readTodoTxt(textOf(bytes), planName(path), notes)
    else {
      const list = readChecklist(toLines(textOf(bytes)), path, wishes)
      noteAll(list, path, notes)
      yield* toDrafts(list, inside, notes)
    }
  }
}

// --- internal ---

function noteAll(
  { faults, notes: said, nodes, isOrdered, steps }: Checklist,
  path: string,
  notes: Notes,
): void {
  const name = planName(path)
  const at = ({ line }: PlanFault) => `${name === "-" ? "" : `${name} `}line ${line}`
  for (const fault of faults) notes.add("dropped", `{line} read in part: ${fault.message}`, at(fault))
  for (const note of said) notes.add("mapped", `{line}: ${note.message}`, at(note))
  if (isOrdered && steps && steps.steps > 0)
    notes.add(
      "order",
      `{plan} put in order: ${steps.steps} ${steps.steps === 1 ? "step" : "steps"}, at most ${steps.widest} of its tasks in parallel`,
      name,
    )
  for (const { id, isRepeated } of nodes)
    if (isRepeated)
      notes.add("mapped", "{task} with a reused number, so also identified by its text", `${name}#${id}`)
}

function* toDrafts({ nodes, isOrdered }: Checklist, path: string, notes: Notes): Generator<FoundTask> {
  const name = planName(path)
  const idOf = (id: string) => `${name}#${id}`
  const refs = new Map<string, string>()
  for (const { read, id } of nodes) if (read.ref !== undefined) refs.set(`#${read.ref}`, id)
  for (const node of nodes) {
    const { line, parent, waits, read, criteria } = node
    const place = `line ${line} of ${path}`
    const above = parent === undefined ? undefined : nodes[parent]
    for (const ref of read.blockedBy ?? [])
      if (!refs.has(ref))
        notes.add(
          "dropped",
          "{dependency|dependencies} left out: the task is not in these files",
          `${place} → ${ref}`,
        )
    yield {
      ...ownOf(node, isOrdered ? path : undefined),
      ...stateOf(node, notes, place),
      id: idOf(node.id),
      place,
      criteria: criteria.map(({ text, isMet, evidence }): DraftCriterion => {
        const { text: criterion, check: standsOn } = readCriterion(text)
        return { text: criterion, isMet, standsOn, evidence }
      }),
      ...(above && { parent: idOf(above.id) }),
      blockedBy: [...waits, ...(read.blockedBy ?? []).flatMap((ref) => refs.get(ref) ?? [])].map(idOf),
    }
  }
}

/** The fields that the words of a task and its line of JSON name. */
function ownOf(
  { read, more, isOptional, description, indent, hasTasks, criteria }: ChecklistNode,
  plan: string | undefined,
) {
  const { title, assignee, priority, eta, tags = [] } = read
  const written = Object.entries(more).filter(([, value]) => value != null)
  const text = (field: string) => {
    const value = more[field]
    return typeof value === "string" ? value : undefined
  }
  const closes =
    indent === undefined
      ? headingResult({ ...more, description, done_criteria: criteria.map((each) => each.text) }, hasTasks)
      : null
  return {
    ...plainTexts((field) => {
      const value =
        more[field] ?? (field === "result" ? closes : field === "resources" ? read.resources : undefined)
      return Array.isArray(value) ? stringsOf(value) : typeof value === "string" ? [value] : []
    }),
    title: text("title") ?? title,
    description: withPlan(
      [...(title.length > itemLimits.title ? [title] : []), text("description") ?? description]
        .join("\n\n")
        .trim(),
      plan,
    ),
    assignees: [assignee ?? text("assignee") ?? []].flat(),
    reviewer: text("reviewer"),
    priority: priorityOf(priority ?? text("priority") ?? ""),
    project: text("project"),
    eta: eta ?? text("eta"),
    tags: [...tags, ...stringsOf(more["tags"]), ...(isOptional ? ["optional"] : [])],
    notBefore: text("notBefore"),
    dueAt: text("dueAt"),
    metadata: more["metadata"],
    rest: written.filter(([field]) => !taskFieldNames.some((each) => each === field)),
  }
}

function stateOf(
  { isDone, isStruck, isOptional, hasTasks, read }: ChecklistNode,
  notes: Notes,
  place: string,
): Pick<FoundTask, "status" | "reason"> {
  if (isStruck) notes.add("mapped", "{struck-out task} → cancelled", place)
  if (isDone) return { status: { status: isStruck ? "cancelled" : "done" } }
  if (read.status !== undefined && read.status !== "todo")
    notes.add("mapped", `{task} with status "${read.status}" → todo`, place)
  if (!isOptional || hasTasks) return {}
  notes.add("mapped", "{optional task} → blocked, with the tag optional", place)
  return { status: { status: "blocked" }, reason: "Optional in its plan" }
}

/** The rest of a spec stands beside its plan, so its tasks name the plan. */
function withPlan(description: string, plan: string | undefined): string {
  return plan === undefined || plan === "-"
    ? description
    : `${description}${description === "" ? "" : "\n\n"}Plan: ${plan}`
}
