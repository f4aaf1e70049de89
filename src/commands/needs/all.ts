import type { Client } from "../../client/client.ts"
import type { OutputOf } from "../../client/contract.ts"
import { isSameName, nameKey } from "../../domain/wire/names.ts"
import { pickFields } from "../../domain/wire/pick-fields.ts"
import { nearest } from "../../nearest.ts"
import { needKey } from "../../domain/wire/tasks/need-words.ts"

type ServedNeed = OutputOf<"needs.list">["needs"][number]

/** `for`, where everybody's needs are shown: who must act; null: anyone can. */
export type ShownNeed = ServedNeed & {
  readonly for?: string | null
  /** The agent that may be meant, where no agent has the name of the assignee. */
  readonly meant?: string | undefined
}

/** Without `total` these are everybody's needs. */
export interface NeedsAnswer {
  readonly needs: readonly ShownNeed[]
  readonly total?: number
  readonly late?: readonly ServedNeed[]
}

/** Adds to each task that no agent can do the known name that is near its assignee's. */
export async function withMeant(client: Client, needs: readonly ShownNeed[]): Promise<ShownNeed[]> {
  const isUnable = ({ why }: ShownNeed) => why === "no_one_can"
  if (!needs.some(isUnable)) return [...needs]
  const { agents } = await client.agent.list({ limit: 500, fields: ["name"] })
  const meantBy = (assignee: string) =>
    nearest(
      assignee,
      agents.map(({ name }) => name).filter((name) => !isSameName(name, assignee)),
    )
  return needs.map((need) => (isUnable(need) ? { ...need, meant: meantBy(need.task.assignee) } : need))
}

/**
 * What waits for anyone, then what waits for somebody: the reviews first, then unread comments and news.
 * @param fields of each need and of its task: only these
 */
export async function readAllNeeds(client: Client, fields?: readonly string[]): Promise<NeedsAnswer> {
  // The server refuses a name that it does not know.
  if (fields !== undefined) await client.needs.list({ limit: 1, fields: [...fields] })
  const { needs } = await client.needs.list({ limit: 500 })
  const { tasks } = await client.task.list({ status: ["review"], compact: true, limit: 500 })
  const { agents } = await client.agent.list({ limit: 500, fields: ["name", "unread"] })
  const readers = agents.filter(({ unread }) => unread > 0).map(({ name }) => name)
  const reviewers = tasks.flatMap(({ reviewer }) => reviewer ?? [])
  const names = new Map([...readers, ...reviewers].map((name) => [nameKey(name), name]))
  const ofAnyone = new Set(needs.map(needKey))
  const own: ShownNeed[] = []
  for (const name of names.values()) {
    const theirs = (await client.needs.list({ agent: name, limit: 500 })).needs
    const isTheirs = (need: ServedNeed) =>
      need.why === "review" ? isSameName(need.task.reviewer, name) : !ofAnyone.has(needKey(need))
    own.push(...theirs.filter(isTheirs).map((need) => ({ ...need, for: name })))
  }
  const reviews = own.filter(({ why }) => why === "review")
  const known = new Set(reviews.map(({ task }) => task.id))
  const anyone = needs
    .filter(({ task }) => !known.has(task.id))
    .map((need) => ({ ...need, for: need.question === undefined ? null : (need.task.question?.to ?? null) }))
  const all = [...anyone, ...reviews, ...own.filter(({ why }) => why !== "review")]
  const chosen = fields?.flatMap((each) => each.split(","))
  return { needs: chosen === undefined ? all : all.map((need) => pickOf(need, chosen)) }
}

// --- internal ---

const optional = ["question", "choices"]

const pickOf = (need: ShownNeed, names: readonly string[]) =>
  pickFields(
    need,
    names.map((name) => (name in need || optional.includes(name) ? name : `task.${name}`)),
  ) as ShownNeed
