import { asStored } from "../fixture.ts"
import { withState } from "../../../src/domain/board/tasks/task-record.ts"
import { expect, test } from "vitest"
import { useDatabase } from "../../support/postgres.ts"
import { appendMany, commitOf, refusal, restoreAll, snapshotAt, storedAt } from "../support.ts"
import { newBoard, open, openRestored } from "./support.ts"

const database = useDatabase()

const parts = (board: string) =>
  database.query<{ seq: number; part: number; is_last: boolean }>(
    `select seq::int, part, is_last from upnext.snapshots join upnext.boards using (board)
    where name = $1 order by seq, part`,
    [board],
  )

test("of the snapshots of a board the two newest are kept, in parts", async () => {
  const board = newBoard()
  const { log } = await openRestored({ database: database.url, board })
  for (let seq = 1; seq <= 3; seq++) {
    await log.commit(() => commitOf(seq, "x"))
    await log.checkpoint(seq === 3 ? large(3) : snapshotAt(seq))
  }
  const kept = await parts(board)
  expect([...new Set(kept.map(({ seq }) => seq))]).toEqual([2, 3])
  expect(kept.length).toBeGreaterThan(2)
  expect(kept.filter(({ is_last }) => is_last)).toHaveLength(2)
  expect((await restoreAll((await open({ database: database.url, board })).log)).snapshot).toEqual(
    asStored(large(3)),
  )
})

test("a server makes no snapshot where another has just made one", async () => {
  const board = newBoard()
  const { log } = await openRestored({ database: database.url, board })
  const { log: other } = await openRestored({ database: database.url, board })
  await appendMany(log, 1, 2)
  await log.checkpoint(snapshotAt(2))
  await other.commit((others) => commitOf(others.length + 1, "y"))
  await other.checkpoint(snapshotAt(3))
  expect((await parts(board)).map(({ seq }) => seq)).toEqual([2])
})

test("a server makes no snapshot while another makes one", async () => {
  const board = newBoard()
  const { log } = await openRestored({ database: database.url, board })
  await appendMany(log, 1, 1)
  const [row] = await database.query<{ board: number }>("select board from upnext.boards where name = $1", [
    board,
  ])
  const locking = database
    .query("select pg_advisory_lock(x'75706e78'::int, $1), pg_sleep(60)", [row?.board])
    .catch(() => undefined) // terminated below
  const sleeping = "from pg_stat_activity where wait_event = 'PgSleep' and datname = current_database()"
  await expect.poll(async () => (await database.query(`select 1 ${sleeping}`)).length).toBe(1)
  await log.checkpoint(snapshotAt(1))
  expect(await parts(board)).toEqual([])
  await database.query(`select pg_terminate_backend(pid) ${sleeping}`)
  await locking
})

test("while a snapshot is made, the database may clear away what is out of date, however long that takes", async () => {
  const board = newBoard()
  const url = `${database.url}?options=${encodeURIComponent("-c idle_in_transaction_session_timeout=100")}`
  const { log } = await openRestored({ database: url, board })
  await appendMany(log, 1, 1)
  const holding: unknown[] = []
  let slices = 0
  await log.checkpoint(large(1, 900), async () => {
    const rows = await database.query(`select query from pg_stat_activity
      where (backend_xid is not null or backend_xmin is not null)
      and state = 'idle in transaction' and datname = current_database()`)
    holding.push(...rows)
    // Longer than this database lets others rest in a transaction.
    if (++slices === 3) await new Promise((resolve) => setTimeout(resolve, 300))
  })
  expect(slices).toBeGreaterThan(3)
  expect(holding).toEqual([])
  expect((await parts(board)).length).toBeGreaterThan(2)
})

test.each([
  ["bytes that were changed", "update upnext.snapshots set body = '\\x00112233' where seq = 2 and board = "],
  [
    "a part that is missing",
    "update upnext.snapshots set is_last = false where part = 0 and seq = 2 and board = ",
  ],
])("%s: the snapshot before that one is used, with a warning where it was found", async (_, sql) => {
  const board = newBoard()
  const { log } = await openRestored({ database: database.url, board })
  for (let seq = 1; seq <= 2; seq++) {
    await log.commit(() => commitOf(seq, "x"))
    await log.checkpoint(snapshotAt(seq))
  }
  await database.query(`${sql} (select board from upnext.boards where name = $1)`, [board])
  const warnings: string[] = []
  const again = await open({ database: database.url, board, warn: (message) => warnings.push(message) })
  expect(await restoreAll(again.log)).toEqual({ snapshot: storedAt(1), commits: [commitOf(2, "x")] })
  expect(
    warnings.filter((each) => !each.startsWith(`A snapshot of the board ${board} cannot be used`)),
  ).toEqual([])
})

test("commits that a snapshot covers are verified in the background, and damage is reported with its event", async () => {
  const board = newBoard()
  const { log } = await openRestored({ database: database.url, board })
  await appendMany(log, 1, 50)
  await log.checkpoint(snapshotAt(50))
  const sound = await open({ database: database.url, board })
  await restoreAll(sound.log)
  await sound.log.verifyHistory(new AbortController().signal)
  await database.query(
    `update upnext.commits set body = replace(body, 'text 7', 'text 8') where last = 7
    and board = (select board from upnext.boards where name = $1)`,
    [board],
  )
  const again = await open({ database: database.url, board })
  await restoreAll(again.log)
  const error = await refusal(again.log.verifyHistory(new AbortController().signal))
  expect(error.code).toBe("storage_damaged")
  expect(error.message).toContain("event 7: it is damaged")
  // What the board does not rest on refuses no writes.
  await again.log.commit(() => commitOf(51, "on"))
})

test("a row that is missing in the middle is reported with its event", async () => {
  const board = newBoard()
  const { log } = await openRestored({ database: database.url, board })
  await appendMany(log, 1, 5)
  await database.query(
    "delete from upnext.commits where last = 3 and board = (select board from upnext.boards where name = $1)",
    [board],
  )
  const again = await open({ database: database.url, board })
  const error = await refusal(restoreAll(again.log))
  expect(error.code).toBe("storage_damaged")
  expect(error.message).toContain("event 3: it does not follow the previous commit")
})

/** A board whose snapshot takes several parts, as its texts cannot be compressed. */
function large(seq: number, count = 300) {
  const snapshot = snapshotAt(seq, count)
  let n = 1
  const noise = () =>
    Array.from({ length: 6_000 }, () => ((n = (n * 48_271) % 2_147_483_647) % 36).toString(36)).join("")
  const tasks = snapshot.tables.tasks.map((task) => withState(task, { description: noise() }))
  return { ...snapshot, tables: { ...snapshot.tables, tasks } }
}
