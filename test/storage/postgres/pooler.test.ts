import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { hasProgram } from "../../support/debian.ts"
import { startPgbouncer } from "../../support/pgbouncer.ts"
import { useDatabase } from "../../support/postgres.ts"
import { collect, commitOf } from "../support.ts"
import { newBoard, openRestored, quick } from "./support.ts"

const isThere = hasProgram("pgbouncer")
if (!isThere) console.warn("skipped: pgbouncer is not installed, so the tests that need it do not run")

describe.skipIf(!isThere)("behind PgBouncer in transaction mode", () => {
  const database = useDatabase()
  let pooler: Awaited<ReturnType<typeof startPgbouncer>>
  beforeAll(async () => {
    pooler = await startPgbouncer(database.url)
  })
  afterAll(() => pooler.stop())

  /** While LISTEN is proven, the head is read only after this time. */
  const never = 3_600_000
  const openTwo = async (databaseDirect?: string) => {
    const options = {
      database: pooler.url,
      databaseDirect,
      board: newBoard(),
      times: { ...quick, provenPollMs: never },
    }
    return [await openRestored(options), await openRestored(options)] as const
  }

  test("two servers with a direct address for LISTEN hear each other at once", async () => {
    const [{ log, shared }, other] = await openTwo(database.url)
    for (const each of [shared, other.shared]) await expect.poll(() => each?.report().isListening).toBe(true)
    const woken = new Promise<void>((resolve) => log.watch(resolve))
    await other.log.commit(() => commitOf(1, "theirs"))
    await woken
    expect(await log.catchUp()).toEqual([commitOf(1, "theirs")])
  })

  test("without one, LISTEN is never proven, and others' commits are found by reading the head", async () => {
    const [{ log, shared }, other] = await openTwo()
    for (let seq = 1; seq <= 20; seq += 2) {
      await log.commit(() => commitOf(seq, "ours"))
      await other.log.commit((others) => {
        expect(others).toEqual([commitOf(seq, "ours")])
        return commitOf(seq + 1, "theirs")
      })
      await log.catchUp()
    }
    const woken = new Promise<void>((resolve) => log.watch(resolve))
    await other.log.commit(() => commitOf(21, "found"))
    await woken
    expect(await log.catchUp()).toEqual([commitOf(21, "found")])
    expect(await collect(log.read(20))).toEqual([commitOf(21, "found")])
    expect(shared?.report()).toMatchObject({ isReachable: true, isListening: false })
  })
})
