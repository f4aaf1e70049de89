import type { Client } from "../../client/client.ts"

/** A task that an import has brought in. */
export interface SourceTask {
  readonly id: string
  readonly title: string
  readonly status: string
  /** It closes with its children, so no box stands for it alone. */
  readonly isPhase: boolean
}

/** The tasks of a plan by their sources. A plan of a folder below it is another one. */
export async function tasksFrom(client: Client, plan: string): Promise<Map<string, SourceTask>> {
  const found = new Map<string, SourceTask>()
  let cursor: string | undefined
  do {
    const page = await client.task.list({ source: plan, compact: true, limit: 500, cursor })
    for (const { id, title, status, result, ...task } of page.tasks)
      if (task.source?.startsWith(`${plan}#`))
        found.set(task.source, { id, title, status, isPhase: result === "children" })
    cursor = page.next ?? undefined
  } while (cursor !== undefined)
  return found
}
