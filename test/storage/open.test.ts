import { readCommands } from "../../src/domain/board/upcast.ts"
import { spawnSync } from "node:child_process"
import { chmod, mkdir, readFile, readdir, stat, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { expect, onTestFinished, test } from "vitest"
import { loadKey } from "../../src/storage/key.ts"
import { readLock } from "../../src/storage/lock/find.ts"
import { dataDirectory, openStorage } from "../../src/storage/open.ts"
import { hintOf } from "../../src/terminal/hints.ts"
import { inspectFiles } from "../../src/storage/journal/inspect.ts"
import {
  appendMany,
  commitOf,
  refusal,
  restoreAll,
  snapshotAt,
  temporaryDirectory,
  withJournal,
} from "./support.ts"

const holder = { pid: process.pid, version: "1.0.0", startedAt: "2026-01-01T00:00:00.000Z" }
const warn = (message: string): never => {
  throw new Error(message)
}

const open = (home: string) => openStorage({ home, board: "main", holder, warn, readCommands })

async function modes(directory: string): Promise<string[]> {
  const names = await readdir(directory, { recursive: true })
  return Promise.all(
    names
      .sort()
      .map(async (name) => `${name} ${((await stat(join(directory, name))).mode & 0o777).toString(8)}`),
  )
}

test("a new home is made with its data, for its owner only", async () => {
  const home = join(await temporaryDirectory(), "deep", "home")
  const { log, close } = await open(home)
  await restoreAll(log)
  await log.commit(() => commitOf(1, "a"))
  await log.checkpoint(snapshotAt(1))
  expect((await stat(home)).mode & 0o777).toBe(0o700)
  expect((await modes(home)).filter((line) => !line.startsWith("data/lock/"))).toEqual([
    "data 700",
    "data/board.json 600",
    "data/home-id 600",
    "data/journal 700",
    "data/journal/0000000000000001.jsonl 600",
    "data/key 600",
    "data/lock 700",
  ])
  await close()
})

test("a second server on the same home is refused with the name of the first, which goes on", async () => {
  const home = await temporaryDirectory()
  const first = await open(home)
  await restoreAll(first.log)
  const error = await refusal(open(home))
  expect(error).toMatchObject({ code: "home_locked", facts: { server: holder } })
  await first.log.commit(() => commitOf(1, "a"))
  await first.close()
  const next = await open(home)
  expect((await restoreAll(next.log)).commits).toEqual([commitOf(1, "a")])
  await next.close()
})

test("a home that is a file is refused with its path and a hint", async () => {
  const home = join(await temporaryDirectory(), "home")
  await writeFile(home, "")
  const error = await refusal(open(home))
  expect(error.code).toBe("home_not_writable")
  expect(error.message).toContain(home)
  expect(hintOf(error)).toContain("UPNEXT_HOME")
})

test("a data directory that is a file is refused with its path", async () => {
  const home = await temporaryDirectory()
  await writeFile(join(home, "data"), "")
  expect((await refusal(open(home))).message).toContain(join(home, "data"))
})

test("a home that may not be written is refused with its path", async ({ skip }) => {
  if (process.getuid?.() !== 0) {
    const home = await temporaryDirectory()
    await chmod(home, 0o500)
    expect(await refusal(open(home))).toMatchObject({
      code: "home_not_writable",
    })
    return
  }
  // Rights do not bind root, a read-only file system does.
  const home = await temporaryDirectory()
  const mounted = spawnSync("mount", ["-t", "tmpfs", "-o", "ro,size=64k", "tmpfs", home]).status === 0
  if (!mounted) return skip("SKIPPED: mounting a tmpfs is denied here")
  onTestFinished(() => void spawnSync("umount", [home]))
  for (const path of [home, join(home, "below")]) {
    const error = await refusal(open(path))
    expect(error.code).toBe("home_not_writable")
    expect(error.message).toContain(path)
  }
})

test("a home where no directory can be made is refused, and at once", async () => {
  expect(await refusal(open("/proc/upnext/home"))).toMatchObject({
    code: "home_not_writable",
  })
})

test("a start that is refused for damage gives the lock back", async () => {
  const home = await temporaryDirectory()
  await mkdir(join(home, "data", "journal"), { recursive: true })
  expect((await refusal(open(home))).code).toBe("storage_damaged")
  expect(await readLock(dataDirectory(home))).toBeUndefined()
})

test("the key is made once, holds 32 bytes and stays the same", async () => {
  const directory = await temporaryDirectory()
  const key = await loadKey(directory)
  expect(key).toHaveLength(32)
  expect(await loadKey(directory)).toEqual(key)
  expect(await loadKey(await temporaryDirectory())).not.toEqual(key)
  await writeFile(join(directory, "key"), key.subarray(0, 31))
  const error = await refusal(loadKey(directory))
  expect(error.code).toBe("storage_damaged")
  expect(hintOf(error)).toContain("remove the file")
})

test("a report on sound data counts what is there", async () => {
  const directory = await temporaryDirectory()
  await withJournal({ directory, segmentSize: 1 }, async (log) => {
    await appendMany(log, 1, 3)
    await log.checkpoint(snapshotAt(3))
    await appendMany(log, 4, 2)
    const report = await inspectFiles(directory, readCommands)
    expect(report.journal).toMatchObject({ state: "ok", segments: 5, commits: 5, seq: 5, torn: 0 })
    expect(report.checkpoint).toEqual({
      state: "ok",
      seq: 3,
      bytes: (await readFile(join(directory, "board.json"))).length,
    })
  })
})

test("a report on an empty or missing directory says that nothing is there", async () => {
  const missing = { journal: { state: "missing" }, checkpoint: { state: "missing" } }
  expect(await inspectFiles(await temporaryDirectory(), readCommands)).toMatchObject(missing)
  expect(await inspectFiles("/nowhere/at/all", readCommands)).toMatchObject(missing)
})

test("a report beside a writing server finds nothing wrong, segments begun meanwhile included", async () => {
  const directory = await temporaryDirectory()
  await withJournal({ directory, segmentSize: 2000 }, async (log) => {
    const writing = appendMany(log, 1, 300)
    for (let i = 0; i < 20; i += 1)
      expect(["ok", "torn"]).toContain((await inspectFiles(directory, readCommands)).journal.state)
    await writing
  })
})
