import type { Client } from "../../client/client.ts"
import type { InputOf, OutputOf } from "../../client/contract.ts"
import { line, style } from "../../terminal/output.ts"
import type { ShownTask } from "../../terminal/shown/task.ts"

type RelatedTask = Pick<ShownTask, "id" | "status" | "title">

/** What is known of the parent and the children of a task, and what was found in the work on it, as `show` tells it. */
export interface Relatives {
  /** At most `mostChildren`; absent where there are none. */
  readonly children?: readonly RelatedTask[]
  readonly found?: readonly RelatedTask[]
  readonly isParentDeleted?: true
}

/** The moment of the past that is asked about, if one is. */
export type TaskMoment = Pick<InputOf<"task.list">, "at">

/** Asks the server for the tasks that an answer only names. An older server names none. */
export async function readRelatives(
  client: Client,
  { task, found }: Pick<OutputOf<"task.read">, "task" | "found">,
  moment: TaskMoment = {},
): Promise<Relatives> {
  const list = async (ask: { parent: string } | { ids: string[] }) =>
    (await client.task.list({ ...moment, ...ask, compact: true, limit: mostChildren })).tasks.map(
      ({ id, status, title }) => ({ id, status, title }),
    )
  return {
    ...(task.children && { children: await list({ parent: task.id }) }),
    ...(found && { found: await list({ ids: found }) }),
    ...(task.parent &&
      (await findDeleted(client, [task.parent], moment)).size > 0 && { isParentDeleted: true }),
  }
}

/** Which of these tasks, 500 at most, were deleted since another one named them. Without any it asks nothing. */
export async function findDeleted(
  client: Client,
  ids: readonly string[],
  moment: TaskMoment = {},
): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set()
  const { tasks } = await client.task.list({ ...moment, ids: [...ids], fields: ["id"], limit: ids.length })
  const there = tasks.map(({ id }) => id)
  return new Set(ids.filter((id) => !there.includes(id)))
}

/** One line for each, below a heading; none where there is nothing to list. */
export function relativeLines({ children = [], found = [] }: Relatives, { children: counts }: ShownTask) {
  const more = (counts?.total ?? 0) > mostChildren ? `, the first ${mostChildren}` : ""
  return [...block(`children${more}:`, children), ...block("found in it:", found)]
}

// --- internal ---

const mostChildren = 50

function block(heading: string, tasks: readonly RelatedTask[]): string[] {
  if (tasks.length === 0) return []
  const width = Math.max(...tasks.map(({ id }) => id.length))
  return [
    `  ${style.dim(heading)}`,
    ...tasks.map(
      ({ id, status, title }) => `    ${style.bold(id.padEnd(width))}  ${status.padEnd(9)}  ${line(title)}`,
    ),
  ]
}
