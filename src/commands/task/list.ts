import type { OutputOf } from "../../client/contract.ts"
import { openStatuses } from "../../domain/wire/enums.ts"
import { fail } from "../../errors.ts"
import { clientCommand } from "../../terminal/client-command.ts"
import type { ClientCall } from "../../terminal/command-shape.ts"
import { isForProgram } from "../../terminal/rows.ts"
import { asTyped, fullTaskId, quote } from "../../terminal/typed.ts"
import { findDeleted } from "./relatives.ts"
import { taskTable, trashTable } from "../../terminal/shown/task-tables.ts"
import { parentsElsewhere, taskTree } from "./tree.ts"

type TaskPage = OutputOf<"task.list">

/** What the text says of the question. JSON is the answer as it is. */
interface ShownAs {
  /** What stands in place of an empty list. */
  readonly nothing?: string
  readonly isTree?: boolean
  readonly isTrash?: boolean
  /** The parents of these tasks that were deleted. */
  readonly deleted?: ReadonlySet<string>
}

export default clientCommand<"task.list", TaskPage & ShownAs>({
  name: "list",
  operation: "task.list",
  summary: "List open tasks, or those that match the flags",
  phrase: "q",
  rename: { q: "search", ids: "id", discoveredFrom: "found-in", updatedSince: "since" },
  omit: ["compact", "excerpt"],
  either: ["ready", "overdue", "stuck"],
  flags: {
    all: {
      kind: "boolean",
      description: "also show tasks that are done or cancelled; --search, --id and --pull do so anyway",
      brief: "also show tasks that are done or cancelled",
    },
    tree: {
      kind: "boolean",
      description: "show each task below its parent; up to 500 tasks, unless --limit is given",
    },
  },
  examples: [
    ["list", "open tasks"],
    ["list login page", "tasks with these words, including finished ones"],
    ["list --status doing,review", "what is in progress or in review"],
    ["list --status done --sort -updated", "finished tasks, the latest first"],
    ["list --sort -updated --since 2h", "tasks changed in the last two hours, the latest first"],
    ["list --assignee unassigned --not-tag docs", "unassigned tasks, except those tagged docs"],
    ["list --tree --all", "all tasks, each below its parent"],
    ["list --parent T-1 --all", "the children of T-1, including finished ones"],
    ["list --assignee me,unassigned", "your tasks and unassigned ones"],
    ["list --trash", "deleted tasks, and until when they can be restored"],
    ["list --ready --project web --format id", "ids of tasks that can be started"],
  ],
  async run(typed) {
    const call = { ...typed, input: withIds(typed.input) }
    const { client, input, flags, words } = call
    if (input.trash === true) return listTrash(call)
    if (words.length > 0) await requireNoFilters(words.join(" "), call.again)
    // Tasks that are chosen by status, id, pull request or search words are shown even if they are closed.
    const isMeant = [input.status, input.ids, input.q, input.pull].some((each) => each !== undefined)
    const isOpenOnly = flags.all !== true && !isMeant
    // Work in progress is ready too, by its field. Somebody who asks what is ready wants to begin something.
    const status =
      input.ready === true ? { status: ["todo" as const] } : isOpenOnly ? { status: [...openStatuses] } : {}
    const isTree = flags.tree === true
    const most = isTree ? { limit: 500 } : {}
    const answer = await client.task.list({
      compact: flags.json !== true,
      ...most,
      ...status,
      ...input,
      ...(isTree ? {} : sortOf(input)),
    })
    if (answer.tasks.length === 0) {
      const { whyNothing } = await (await import("../help-parts.ts")).nothing()
      return { ...answer, ...(await whyNothing(call, isOpenOnly)) }
    }
    if (isForProgram(flags)) return answer
    const moment = input.at === undefined ? {} : { at: input.at }
    const deleted = await findDeleted(client, isTree ? parentsElsewhere(answer.tasks) : [], moment)
    return { ...answer, isTree, deleted }
  },
  print({ tasks, nothing, isTree, isTrash, deleted }) {
    if (nothing !== undefined) return { notice: nothing }
    const shown = isTrash === true ? trashTable(tasks) : taskTable(tasks)
    return isTree === true ? taskTree(tasks, undefined, deleted) : shown
  },
  columns: ["id", "priority", "status", "assignee", "title", "project", "tags", "dueAt", "updatedAt"],
})

// --- internal ---

type ListInput = ClientCall<"task.list">["input"]

/** Words that are all ids name tasks. A bare number stays a word: a search for 404 is one for an error. */
function withIds(given: ListInput): ListInput {
  const { q = "", ...input } = given
  const words = q.split(/[\s,]+/).filter(Boolean)
  if (words.length === 0 || !words.every((word) => /^(?:t-|#)\d+$/i.test(word))) return given
  return { ...input, ids: [...[input.ids ?? []].flat(), ...words.map(fullTaskId)] }
}

/** As `next` has them, unless something else is asked for. A cursor names the order that it belongs to. */
function sortOf({ q, cursor, sort }: ListInput): Pick<ListInput, "sort"> {
  if (sort !== undefined) return { sort }
  if (cursor === undefined) return q === undefined ? { sort: "priority" } : {}
  const order = /\.(-?[a-z]+)$/.exec(cursor)?.[1]
  return order === undefined ? {} : { sort: order as NonNullable<ListInput["sort"]> }
}

/** In other tools `list project:web +bug` filters. Here it would search for these words, and find the wrong tasks. */
async function requireNoFilters(words: string, again: string): Promise<void> {
  const { guesses } = await import("../help-parts.ts")
  const flags = (await guesses()).filtersIn(words.split(/\s+/))
  if (flags === undefined) return
  fail("invalid_input", {
    detail: `Filters are flags: ${JSON.stringify(words)} would be searched for as text.`,
    hint: asTyped(
      `\`upnext list ${flags}${again}\` filters the tasks. \`upnext list --search ${quote(words)}\` searches for the text.`,
    ),
  })
}

async function listTrash({ client, input, flags }: ClientCall<"task.list">): Promise<TaskPage & ShownAs> {
  const answer = await client.task.list({ compact: flags.json !== true, ...input })
  if (isForProgram(flags)) return answer
  return answer.tasks.length === 0
    ? { ...answer, nothing: "The trash is empty." }
    : { ...answer, isTrash: true }
}
