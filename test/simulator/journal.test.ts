import { expect, test } from "vitest"
import { createRandom } from "../support/random.ts"
import { runJournal, type Counts } from "./journal-run.ts"

test("the journal keeps what it acknowledged through crashes and faults, and calls nothing of that damage", async () => {
  const counts: Counts = {}
  for (let seed = 1; seed <= 250; seed += 1)
    await runJournal(createRandom(seed), counts).catch((cause: unknown) => {
      throw new Error(`seed ${seed}`, { cause })
    })
  const happened = Object.keys(counts).filter((name) => (counts[name] ?? 0) > 10)
  expect(happened.sort()).toEqual([
    "checkpoint",
    "commit",
    "commit refused: storage_failed",
    "commit refused: storage_full",
    "several segments",
    "start refused: storage_failed",
    "torn line",
    "unknown outcome: kept",
    "unknown outcome: lost",
  ])
})

test("the same seed gives the same run", async () => {
  const run = async () => {
    const random = createRandom(7)
    const counts = {}
    await runJournal(random, counts)
    return { counts, next: random.next() }
  }
  const first = await run()
  expect(await run()).toEqual(first)
})
