import * as z from "zod"
import { mostAtOnce, refForm } from "./batch-form.ts"
import { isObject } from "../metadata.ts"
import { isRef, taskNumber } from "../names.ts"
import { MetCriteria } from "../schemas.ts"
import { creatable } from "./task-fields.ts"

const Ref = z
  .string({ error: "expected a local name" })
  .regex(refForm, "must be 1 to 64 letters, digits, dots, dashes or underscores, the first a letter or digit")
  .describe("a name by which other tasks in this request refer to this task, as `#name`")

const idOrRef = "expected a task id such as T-7, or #name for a task in this request"

/** `T-7`, or `#name` for the task of the same request that has this name as its `ref`. */
const TaskIdOrRef = z
  .string({ error: idOrRef })
  .trim()
  .refine((text) => isRef(text) || taskNumber(text) !== undefined, idOrRef)
  .transform((text) => (isRef(text) ? text : text.toUpperCase()))
  .describe("task id, or `#name` of a task in this request")

const Item = z.strictObject({
  ref: Ref.nullish(),
  ...creatable,
  met: MetCriteria.nullish().describe("criteria that are already met: the sender checks them off"),
  blockedBy: TaskIdOrRef.array()
    .max(100, "must have at most 100 ids")
    .nullish()
    .describe("the tasks that must be done first: ids, or `#name` for tasks in this request"),
  parent: TaskIdOrRef.nullish().describe("the task's parent: an id, or `#name`"),
  discoveredFrom: TaskIdOrRef.nullish().describe(
    "the task being worked on when this one was found: its id, or `#name`",
  ),
})
export type BatchItem = z.output<typeof Item>

// Runs even if a task has other faults, so that the caller learns about all faults at once.
const refCheck = z.check<unknown[]>(({ value, issues }) => {
  const refs = new Map<unknown, number>()
  value.forEach((item, i) => {
    const { ref } = toRecord(item)
    if (typeof ref !== "string") return
    const first = refs.get(ref)
    if (first === undefined) refs.set(ref, i)
    else
      issues.push({
        code: "custom",
        input: ref,
        path: [i, "ref"],
        message: `is also the name of tasks.${first}; a name must be unique`,
      })
  })
  value.forEach((item, i) => {
    for (const { path, named } of refsIn(toRecord(item)))
      if (!refs.has(named.slice(1)))
        issues.push({
          code: "custom",
          input: named,
          path: [i, ...path],
          message: `no task in this request is named ${named}`,
          params: { known: [...refs.keys()].map((ref) => `#${String(ref)}`) },
        })
  })
})
refCheck._zod.def.when = ({ value }) => Array.isArray(value) && value.length <= mostAtOnce

/** New tasks that may name each other, in any order. */
export const Batch = Item.array()
  .min(1, "must contain a task")
  .max(mostAtOnce, `must have at most ${mostAtOnce} tasks`)
  .check(refCheck)
  .describe(`the tasks, at most ${mostAtOnce}; each has the fields of a single new task, and \`ref\``)

// --- internal ---

function toRecord(item: unknown): Readonly<Record<string, unknown>> {
  return isObject(item) ? item : {}
}

/** Where an item refers to tasks of its request. The item may have other faults. */
function refsIn({ blockedBy, parent, discoveredFrom }: Readonly<Record<string, unknown>>) {
  const refs: { readonly path: readonly (string | number)[]; readonly named: string }[] = []
  const look = (named: unknown, ...path: (string | number)[]) => {
    if (typeof named === "string" && isRef(named.trim())) refs.push({ path, named: named.trim() })
  }
  if (Array.isArray(blockedBy)) blockedBy.forEach((named: unknown, i) => look(named, "blockedBy", i))
  look(parent, "parent")
  look(discoveredFrom, "discoveredFrom")
  return refs
}
