import { describe, expect, test } from "vitest"
import type { Log } from "../../src/storage/log.ts"
import { appendMany, collect, commitOf, restoreAll, snapshotAt, storedAt } from "./support.ts"

/** A driver under test. It can open the same log again, as a restart does. */
export interface Driver {
  open(): Promise<Log>
}

/** What every driver of the log promises. `create` gives a new, empty log. */
export function describeLog(
  name: string,
  create: (options: { checkpointAfter?: number }) => Promise<Driver>,
): void {
  async function fresh(options: { checkpointAfter?: number } = {}): Promise<{ driver: Driver; log: Log }> {
    const driver = await create(options)
    const log = await driver.open()
    await restoreAll(log)
    return { driver, log }
  }

  describe(name, () => {
    test("a new log restores to nothing", async () => {
      const log = await (await create({})).open()
      expect(await restoreAll(log)).toEqual({ snapshot: undefined, commits: [] })
      await log.close()
    })

    test("what was committed is restored, in order and exactly", async () => {
      const { driver, log } = await fresh()
      const idem = {
        key: "k",
        actor: "Ada",
        method: "POST",
        path: "/tasks",
        hash: "00",
        status: 201,
        answer: { a: [1, null] },
      }
      const first = {
        seq: 1,
        commands: commitOf(1, 'ä ✓ \n " \u0000 \ud83d\ude00').commands.map((command) => ({
          ...command,
          idem,
        })),
      }
      const second = { seq: 2, commands: [...commitOf(2, "a", "b").commands, ...commitOf(4, "c").commands] }
      await log.commit(() => first)
      await log.commit(() => second)
      await log.close()
      const again = await driver.open()
      expect((await restoreAll(again)).commits).toEqual([first, second])
      await again.commit(() => commitOf(5, "on"))
      expect((await collect(again.read(0))).map((commit) => commit.seq)).toEqual([1, 2, 5])
      await again.close()
    })

    test("decide gets an empty list of commits by others", async () => {
      const { log } = await fresh()
      await log.commit((others) => {
        expect(others).toEqual([])
        return undefined
      })
      await log.close()
    })

    test("undefined appends nothing", async () => {
      const { log } = await fresh()
      await log.commit(() => undefined)
      expect(await collect(log.read(0))).toEqual([])
      await log.commit(() => commitOf(1, "a"))
      await log.close()
    })

    test("an error thrown by decide is passed on, and the log goes on", async () => {
      const { log } = await fresh()
      const error = new Error("no")
      await expect(
        log.commit(() => {
          throw error
        }),
      ).rejects.toBe(error)
      await log.commit(() => commitOf(1, "a"))
      expect(await collect(log.read(0))).toEqual([commitOf(1, "a")])
      await log.close()
    })

    test.each([
      ["skips a number", commitOf(3, "x")],
      ["repeats a number", commitOf(1, "x")],
      ["holds no event", { seq: 2, commands: [] }],
    ])("a commit that %s is a defect and is not written", async (_, bad) => {
      const { driver, log } = await fresh()
      await log.commit(() => commitOf(1, "a"))
      await expect(log.commit(() => bad)).rejects.toThrow(/cannot contain/)
      await log.commit(() => commitOf(2, "b"))
      await log.close()
      const again = await driver.open()
      expect((await restoreAll(again)).commits).toEqual([commitOf(1, "a"), commitOf(2, "b")])
      await again.close()
    })

    test("a second commit beside one under way is a defect", async () => {
      const { log } = await fresh()
      const first = log.commit(() => commitOf(1, "a"))
      await expect(log.commit(() => commitOf(2, "b"))).rejects.toThrow("One commit at a time")
      await first
      await log.close()
    })

    test("the log shares no record with the board", async () => {
      const { log } = await fresh()
      const commit = commitOf(1, "a")
      await log.commit(() => commit)
      const [read] = await collect(log.read(0))
      expect(read).toEqual(commit)
      expect(read?.commands[0]).not.toBe(commit.commands[0])
      await log.close()
    })

    test("find gives the commit that holds an event, and none for one that is not there", async () => {
      const { driver, log } = await fresh()
      const all = [commitOf(1, "a"), commitOf(2, "b", "c", "d"), commitOf(5, "e")]
      const found = [undefined, all[0], all[1], all[1], all[1], all[2], undefined]
      for (const commit of all) await log.commit(() => commit)
      const findAll = (from: Log) => Promise.all(found.map((_, seq) => from.find(seq)))
      expect(await findAll(log)).toEqual(found)
      await log.close()
      const again = await driver.open()
      await restoreAll(again)
      expect(await findAll(again)).toEqual(found)
      await again.close()
    })

    test("find gives any of many commits, long and short", async () => {
      const { log } = await fresh()
      for (let seq = 1; seq <= 200; seq += 1) {
        const long = "long ".repeat(seq % 50 === 0 ? 20_000 : seq % 7)
        await log.commit(() => commitOf(seq, long))
      }
      for (let seq = 1; seq <= 200; seq += 1) expect((await log.find(seq))?.seq).toBe(seq)
      await log.close()
    })

    test("links are kept", async () => {
      const { log } = await fresh()
      const [command] = commitOf(1, "a").commands
      await log.commit(() => ({ seq: 1, commands: command ? [{ ...command, links: { "T-1": 7 } }] : [] }))
      expect((await log.find(1))?.commands).toMatchObject([{ links: { "T-1": 7 } }])
      await log.close()
    })

    test.each([0, 1, 2, 3, 4, 5, 6])("read(%i) gives the commits that hold a later event", async (after) => {
      const { log } = await fresh()
      const all = [commitOf(1, "a"), commitOf(2, "b", "c", "d"), commitOf(5, "e")]
      for (const commit of all) await log.commit(() => commit)
      const expected = all.filter(
        (commit) => commit.seq + (commit.commands[0]?.events.length ?? 0) - 1 > after,
      )
      expect(await collect(log.read(after))).toEqual(expected)
      await log.close()
    })

    test("a read goes on with commits that are made meanwhile, without gap or repeat", async () => {
      const { log } = await fresh()
      await appendMany(log, 1, 20)
      const seen: number[] = []
      for await (const commit of log.read(3)) {
        seen.push(commit.seq)
        if (commit.seq < 40) await log.commit(() => commitOf(20 + seen.length, "more"))
      }
      expect(seen).toEqual(Array.from({ length: seen.length }, (_, i) => i + 4))
      expect(seen.length).toBeGreaterThan(36)
      await log.close()
    })

    test("a checkpoint and the commits after it are what the next start gets", async () => {
      const { driver, log } = await fresh()
      await appendMany(log, 1, 3)
      await log.checkpoint(snapshotAt(3))
      await log.commit(() => commitOf(4, "after"))
      await log.close()
      const again = await driver.open()
      expect(await restoreAll(again)).toEqual({ snapshot: storedAt(3), commits: [commitOf(4, "after")] })
      expect((await collect(again.read(0))).map((commit) => commit.seq)).toEqual([1, 2, 3, 4])
      await again.commit(() => commitOf(5, "on"))
      await again.close()
    })

    test("commits go on while a checkpoint is written", async () => {
      const { driver, log } = await fresh()
      await appendMany(log, 1, 3)
      const writing = log.checkpoint(snapshotAt(3, 3000))
      await appendMany(log, 4, 5)
      await writing
      await log.close()
      const again = await driver.open()
      const { snapshot, commits } = await restoreAll(again)
      expect(snapshot).toEqual(storedAt(3, 3000))
      expect(commits.map((commit) => commit.seq)).toEqual([4, 5, 6, 7, 8])
      await again.close()
    })

    test("a checkpoint that does not match the end of the log is a defect", async () => {
      const { log } = await fresh()
      await appendMany(log, 1, 3)
      await expect(log.checkpoint(snapshotAt(2))).rejects.toThrow(/at event 2, not at event 3/)
      await log.close()
    })

    test("a checkpoint is wanted when enough was written since the last one", async () => {
      const { log } = await fresh({ checkpointAfter: 500 })
      await appendMany(log, 1, 1)
      expect(log.wantsCheckpoint()).toBe(false)
      await appendMany(log, 2, 999)
      expect(log.wantsCheckpoint()).toBe(true)
      await log.checkpoint(snapshotAt(1000))
      expect(log.wantsCheckpoint()).toBe(false)
      await log.close()
    })

    test("a closed log refuses commits", async () => {
      const { log } = await fresh()
      await log.close()
      await expect(log.commit(() => commitOf(1, "a"))).rejects.toMatchObject({ code: "unavailable" })
    })
  })
}
