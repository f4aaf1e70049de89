import { readCommands } from "../../src/domain/board/upcast.ts"
import { spawnSync } from "node:child_process"
import { appendFile, copyFile, mkdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { beforeAll, describe, expect, onTestFinished, test } from "vitest"
import { openJournal } from "../../src/storage/journal/journal.ts"
import {
  appendMany,
  collect,
  commitOf,
  refusal,
  restoreAll,
  snapshotAt,
  temporaryDirectory,
  withJournal,
} from "../storage/support.ts"
import { bundleChild, startChild, type Child } from "../support/child.ts"
import { ensureProgram } from "../support/debian.ts"

let program: string
beforeAll(async () => {
  program = await bundleChild(new URL("children/append.ts", import.meta.url).pathname)
})

async function linesOf(child: Child): Promise<string[]> {
  const lines: string[] = []
  for (let line = await child.line(); line !== undefined; line = await child.line()) lines.push(line)
  return lines
}

const segment = (directory: string, first = 1): string =>
  join(directory, "journal", `${String(first).padStart(16, "0")}.jsonl`)

/** A small disk that can be filled; undefined where this user may not mount. */
async function mountSmallDisk(): Promise<string | undefined> {
  const directory = await temporaryDirectory()
  if (spawnSync("mount", ["-t", "tmpfs", "-o", "size=256k", "tmpfs", directory]).status !== 0)
    return undefined
  onTestFinished(() => void spawnSync("umount", [directory]))
  return directory
}

describe("a full disk", () => {
  test.for([1_000_000_000, 1])(
    "is refused with storage_full, reads go on, and writes resume when there is room (segments of %i)",
    async (segmentSize, { skip }) => {
      const directory = await mountSmallDisk()
      if (directory === undefined) return skip("SKIPPED: mounting a tmpfs is denied here (needs root)")
      const ballast = join(directory, "ballast")
      await writeFile(ballast, Buffer.alloc(64 * 1024))
      await withJournal({ directory, segmentSize }, async (log) => {
        let seq = 0
        for (let full = false; !full;) {
          await log
            .commit(() => commitOf(seq + 1, "x".repeat(3000)))
            .then(
              () => (seq += 1),
              (error: unknown) => {
                expect(error).toMatchObject({ code: "storage_full" })
                full = true
              },
            )
        }
        expect(seq).toBeGreaterThan(10)
        for (let i = 0; i < 3; i += 1) {
          expect((await refusal(log.commit(() => commitOf(seq + 1, "x".repeat(9000))))).code).toBe(
            "storage_full",
          )
        }
        expect((await refusal(log.checkpoint(snapshotAt(seq, 500)))).code).toBe("storage_full")
        expect(await collect(log.read(0))).toHaveLength(seq)
        await rm(ballast)
        await appendMany(log, seq + 1, 5)
        expect(await collect(log.read(0))).toHaveLength(seq + 5)
        await log.checkpoint(snapshotAt(seq + 5, 2))
      })
      await withJournal({ directory, segmentSize }, (_, { warnings, snapshot }) => {
        expect(warnings).toEqual([])
        expect(snapshot?.counters.seq).toBeGreaterThan(10)
      })
    },
  )

  test("does not keep a server with a torn tail from starting", async ({ skip }) => {
    const directory = await mountSmallDisk()
    if (directory === undefined) return skip("SKIPPED: mounting a tmpfs is denied here (needs root)")
    await withJournal({ directory }, (log) => appendMany(log, 1, 3))
    await appendFile(segment(directory), '{"seq":4,"comm')
    await writeFile(join(directory, "ballast"), Buffer.alloc(1024 * 1024)).catch(() => {})
    await withJournal({ directory }, (_, { commits, warnings }) => {
      expect(commits).toHaveLength(3)
      expect(warnings[0]).toContain("not kept")
    })
  })
})

test("a short write is cut back and refused with storage_full, and the journal stays whole", async () => {
  const directory = await temporaryDirectory()
  await withJournal({ directory }, (log) => appendMany(log, 1, 2))
  // A limit on the size of files makes the kernel write the part that fits, then say EFBIG.
  const child = startChild("bash", [
    "-c",
    'ulimit -f 8 && exec "$@"',
    "bash",
    process.execPath,
    program,
    directory,
    "6",
    "3000",
  ])
  const lines = await linesOf(child)
  expect(child.errors()).toBe("")
  expect(lines.filter((line) => line.startsWith("kept"))).toEqual(["kept 3", "kept 4"])
  expect(lines.filter((line) => line.startsWith("refused storage_full"))).toHaveLength(4)
  await withJournal({ directory }, async (log, { commits, warnings }) => {
    expect(commits.map((commit) => commit.seq)).toEqual([1, 2, 3, 4])
    expect(warnings).toEqual([])
    await appendMany(log, 5, 1)
  })
})

describe("a failed sync", () => {
  /** strace counts calls by thread: journal writes are the main one's, syncs those of the only one beside it. */
  function withFault(fault: string, directory: string, commits: number): Child {
    const trace = ["-f", "-qq", "-o", "/dev/null", "-E", "UV_THREADPOOL_SIZE=1", "-e", `inject=${fault}`]
    return startChild("strace", [...trace, process.execPath, program, directory, String(commits)])
  }

  const traced =
    ensureProgram("strace") && spawnSync("strace", ["-f", "-o", "/dev/null", "true"]).status === 0

  test.for(["fdatasync:error=EIO", "fdatasync:error=ENOSPC"])(
    "fails its batch with an unknown outcome and every later one until a restart (%s)",
    async (fault, { skip }) => {
      if (!traced) return skip("SKIPPED: strace is missing or ptrace is denied here")
      const directory = await temporaryDirectory()
      const child = withFault(`${fault}:when=3`, directory, 6)
      const lines = await linesOf(child)
      expect(lines.slice(0, 3)).toEqual(["restored 0", "kept 1", "kept 2"])
      expect(lines[3]).toMatch(/^refused storage_failed Syncing .* unknown whether the write was kept/)
      expect(lines.slice(4)).toHaveLength(3)
      for (const line of lines.slice(4))
        expect(line).toMatch(/^refused storage_failed No writes have been accepted since/)
      const restart = startChild(process.execPath, [program, directory, "1"])
      const after = await linesOf(restart)
      expect(["restored 2", "restored 3"]).toContain(after[0])
      expect(after[1]).toMatch(/^kept/)
    },
  )

  test("is not the only way: a write that fails with EIO is not taken for a full disk", async ({ skip }) => {
    if (!traced) return skip("SKIPPED: strace is missing or ptrace is denied here")
    const directory = await temporaryDirectory()
    await withJournal({ directory }, (log) => appendMany(log, 1, 1))
    const child = withFault("pwrite64:error=EIO:when=2", directory, 4)
    const lines = await linesOf(child)
    expect(lines[1]).toMatch(/^kept 2/)
    expect(lines.slice(2).every((line) => line.startsWith("refused storage_failed"))).toBe(true)
  })

  test("a start makes sure that the last line is on the disk before it goes on", async ({ skip }) => {
    if (!traced) return skip("SKIPPED: strace is missing or ptrace is denied here")
    const directory = await temporaryDirectory()
    await withJournal({ directory }, (log) => appendMany(log, 1, 3))
    const child = withFault("fsync:error=EIO:when=1", directory, 1)
    await linesOf(child)
    expect(child.errors()).toContain("storage_failed")
  })
})

describe("a journal that is not ours any more", () => {
  async function running(segmentSize = 1_000_000_000) {
    const directory = await temporaryDirectory()
    const log = await openJournal({ readCommands, directory, warn: () => {}, segmentSize })
    onTestFinished(() => log.close())
    await restoreAll(log)
    await appendMany(log, 1, 3)
    return { directory, log, file: segment(directory) }
  }

  async function expectStopped(
    log: Awaited<ReturnType<typeof running>>["log"],
    reason: RegExp,
  ): Promise<void> {
    const first = await refusal(log.commit(() => commitOf(4, "x")))
    expect(first.code).toBe("storage_failed")
    expect(first.message).toMatch(reason)
    const second = await refusal(log.commit(() => commitOf(4, "x")))
    expect(second).toMatchObject({ code: "storage_failed" })
    expect(second.message).toMatch(/No writes have been accepted since/)
  }

  test("because it was deleted, takes no more commits", async () => {
    const { log, file } = await running()
    await rm(file)
    await expectStopped(log, /was deleted/)
  })

  test("because its directory was deleted, takes no more commits, in a new segment neither", async () => {
    const { directory, log } = await running(1)
    await rm(join(directory, "journal"), { recursive: true })
    await expectStopped(log, /cannot be used|was deleted/)
  })

  test("because it was replaced by a copy, takes no more commits and leaves the copy alone", async () => {
    const { log, file } = await running()
    await copyFile(file, `${file}.copy`)
    await rename(`${file}.copy`, file)
    const before = await readFile(file)
    await expectStopped(log, /was replaced/)
    expect(await readFile(file)).toEqual(before)
  })

  test("because someone else wrote to it, takes no more commits and leaves what they wrote", async () => {
    const { log, file } = await running()
    await appendFile(file, "mine\n")
    const { size } = await stat(file)
    await expectStopped(log, /was changed by another program/)
    expect((await stat(file)).size).toBe(size)
  })
})

test("a data directory that is a file is refused by name", async () => {
  const directory = await temporaryDirectory()
  await mkdir(join(directory, "data"))
  await writeFile(join(directory, "data", "journal"), "")
  const error = await refusal(
    openJournal({ readCommands, directory: join(directory, "data"), warn: () => {} }),
  )
  expect(error.code).toBe("home_not_writable")
  expect(error.message).toContain(join(directory, "data", "journal"))
})
