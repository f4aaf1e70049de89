import { expect, test } from "vitest"
import type { Commit, Log } from "../../../src/storage/log.ts"
import { startDatabaseProxy, type DatabaseProxy, type Moment } from "../../support/postgres-proxy.ts"
import { useDatabase } from "../../support/postgres.ts"
import { collect, commitOf, refusal } from "../support.ts"
import type { Storage } from "../../../src/storage/storage.ts"
import { newBoard, openRestored, quick } from "./support.ts"

const database = useDatabase()

/** Short, so that an outage takes no seconds. The database's own limits stay above what a loaded machine needs. */
const impatient = { ...quick, connectMs: 1_000, patienceMs: 1_500, answerMs: 1_000 }

interface Server {
  readonly proxy: DatabaseProxy
  readonly storage: Storage
  readonly log: Log
  /** A second server with a way of its own to the database. */
  readonly other: Log
  readonly board: string
}

async function behindProxy(times = impatient): Promise<Server> {
  const board = newBoard()
  const proxy = await startDatabaseProxy(database.url)
  const storage = await openRestored({ database: proxy.url, board, times })
  const { log: other } = await openRestored({ database: database.url, board, times: quick })
  return { proxy, storage, log: storage.log, other, board }
}

/** Counts how often it was called. */
function deciding(commit: Commit): { decide(others: readonly Commit[]): Commit; calls: number } {
  const counted = {
    calls: 0,
    decide() {
      counted.calls += 1
      return commit
    },
  }
  return counted
}

test.each<Moment>(["before", "during", "after", "interrupted"])(
  "a connection that breaks %s COMMIT: the commit is written once, and decided once",
  async (moment) => {
    const { proxy, log, other } = await behindProxy()
    await log.commit(() => commitOf(1, "first"))
    const cut = proxy.cutNextCommit(moment)
    const second = deciding(commitOf(2, "second"))
    await log.commit(second.decide)
    await cut
    expect(second.calls).toBe(1)
    await log.commit((others) => {
      expect(others).toEqual([])
      return commitOf(3, "third")
    })
    await other.catchUp()
    expect(await collect(other.read(0))).toEqual([
      commitOf(1, "first"),
      commitOf(2, "second"),
      commitOf(3, "third"),
    ])
  },
)

test("a commit that was never written is refused if another server wrote meanwhile, and says so", async () => {
  const { proxy, log, other } = await behindProxy({ ...impatient, patienceMs: 5_000 })
  const held = proxy.holdNextCommit()
  const lost = refusal(log.commit(() => commitOf(1, "lost")))
  await held
  proxy.breakOff()
  await other.commit(() => commitOf(1, "theirs"))
  proxy.mend()
  const error = await lost
  expect(error.code).toBe("storage_unreachable")
  expect(error.message).toMatch(/Nothing from this request was written\.$/)
  await log.commit((others) => {
    expect(others).toEqual([commitOf(1, "theirs")])
    return commitOf(2, "on")
  })
})

test.each<Moment>(["during", "interrupted"])(
  "a commit whose outcome stayed unknown (%s), and which proves to be durable, is handed over later",
  async (moment) => {
    const { proxy, log } = await behindProxy()
    const cut = proxy.cutNextCommit(moment)
    const unknown = refusal(log.commit(() => commitOf(1, "mine")))
    await cut
    proxy.breakOff()
    const error = await unknown
    expect(error.code).toBe("storage_unreachable")
    expect(error.message).toMatch(/^It is not known yet whether this was written\./)
    proxy.mend()
    expect(await log.catchUp()).toEqual([commitOf(1, "mine")])
    await log.commit(() => commitOf(2, "on"))
  },
)

test("without the database a commit waits for its patience, and later ones are refused at once; it heals by itself", async () => {
  const { proxy, storage, log } = await behindProxy()
  await log.commit(() => commitOf(1, "before"))
  proxy.breakOff()
  const begun = performance.now()
  const first = await refusal(log.commit(() => commitOf(2, "x")))
  const waited = performance.now() - begun
  expect(first.code).toBe("storage_unreachable")
  expect(first.message).toMatch(/^Nothing was written\. The database at 127\.0\.0\.1:\d+ is not responding/)
  expect(waited).toBeGreaterThan(800)
  // At once: before anything could be heard from a socket.
  const order: string[] = []
  const again = refusal(log.commit(() => commitOf(2, "x"))).then(() => order.push("refused"))
  await new Promise((resolve) => setImmediate(resolve))
  order.push("the next turn")
  await again
  expect(order).toEqual(["refused", "the next turn"])
  expect(storage.shared?.report()).toMatchObject({ isReachable: false, isListening: false })
  const healed = new Promise<void>((resolve) => log.watch(resolve))
  proxy.mend()
  await healed
  expect(storage.shared?.report()).toMatchObject({ isReachable: true })
  await log.commit(() => commitOf(2, "after"))
})

test("a server that nobody writes to calls back too when the database has been away for the patience of a write", async () => {
  const { proxy, storage, log } = await behindProxy()
  const called = new Promise<void>((resolve) => log.watch(resolve))
  const begun = performance.now()
  proxy.breakOff()
  await called
  expect(performance.now() - begun).toBeGreaterThan(impatient.patienceMs)
  expect(storage.shared?.report()).toMatchObject({ isReachable: false })
  expect((await refusal(log.catchUp())).code).toBe("storage_unreachable")
})

test("a database that is silent is given up in time, and used again when it answers", async () => {
  const { proxy, log } = await behindProxy()
  await log.commit(() => commitOf(1, "before"))
  proxy.freeze()
  const error = await refusal(log.commit(() => commitOf(2, "x")))
  expect(error.code).toBe("storage_unreachable")
  const healed = new Promise<void>((resolve) => log.watch(resolve))
  proxy.mend()
  await healed
  await log.catchUp()
  await log.commit(() => commitOf(2, "after"))
})

test("a write goes on within its patience when the database comes back", async () => {
  const { proxy, log } = await behindProxy({ ...impatient, patienceMs: 5_000 })
  await log.commit(() => commitOf(1, "before"))
  proxy.breakOff()
  const writing = log.commit(() => commitOf(2, "during"))
  setTimeout(() => proxy.mend(), 300)
  await writing
  expect(await log.find(2)).toEqual(commitOf(2, "during"))
})

test("backends that are terminated cost nothing but a new connection", async () => {
  const { log, other, storage } = await behindProxy()
  await log.commit(() => commitOf(1, "before"))
  await database.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'upnext' and datname = current_database() and pid <> pg_backend_pid()",
  )
  await log.commit(() => commitOf(2, "after"))
  expect((await log.find(1))?.seq).toBe(1)
  await other.catchUp()
  await expect.poll(() => storage.shared?.report().isListening).toBe(true)
})

test("a server that holds the lock in silence loses it, and another goes on", async () => {
  const { proxy, log, other } = await behindProxy({ ...impatient, idleMs: 400, patienceMs: 4_000 })
  const held = proxy.holdNextCommit()
  const mine = log
    .commit(() => commitOf(1, "mine"))
    .then(
      () => "written",
      (error: unknown) => error,
    )
  await held
  await other.commit(() => commitOf(1, "theirs"))
  proxy.breakOff()
  proxy.mend()
  expect(await mine).toMatchObject({ code: "storage_unreachable" })
})

test("while notices are lost, others' commits are found by reading the head", async () => {
  const { proxy, storage, log, other } = await behindProxy()
  await expect.poll(() => storage.shared?.report().isListening).toBe(true)
  proxy.muteNotices()
  await expect.poll(() => storage.shared?.report().isListening).toBe(false)
  const woken = new Promise<void>((resolve) => log.watch(resolve))
  await other.commit(() => commitOf(1, "quiet"))
  await woken
  expect(await log.catchUp()).toEqual([commitOf(1, "quiet")])
  proxy.mend()
  await expect.poll(() => storage.shared?.report().isListening).toBe(true)
})

test("a row that somebody else keeps locked refuses a write in time", async () => {
  const { log, board } = await behindProxy({ ...impatient, lockMs: 300 })
  await log.commit(() => commitOf(1, "before"))
  const locking = database
    .query("select pg_sleep(60) from (select * from upnext.boards where name = $1 for update) as locked", [
      board,
    ])
    .catch(() => undefined) // terminated below
  const sleeping =
    "from pg_stat_activity where query like 'select pg_sleep%' and wait_event = 'PgSleep' and datname = current_database()"
  await expect.poll(async () => (await database.query(`select 1 ${sleeping}`)).length).toBe(1)
  const error = await refusal(log.commit(() => commitOf(2, "x")))
  expect(error.code).toBe("storage_unreachable")
  expect(error.message).toMatch(/^Nothing was written\./)
  await database.query(`select pg_terminate_backend(pid) ${sleeping}`)
  await locking
})

test("a session that does not wait for the disk is made to", async () => {
  const board = newBoard()
  const name = new URL(database.url).username
  await database.query(`alter role ${name} set synchronous_commit = off`)
  try {
    const { log } = await openRestored({ database: database.url, board })
    await database.query("create table if not exists seen (setting text)")
    await database.query(`grant all on seen to ${name}`)
    await database.query(`create or replace function note() returns trigger language plpgsql as
      $$ begin insert into seen values (current_setting('synchronous_commit')); return new; end $$`)
    await database.query(
      "create trigger note before insert on upnext.commits for each row execute function note()",
    )
    await log.commit(() => commitOf(1, "x"))
    expect(await database.query("select setting from seen")).toEqual([{ setting: "on" }])
  } finally {
    await database.query(`alter role ${name} reset synchronous_commit`)
    await database.query("drop trigger if exists note on upnext.commits")
  }
})

test("a database that has become read-only is not said to be back while it takes no commits", async () => {
  const { log, board } = await behindProxy()
  await log.commit(() => commitOf(1, "first"))
  const [{ name } = { name: "" }] = await database.query<{ name: string }>(
    "select current_database() as name",
  )
  const end = `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}' and pid <> pg_backend_pid()`
  await database.query(`alter database "${name}" set default_transaction_read_only = on`)
  await database.query(end)
  try {
    await expect(log.commit(() => commitOf(2, "second"))).rejects.toMatchObject({
      code: "storage_unreachable",
    })
    for (let i = 0; i < 3; i += 1)
      await expect(log.catchUp()).rejects.toMatchObject({ code: "storage_unreachable" })
  } finally {
    await database.query(
      `begin read write; alter database "${name}" reset default_transaction_read_only; commit`,
    )
    await database.query(end)
  }
  await expect.poll(() => log.catchUp().catch(() => undefined)).toEqual([])
  await log.commit(() => commitOf(2, "second"))
  const { log: later } = await openRestored({ database: database.url, board, times: quick })
  expect(await collect(later.read(0))).toEqual([commitOf(1, "first"), commitOf(2, "second")])
})
