import type { Client } from "../../client/client.ts"
import { fail } from "../../errors.ts"
import type { InputOf } from "../../client/contract.ts"
import type { ShownTask } from "../../terminal/shown/task.ts"
import { printPlan } from "../../domain/wire/plan/write.ts"
import { toTaskId } from "../../terminal/input.ts"
import { isTaskId } from "../../terminal/typed.ts"

/** The plan of a task (`T-7`, `7`) and all below it, or of all tasks of a project. */
export async function planOf(client: Client, named: string): Promise<string> {
  const { tasks, heading } = await readTree(client, named)
  return printPlan(tasks, heading)
}

// --- internal ---

async function readTree(
  client: Client,
  named: string,
): Promise<{ tasks: ShownTask[]; heading: string | undefined }> {
  if (!isTaskId(named)) {
    const tasks = await listAll(client, { project: named })
    if (tasks.length === 0)
      fail("task_not_found", {
        detail: `There is no task in the project ${named}.`,
        hint: "`upnext list --all --project ''` shows the tasks of all projects.",
      })
    return { tasks, heading: undefined }
  }
  const { task } = await client.task.read({ id: toTaskId(named) })
  const tasks = [task]
  // The list grows while it is gone through.
  for (const { id, children } of tasks)
    if (children !== null) tasks.push(...(await listAll(client, { parent: id })))
  return { tasks, heading: task.id }
}

async function listAll(client: Client, filter: InputOf<"task.list">): Promise<ShownTask[]> {
  const tasks: ShownTask[] = []
  let cursor: string | undefined
  do {
    const page = await client.task.list({ ...filter, limit: 500, cursor })
    tasks.push(...page.tasks)
    cursor = page.next ?? undefined
  } while (cursor !== undefined)
  return tasks
}
