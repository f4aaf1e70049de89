import { describe, expect, test } from "vitest"
import { segmentPath } from "../../src/storage/journal/segments.ts"
import { commitOf } from "../storage/fixture.ts"
import { createRandom, type Random } from "../support/random.ts"
import { createDisk, noFaults, type Disk } from "./disk.ts"
import { contentsOf, live, type Ending, mountForGood, openOn, seqsOf } from "./lives.ts"

const forGood = { waits: Infinity, ending: "crash" } as const

/** Commits the next event; gives its seq, 0 where it was not acknowledged, and how often it waited. */
async function commitNext(disk: Disk, waits = Infinity, ending: Ending = "crash") {
  let seq = 0
  const waited = await live(disk, { waits, ending }, async (files) => {
    const { log, commits } = await openOn(files, 1)
    const next = (commits.at(-1)?.seq ?? 0) + 1
    await log.commit(() => commitOf(next, "text"))
    seq = next
  })
  return { seq, waited }
}

/** The events that are there after all. */
async function found(disk: Disk): Promise<number[]> {
  return seqsOf((await openOn(mountForGood(disk), 1)).log)
}

test("after a first start that was killed at any moment, the journal outlasts a power cut", async () => {
  const start = (seed: number, waits: number) => {
    const disk = createDisk(createRandom(seed))
    return { disk, waited: live(disk, { waits, ending: "kill" }, (files) => openOn(files, 1)) }
  }
  const most = await start(0, Infinity).waited
  for (let seed = 0; seed < 5; seed += 1)
    for (let waits = 1; waits < most; waits += 1) {
      const { disk, waited } = start(seed, waits)
      await waited
      expect((await commitNext(disk)).seq).toBe(1)
      expect(await found(disk), `seed ${seed}, ${waits} waits`).toEqual([1])
    }
})

describe("after a kill in the middle of a change of segments", () => {
  /** The second life of a journal. It changes segments at its end. */
  async function secondLife(random: Random, waits: number): Promise<Disk> {
    const disk = createDisk(random)
    expect((await commitNext(disk)).seq).toBe(1)
    await commitNext(disk, waits, "kill")
    return disk
  }

  /** How often the second life waits before its closing line is written. */
  async function waitsToClose(): Promise<number> {
    for (let waits = 1; ; waits += 1) {
      const disk = await secondLife(createRandom(0), waits)
      if ((await contentsOf(disk, segmentPath("/home/journal", 1)))?.includes('"closed":true')) return waits
    }
  }

  async function expectNoHarm(disk: Disk, waits: number, when: string): Promise<void> {
    const { seq } = await commitNext(disk, waits)
    const seqs = await found(disk)
    expect(seqs.length, when).toBeGreaterThanOrEqual(Math.max(seq, 1))
    expect(seqs).toEqual(seqs.map((_, i) => i + 1))
  }

  test("what is committed next outlasts a power cut", async () => {
    const closing = await waitsToClose()
    for (let seed = 0; seed < 10; seed += 1)
      for (let waits = closing - 8; waits < closing + 8; waits += 1)
        await expectNoHarm(await secondLife(createRandom(seed), waits), Infinity, `${seed}, ${waits}`)
  })

  test("a commit that a power cut tears is not called damage", async () => {
    const closing = await waitsToClose()
    for (let seed = 0; seed < 40; seed += 1)
      for (let waits = closing; waits < closing + 6; waits += 1) {
        const random = createRandom(seed)
        const disk = await secondLife(random, waits)
        let seq = 0
        await live(disk, { waits: closing + random.below(15), ending: "crash" }, async (files) => {
          const { log, commits } = await openOn(files, 100_000)
          for (let next = 1 + (commits.at(-1)?.seq ?? 0); ; next += 1) {
            await log.commit(() => commitOf(next, "x".repeat(3000)))
            seq = next
          }
        })
        expect((await found(disk)).length, `${seed}, ${waits}`).toBeGreaterThanOrEqual(Math.max(seq, 1))
      }
  })

  test("a power cut in the middle of the next start does no harm", async () => {
    const closing = await waitsToClose()
    for (let seed = 0; seed < 6; seed += 1)
      for (let waits = 1; waits < closing; waits += 1)
        await expectNoHarm(await secondLife(createRandom(seed), closing), waits, `${seed}, ${waits}`)
  })
})

test("a commit that only the page cache held is on the disk after the next start, though a write was short", async () => {
  for (let seed = 0; seed < 100; seed += 1) {
    const disk = createDisk(createRandom(seed))
    await live(disk, { ...forGood, ending: "kill" }, async (files) => {
      const { log } = await openOn(files, 100_000)
      disk.faults = { ...noFaults, failedSyncs: 1 }
      const text = "x".repeat(20_000)
      await expect(log.commit(() => commitOf(1, text))).rejects.toMatchObject({ code: "storage_failed" })
    })
    disk.faults = { ...noFaults, shortWrites: 1 }
    await live(disk, forGood, async (files) => expect((await openOn(files, 100_000)).commits).toHaveLength(1))
    expect(await found(disk), `seed ${seed}`).toEqual([1])
  }
})
