import { readCommands } from "../../src/domain/board/upcast.ts"
import { execFile } from "node:child_process"
import { copyFile, mkdir, readdir, rm } from "node:fs/promises"
import { join } from "node:path"
import { promisify } from "node:util"
import { expect, onTestFinished, test } from "vitest"
import { inspectFiles } from "../../src/storage/journal/inspect.ts"
import { upnext } from "../commands/upnext.ts"
import { appendMany, refusal, snapshotAt, temporaryDirectory, withJournal } from "../storage/support.ts"
import { call, startServer, type Server } from "../support/server.ts"

// What docs/operations.md says of copying the directory of a running server, done as it says.

const run = promisify(execFile)

/** The journal and the key, without the checkpoint: that one may be newer than the part of the journal that was copied. */
async function copy(home: string, to: string): Promise<void> {
  const data = join(home, "data")
  await mkdir(join(to, "data"), { recursive: true, mode: 0o700 })
  await run("cp", ["-r", join(data, "journal"), join(data, "key"), join(to, "data")])
}

async function start(home: string): Promise<Server> {
  const server = await startServer({ home })
  onTestFinished(async () => {
    server.kill("SIGKILL")
    await server.exited
  })
  return server
}

test("a copy of a running server's journal holds all that was acknowledged before, every time", async () => {
  const place = await temporaryDirectory()
  const server = await start(join(place, "home"))
  let acknowledged = 0
  let isOver = false
  const load = Array.from({ length: 8 }, async () => {
    for (let n = 0; !isOver; n += 1) {
      const { status } = await call(server.url, "POST", "/tasks", {
        title: `task ${n}`,
        description: "x".repeat(500),
      })
      expect(status).toBe(201)
      acknowledged += 1
    }
  })
  const copies: { home: string; before: number }[] = []
  for (let i = 0; i < 20; i += 1) {
    const target = acknowledged + 20
    while (acknowledged < target) await new Promise((resolve) => setImmediate(resolve))
    const home = join(place, `copy-${i}`)
    const before = acknowledged
    await copy(server.home, home)
    copies.push({ home, before })
  }
  isOver = true
  await Promise.all(load)
  for (const { home, before } of copies) {
    await withJournal({ directory: join(home, "data") }, (_, { snapshot, commits }) => {
      expect(snapshot).toBeUndefined()
      const titles = commits.flatMap(({ commands }) => commands.flatMap(({ events }) => events))
      expect(titles.length).toBeGreaterThanOrEqual(before)
    })
  }
  // The last one as a person would: doctor first, then a server on it.
  const { home, before } = copies.at(-1) ?? { home: "", before: 0 }
  const found = await upnext(["doctor", "--home", home, "--port", String(server.port)])
  expect(found.stdout).toMatch(/[✓!] journal +.*commits/)
  const restored = await start(home)
  const { body } = await call(restored.url, "GET", "/tasks?limit=1")
  expect(body["total"]).toBeGreaterThanOrEqual(before)
  expect(body["total"]).toBeLessThanOrEqual(acknowledged)
})

test("a copy that misses a segment begun meanwhile is refused, and the next copy is whole", async () => {
  const directory = await temporaryDirectory()
  const journal = join(directory, "journal")
  await withJournal({ directory, segmentSize: 2000 }, async (log) => {
    await appendMany(log, 1, 5)
    // As a copying program does: it lists the directory, then copies each file that it found.
    const listed = await readdir(journal)
    await appendMany(log, 6, 20)
    expect((await readdir(journal)).length).toBeGreaterThan(listed.length)
    const early = await temporaryDirectory()
    await mkdir(join(early, "journal"))
    for (const name of listed) await copyFile(join(journal, name), join(early, "journal", name))
    expect((await inspectFiles(early, readCommands)).journal).toMatchObject({ state: "damaged" })
    const error = await refusal(withJournal({ directory: early }, () => undefined))
    expect(error.code).toBe("storage_damaged")
    expect(error.message).toContain("this segment of the journal is missing")

    const whole = await temporaryDirectory()
    await run("cp", ["-r", journal, whole])
    expect((await inspectFiles(whole, readCommands)).journal).toMatchObject({ state: "ok", seq: 25 })
    await withJournal({ directory: whole }, (_, { commits }) => expect(commits).toHaveLength(25))
  })
})

test("a copy whose checkpoint is newer than its journal is refused, and is whole without it", async () => {
  const directory = await temporaryDirectory()
  const copied = await temporaryDirectory()
  await withJournal({ directory }, async (log) => {
    await appendMany(log, 1, 5)
    await run("cp", ["-r", join(directory, "journal"), copied])
    await appendMany(log, 6, 5)
    await log.checkpoint(snapshotAt(10))
    await copyFile(join(directory, "board.json"), join(copied, "board.json"))
  })
  const error = await refusal(withJournal({ directory: copied }, () => undefined))
  expect(error.message).toContain("the journal ends before its checkpoint")
  await rm(join(copied, "board.json"))
  await withJournal({ directory: copied }, (_, { commits }) => expect(commits).toHaveLength(5))
})
