import type { Client } from "../../client/client.ts"
import { openStatuses } from "../../domain/wire/enums.ts"
import { asTyped } from "../../terminal/typed.ts"
import type { PlanEntry } from "./entries.ts"

/** What to say where open tasks have all titles of a plan: it may have been added before. The newest 500 are looked at. */
export async function sayKnown(
  client: Client,
  entries: readonly PlanEntry[],
  isDryRun: boolean,
): Promise<string[]> {
  const { tasks } = await client.task.list({
    ...{ status: [...openStatuses], sort: "-created", limit: 500, fields: ["title"] },
  })
  const known = new Set(tasks.map(({ title }) => title))
  if (!entries.every(({ task }) => known.has(task.title))) return []
  const way = isDryRun ? "" : asTyped(" `upnext undo` removes the new tasks.")
  return [`Open tasks already have all these titles, so this plan may have been added before.${way}`]
}
