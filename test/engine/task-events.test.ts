import { expect, test } from "vitest"
import { readTaskEvents } from "../../src/engine/task-events.ts"
import type { Commit } from "../../src/storage/log.ts"

/** A log in which each event is a commit, and every `gap`-th one is about T-1. Counts how often it is asked. */
function logOf(events: number, gap: number) {
  let asked = 0
  const commitAt = (seq: number): Commit => {
    const isOwn = seq % gap === 0
    const task = isOwn ? "T-1" : "T-2"
    const links = isOwn && seq > gap ? { links: { "T-1": seq - gap } } : {}
    return { seq, commands: [{ at: seq, actor: "ann", events: [{ type: "task.retried", task }], ...links }] }
  }
  return {
    find: (seq: number) => {
      asked++
      return Promise.resolve(seq <= events ? commitAt(seq) : undefined)
    },
    async *read(after: number, last: number) {
      asked++
      for (let seq = after + 1; seq <= Math.min(events, last + 10); seq++)
        yield await Promise.resolve(commitAt(seq))
    },
    asked: () => asked,
  }
}
const seqs = async (log: ReturnType<typeof logOf>, newest: number, cursor?: number) =>
  (await readTaskEvents(log, { task: "T-1", newest, cursor })).map(({ meta }) => meta.seq)

test.each([1, 3, 40, 1000])(
  "the events of a task are found back to its first, one in %i of the log",
  async (gap) => {
    const log = logOf(gap * 700, gap)
    expect(await seqs(log, gap * 700)).toEqual(Array.from({ length: 700 }, (_, i) => (i + 1) * gap))
    if (gap < 50) expect(log.asked()).toBeLessThan(150)
  },
)

test("of 10,000 events some are read at a time, and the others from the cursor on", async () => {
  const log = logOf(12_000, 1)
  const newest = await seqs(log, 12_000)
  expect([newest[0], newest.length]).toEqual([7001, 5000])
  expect(log.asked()).toBeLessThan(60)
  expect(await seqs(log, 12_000, 11_000), "within them").toEqual(newest)
  expect(await seqs(log, 12_000, 7001)).toEqual(newest)
  const before = await seqs(log, 12_000, 4000)
  expect([before[0], before.at(-1)]).toEqual([1, 4000])
})
