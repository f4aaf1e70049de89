import type { Client } from "../../client/client.ts"
import type { InputOf, OutputOf } from "../../client/contract.ts"
import { line, style } from "../../terminal/output.ts"
import type { ShownTask } from "./render.ts"

type RelatedTask = Pick<ShownTask, "id" | "status" | "title">

/** The children of a task, and what was found in the work on it, as `task show` lists them. */
export interface Relatives {
  /** At most `mostChildren`; absent where there are none. */
  readonly children?: readonly RelatedTask[]
  readonly found?: readonly RelatedTask[]
}

/** Asks the server for the tasks that an answer only names. An older server names none. */
export async function readRelatives(
  client: Client,
  { task, found }: Pick<OutputOf<"task.read">, "task" | "found">,
  moment: Pick<InputOf<"task.list">, "at"> = {},
): Promise<Relatives> {
  const list = async (ask: { parent: string } | { ids: string[] }) =>
    (await client.task.list({ ...moment, ...ask, compact: true, limit: mostChildren })).tasks.map(
      ({ id, status, title }) => ({ id, status, title }),
    )
  return {
    ...(task.children && { children: await list({ parent: task.id }) }),
    ...(found && { found: await list({ ids: found }) }),
  }
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
