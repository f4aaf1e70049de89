import type { Audit } from "./audit.ts"
import { linesOf } from "./world.ts"

/** As the server has it by default. */
const mostAttempts = 3
const mostRounds = 2

/** A task that waits for another one begins only once that has landed, where the board says so. */
export function auditOrder({ world, tasks, broken }: Audit, seen: Map<string, number>): void {
  for (const { name, started } of world.clones) {
    const all = linesOf(started)
    const fresh = all.slice(seen.get(name) ?? 0)
    seen.set(name, all.length)
    const counted = new Map<string, number>()
    for (const each of fresh) {
      counted.set(each, (counted.get(each) ?? 0) + 1)
      const begun = tasks.find(({ board, own }) => each === `${board.url} ${own.id}`)
      if (!begun) {
        broken(`${name}: a command began for a task that nobody made: ${each}`)
        continue
      }
      const { board, own } = begun
      for (const before of tasks.filter(
        (task) => task.board === board && own.blockedBy.includes(task.own.id),
      )) {
        const { status, work } = before.shown
        const hasLanded = !work || work.landed !== null || work.files === 0 || work.base === null
        // Where it need not have landed, it may have come back from its landing since.
        const wasDone = board.edges === "done" && work !== undefined
        if (status !== "done" && !wasDone)
          broken(`${own.title} has begun, and ${before.own.title} is ${status}`, before.shown)
        if (board.edges === "landed" && !hasLanded)
          broken(`${own.title} has begun, and ${before.own.title} has not landed`, before.shown)
      }
    }
    for (const [each, count] of counted)
      if (count > mostAttempts * mostRounds)
        broken(`${name}: a worker ran its command ${count} times for ${each}`)
  }
}

/** No task is tried more often than its board allows. */
export function auditLoops({ tasks, broken }: Audit): void {
  for (const { own, shown } of tasks) {
    const { attempts, status } = shown
    if (attempts > mostAttempts || (attempts === mostAttempts && status === "todo"))
      broken(`${own.title} is ${status} after ${attempts} failed attempts`, shown)
  }
}
