import { expect, test } from "vitest"
import { createTimers } from "../../../src/domain/collections/timers.ts"
import { createRandom } from "../../support/random.ts"

test("timers keep one time for each task and know the soonest", () => {
  const random = createRandom(13)
  const timers = createTimers()
  const times = new Map<number, number>()
  for (let i = 0; i < 3_000; i++) {
    const n = random.below(50)
    const after = random.chance(0.3) ? undefined : random.below(20)
    timers.set(n, times.get(n), after)
    if (after === undefined) times.delete(n)
    else times.set(n, after)
    const plain = [...times].map(([task, at]) => ({ at, n: task })).sort((a, b) => a.at - b.at || a.n - b.n)
    expect(timers.soonest()).toEqual(plain[0])
    if (i % 50 === 0) expect([...timers.values()]).toEqual(plain)
  }
})
