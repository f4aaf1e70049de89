import type { Client } from "../../client/client.ts"
import { numberOf } from "../../domain/wire/names.ts"
import type { AttemptRecord } from "../../repository/attempt-record.ts"
import type { OutputOf } from "../../client/contract.ts"

export type WorkToLand = NonNullable<OutputOf<"task.read">["task"]["work"]>

export interface Landable {
  /** In the order in which they were finished or approved. */
  readonly ids: readonly string[]
  /** Done too, but their work is not here. */
  readonly elsewhere: readonly { readonly id: string; readonly work: WorkToLand }[]
  /** Done in a tree here, and nothing of it was reported. */
  readonly unreported: readonly { readonly id: string; readonly path: string }[]
}

/** All that is done and has not landed. */
export async function findLandable(
  client: Pick<Client, "task">,
  {
    project,
    isHere,
    trees,
  }: {
    project: string | undefined
    isHere: (work: Pick<WorkToLand, "branch" | "commit">) => Promise<boolean>
    trees: readonly Pick<AttemptRecord, "task" | "createdAt" | "path">[]
  },
): Promise<Landable> {
  const unreported: { id: string; path: string }[] = []
  const found: { id: string; at: string; work: WorkToLand }[] = []
  let cursor: string | null | undefined
  do {
    const page = await client.task.list({
      ...{ status: ["done"], fields: ["id", "createdAt", "finishedAt", "work"], limit: 500 },
      ...(project !== undefined && { project }),
      ...(cursor && { cursor }),
    })
    for (const { id, createdAt, finishedAt, work } of page.tasks) {
      if (work && !work.landed && !work.outdated) found.push({ id, at: finishedAt ?? "", work })
      const tree = trees.find((each) => `T-${each.task}` === id && each.createdAt === createdAt)
      if (!work && tree) unreported.push({ id, path: tree.path })
    }
    cursor = page.next
  } while (cursor)
  found.sort((a, b) => (a.at === b.at ? numberOf(a.id) - numberOf(b.id) : a.at < b.at ? -1 : 1))
  const ids: string[] = []
  const elsewhere: { id: string; work: WorkToLand }[] = []
  for (const { id, work } of found) {
    if (await isHere(work)) ids.push(id)
    else elsewhere.push({ id, work })
  }
  return { ids, elsewhere, unreported }
}

// --- internal ---
