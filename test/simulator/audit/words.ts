import type { BoardEvent } from "../../../src/domain/events/index.ts"
import { promise } from "../violation.ts"
import type { Card } from "./cards.ts"
import { numberOf } from "./cards.ts"
import { same } from "./next.ts"

interface Said {
  readonly n: number
  readonly author: string
  readonly isQuestion: boolean
  readonly answers: string | undefined
}

/**
 * What is said to whoever works on a task, and what they ask. A question is answered once; a task that waits for the answer goes
 * on with it, to the one who asked, and with nothing else; and nobody has heard what is no comment on their task.
 */
export function createWords() {
  const said = new Map<string, Said[]>()
  /** Up to which comment the holder of a task has heard. */
  const heard = new Map<string, number>()
  /** By task: the question that it was given back for, and who asked. */
  const parked = new Map<string, { readonly question: string; readonly agent: string }>()
  /** By task: whom an answer has to offer it to next. */
  const due = new Map<string, string>()

  const open = (task: string, id: string) => {
    const all = said.get(task) ?? []
    return (
      all.some(({ n, isQuestion }) => isQuestion && `C-${n}` === id) &&
      all.every(({ answers }) => answers !== id)
    )
  }

  function unheard(task: string, holder: string): readonly string[] {
    const from = heard.get(task) ?? 0
    const others = (said.get(task) ?? []).filter(({ n, author }) => n > from && !same(author, holder))
    return others.map(({ n }) => `C-${n}`)
  }

  function check(card: Card, event: BoardEvent & { task: string }): void {
    const { task, type } = event
    if (card.status !== "blocked") parked.delete(task)
    const asker = due.get(task)
    if (asker !== undefined && type !== "lease.renewed") {
      const offer = type === "task.moved" ? event.offer : undefined
      promise(
        same(offer?.agent, asker),
        () => `${task} is answered, and is not offered to ${asker} but ${type}`,
      )
      due.delete(task)
    } else
      promise(type !== "task.moved" || !event.offer, () => `${task} is offered, and nothing was answered`)
    switch (type) {
      case "task.claimed":
        heard.set(task, said.get(task)?.at(-1)?.n ?? 0)
        break
      case "task.commented": {
        const { answers, author } = event
        promise(
          answers === undefined || open(task, answers),
          () => `${event.comment} answers ${answers} again`,
        )
        const holder = card.held?.offered === false ? card.held.agent : undefined
        const isFirst = same(author, holder) && unheard(task, holder ?? "").length === 0
        const n = numberOf(event.comment)
        said.set(task, [
          ...(said.get(task) ?? []),
          { n, author, isQuestion: event.ask !== undefined, answers },
        ])
        if (isFirst) heard.set(task, n)
        const waits = parked.get(task)
        if (waits && waits.question === answers && card.status === "blocked")
          due.set(task, card.assignee ?? waits.agent)
        break
      }
      case "lease.renewed": {
        const upTo = event.heard
        if (upTo === undefined) break
        const isOwn = said.get(task)?.some(({ n }) => `C-${n}` === upTo) === true
        promise(isOwn, () => `the holder of ${task} has heard ${upTo}, which is no comment on it`)
        heard.set(task, Math.max(heard.get(task) ?? 0, numberOf(upTo)))
        break
      }
      case "task.released": {
        const { waitsFor, agent } = event
        promise(
          waitsFor === undefined || open(task, waitsFor),
          () => `${task} waits for ${waitsFor}, which nobody asks`,
        )
        if (waitsFor !== undefined) parked.set(task, { question: waitsFor, agent })
        break
      }
      default:
    }
  }

  return {
    check,
    /** By task: the comments by others that its holder has not heard, oldest first. */
    unheard(cards: ReadonlyMap<number, Card>): ReadonlyMap<string, readonly string[]> {
      const all = [...said.keys()].flatMap((task): [string, readonly string[]][] => {
        const { held } = cards.get(numberOf(task)) ?? {}
        return held?.offered === false ? [[task, unheard(task, held.agent)]] : []
      })
      return new Map(all)
    },
  }
}
