import { readCommands } from "../../src/domain/board/upcast.ts"
import { readdir, readFile, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { setImmediate as turn } from "node:timers/promises"
import { expect, test } from "vitest"
import { inspectFiles } from "../../src/storage/journal/inspect.ts"
import { appendMany, refusal, snapshotAt, temporaryDirectory, withJournal } from "./support.ts"

const forever = new AbortController().signal

/** A journal with a checkpoint at event `checkpointAt` and two commits after it; gives its segments. */
async function checkpointed(checkpointAt: number, segmentSize = 1000, text = "text") {
  const directory = await temporaryDirectory()
  await withJournal({ directory, segmentSize }, async (log) => {
    await appendMany(log, 1, checkpointAt, text)
    await log.checkpoint(snapshotAt(checkpointAt))
    await appendMany(log, checkpointAt + 1, 2)
  })
  const journal = join(directory, "journal")
  return { directory, segments: (await readdir(journal)).sort().map((name) => join(journal, name)) }
}

test("undamaged history before the checkpoint passes, over many segments", async () => {
  const { directory, segments } = await checkpointed(50)
  expect(segments.length).toBeGreaterThan(5)
  await withJournal({ directory }, async (log, { commits }) => {
    expect(commits).toHaveLength(2)
    await log.verifyHistory(forever)
  })
})

test("lines longer than what is read at a time are verified as well", async () => {
  const { directory, segments } = await checkpointed(3, 10_000_000, "x".repeat(200_000))
  await withJournal({ directory }, (log) => log.verifyHistory(forever))
  await flip(segments[0] ?? "", 300_000)
  await withJournal({ directory }, async (log) => {
    expect(await refusal(log.verifyHistory(forever))).toMatchObject({
      code: "storage_damaged",
      facts: { line: 3 },
    })
  })
})

test("a bit that flipped anywhere before the checkpoint is named with file, line and byte, as doctor does", async () => {
  const { directory, segments } = await checkpointed(12)
  const older = segments.slice(0, 2)
  for (const file of older) {
    const good = await readFile(file)
    const from = good.indexOf(0x0a) + 1
    // The start itself checks the last line of each segment.
    const to = good.lastIndexOf(0x0a, good.length - 2)
    for (let at = from; at < to; at += 37) {
      await flip(file, at)
      const offset = good.lastIndexOf(0x0a, at - 1) + 1
      await withJournal({ directory }, async (log, { warnings }) => {
        expect(warnings).toEqual([])
        const error = await refusal(log.verifyHistory(forever))
        expect(error, `byte ${at}`).toMatchObject({ code: "storage_damaged", facts: { file, offset } })
        expect((await inspectFiles(directory, readCommands)).journal.trouble?.facts).toEqual(error.facts)
      })
      await writeFile(file, good)
    }
  }
})

test("a line put in the place of another is found by the chain, though its checksum fits", async () => {
  const { directory, segments } = await checkpointed(6, 10_000_000)
  const file = segments[0] ?? ""
  const lines = (await readFile(file, "utf8")).split(/(?<=\n)/)
  await writeFile(file, [lines[0], lines[2], lines[1], ...lines.slice(3)].join(""))
  await withJournal({ directory }, async (log) => {
    const error = await refusal(log.verifyHistory(forever))
    expect(error.message).toContain("a line is missing or was moved")
    expect(error.facts).toMatchObject({ file, line: 2 })
  })
})

test("verifying stops when it is told to, and other work gets its turn meanwhile", async () => {
  const { directory, segments } = await checkpointed(40, 100_000_000, "x".repeat(1_000_000))
  await flip(segments[0] ?? "", 39_000_000)
  await withJournal({ directory }, async (log) => {
    const stop = new AbortController()
    let isDone = false
    const verifying = log.verifyHistory(stop.signal).finally(() => (isDone = true))
    for (let turns = 0; turns < 20; turns += 1) await turn()
    expect(isDone).toBe(false)
    stop.abort()
    await verifying
  })
})

test("a journal that was read whole is not verified again", async () => {
  const directory = await temporaryDirectory()
  await withJournal({ directory }, (log) => appendMany(log, 1, 3))
  await withJournal({ directory }, (log) => log.verifyHistory(forever))
})

async function flip(file: string, at: number): Promise<void> {
  const bytes = await readFile(file)
  bytes[at] = (bytes[at] ?? 0) ^ 1
  await writeFile(file, bytes)
}
