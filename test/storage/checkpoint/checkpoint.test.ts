import { asStored } from "../fixture.ts"
import { flat } from "../../../src/domain/board/tasks/task-record.ts"
import type { Task } from "../../../src/domain/board/records.ts"
import { blankTask, fromPlain, toPlain, withState } from "../../../src/domain/board/tasks/task-record.ts"
import { readCommands } from "../../../src/domain/board/upcast.ts"
import { spawnSync } from "node:child_process"
import { readFile, readdir, stat, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { describe, expect, test } from "vitest"
import { checkpointVersion } from "../../../src/storage/checkpoint/format.ts"
import { createCheckpointStore } from "../../../src/storage/checkpoint/checkpoint.ts"
import { openJournal } from "../../../src/storage/journal/journal.ts"
import { inspectFiles } from "../../../src/storage/journal/inspect.ts"
import {
  appendMany,
  refusal,
  restoreAll,
  snapshotAt,
  storedAt,
  temporaryDirectory,
  withJournal,
} from "../support.ts"

const versionNow = `"version":${checkpointVersion}`

/** A data directory with three commits, a checkpoint of them, and two more. */
async function checkpointed(): Promise<{ directory: string; board: string }> {
  const directory = await temporaryDirectory()
  await withJournal({ directory }, async (log) => {
    await appendMany(log, 1, 3)
    await log.checkpoint(snapshotAt(3))
    await appendMany(log, 4, 2)
  })
  return { directory, board: join(directory, "board.json") }
}

async function expectRebuilt(directory: string): Promise<void> {
  const report = await inspectFiles(directory, readCommands)
  expect(report.checkpoint).toMatchObject({ state: "damaged", trouble: { code: "storage_damaged" } })
  await withJournal({ directory }, (_, { snapshot, commits, warnings }) => {
    expect(snapshot).toBeUndefined()
    expect(commits.map((commit) => commit.seq)).toEqual([1, 2, 3, 4, 5])
    expect(warnings).toHaveLength(1)
    expect(warnings[0]).toContain("board.json cannot be used")
  })
}

test("a checkpoint is valid JSON with one record a line, for 0600 eyes only", async () => {
  const { directory, board } = await checkpointed()
  const text = await readFile(board, "utf8")
  const value = JSON.parse(text) as { tasks: unknown[] }
  const { tables } = snapshotAt(3)
  expect(value).toMatchObject({
    format: "upnext-board",
    version: checkpointVersion,
    counters: { seq: 3 },
    ...tables,
    tasks: tables.tasks.map(({ n, fields: { title } }) => ({ n, fields: { title } })),
  })
  expect(text.split("\n")).toContain(JSON.stringify(value.tasks[2]))
  expect((await stat(board)).mode & 0o777).toBe(0o600)
  expect((await readdir(directory)).sort()).toEqual(["board.json", "journal"])
})

test("what reads commands is loaded for those that a checkpoint does not cover, and not before", async () => {
  const directory = await temporaryDirectory()
  let loads = 0
  const load = () => {
    loads += 1
    return Promise.resolve(readCommands)
  }
  const open = () => openJournal({ directory, readCommands: { load }, warn: () => {} })
  const log = await open()
  await restoreAll(log)
  await appendMany(log, 1, 3)
  await log.checkpoint(snapshotAt(3))
  await log.close()
  const covered = await open()
  expect((await restoreAll(covered)).snapshot).toEqual(storedAt(3))
  expect(loads).toBe(0)
  await appendMany(covered, 4, 2)
  await covered.close()
  const behind = await open()
  expect((await restoreAll(behind)).commits.map(({ seq }) => seq)).toEqual([4, 5])
  await behind.close()
  expect(loads).toBe(1)
})

test("jq reads a checkpoint", async ({ skip }) => {
  const { board } = await checkpointed()
  const jq = spawnSync("jq", [".tasks | length", board], { encoding: "utf8" })
  if (jq.error) return skip("SKIPPED: there is no jq here")
  expect(jq.stdout.trim()).toBe("3")
})

test.each([0, 1, 20_000])("a board of %i tasks comes back exactly", async (tasks) => {
  const directory = await temporaryDirectory()
  const position = { mark: { segment: 1, offset: 5, line: 1, crc: "00000000", seq: 1 }, closed: [] }
  const store = createCheckpointStore(directory)
  await store.write({ position, snapshot: snapshotAt(1, tasks) })
  const again = createCheckpointStore(directory)
  expect(await again.read()).toEqual({ position, snapshot: storedAt(1, tasks) })
  expect(again.size()).toBe((await stat(store.path)).size)
  expect(again.size()).toBe(store.size())
})

test("each field of a task comes back, and only what is filled is stored", () => {
  const names = [...Object.keys(flat(blankTask))]
  const full = withState(blankTask, Object.fromEntries(names.map((field) => [field, [`the ${field}`]])))
  const stored = (each: Task) => JSON.parse(JSON.stringify(toPlain(each))) as Partial<Task>
  expect(fromPlain(stored(full))).toEqual(full)
  const plain = withState(blankTask, { n: 7, title: "Sweep", tags: [], priority: "P2" })
  expect(stored(plain)).toEqual({ n: 7, fields: { title: "Sweep" } })
  expect(flat(fromPlain(stored(plain)))).toEqual({ ...flat(blankTask), n: 7, title: "Sweep" })
})

describe("a damaged checkpoint is rebuilt from the journal with one warning:", () => {
  test.each(["null", "", "{}", "[]", "not json", "\0\0\0\0", '{"format":"lowdb"}\n'])("%j", async (text) => {
    const { directory, board } = await checkpointed()
    await writeFile(board, text)
    await expectRebuilt(directory)
  })

  test("cut short anywhere", async () => {
    const { directory, board } = await checkpointed()
    const bytes = await readFile(board)
    for (let end = 1; end < bytes.length; end += 97) {
      await writeFile(board, bytes.subarray(0, end))
      await expectRebuilt(directory)
    }
  })

  test("one bit flipped anywhere", async () => {
    const { directory, board } = await checkpointed()
    const bytes = await readFile(board)
    for (let at = 0; at < bytes.length; at += 53) {
      const flipped = Buffer.from(bytes)
      flipped[at] = (flipped[at] ?? 0) ^ (1 << (at % 8))
      await writeFile(board, flipped)
      await expectRebuilt(directory)
    }
  })

  test("with something after its end", async () => {
    const { directory, board } = await checkpointed()
    await writeFile(board, `${await readFile(board, "utf8")}{}`)
    await expectRebuilt(directory)
  })
})

test("a missing checkpoint is rebuilt from the journal without a warning", async () => {
  const directory = await temporaryDirectory()
  await withJournal({ directory }, (log) => appendMany(log, 1, 3))
  await withJournal({ directory }, (_, { commits, warnings }) => {
    expect(commits).toHaveLength(3)
    expect(warnings).toEqual([])
  })
})

test("a checkpoint that is newer than the journal is refused, since lines of the journal are missing", async () => {
  const older = await temporaryDirectory()
  await withJournal({ directory: older }, (log) => appendMany(log, 1, 2))
  const { directory } = await checkpointed()
  const name = join("journal", "0000000000000001.jsonl")
  const bytes = await readFile(join(older, name))
  await writeFile(join(directory, name), bytes)
  const error = await refusal(withJournal({ directory }, () => undefined))
  expect(error).toMatchObject({
    code: "storage_damaged",
    facts: { file: join(directory, name), offset: bytes.length },
  })
  expect((await inspectFiles(directory, readCommands)).checkpoint.state).toBe("refused")
  expect(await readFile(join(directory, name))).toEqual(bytes)
})

test("a checkpoint of another journal is refused", async () => {
  const other = await temporaryDirectory()
  await withJournal({ directory: other }, (log) => appendMany(log, 1, 9, "TEXT"))
  const { directory } = await checkpointed()
  await writeFile(
    join(directory, "journal", "0000000000000001.jsonl"),
    await readFile(join(other, "journal", "0000000000000001.jsonl")),
  )
  expect((await refusal(withJournal({ directory }, () => undefined))).message).toContain(
    "not the line that the checkpoint names",
  )
})

test("a checkpoint of a newer format is refused as such", async () => {
  const { directory, board } = await checkpointed()
  await writeFile(
    board,
    (await readFile(board, "utf8")).replace(versionNow, `"version":${checkpointVersion + 1}`),
  )
  expect((await refusal(withJournal({ directory }, () => undefined))).code).toBe("storage_newer_format")
})

test("a checkpoint of an older format is rebuilt from the journal", async () => {
  const { directory, board } = await checkpointed()
  await writeFile(
    board,
    (await readFile(board, "utf8")).replace(versionNow, `"version":${checkpointVersion - 1}`),
  )
  await expectRebuilt(directory)
})

test("a checkpoint that a crash left half written does no harm", async () => {
  const { directory, board } = await checkpointed()
  await writeFile(`${board}.new`, "half")
  await withJournal({ directory }, async (log, { snapshot, warnings }) => {
    expect(snapshot).toEqual(storedAt(3))
    expect(warnings).toEqual([])
    await log.checkpoint(snapshotAt(5))
  })
  expect((await readdir(directory)).sort()).toEqual(["board.json", "journal"])
})

test("a checkpoint is written in slices, with a rest after each", async () => {
  const { directory } = await checkpointed()
  await withJournal({ directory }, async (log) => {
    const slices: number[] = []
    await log.checkpoint(snapshotAt(5, 20_000), (tookMs) => Promise.resolve(void slices.push(tookMs)))
    const { size } = await stat(join(directory, "board.json"))
    expect(slices.length).toBeGreaterThanOrEqual(Math.floor(size / (512 * 1024)))
    expect(slices.length).toBeGreaterThan(4)
    expect(Math.min(...slices)).toBeGreaterThan(0)
  })
})

test("a checkpoint that failed leaves the old one, and is not tried again at each commit", async () => {
  const { directory } = await checkpointed()
  const log = await openJournal({ readCommands, directory, warn: () => {}, checkpointAfter: 400 })
  await restoreAll(log)
  await appendMany(log, 6, 60)
  expect(log.wantsCheckpoint()).toBe(true)
  const bad = snapshotAt(65)
  const circle: Record<string, unknown> = {}
  circle["self"] = circle
  Object.assign(bad.tables.tasks[1]?.fields ?? {}, { metadata: circle })
  await expect(log.checkpoint(bad)).rejects.toThrow(/circular/)
  expect(log.wantsCheckpoint()).toBe(false)
  await appendMany(log, 66, 60)
  expect(log.wantsCheckpoint()).toBe(true)
  await log.close()
  expect((await readdir(directory)).sort()).toEqual(["board.json", "journal"])
  await withJournal({ directory }, (_, { snapshot }) => expect(snapshot).toEqual(storedAt(3)))
})

test("a checkpoint is due when the journal has grown by more than the size of the last one", async () => {
  const { directory } = await checkpointed()
  await withJournal({ directory, checkpointAfter: 100 }, async (log) => {
    await log.checkpoint(snapshotAt(5, 40))
    const { size } = await stat(join(directory, "board.json"))
    let written = 0
    for (let seq = 6; written < size; seq += 1) {
      expect(log.wantsCheckpoint()).toBe(false)
      const before = (await stat(join(directory, "journal", "0000000000000001.jsonl"))).size
      await appendMany(log, seq, 1)
      written += (await stat(join(directory, "journal", "0000000000000001.jsonl"))).size - before
    }
    await appendMany(log, (await last(log)) + 1, 1)
    expect(log.wantsCheckpoint()).toBe(true)
  })
})

async function last(log: Awaited<ReturnType<typeof openJournal>>): Promise<number> {
  let seq = 0
  for await (const commit of log.read(0)) seq = commit.seq
  return seq
}

test("a checkpoint is read wherever the ends of its rows fall in the chunks it is read in", async () => {
  const directory = await temporaryDirectory()
  const position = { mark: { segment: 1, offset: 5, line: 1, crc: "00000000", seq: 1 }, closed: [] }
  const chunk = 1024 * 1024
  const padded = (length: number) => {
    const plain = snapshotAt(1, 1)
    const tasks = plain.tables.tasks.map((task) => withState(task, { description: "x".repeat(length) }))
    return { ...plain, tables: { ...plain.tables, tasks } }
  }
  const store = createCheckpointStore(directory)
  await store.write({ position, snapshot: padded(1000) })
  const end = (await readFile(store.path, "utf8")).indexOf("}\n]", 1000) + 2
  for (const off of [-2, -1, 0, 1, 2]) {
    const snapshot = padded(1000 + chunk - end + off)
    await store.write({ position, snapshot })
    expect(await createCheckpointStore(directory).read(), `${off} bytes from the border`).toEqual({
      position,
      snapshot: asStored(snapshot),
    })
  }
})
