import { describe, expect, test } from "vitest"
import { createBoard } from "../../src/domain/board/board.ts"
import { UpnextError } from "../../src/errors.ts"
import { createKept } from "../../src/past/kept.ts"
import type { LogReader } from "../../src/storage/storage.ts"
import type { Timeline } from "../../src/past/timeline.ts"
import { commitOf } from "../storage/fixture.ts"
import { pastOf, type TestPastOptions } from "../support/past.ts"
import { testPolicy } from "../support/service.ts"

const last = 3000

/** A log of comments, each a commit, that counts what is read. */
function longLog(beforeEach: (seq: number) => Promise<void> | void = () => undefined) {
  const reads = { commits: 0 }
  const reader: LogReader = {
    async *read(after, end) {
      for (let seq = after + 1; seq <= end; seq += 1) {
        await beforeEach(seq)
        reads.commits += 1
        yield commitOf(seq, `comment ${seq}`)
      }
    },
    find: (seq) => Promise.resolve(commitOf(seq, `comment ${seq}`)),
    snapshot: () => Promise.resolve(undefined),
    close: () => Promise.resolve(),
  }
  return { reader, reads }
}

function open(reader: LogReader, options: TestPastOptions = {}) {
  const past = pastOf(reader, testPolicy, options)
  const ask = (seq: number, signal?: AbortSignal) =>
    past.answer({ operation: "now.read", input: {}, actor: "ann", moment: { seq }, last, signal })
  return { past, ask }
}

/** Lets the fold stand still at an event until it is let go on. */
function stopAt(seq: number) {
  let [arrived, goOn] = [() => {}, () => {}]
  const reached = new Promise<void>((resolve) => (arrived = resolve))
  const released = new Promise<void>((resolve) => (goOn = resolve))
  const hold = async (at: number) => {
    if (at !== seq) return
    arrived()
    await released
    await new Promise((resolve) => setTimeout(resolve, 12)) // longer than is folded at a time
  }
  return { reached, goOn: () => goOn(), hold }
}

test("as a log grows, the snapshots that are kept stay spread over it", () => {
  const kept = createKept({ most: 8, gap: 10 })
  const board = createBoard()
  for (let seq = 1; seq <= 10_000; seq++) {
    board.count({ seq })
    kept.offer(board, seq)
  }
  expect(kept.size).toBe(8)
  const gaps = Array.from({ length: 100 }, (_, i) => {
    const at = (i + 1) * 100
    return at - (kept.before(at)?.counters.seq ?? 0)
  })
  expect(Math.max(...gaps)).toBeLessThan(1.25 * (10_000 / 8))
})

describe("what the past costs is bounded", () => {
  test("any moment is near a kept snapshot, and there are never more of them than allowed", async () => {
    const timelines: Timeline[] = []
    const { reader, reads } = longLog()
    const { past, ask } = open(reader, { most: 10, gap: 10, onTimeline: (each) => timelines.push(each) })
    await ask(last)
    expect(reads.commits).toBe(last)
    for (const seq of [1500, 17, 2999, 1499, 600, 3000, 1]) {
      reads.commits = 0
      expect(await ask(seq)).toMatchObject({ seq, at: 1_700_000_000_000 + seq })
      expect(reads.commits).toBeLessThanOrEqual(2 * (last / 10))
      expect(timelines[0]?.kept.size).toBeLessThanOrEqual(10)
    }
    expect(timelines).toHaveLength(1)
    await past.close()
  })

  test("what is asked of one moment is folded once", async () => {
    const { reader, reads } = longLog()
    const { past, ask } = open(reader)
    await Promise.all([ask(900), ask(900), ask(900)])
    await ask(900)
    expect(reads.commits).toBe(900)
    await past.close()
  })

  test("a moment that no question waits for any more is given up for the next one", async () => {
    const { reached, goOn, hold } = stopAt(500)
    const { reader, reads } = longLog(hold)
    const { past, ask } = open(reader)
    const leaving = new AbortController()
    const first = expect(ask(2900, leaving.signal)).rejects.toMatchObject({ code: "past_unavailable" })
    await reached
    leaving.abort()
    const second = ask(600)
    goOn()
    expect(await second).toMatchObject({ seq: 600 })
    await first
    expect(reads.commits).toBe(600)
    await past.close()
  })

  test("a question that takes too long is refused, and the next one goes on from where it got", async () => {
    const { reached, goOn, hold } = stopAt(700)
    const { reader, reads } = longLog(hold)
    const { past, ask } = open(reader, { limitMs: 1500 })
    await expect(ask(2000)).rejects.toMatchObject({ code: "past_unavailable", facts: { reason: "slow" } })
    await reached
    goOn()
    expect(await ask(2000)).toMatchObject({ seq: 2000 })
    expect(reads.commits).toBe(2000)
    await past.close()
  })

  test("more questions than may wait are refused at once", async () => {
    const { goOn, hold } = stopAt(1)
    const { past, ask } = open(longLog(hold).reader, { most: 3 })
    const asked = [ask(5), ask(6), ask(7)]
    await expect(Promise.resolve().then(() => ask(8))).rejects.toMatchObject({
      code: "past_unavailable",
      facts: { reason: "busy" },
    })
    goOn()
    expect((await Promise.all(asked)).map(({ seq }) => seq)).toEqual([5, 6, 7])
    await past.close()
  })

  test("after a time without a question all of it is let go, and comes back when it is asked again", async () => {
    const timelines: Timeline[] = []
    const { past, ask } = open(longLog().reader, { idleMs: 1, onTimeline: (each) => timelines.push(each) })
    await ask(10)
    await expect.poll(async () => (await ask(11), timelines.length)).toBeGreaterThan(1)
    await past.close()
  })

  test("where memory runs short, snapshots go first, and the board last", async () => {
    let free = false
    const timelines: Timeline[] = []
    const full = new UpnextError("memory_too_small", { detail: "There is no room." })
    const slowly = (seq: number) =>
      seq % 100 === 0 ? new Promise<void>((go) => setTimeout(go, 12)) : undefined
    const { past, ask } = open(longLog(slowly).reader, {
      ...{ most: 10, gap: 10 },
      onTimeline: (each) => timelines.push(each),
      checkRoom() {
        if (!free && (timelines[0]?.kept.size ?? 0) > 2) throw full
      },
    })
    expect(await ask(1000)).toMatchObject({ seq: 1000 })
    expect(timelines[0]?.kept.size).toBeLessThanOrEqual(3)
    free = true
    await past.close()
    const without = open(longLog(slowly).reader, {
      checkRoom() {
        throw full
      },
    })
    await expect(without.ask(1000)).rejects.toMatchObject({ code: "memory_too_small" })
    await without.past.close()
  })
})
