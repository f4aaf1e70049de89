import type { Client } from "../../client/client.ts"
import type { PublicEvent } from "../../domain/events/shown.ts"
import { isSameName } from "../../domain/wire/names.ts"
import type { DigestAttempt, DigestedTask } from "./in-span.ts"

/**
 * The attempts at each task, by its id, newest first. The history of a task is one request, so those of many tasks are
 * read from the events of the board; only what the events do not tell alone is then asked for task by task.
 */
export async function readAttempts(
  client: Client,
  tasks: readonly DigestedTask[],
): Promise<ReadonlyMap<string, readonly DigestAttempt[]>> {
  const known =
    tasks.length > mostByHistory ? await fromEvents(client, tasks) : new Map<string, DigestAttempt[]>()
  const rest = tasks.filter(({ id }) => !known.has(id))
  for (let i = 0; i < rest.length; i += atOnce)
    await Promise.all(
      rest.slice(i, i + atOnce).map(async ({ id }) => {
        const { attempts } = await client.task.history({ id, limit: 1 })
        known.set(id, attempts)
      }),
    )
  return known
}

// --- internal ---

const mostByHistory = 8
const atOnce = 8
/** So many events are read in the time that one history takes. */
const eventsPerHistory = 200
/** How finely the beginning is looked for in the log. */
const points = 200

/** The events that begin or end an attempt. */
const types = [
  ...(["task.created", "task.claimed", "task.released", "task.completed", "lease.expired"] as const),
  ...(["lease.revoked", "task.edited", "task.moved", "task.reviewed", "task.put_back"] as const),
  ...(["task.deleted", "task.restored", "board.imported"] as const),
]

/** Of tasks that were created since the first event that is read. */
async function fromEvents(
  client: Client,
  tasks: readonly DigestedTask[],
): Promise<Map<string, DigestAttempt[]>> {
  const { log } = await client.log.read({ points })
  const last = log.last?.seq ?? 0
  const first = tasks.reduce((least, { createdAt }) => (createdAt < least ? createdAt : least), "9")
  const before = log.points.findLast(({ at }) => at < first)?.seq ?? 0
  const after = Math.max(before, last - tasks.length * eventsPerHistory)
  const folds = new Map<string, AttemptFold>()
  const wanted = new Set(tasks.map(({ id }) => id))
  for await (const event of client.events({ after, type: types, once: true })) {
    // It may have changed any task, and does not say which.
    if (event.type === "board.imported") folds.clear()
    if (event.type === "reset" || event.task === undefined || !wanted.has(event.task)) continue
    if (event.type === "task.created") folds.set(event.task, { attempts: [], isOpen: false })
    const fold = folds.get(event.task)
    if (fold && !takesIn(fold, event)) folds.delete(event.task)
  }
  return new Map([...folds].map(([id, { attempts }]) => [id, attempts]))
}

interface AttemptFold {
  /** Newest first. */
  readonly attempts: DigestAttempt[]
  isOpen: boolean
}

/** False where the event does not tell alone how the attempts go on: the server's history does. */
function takesIn(fold: AttemptFold, { type, at, data, actor }: PublicEvent): boolean {
  const { attempts, isOpen } = fold
  const [last] = attempts
  const agent = typeof data["agent"] === "string" ? data["agent"] : actor
  const isOwn = isSameName(last?.agent ?? null, agent)
  const reason = typeof data["reason"] === "string" ? data["reason"] : null
  const end = (outcome: DigestAttempt["outcome"]) => {
    if (last) attempts[0] = { ...last, endedAt: at, outcome, reason }
    fold.isOpen = false
    return true
  }
  switch (type) {
    case "task.created":
      return data["status"] !== "doing"
    case "task.claimed":
      if (isOpen) return isOwn
      attempts.unshift({ agent, startedAt: at, endedAt: null, outcome: "running", reason: null })
      fold.isOpen = true
      return true
    case "task.released":
      return !isOpen || end(data["failed"] === true ? "failed" : "released")
    case "task.completed":
      if (!isOpen && (last?.outcome !== "expired" || !isOwn)) return true
      return end(data["to"] === "review" ? "review" : "done")
    case "lease.expired":
      return !isOpen || end("expired")
    case "task.edited":
      return !(Array.isArray(data["fields"]) && data["fields"].includes("assignee"))
    case "task.moved":
      return !isOpen && data["to"] !== "doing"
    case "task.reviewed":
      return data["decision"] === "approve" && data["by"] === undefined && !isOpen
    default:
      return !isOpen && type === "lease.revoked"
  }
}
