import { workersTree } from "../check-wishes.ts"
import type { BoardEvent } from "../../../src/domain/events/index.ts"
import { promise } from "../violation.ts"
import type { Card } from "./cards.ts"
import { createProofs } from "./checks.ts"
import { createLineComments } from "./line-comments.ts"
import { createWords } from "./words.ts"
import { isReadyAt, same, type Moment } from "./next.ts"

interface Present {
  /** The board before the event. */
  readonly moment: Moment
  readonly now: number
  readonly actor: string | null
}

/** What may happen to a task, by the rules as docs/rules.md says them. */
export function createJudge() {
  const claims = new Map<string, number>()
  const epochs = new Map<number, number>()
  const checkLines = createLineComments()
  const words = createWords()
  const checkProofs = createProofs()
  let comments = 0

  /** Whether this may happen to the task now. */
  function check(card: Card, event: BoardEvent & { task: string }, { moment, now, actor }: Present): void {
    checkLines(card, event)
    words.check(card, event)
    checkProofs(card, event, actor)
    const told = `${event.type} on ${event.task} in ${card.status} of ${card.assignee ?? "nobody"}`
    switch (event.type) {
      case "task.claimed": {
        const isFree = card.status === "todo" && (card.assignee === null || same(card.assignee, event.agent))
        promise(
          isFree || (card.status === "doing" && same(card.assignee, event.agent)),
          () => `${told}: two holders`,
        )
        promise(isReadyAt(moment, card, now), () => `${told}, which is not ready`)
        promise(event.epoch > (epochs.get(card.n) ?? -1), () => `${told}: the epoch ${event.epoch} again`)
        promise(
          event.until === null || event.until > now,
          () => `${told}: the lease has ended before it begins`,
        )
        epochs.set(card.n, event.epoch)
        claims.set(`${event.task}@${event.epoch}`, moment.seq + 1)
        return
      }
      case "lease.expired": {
        const { until } = card.held ?? { until: null }
        return promise(until !== null && until <= now, () => `${told} before its time`)
      }
      case "lease.renewed":
        return promise(card.held?.offered === false, () => `${told}: there is no lease`)
      case "task.completed": {
        const isTheirs = same(card.assignee, event.agent) || same(card.grant?.agent, event.agent)
        const isLate = !card.held && card.grant?.isOver === false
        promise(isTheirs && (card.status === "doing" || isLate), () => `${told} by ${event.agent}`)
        const isLeft = card.grant?.isOver === false && card.grant.isWorkers && event.tree !== workersTree
        return promise(!isLeft, () => `${told} by ${event.agent}, and not by the worker that claimed it`)
      }
      case "task.released":
        return promise(
          card.status === "doing" && same(card.assignee, event.agent),
          () => `${told} by ${event.agent}`,
        )
      case "task.reviewed": {
        const isOwn = same(card.doneBy ?? card.assignee, event.reviewer)
        if (event.by === "land")
          return promise(
            (card.status === "done" || (card.status === "review" && card.work?.sent === "review")) &&
              card.work?.landed === false &&
              event.decision === "request_changes",
            () => `${told}, which could not land`,
          )
        return promise(card.status === "review" && !isOwn, () => `${told} by ${event.reviewer}`)
      }
      case "work.reported": {
        const isTheirs = same(card.assignee, event.agent) || same(card.grant?.agent, event.agent)
        const isLate = !card.held && card.grant?.isOver === false
        return promise(isTheirs && (card.status === "doing" || isLate), () => `${told} by ${event.agent}`)
      }
      case "usage.told":
        return promise(
          event.said !== undefined || claims.has(`${event.task}@${event.epoch}`),
          () => `${told}: nobody has claimed attempt ${event.epoch}`,
        )
      case "work.landed":
        return promise(
          card.status === "done" && card.work?.landed === false && card.work.epoch === event.epoch,
          () => `${told} of attempt ${event.epoch}`,
        )
      case "pull.changed": {
        const { work, status, held } = card
        promise(
          work?.landed === false && work.epoch === event.epoch,
          () => `${told} of attempt ${event.epoch}`,
        )
        const isBack = (status === "todo" || status === "blocked") && !held && work.sent === event.to
        return promise(event.to === undefined || isBack, () => `${told} to ${event.to ?? ""}`)
      }
      case "task.moved":
        return promise(
          event.to === card.status || arrows[card.status]?.includes(event.to) === true,
          () => `${told} to ${event.to}`,
        )
      case "task.commented":
        comments++
        return promise(
          event.comment === `C-${comments}`,
          () => `${event.comment} where C-${comments} was due`,
        )
      default:
    }
  }

  return {
    check,
    unheard: words.unheard,
    /** The seq of a claim. */
    claim: (task: string, epoch: number): number | undefined => claims.get(`${task}@${epoch}`),
  }
}

// --- internal ---

const arrows: Record<string, readonly string[]> = {
  todo: ["doing", "blocked", "done", "cancelled"],
  doing: ["todo", "review", "done", "blocked", "cancelled"],
  blocked: ["todo", "doing", "cancelled"],
  review: ["doing", "done", "cancelled"],
  done: ["todo"],
  cancelled: ["todo"],
}
