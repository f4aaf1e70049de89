import { spawn, type ChildProcess } from "node:child_process"
import { randomBytes } from "node:crypto"
import { once } from "node:events"
import { existsSync, mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from "node:fs"
import { rename, rm } from "node:fs/promises"
import { join } from "node:path"
import { expect, test } from "vitest"
import { backUp } from "../../src/backup/backup.ts"
import { placeNew } from "../../src/backup/place-archive.ts"
import { verifyArchive } from "../../src/backup/verify-archive.ts"
import { readDurablePart } from "../../src/storage/journal/durable-part.ts"
import { writeSegments } from "../../src/storage/journal/import.ts"
import { readCommands } from "../../src/domain/board/upcast.ts"
import type { Commit } from "../../src/storage/log.ts"
import { upnext } from "../commands/upnext.ts"
import { appendMany, commitOf, refusal, temporaryDirectory, withJournal } from "../storage/support.ts"
import { loadConfig } from "../../src/config/config.ts"
import { writeSynced } from "../../src/machine/durable-file.ts"

async function* commitsOf(count: number, bytes: number): AsyncGenerator<Commit> {
  const text = randomBytes(bytes / 2).toString("hex")
  for (let seq = 1; seq <= count; seq += 1) yield await Promise.resolve(commitOf(seq, text))
}

/** Runs a command and stops it as soon as `directory` holds a path like this. */
async function stopAt(args: readonly string[], directory: string, sign: RegExp): Promise<ChildProcess> {
  const child = spawn(process.execPath, ["dist/cli.cjs", ...args], { stdio: "ignore" })
  const paths = () => readdirSync(directory, { recursive: true }).map(String)
  while (child.exitCode === null && !paths().some((path) => sign.test(path)))
    await new Promise((resolve) => setTimeout(resolve, 1))
  child.kill("SIGSTOP")
  return child
}

async function killAt(...at: Parameters<typeof stopAt>): Promise<void> {
  const child = await stopAt(...at)
  child.kill("SIGKILL")
  await once(child, "exit")
  expect(child.signalCode).toBe("SIGKILL")
}

test("killed in the middle, a backup and a restore leave no half, and both succeed when they are repeated", async () => {
  const space = await temporaryDirectory()
  const home = join(space, "home")
  const journal = join(home, "data", "journal")
  mkdirSync(journal, { recursive: true })
  await writeSegments(journal, commitsOf(200, 64 * 1024), 4 * 1024 * 1024)
  await writeSynced(join(home, "data", "key"), randomBytes(32))
  const [file, restored] = [join(space, "x.tar.gz"), join(space, "restored")]

  const backup = ["backup", file, "--home", home]
  await killAt(backup, space, /^upnext-.*\.new$/)
  expect(existsSync(file)).toBe(false)
  // What it left is removed once no backup can still be at work on it.
  const left = readdirSync(space).find((name) => name.endsWith(".new")) ?? ""
  const made = await upnext(backup)
  expect(made.status, made.stderr).toBe(0)
  expect(readdirSync(space)).toContain(left)
  const old = Date.now() / 1000 - 2 * 24 * 3600
  utimesSync(join(space, left), old, old)
  expect((await upnext([...backup, "--force"])).status).toBe(0)
  expect(readdirSync(space).sort()).toEqual(["home", "x.tar.gz"])

  const restore = ["backup", "restore", file, "--home", restored]
  await killAt(restore, space, /^restored\.restoring-.*jsonl$/)
  expect(existsSync(restored)).toBe(false)
  const others = ["restored.restoring-notes1", "restored.restoring-more", "restorations"]
  for (const name of others) mkdirSync(join(space, name))
  writeFileSync(join(space, "restored.restoring-notes1", "note"), "mine")
  const done = await upnext(restore)
  expect(done.stdout, done.stderr).toContain("Restored 200 events in 200 commits")
  expect(readdirSync(join(restored, "data", "journal"))).toHaveLength(4)
  expect(readdirSync(space).sort()).toEqual([...others, "home", "restored", "x.tar.gz"].sort())

  // One that still runs is left alone. The home is there before it is done, so it is refused, and leaves nothing.
  const again = join(space, "again")
  const second = [...restore.slice(0, -1), again]
  const running = await stopAt(second, space, /^again\.restoring-.*jsonl$/)
  expect((await upnext(second)).status).toBe(0)
  expect(readdirSync(space).filter((name) => name.startsWith("again.restoring-"))).toHaveLength(1)
  running.kill("SIGCONT")
  await once(running, "exit")
  expect(running.exitCode).toBe(1)
  expect(readdirSync(space).sort()).toEqual([...others, "again", "home", "restored", "x.tar.gz"].sort())
})

test("of backups to one name at the same moment one gets it, and the others are refused", async () => {
  const space = await temporaryDirectory()
  const path = join(space, "x.tar.gz")
  const drafts = Array.from({ length: 8 }, (_, n) => join(space, `draft-${n}`))
  for (const draft of drafts) writeFileSync(draft, draft)
  const outcomes = await Promise.allSettled(drafts.map((draft) => placeNew(draft, path)))
  const made = drafts.filter((_, n) => outcomes[n]?.status === "fulfilled")
  expect([readFileSync(path, "utf8")]).toEqual(made)
  const refused = outcomes.flatMap((each) => (each.status === "rejected" ? [each.reason as unknown] : []))
  expect(refused).toEqual(Array(7).fill(expect.objectContaining({ code: "board_exists" })))
})

test("where a file system has no links, a backup gets its name all the same, and no name that is taken", async () => {
  const space = await temporaryDirectory()
  const [draft, path] = [join(space, "draft"), join(space, "x.tar.gz")]
  const link = () => Promise.reject(Object.assign(new Error("no links"), { code: "ENOTSUP" }))
  writeFileSync(draft, "first")
  await placeNew(draft, path, { link, rename })
  writeFileSync(draft, "second")
  expect((await refusal(placeNew(draft, path, { link, rename }))).code).toBe("board_exists")
  expect(readFileSync(path, "utf8")).toBe("first")
})

test("a journal that is read while segments are begun is whole up to a commit each time", async () => {
  const directory = await temporaryDirectory()
  await withJournal({ directory, segmentSize: 400 }, async (log) => {
    let isOver = false
    const writing = appendMany(log, 1, 60).finally(() => (isOver = true))
    const ends: number[] = []
    while (!isOver) {
      const part = await readDurablePart(join(directory, "journal"), readCommands)
      expect(part.commits).toBe(part.seq)
      ends.push(part.seq)
    }
    await writing
    expect(ends).toEqual([...ends].sort((a, b) => a - b))
    expect((await readDurablePart(join(directory, "journal"), readCommands)).seq).toBe(60)
  })
})

test("a last line that a crash cut short is left out of a backup; any other damage is refused, and makes none", async () => {
  const space = await temporaryDirectory()
  const [home, to] = [join(space, "home"), join(space, "to")]
  const data = join(home, "data")
  mkdirSync(data, { recursive: true })
  await withJournal({ directory: data }, (log) => appendMany(log, 1, 3))
  const segment = join(data, "journal", "0000000000000001.jsonl")
  const whole = readFileSync(segment)
  const config = await loadConfig({ flags: { home }, env: {} })
  const options = { config, to, force: false, withKey: true }
  writeFileSync(segment, whole.subarray(0, -5))
  mkdirSync(to)
  expect(await backUp(options)).toMatchObject({ seq: 2, commits: 2 })
  writeFileSync(segment, whole.toString().replace("text 2", "text X"))
  await rm(to, { recursive: true })
  mkdirSync(to)
  expect(await refusal(backUp(options))).toMatchObject({ code: "storage_damaged", facts: { line: 3 } })
  expect(readdirSync(to)).toEqual([])
})

test("what was written is read back: an archive whose journal does not hold together is no backup", async () => {
  const { journalOf, manifestOf, manifestEntry, fileEntry, writeArchiveTo } = await import("./archives.ts")
  const commits = [commitOf(1, "one"), commitOf(2, "two")]
  const path = join(await temporaryDirectory(), "x.tar.gz")
  const whole = journalOf(commits)
  const lines = whole.bytes.toString().split("\n")
  const torn = { ...whole, bytes: Buffer.from([lines[0], lines[2], ""].join("\n")) }
  for (const [files, count] of [
    [[whole], 2],
    [[torn], 2],
    [[whole], 3],
  ] as const) {
    const manifest = { ...manifestOf(commits, files), commits: count }
    await writeArchiveTo(path, [manifestEntry(manifest), ...files.map(fileEntry)])
    const verified = verifyArchive(path).then(({ bytes }) => bytes)
    if (files[0] === whole && count === 2) expect(await verified).toBeGreaterThan(100)
    else await expect(verified).rejects.toThrow("is not a valid backup")
  }
})
