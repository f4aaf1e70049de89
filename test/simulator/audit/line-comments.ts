import type { BoardEvent } from "../../../src/domain/events/index.ts"
import { promise } from "../violation.ts"
import type { Card } from "./cards.ts"
import { same } from "./next.ts"

interface Said {
  readonly comment: string
  readonly author: string
  readonly where: string
}

/**
 * A request for changes gathers the comments on lines that others than its worker posted since the work came into
 * review, or was done without one, and none from before it was finished last.
 */
export function createLineComments() {
  const all = new Map<string, Said[]>()
  /** How many there were when the task came into review, and when its work was finished last. */
  const entered = new Map<string, number>()
  const finished = new Map<string, number>()

  return function check(card: Card, event: BoardEvent & { task: string }): void {
    const said = all.get(event.task) ?? []
    switch (event.type) {
      case "task.commented":
        if (event.place) {
          const { file, line, side } = event.place
          const where = `${file}\n${String(line).padStart(9)}\n${side}`
          all.set(event.task, [...said, { comment: event.comment, author: event.author, where }])
        }
        return
      case "task.completed":
        entered.set(event.task, said.length)
        finished.set(event.task, said.length)
        return
      case "task.moved":
        if ((event.to === "review" || event.to === "done") && card.status !== "review")
          entered.set(event.task, said.length)
        return
      case "task.reviewed": {
        const lines = event.lines ?? []
        const told = () => `the review of ${event.task} gathers ${lines.join(", ") || "nothing"}`
        const byOthers = ({ author }: Said) => !same(card.doneBy ?? card.assignee, author)
        const open = event.decision === "approve" ? [] : said.slice(entered.get(event.task)).filter(byOthers)
        const may = said.slice(finished.get(event.task)).filter(byOthers)
        const lost = open.find(({ comment }) => !lines.includes(comment))
        promise(lost === undefined, () => `${told()}, and not ${lost?.comment ?? ""}`)
        const found = lines.map((id) => may.find(({ comment }) => comment === id))
        promise(!found.includes(undefined), () => `${told()}, some of which is not open`)
        const order = found.map((each) => each?.where)
        promise(
          order.every((each, i) => i === 0 || placeOf(order[i - 1]) <= placeOf(each)),
          () => `${told()} in another order than that of the lines`,
        )
        promise(new Set(lines).size === lines.length, () => `${told()}, one of them twice`)
        return
      }
      default:
    }
  }
}

// --- internal ---

/** Without the side: a line may have comments on both. */
const placeOf = (where = "") => where.slice(0, where.lastIndexOf("\n"))
