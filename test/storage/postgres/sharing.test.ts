import { expect, test } from "vitest"
import type { Commit, Log } from "../../../src/storage/log.ts"
import type { PostgresTimes } from "../../../src/storage/postgres/options.ts"
import type { Storage } from "../../../src/storage/storage.ts"
import { useDatabase } from "../../support/postgres.ts"
import { appendMany, collect, commitOf, refusal, restoreAll } from "../support.ts"
import { newBoard, open, openRestored, quick } from "./support.ts"

const database = useDatabase()

async function two(
  times: Partial<PostgresTimes> = quick,
): Promise<{ a: Log; b: Log; board: string; servers: readonly Storage[] }> {
  const board = newBoard()
  const one = await openRestored({ database: database.url, board, times })
  const other = await openRestored({ database: database.url, board, times })
  return { a: one.log, b: other.log, board, servers: [one, other] }
}

/** Appends after what is there, and gives what others had appended. */
async function append(log: Log, text: string): Promise<readonly Commit[]> {
  let seen: readonly Commit[] = []
  const last = { seq: 0 }
  for await (const commit of log.read(0)) last.seq = commit.seq
  await log.commit((others) => {
    seen = others
    last.seq = others.at(-1)?.seq ?? last.seq
    return commitOf(last.seq + 1, text)
  })
  return seen
}

const untilCalled = (log: Log) =>
  new Promise<void>((resolve) => {
    const stop = log.watch(() => {
      stop()
      resolve()
    })
  })

test("decide gets what others have appended, once and in order", async () => {
  const { a, b } = await two()
  expect(await append(a, "1")).toEqual([])
  expect(await append(a, "2")).toEqual([])
  expect(await append(b, "3")).toEqual([commitOf(1, "1"), commitOf(2, "2")])
  expect(await append(b, "4")).toEqual([])
  expect(await append(a, "5")).toEqual([commitOf(3, "3"), commitOf(4, "4")])
})

test("commits at the same moment are written one after the other, and none is lost", async () => {
  const { a, b } = await two()
  const many = async (log: Log, name: string) => {
    let seq = 0
    for (let i = 0; i < 20; i++)
      await log.commit((others) => {
        seq = (others.at(-1)?.seq ?? seq) + 1
        return commitOf(seq, name)
      })
  }
  await Promise.all([many(a, "a"), many(b, "b")])
  await a.catchUp()
  const all = await collect(a.read(0))
  expect(all.map(({ seq }) => seq)).toEqual(Array.from({ length: 40 }, (_, i) => i + 1))
  const names = all.map(({ commands }) => commands[0]?.events[0])
  for (const content of ["a", "b"])
    expect(
      names.filter((event) => event?.type === "task.commented" && event.content === content),
    ).toHaveLength(20)
})

test("what others have appended wakes a server that only reads, and catchUp hands it over once", async () => {
  const { a, b } = await two()
  const woken = untilCalled(b)
  await append(a, "news")
  await woken
  expect(await b.catchUp()).toEqual([commitOf(1, "news")])
  expect(await b.catchUp()).toEqual([])
})

test("a tail of many commits, and of long ones, is read in pieces", async () => {
  const { a, b } = await two()
  await appendMany(a, 1, 60)
  for (let seq = 61; seq <= 66; seq++) await a.commit(() => commitOf(seq, "long ".repeat(200_000)))
  let seen: readonly Commit[] = []
  await b.commit((others) => {
    seen = others
    return commitOf(67, "after")
  })
  expect(seen.map(({ seq }) => seq)).toEqual(Array.from({ length: 66 }, (_, i) => i + 1))
  expect((await a.catchUp()).map(({ seq }) => seq)).toEqual([67])
})

test("others stay handed over when decide throws", async () => {
  const { a, b } = await two()
  await append(a, "1")
  const error = new Error("no")
  await expect(
    b.commit(() => {
      throw error
    }),
  ).rejects.toBe(error)
  expect(await append(b, "2")).toEqual([])
})

test("texts told to the other servers arrive whole, however long, and never at the teller", async () => {
  const { a, b, servers } = await two()
  const heard: string[] = []
  const whole = new Promise<void>((resolve) =>
    b.peers?.hear((text) => {
      heard.push(text)
      if (heard.length === 3) resolve()
    }),
  )
  a.peers?.hear((text) => heard.push(`a heard ${text}`))
  await expect.poll(() => servers[1]?.shared?.report().isListening).toBe(true)
  const long = "ä ' $u0$ \n\u0000".repeat(3_000)
  a.peers?.tell("first")
  a.peers?.tell(long)
  a.peers?.tell("")
  await whole
  expect(heard).toEqual(["first", long, ""])
})

test("decide learns when a server last served the board, and so does no later commit", async () => {
  const { a, b, board } = await two()
  const seen: (number | undefined)[] = []
  const note = (_: readonly Commit[], aliveAt?: number) => {
    seen.push(aliveAt)
    return undefined
  }
  await a.commit(note)
  await database.query("update upnext.boards set alive_at = now() - interval '1 hour' where name = $1", [
    board,
  ])
  const before = a.wall?.() ?? 0
  await b.commit(note)
  await a.commit(note)
  expect(seen[0]).toBeUndefined()
  expect(before - (seen[1] ?? 0)).toBeGreaterThan(3_590_000)
  expect(before - (seen[2] ?? 0)).toBeLessThan(1_800_000)
})

test("the last server that stops leaves the board, so that the next start counts as one after an absence", async () => {
  const { a, b, board, servers } = await two()
  await a.commit(() => commitOf(1, "x"))
  const seenBy = async (log: Log) => {
    let seen: number | undefined
    await log.commit((_, aliveAt) => {
      seen = aliveAt
      return undefined
    })
    return seen
  }
  await servers[0]?.close()
  expect(await seenBy(b)).toBeGreaterThan(0)
  await servers[1]?.close()
  const { log } = await openRestored({ database: database.url, board, times: quick })
  expect(await seenBy(log)).toBe(0)
  expect(await seenBy(log)).toBeGreaterThan(0)
})

test("a server that serves renews the time between commits, but not once it is older than 30 s", async () => {
  const { a, board } = await two()
  const age = async () =>
    (
      await database.query<{ age: number }>(
        "select extract(epoch from clock_timestamp() - alive_at)::float8 as age from upnext.boards where name = $1",
        [board],
      )
    )[0]?.age ?? NaN
  const set = (seconds: number) =>
    database.query(
      `update upnext.boards set alive_at = clock_timestamp() - interval '${seconds} s' where name = $1`,
      [board],
    )
  await a.commit(() => undefined)
  await set(20)
  await expect.poll(age).toBeLessThan(10)
  await set(31)
  // Every renewal of the servers' rows would renew the board too.
  await database.query(
    "update upnext.servers set alive_at = now() - interval '1 minute' where board = (select board from upnext.boards where name = $1)",
    [board],
  )
  const renewed = () =>
    database.query(
      "select 1 from upnext.servers join upnext.boards using (board) where name = $1 and servers.alive_at > now() - interval '30 s'",
      [board],
    )
  await expect.poll(async () => (await renewed()).length).toBe(2)
  expect(await age()).toBeGreaterThan(30)
})

test("the clock is the database's, and not moved by a jump of the machine's", async () => {
  const { a } = await two()
  const [row] = await database.query<{ now: number }>(
    "select extract(epoch from clock_timestamp())::float8 * 1000 as now",
  )
  expect(Math.abs((a.wall?.() ?? 0) - (row?.now ?? 0))).toBeLessThan(1_800_000)
  const { now } = Date
  try {
    Date.now = () => now() + 3_600_000
    expect(Math.abs((a.wall?.() ?? 0) - (row?.now ?? 0))).toBeLessThan(1_800_000)
  } finally {
    Date.now = now
  }
})

test("a log that lost commits is refused with storage_diverged until it is restored", async () => {
  const { a, b, board } = await two({ ...quick, provenPollMs: 100 })
  await appendMany(a, 1, 3)
  await b.catchUp()
  // As a standby that had not received the last commit and became the primary.
  await database.query(
    "delete from upnext.commits where last = 3 and board = (select board from upnext.boards where name = $1)",
    [board],
  )
  const [row] = await database.query<{ crc: string }>(
    "select crc from upnext.commits where last = 2 and board = (select board from upnext.boards where name = $1)",
    [board],
  )
  await database.query("update upnext.boards set head = 2, crc = $2 where name = $1", [board, row?.crc])
  expect((await refusal(a.commit(() => commitOf(4, "x")))).code).toBe("storage_diverged")
  const woken = untilCalled(b)
  await woken
  expect((await refusal(b.catchUp())).code).toBe("storage_diverged")
  expect((await refusal(b.commit(() => undefined))).code).toBe("storage_diverged")
  expect((await restoreAll(a)).commits).toHaveLength(2)
  await a.commit(() => commitOf(3, "another third"))
  // The same number as before, and another commit.
  expect((await refusal(b.catchUp())).code).toBe("storage_diverged")
  expect((await restoreAll(b)).commits.at(-1)).toEqual(commitOf(3, "another third"))
  await b.commit(() => commitOf(4, "y"))
  expect(await a.catchUp()).toEqual([commitOf(4, "y")])
})

test("another history with the same length is noticed by its checksum", async () => {
  const { a, b, board } = await two()
  await appendMany(a, 1, 2)
  await b.catchUp()
  await database.query("update upnext.boards set crc = '0badf00d' where name = $1", [board])
  expect((await refusal(b.catchUp())).code).toBe("storage_diverged")
})

test("a row that was changed is refused with storage_damaged, naming table, board and event", async () => {
  const { a, b, board } = await two()
  await appendMany(a, 1, 2)
  await database.query(
    "update upnext.commits set body = replace(body, 'text 2', 'text 3') where board = (select board from upnext.boards where name = $1)",
    [board],
  )
  const error = await refusal(b.catchUp())
  expect(error.code).toBe("storage_damaged")
  expect(error.message).toBe(`The table upnext.commits, board ${board}, event 2: it is damaged.`)
})

test("boards of one database share nothing", async () => {
  const [one, other] = [await two(), await two()]
  await append(one.a, "mine")
  expect(await append(other.a, "theirs")).toEqual([])
  expect(await one.b.catchUp()).toEqual([commitOf(1, "mine")])
})

test("a server that closes leaves no row, no connection and no timer behind", async () => {
  const board = newBoard()
  const storage = await open({ database: database.url, board })
  await restoreAll(storage.log)
  const sockets = () => process.getActiveResourcesInfo().filter((name) => /TCPSocketWrap|Timeout/.test(name))
  const rows = () =>
    database.query("select 1 from upnext.servers join upnext.boards using (board) where name = $1", [board])
  expect(await rows()).toHaveLength(1)
  const before = sockets().length
  await storage.close()
  expect(sockets().length).toBeLessThan(before)
  expect(await rows()).toHaveLength(0)
})
