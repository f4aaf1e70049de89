import type { InputOf, OutputOf } from "../../client/contract.ts"
import { criteriaFields } from "../../domain/wire/tasks/criterion-form.ts"
import { flagOf, isListField, rowOf, type TaskField, taskFieldNames } from "../../domain/wire/task-table.ts"
import { fail } from "../../errors.ts"
import { clientCommand } from "../../terminal/client-command.ts"
import { line, style } from "../../terminal/output.ts"
import { changedLists, editLists } from "./edit-lists.ts"
import { editSeveral, type EditOutcome, type PlaceField } from "./edit-several.ts"
import { commentAdded, type GivenFields, givenOf } from "./given.ts"
import { openChildrenLeft, ownReviewLine, taskLine, textOf, timesOf } from "../../terminal/shown/task.ts"
import { unmetLines } from "../../terminal/shown/task-checks.ts"
import { cutTo } from "../../terminal/width.ts"

type EditAnswer = EditOutcome &
  GivenFields & {
    /** The criteria that were met and are none any more. */
    readonly dropped?: readonly string[]
  }
/** An editor was closed with the task as it was. */
type LeftAsItWas = { readonly unchanged: string }

export default clientCommand<"task.edit", EditAnswer | LeftAsItWas>({
  name: "edit",
  operation: "task.edit",
  positionals: ["id..."],
  rename: { ...flagOf, reflection: "lesson" },
  omit: ["criteriaChecks", "criteria"],
  flags: {
    editor: {
      kind: "boolean",
      short: "e",
      description: "edit the task as Markdown, with its fields at the top, in VISUAL or EDITOR",
    },
    "if-version": { kind: "number", description: "only if the task still has this version" },
  },
  examples: [
    ["edit T-1 --priority P0 --assignee ann", "fields without a flag stay as they are"],
    ["edit T-1 --tag +urgent --tag -later", "change a list; without + or -, it is replaced"],
    ['edit T-1 --status blocked --reason "waits for the key"', "move it"],
    [
      'edit T-1 --criterion "+tests pass" --criterion -2',
      "add a criterion and remove one, by text or number",
    ],
    ["edit T-2 --parent T-1", "make it a child of T-1, which waits for all its children"],
    ['edit T-1 --reviewer ""', "an empty value clears the field"],
    ["edit T-1 -e", "in your editor; your changes are sent when you close it"],
    ["edit T-1 T-2 --priority P1", "several tasks in one step; one undo reverts them all"],
    [
      "list --tag ui --format id | xargs upnext edit --priority P1",
      "edit the tasks that a list finds; only `list` has filters",
    ],
  ],
  about: [
    "Several tasks are changed in one step, up to 500 per request. If some tasks cannot be changed, they are listed with the reason, the others are changed, and the exit status is 1. Each task is changed separately if --tag or --criterion both adds and removes values, or if criteria are replaced.",
  ],
  async run({ client, input, flags }) {
    const { "if-version": version, json, editor } = flags
    if (editor === true) {
      const { id, leaseToken, session: _, ...others } = input
      if (Object.keys(others).length > 0)
        fail("invalid_input", {
          detail: `--editor opens all fields for editing, so it cannot be combined with ${Object.keys(others).join(", ")}.`,
          hint: "Leave one of them out.",
        })
      const parts = await import("../editor-parts.ts")
      const { editDocument } = await parts.editor()
      const own = { id, ...(leaseToken !== undefined && { leaseToken }) }
      const known = typeof version === "number" ? version : undefined
      const edited = await editDocument({ client, input: own, ifVersion: known, isJson: json === true })
      return edited.answer ?? { unchanged: edited.id }
    }
    requireChange(input)
    const ifVersion = typeof version === "number" ? { ifVersion: version } : {}
    const given = givenOf(input, flags)
    const changed = changedLists(input, flags)
    if (changed.length > 0) {
      const { before, ...answer } = await editLists(client, input, changed, ifVersion)
      return { ...answer, ...(json !== true && before && { before }), ...given }
    }
    const written = input.done_criteria && criteriaFields(input.done_criteria)
    const isSaid = json !== true && comparedIn(input).length > 0
    const isBound = written?.criteriaChecks !== undefined
    const before = isSaid || isBound ? (await client.task.read({ id: input.id })).task : undefined
    const answer = await client.task.edit(
      { ...input, ...written, ...(before && isBound && boundBeside(before, written)) },
      ifVersion,
    )
    if (!before || !isSaid) return { ...answer, ...given }
    if (input.done_criteria === undefined) return { ...answer, ...given, before }
    const met = before.criteria?.flatMap(({ text, check }) => (check ? [text] : [])) ?? []
    return {
      ...answer,
      ...given,
      before,
      dropped: met.filter((text) => answer.task.done_criteria?.includes(text) !== true),
    }
  },
  runSeveral({ client, input, flags }, ids) {
    requireChange(input)
    const isPlain = changedLists(input, flags).length === 0 && input.done_criteria === undefined
    if (!isPlain || input.leaseToken !== undefined) return undefined
    const lists = flags.json === true ? [] : comparedIn(input)
    return editSeveral(client, input, ids, lists).then((answerFor) => async (id) => ({
      ...(await answerFor(id)),
      ...givenOf(input, flags),
    }))
  },
  print(edited, again) {
    if (!("task" in edited)) return `Nothing was changed in ${edited.unchanged}.`
    const { dropped = [], ...answer } = edited
    const { task, unchanged, before } = answer
    const moved = places.map((field) => oldAndNew(before?.[field], task[field]).join(" ")).join(", ")
    const now = `(${moved}, version ${task.version}${timesOf(task)})`
    const what = unchanged ? "is unchanged" : ["is changed", fieldsNow(answer)].filter(Boolean).join(": ")
    const change = `${what}${commentAdded(answer)} ${now}`
    const lost = dropped.map((text) => `\n  ${style.yellow("removed, although met:")} ${line(text)}`)
    const isAbout = ["status", "done_criteria"].some((field) => answer.given?.includes(field))
    const unmet = isAbout && task.status === "done" ? (task.criteria ?? []).filter(({ check }) => !check) : []
    const texts = unmet.map(({ text }) => text)
    const left = unmetLines(task, texts, again).map((each) => `\n${each}`)
    return (
      taskLine(task, change) + [...lost, ...left].join("") + (openChildrenLeft(answer) || ownReviewLine(task))
    )
  },
  id: (edited) => ("task" in edited ? edited.task.id : edited.unchanged),
})

// --- internal ---

/** The values of the other fields that were given: `tags ui → ui, urgent; reviewer none`. Empty if there are none. */
function fieldsNow({ task, given = [], before = {} }: EditAnswer): string {
  return taskFieldNames
    .filter((field) => given.includes(field) && !saidBeside.includes(field))
    .map((field) => {
      const now = valueText(field, task[field])
      const old = isListField(field) && before[field] ? valueText(field, before[field]) : now
      return [rowOf(field).label.toLowerCase(), ...oldAndNew(old, now)].filter(Boolean).join(" ")
    })
    .join("; ")
}

/** Empty for a value that the answer leaves out. */
function valueText(field: TaskField, value: unknown): string {
  const isNone = value === null || value === "" || (Array.isArray(value) && value.length === 0)
  return isNone ? "none" : cutTo(textOf(field, value), 40)
}

/** `todo → doing`, or what stayed. */
const oldAndNew = (old: string | undefined, now: string) =>
  old === undefined || old === now ? [now] : [old, "→", now]

const places: readonly PlaceField[] = ["status", "priority"]

const comparedIn = (input: object) =>
  [...taskFieldNames.filter(isListField), ...places].filter((field) => field in input)

const saidBeside: readonly TaskField[] = ["title", "priority", "notBefore", "dueAt"]

/** What criteria that stay stand on stays, too. */
function boundBeside(
  { criteriaChecks = {} }: OutputOf<"task.read">["task"],
  { done_criteria, criteriaChecks: more }: ReturnType<typeof criteriaFields>,
) {
  const kept = Object.entries(criteriaChecks).filter(([text]) => done_criteria.includes(text))
  return { criteriaChecks: { ...Object.fromEntries(kept), ...more } }
}

function requireChange(input: InputOf<"task.edit">): void {
  if (Object.keys(input).length >= 2) return
  fail("invalid_input", {
    detail: "Nothing to change.",
    hint: `\`upnext edit ${input.id} --editor\` opens the task in your editor; \`upnext edit --help\` shows what can be changed.`,
  })
}
