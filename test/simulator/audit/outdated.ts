import { same } from "../../model/book.ts"
import type { BoardEvent } from "../../../src/domain/events/index.ts"
import type { Card } from "./cards.ts"

/** The card after an event, which may have ended an attempt: finished by a later one, the work that it has says nothing. */
export function withEnd(before: Card, after: Card, event: BoardEvent): Card {
  const { work } = before
  const end = endOf(before, after, event)
  if (!work || !after.work || !end) return after
  const { epoch = 0, isOver = false } = before.grant ?? {}
  const isLater = epoch > work.epoch || (epoch === work.epoch && isOver)
  return { ...after, work: { ...after.work, isOutdated: end === "completed" && isLater } }
}

// --- internal ---

type End = "completed" | "other"

function endOf(before: Card, after: Card, event: BoardEvent): End | undefined {
  switch (event.type) {
    case "task.completed":
      return "completed"
    case "task.released":
      return "other"
    case "task.reviewed":
      return event.decision === "approve" ? undefined : "other"
    case "lease.expired":
      return before.held?.offered === false ? "other" : undefined
    case "task.moved":
    case "task.put_back":
    case "task.deleted":
    case "task.edited": {
      const worker = workerOf(before)
      if (worker === null || same(worker, workerOf(after))) return undefined
      return event.type === "task.moved" && (event.to === "review" || event.to === "done")
        ? "completed"
        : "other"
    }
    default:
      return undefined
  }
}

const workerOf = ({ status, held, assignee }: Card) =>
  status === "doing" && held?.offered !== true ? assignee : null
