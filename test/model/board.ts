import type { Board } from "../../src/domain/board/board.ts"
import { isOutdated } from "../../src/domain/board/tasks/is-closed.ts"
import type { Task } from "../../src/domain/board/records.ts"
import { createBook, type Card } from "./book.ts"
import { isLive } from "./leases.ts"

/** The plain model over the tasks as they are: no index, no queue and nothing else that is derived from them is looked at. */
export function bookOf({ tasks, agents, resources }: Board, now: number) {
  return createBook({
    cards: [...tasks.values()].sort((a, b) => a.n - b.n).map(cardOf),
    hands: new Map([...agents.values()].map((agent) => [agent.name.toLowerCase(), agent])),
    places: new Map(
      [...resources.values()].map(({ name, capacity, closed }) => {
        const isClosed = closed !== null && (closed.until ?? Infinity) > now
        return [name, { capacity, closed: isClosed ? closed : null }]
      }),
    ),
    pauses: new Map(
      [...agents.values()].map(({ name, pause }) => [
        name.toLowerCase(),
        pause ? (pause.until ?? Infinity) : 0,
      ]),
    ),
    now,
  })
}

export const id = (n: number) => `T-${n}`
export const numberOf = (id: string) => Number(id.slice(2))

// --- internal ---

function cardOf(task: Task): Card {
  const { fields, lease, work } = task
  return {
    ...{ n: task.n, status: task.status, assignee: task.assignee },
    priority: Number(fields.priority.slice(1)),
    rank: fields.rank,
    ...{ project: fields.project, tags: fields.tags, resources: fields.resources, skills: fields.skills },
    blockedBy: fields.blockedBy.map(numberOf),
    parent: fields.parent === null ? null : numberOf(fields.parent),
    result: fields.result,
    notBefore: fields.notBefore ?? 0,
    restsUntil: task.backoffUntil ?? 0,
    restsFor: task.restsFor,
    held: lease && isLive(lease) ? { ...lease, offered: lease.state === "offered" } : null,
    work: work && {
      landed: work.landed !== null,
      toLand: work.toLand === true,
      freed: work.freed,
      isOutdated: isOutdated(task),
    },
  }
}
