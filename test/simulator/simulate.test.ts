import { expect, test } from "vitest"
import { simulate } from "./simulate.ts"

/** How often each thing happened in these seeds. */
const counts = new Map<string, number>()

test.each([0, 1, 2])("no promise is broken, part %i of thirty seeds", async (part) => {
  for (let seed = 1 + part * 10; seed <= 10 + part * 10; seed++) {
    const report = await simulate(seed, 120)
    expect(report.failure, `npm run simulate -- --seed ${seed} --steps ${report.steps}`).toBeUndefined()
    for (const [what, count] of report.counts) counts.set(what, (counts.get(what) ?? 0) + count)
  }
})

test("it was no idle time: work was claimed and done, refused, and lost on the way", () => {
  for (const what of [
    "task.claimNext ok",
    "task.complete ok",
    "task.complete lease_lost",
    "task.create unknown",
    "task.edit storage_unreachable",
    "task.claim resource_taken",
    "resource.close ok",
    "agent.describe ok",
    "agent.delete ok",
    "task.reportWork ok",
    "task.land invalid_transition",
    "task.reportPull ok",
    "attachment.add ok",
    "attachment.add attachments_full",
    "command.undo ok",
    "import.add ok",
    "import.abort ok",
    "a server came up",
  ])
    expect(counts.get(what) ?? 0, what).toBeGreaterThan(0)
})

test.each([4, 7])("the same seed is the same run, whatever ran before: %i", async (seed) => {
  const one = await simulate(seed, 60)
  await simulate(seed + 1, 30)
  const other = await simulate(seed, 60)
  expect(other).toEqual(one)
  expect((await simulate(seed + 2, 60)).digest).not.toBe(one.digest)
})
