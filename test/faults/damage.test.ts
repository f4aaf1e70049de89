import { readCommands } from "../../src/domain/board/upcast.ts"
import { copyFile, readFile, readdir, rename, rm, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { expect, test } from "vitest"
import { encodeLine, origin } from "../../src/storage/journal/line.ts"
import { openJournal } from "../../src/storage/journal/journal.ts"
import { inspectFiles } from "../../src/storage/journal/inspect.ts"
import {
  appendMany,
  commitOf,
  refusal,
  restoreAll,
  snapshotAt,
  temporaryDirectory,
  withJournal,
} from "../storage/support.ts"

async function journalOf(
  commits: number,
  segmentSize?: number,
): Promise<{ directory: string; journal: string; first: string }> {
  const directory = await temporaryDirectory()
  await withJournal({ directory, ...(segmentSize && { segmentSize }) }, (log) => appendMany(log, 1, commits))
  const journal = join(directory, "journal")
  return { directory, journal, first: join(journal, "0000000000000001.jsonl") }
}

/** Every file of a data directory, to compare later that none was changed. */
async function contents(directory: string): Promise<Record<string, string>> {
  const names = await readdir(directory, { recursive: true, withFileTypes: true })
  const files = names.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  return Object.fromEntries(
    await Promise.all(files.sort().map(async (file) => [file, await readFile(file, "latin1")] as const)),
  )
}

/** Opening is refused at this spot, doctor says so too, and no byte changes. */
async function expectDamage(directory: string, spot: Record<string, unknown>): Promise<string> {
  const before = await contents(directory)
  const error = await refusal(withJournal({ directory }, () => undefined))
  expect(error).toMatchObject({ code: "storage_damaged", facts: spot })
  const report = await inspectFiles(directory, readCommands)
  expect([report.journal.trouble?.facts, report.checkpoint.trouble?.facts]).toContainEqual(
    expect.objectContaining(spot),
  )
  expect(await contents(directory)).toEqual(before)
  return error.message
}

/** A journal of three good lines and a last one that fits them, but holds these commands. */
async function journalWith(commands: unknown): Promise<{ directory: string; first: string; offset: number }> {
  const { directory, first } = await journalOf(3)
  const text = await readFile(first, "latin1")
  const { bytes } = encodeLine({ seq: 4, commands: commands as [] }, text.slice(-11, -3))
  await writeFile(first, Buffer.concat([Buffer.from(text, "latin1"), bytes]))
  return { directory, first, offset: text.length }
}

async function lines(file: string): Promise<string[]> {
  return (await readFile(file, "utf8")).split(/(?<=\n)/)
}

test("a bit flipped in the middle is refused with file, line and byte, and nothing is changed", async () => {
  const { directory, first } = await journalOf(8)
  const good = await readFile(first)
  const last = good.lastIndexOf(0x0a, good.length - 2) + 1
  for (let at = 0; at < last; at += 7) {
    const flipped = Buffer.from(good)
    flipped[at] = (flipped[at] ?? 0) ^ (1 << (at % 8))
    await writeFile(first, flipped)
    const error = await refusal(withJournal({ directory }, () => undefined))
    const start = good.lastIndexOf(0x0a, at - 1) + 1
    const line = good.subarray(0, start).filter((byte) => byte === 0x0a).length + 1
    expect(error, `byte ${at}`).toMatchObject({
      code: "storage_damaged",
      facts: { file: first, offset: at === 0 ? 0 : start },
    })
    if (at > 0) expect(error.message).toContain(`${first}: line ${line}, byte ${start}`)
    expect(await readFile(first)).toEqual(flipped)
  }
})

test("a deleted line in the middle is refused", async () => {
  const { directory, first } = await journalOf(6)
  const all = await lines(first)
  await writeFile(first, all.toSpliced(3, 1).join(""))
  const message = await expectDamage(directory, {
    file: first,
    line: 4,
    offset: all.slice(0, 3).join("").length,
  })
  expect(message).toContain("a line is missing or was moved")
})

test("two swapped lines are refused", async () => {
  const { directory, first } = await journalOf(6)
  const all = await lines(first)
  await writeFile(first, [...all.slice(0, 2), all[3], all[2], ...all.slice(4)].join(""))
  await expectDamage(directory, { file: first, line: 3, offset: all.slice(0, 2).join("").length })
})

test("a line of the same length put in from another journal is refused", async () => {
  const mine = await journalOf(6)
  const other = await temporaryDirectory()
  await withJournal({ directory: other }, (log) => appendMany(log, 1, 6, "TEXT"))
  const all = await lines(mine.first)
  const foreign = await lines(join(other, "journal", "0000000000000001.jsonl"))
  await writeFile(mine.first, all.with(3, foreign[3] ?? "").join(""))
  await expectDamage(mine.directory, { file: mine.first, line: 4 })
})

test.each([1, 2, 3, 4, 5])(
  "a journal that lost its segment %i is refused, the last one included",
  async (n) => {
    const { directory, journal } = await journalOf(5, 1)
    const gone = join(journal, `${String(n).padStart(16, "0")}.jsonl`)
    await rm(gone)
    await expectDamage(directory, { file: gone })
  },
)

test.each([1, 2, 3, 4, 5])(
  "a journal that lost its segment %i is refused with a checkpoint as well",
  async (n) => {
    const { directory, journal } = await journalOf(5, 1)
    await withJournal({ directory }, (log) => log.checkpoint(snapshotAt(5)))
    const gone = join(journal, `${String(n).padStart(16, "0")}.jsonl`)
    await rm(gone)
    await expectDamage(directory, { file: gone })
  },
)

test("lines lost at the end of a segment that others follow are refused", async () => {
  const { directory, first } = await journalOf(5, 300)
  const all = await lines(first)
  await writeFile(first, all.slice(0, -1).join(""))
  await expectDamage(directory, { file: first, line: all.length })
  await writeFile(first, all.join("").slice(0, -30))
  await expectDamage(directory, { file: first, line: all.length })
})

test("two segments under each other's names are refused", async () => {
  const { directory, journal, first } = await journalOf(3, 1)
  const second = join(journal, "0000000000000002.jsonl")
  await rename(first, `${first}.x`)
  await rename(second, first)
  await rename(`${first}.x`, second)
  await expectDamage(directory, { file: first, line: 1, offset: 0 })
})

test("a file put in between as a segment is refused", async () => {
  const { directory, journal, first } = await journalOf(6, 500)
  const between = join(journal, "0000000000000002.jsonl")
  await copyFile(first, between)
  await expectDamage(directory, { file: between })
  await rm(between)
  await withJournal({ directory }, (log) => log.checkpoint(snapshotAt(6)))
  await copyFile(first, between)
  await expectDamage(directory, { file: between })
})

test("an emptied journal directory is refused, never taken for a new one", async () => {
  const { directory, journal, first } = await journalOf(3)
  await rm(first)
  await expectDamage(directory, { file: join(journal, "0000000000000001.jsonl") })
})

test.each(["{}", "null", ""])("a board.json of %j without its journal is refused", async (text) => {
  const directory = await temporaryDirectory()
  await writeFile(join(directory, "board.json"), text)
  expect(await refusal(openJournal({ readCommands, directory, warn: () => {} }))).toMatchObject({
    code: "storage_damaged",
  })
  expect(await readdir(directory)).toEqual(["board.json"])
})

test("a closed segment changed since the checkpoint is noticed by its size and its last line", async () => {
  const { directory, first } = await journalOf(3, 1)
  await withJournal({ directory }, (log) => log.checkpoint(snapshotAt(3)))
  const good = await readFile(first)
  await writeFile(first, Buffer.concat([good, Buffer.from("{}\n")]))
  await expectDamage(directory, { file: first, offset: good.length })
  const flipped = Buffer.from(good)
  flipped[good.length - 40] = 0x21
  await writeFile(first, flipped)
  await expectDamage(directory, { file: first })
})

test("a journal of a newer format is refused as such", async () => {
  const { directory, first } = await journalOf(2)
  const newer = encodeLine({ format: "upnext-journal", version: 2, seq: 1 }, origin).bytes
  await writeFile(first, newer)
  expect(await refusal(withJournal({ directory }, () => undefined))).toMatchObject({
    code: "storage_newer_format",
  })
  await writeFile(first, '{"format":"upnext-journal","version":3,"checksum":"of another kind"}\n')
  expect(await refusal(withJournal({ directory }, () => undefined))).toMatchObject({
    code: "storage_newer_format",
  })
})

test.each(["before the closing line", "before it is entered"])(
  "a crash while a segment is begun, %s, leaves a whole journal",
  async (when) => {
    const { directory, journal, first } = await journalOf(2, 1)
    const second = join(journal, "0000000000000002.jsonl")
    const header = (await lines(second))[0] ?? ""
    await rm(second)
    await writeFile(`${second}.new`, header)
    if (when === "before the closing line") await writeFile(first, (await lines(first)).slice(0, -1).join(""))
    await withJournal({ directory, segmentSize: 1 }, async (log, { commits, warnings }) => {
      expect(commits).toEqual([commitOf(1, "text 1")])
      expect(warnings).toEqual([])
      await appendMany(log, 2, 2)
    })
    await withJournal({ directory }, (_, { commits }) =>
      expect(commits.map((commit) => commit.seq)).toEqual([1, 2, 3]),
    )
  },
)

test("no byte is changed before all commits were read", async () => {
  const { directory, first } = await journalOf(3)
  const torn = (await readFile(first)).subarray(0, -4)
  await writeFile(first, torn)
  const log = await openJournal({ readCommands, directory, warn: () => {} })
  await log.restore()
  await expect(log.commit(() => commitOf(3, "x"))).rejects.toThrow("restored completely")
  expect(await readFile(first)).toEqual(torn)
  await restoreAll(log)
  expect((await readFile(first)).length).toBeLessThan(torn.length)
  await log.close()
})

test("a whole line whose event has a wrong shape is refused like any damage", async () => {
  const events = [{ type: "task.deleted", task: 7 }]
  const { directory, first, offset } = await journalWith([{ at: 1, actor: "Ada", events }])
  const message = await expectDamage(directory, { file: first, line: 5, offset })
  expect(message).toContain("the event task.deleted has the wrong shape: task")
})

test("a kind of event from a newer Upnext is refused as such, naming the line, and nothing is changed", async () => {
  const events = [{ type: "task.sung", task: "T-1" }]
  const { directory, first, offset } = await journalWith([{ at: 1, actor: "Ada", events }])
  const before = await contents(directory)
  const error = await refusal(withJournal({ directory }, () => undefined))
  expect(error).toMatchObject({ code: "storage_newer_format", facts: { file: first, line: 5, offset } })
  expect(error.message).toContain(`${first}: line 5, byte ${offset}: the event task.sung`)
  expect((await inspectFiles(directory, readCommands)).journal).toMatchObject({
    state: "damaged",
    trouble: { code: "storage_newer_format" },
  })
  expect(await contents(directory)).toEqual(before)
})
