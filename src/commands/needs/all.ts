import type { Client } from "../../client/client.ts"
import type { OutputOf } from "../../client/contract.ts"
import { isSameName } from "../../domain/wire/names.ts"

type ServedNeed = OutputOf<"needs.list">["needs"][number]

/** `for`, where everybody's needs are shown: who must act; null: anyone can. */
export type ShownNeed = ServedNeed & { readonly for?: string | null }

/** Without `total` these are everybody's needs. */
export interface NeedsAnswer {
  readonly needs: readonly ShownNeed[]
  readonly total?: number
}

/** What waits for anyone, then the reviews that wait for somebody, by the reviewer. */
export async function readAllNeeds(client: Client): Promise<NeedsAnswer> {
  const { needs } = await client.needs.list({ limit: 500 })
  const { tasks } = await client.task.list({ status: ["review"], compact: true, limit: 500 })
  const reviewers = new Set(tasks.flatMap(({ reviewer }) => reviewer ?? []))
  const own: ShownNeed[] = []
  for (const name of reviewers) {
    const theirs = (await client.needs.list({ agent: name, limit: 500 })).needs
    const reviews = theirs.filter(({ task, why }) => why === "review" && isSameName(task.reviewer, name))
    own.push(...reviews.map((need) => ({ ...need, for: name })))
  }
  const known = new Set(own.map(({ task }) => task.id))
  const anyone = needs
    .filter(({ task }) => !known.has(task.id))
    .map((need) => ({ ...need, for: need.question === undefined ? null : (need.task.question?.to ?? null) }))
  return { needs: [...anyone, ...own] }
}
