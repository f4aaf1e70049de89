import type { BoardEvent } from "../../../src/domain/events/index.ts"
import { promise } from "../violation.ts"
import type { Card } from "./cards.ts"
import { same } from "./next.ts"

interface Result {
  readonly epoch: number
  readonly tree: string | null
  readonly isGood: boolean
}

/**
 * Only who is at work on a task says what its checks came to, and in the attempt that is under way. Where a task asks for
 * its checks, it is finished by the holder only when the newest result of each has passed, in this attempt and on the
 * files that the attempt named last. Giving it up first is no way round that.
 */
export function createProofs() {
  const results = new Map<string, ReadonlyMap<string, Result>>()
  /** The files that an attempt named last. */
  const named = new Map<string, string>()
  /** By task: who claimed it last, while it is certain that nobody else was at work since. */
  const last = new Map<string, string>()

  function follow(event: BoardEvent & { task: string }, actor: string | null): void {
    const { type, task } = event
    if (type === "task.claimed") last.set(task, event.agent)
    else if (type === "task.moved" && event.to !== "todo") last.delete(task)
    else if (type === "task.edited" && event.changes.assignee !== undefined) {
      // Who gives it away by hand is still the last who was at work, until somebody claims it.
      if (!same(last.get(task) ?? null, actor)) last.delete(task)
    } else if (unclear.includes(type)) last.delete(task)
  }

  return function check(card: Card, event: BoardEvent & { task: string }, actor: string | null): void {
    const { held, grant } = card
    if (event.type === "task.moved" && (card.status === "todo" || !held) && event.to === "done")
      promise(
        !card.isProven || card.checks.length === 0 || !same(last.get(event.task) ?? null, actor),
        () => `${event.task} was given up by ${actor}, and done without its checks`,
      )
    follow(event, actor)
    if (event.type === "check.reported") {
      const { epoch, by, result } = event
      const isHeld = held?.offered === false && same(held.agent, by) && grant?.epoch === epoch
      const isByHand = card.status === "doing" && held === null && same(card.assignee, by)
      // A check that is red where the work is to land is said by whoever lands it, and proves nothing.
      const isLanding = card.status === "done" && card.work?.epoch === epoch && result.status !== "passed"
      promise(
        isHeld || isByHand || isLanding,
        () => `${by} reported on ${event.task} at ${epoch}, and does not hold it`,
      )
      if (result.tree !== null) named.set(`${event.task}@${epoch}`, result.tree)
      const isGood = result.status === "passed" && !result.isNew
      const own = new Map(results.get(event.task))
      results.set(event.task, own.set(result.check, { epoch, tree: result.tree, isGood }))
    }
    if (event.type !== "task.completed" || !card.isProven || grant?.isOver !== false) return
    const tree = event.tree ?? named.get(`${event.task}@${grant.epoch}`) ?? null
    for (const name of card.checks) {
      const newest = results.get(event.task)?.get(name)
      const counts = newest?.isGood === true && newest.epoch === grant.epoch && newest.tree === tree
      promise(counts, () => `${event.task} was finished without the check ${name}`)
    }
  }
}

// --- internal ---

/** After these somebody else may have been at work, or the work was finished. */
const unclear: readonly string[] = ["task.completed", "task.reviewed", "task.put_back"]
