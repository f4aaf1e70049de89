import { readCommands } from "../../src/domain/board/upcast.ts"
import { appendFile, readFile, readdir, stat, truncate, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { expect, test } from "vitest"
import { encodeLine } from "../../src/storage/journal/line.ts"
import { inspectFiles } from "../../src/storage/journal/inspect.ts"
import {
  appendMany,
  commitOf,
  refusal,
  snapshotAt,
  temporaryDirectory,
  withJournal,
} from "../storage/support.ts"

/** In the suite each byte of both ends of a line, and every fifth between; with UPNEXT_LONG all. */
const stepAt = (at: number, first: number, end: number) =>
  process.env["UPNEXT_LONG"] !== undefined || at < first + 12 || at > end - 24 ? 1 : 5

const kept = [commitOf(1, "text 1"), commitOf(2, "text 2"), commitOf(3, "text 3")]

/** A journal of three commits; `last` is where its last line begins. */
async function threeCommits(): Promise<{ directory: string; file: string; bytes: Buffer; last: number }> {
  const directory = await temporaryDirectory()
  await withJournal({ directory }, (log) => appendMany(log, 1, 3))
  const file = join(directory, "journal", "0000000000000001.jsonl")
  const bytes = await readFile(file)
  return { directory, file, bytes, last: bytes.lastIndexOf(0x0a, bytes.length - 2) + 1 }
}

async function tornFiles(directory: string): Promise<string[]> {
  return (await readdir(join(directory, "journal"))).filter((name) => name.includes(".torn-")).sort()
}

test("a last line torn at any of its bytes is cut off and kept aside, with one warning, and the start goes on", async () => {
  const { directory, file, bytes, last } = await threeCommits()
  for (let end = last + 1; end < bytes.length; end += stepAt(end, last, bytes.length)) {
    await writeFile(file, bytes.subarray(0, end))
    const count = (await tornFiles(directory)).length
    await withJournal({ directory }, async (log, { commits, warnings }) => {
      expect(commits, `torn at byte ${end}`).toEqual(kept.slice(0, 2))
      expect(warnings).toHaveLength(1)
      expect(warnings[0]).toContain(`${end - last} bytes were cut off, starting at byte ${last}`)
      expect((await stat(file)).size).toBe(last)
      await log.commit(() => commitOf(3, "anew"))
    })
    expect(await readFile(join(directory, "journal", `0000000000000001.jsonl.torn-${count + 1}`))).toEqual(
      bytes.subarray(last, end),
    )
    await withJournal({ directory }, (_, { commits, warnings }) => {
      expect(commits).toEqual([...kept.slice(0, 2), commitOf(3, "anew")])
      expect(warnings).toEqual([])
    })
  }
})

test.each([1, 7, 511, 4096, 100_000])("a tail of %i NULs is cut off like a torn line", async (length) => {
  const { directory, file, bytes } = await threeCommits()
  await appendFile(file, Buffer.alloc(length))
  await withJournal({ directory }, (_, { commits, warnings }) => {
    expect(commits).toEqual(kept)
    expect(warnings).toHaveLength(1)
  })
  expect(await readFile(file)).toEqual(bytes)
})

test("a line whose start arrived and whose end is NULs is torn", async () => {
  const { directory, file, bytes } = await threeCommits()
  await appendFile(file, Buffer.concat([Buffer.from('{"seq":4,"commands":[{"at":1'), Buffer.alloc(600)]))
  await withJournal({ directory }, (_, { commits }) => expect(commits).toEqual(kept))
  expect(await readFile(file)).toEqual(bytes)
})

test.each(["first", "middle"])("a whole length whose %s page never arrived is torn", async (which) => {
  const { directory, file, bytes } = await threeCommits()
  const crc = bytes.toString("latin1", bytes.length - 11, bytes.length - 3)
  const line = Buffer.from(encodeLine(commitOf(4, "x".repeat(20_000)), crc).bytes)
  const end = which === "first" ? 4096 - bytes.length : 8192 - bytes.length
  line.fill(0, which === "first" ? 0 : end - 4096, end)
  await appendFile(file, line)
  await withJournal({ directory }, (_, { commits, warnings }) => {
    expect(commits).toEqual(kept)
    expect(warnings).toHaveLength(1)
  })
})

test("a bit flipped anywhere in the acknowledged last line is damage, never dropped as torn", async () => {
  const { directory, file, bytes, last } = await threeCommits()
  for (let at = last; at < bytes.length; at += stepAt(at, last, bytes.length)) {
    for (const bit of at % 5 === 0 ? [0, 1, 2, 3, 4, 5, 6, 7] : [at % 8]) {
      const flipped = Buffer.from(bytes)
      flipped[at] = (flipped[at] ?? 0) ^ (1 << bit)
      await writeFile(file, flipped)
      const error = await refusal(withJournal({ directory }, () => undefined))
      expect(error.code, `byte ${at}, bit ${bit}`).toBe("storage_damaged")
      expect(error.facts, `byte ${at}, bit ${bit}`).toEqual({ file, line: 4, offset: last })
      expect(await readFile(file)).toEqual(flipped)
    }
  }
  expect(await tornFiles(directory)).toEqual([])
})

test("what was acknowledged before the checkpoint is not dropped as a torn tail", async () => {
  const { directory, file, bytes } = await threeCommits()
  await withJournal({ directory }, (log) => log.checkpoint(snapshotAt(3)))
  await truncate(file, bytes.length - 5)
  const error = await refusal(withJournal({ directory }, () => undefined))
  expect(error).toMatchObject({ code: "storage_damaged", facts: { file, offset: bytes.length - 5 } })
  expect(error.message).toContain("ends before its checkpoint")
  expect((await stat(file)).size).toBe(bytes.length - 5)
})

test("doctor sees a torn tail and changes nothing", async () => {
  const { directory, file, bytes } = await threeCommits()
  await truncate(file, bytes.length - 5)
  const report = await inspectFiles(directory, readCommands)
  expect(report.journal).toMatchObject({ state: "torn", commits: 2, seq: 2 })
  expect((await stat(file)).size).toBe(bytes.length - 5)
  expect(await tornFiles(directory)).toEqual([])
})

test("a torn header cannot be the trace of a crash, as a segment gets its name when it is synced", async () => {
  const { directory, file } = await threeCommits()
  await truncate(file, 20)
  expect(await refusal(withJournal({ directory }, () => undefined))).toMatchObject({
    code: "storage_damaged",
    facts: { line: 1, offset: 0 },
  })
  await truncate(file, 0)
  expect(await refusal(withJournal({ directory }, () => undefined))).toMatchObject({
    code: "storage_damaged",
  })
})
