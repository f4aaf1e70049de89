import { afterEach, expect, test } from "vitest"
import { useDatabase } from "../../support/postgres.ts"
import { call } from "../../support/server.ts"
import { until } from "../../support/worker.ts"
import { usePair } from "./pair.ts"

// One of two servers is broken. What is acknowledged stays, and the other one goes on.

const database = useDatabase()
const pair = usePair(database)

const hour = 3_600_000

afterEach(() => {
  // A test that failed may have left a server frozen, which would be there after the run.
  for (const side of [pair.a, pair.b]) side.server.kill("SIGCONT")
  return pair.ledger.audit([pair.a.url, pair.b.url], database)
})

test("after a kill -9 of one server under load, the other goes on without it, and the killed one starts again", () =>
  pair.underLoad(async (work, a, b) => {
    for (const [killed, survivor] of [
      [a, b],
      [b, a],
      [a, b],
    ] as const) {
      await killed.kill()
      await work.progress([survivor.url], 60)
      await killed.start()
      await work.progress([killed.url])
    }
  }))

test("after a kill -9 of a server that holds the lock, the other goes on without it", () =>
  pair.underLoad(async (work, a, b) => {
    await a.proxy.holdNextCommit()
    await a.kill()
    await work.progress([b.url], 60)
    await a.start()
  }))

test("while one server is frozen under load, the other goes on, and it heals by itself", () =>
  pair.underLoad(async (work, a, b) => {
    for (let i = 0; i < 3; i += 1) {
      a.server.kill("SIGSTOP")
      await work.progress([b.url], 60)
      a.server.kill("SIGCONT")
      await work.progress([a.url])
    }
  }))

test("while a server that holds the lock is frozen, the other goes on, and it heals by itself", () =>
  pair.underLoad(async (work, a, b) => {
    const { letGo } = await a.proxy.holdNextCommit()
    a.server.kill("SIGSTOP")
    await work.progress([b.url], 60)
    letGo()
    a.server.kill("SIGCONT")
    await work.progress([a.url])
  }))

test.for([3, -3])(
  "a server whose clock is %i h off ends nobody's lease and dates nothing wrongly",
  async (hours) => {
    const { a, b } = pair
    await b.kill()
    await b.start({ NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(clockOff(hours))}` })
    const titles = ["long", "short"]
    const [long, short] = await Promise.all(
      titles.map(
        async (title) =>
          (await call(b.url, "POST", "/tasks", { title })).body["task"] as { id: string; createdAt: string },
      ),
    )
    if (!long || !short) throw new Error("two tasks were made")
    expect(Math.abs(Date.parse(long.createdAt) - Date.now())).toBeLessThan(hour)
    await call(a.url, "POST", `/tasks/${long.id}/claim`, { agent: `ann ${hours}`, lease: "1h" })
    const taken = await call(a.url, "POST", `/tasks/${short.id}/claim`, {
      agent: `bob ${hours}`,
      lease: "2s",
    })
    expect(taken.status, taken.text).toBe(200)
    const statusOf = async (id: string) =>
      (await call(b.url, "GET", `/tasks/${id}`)).body["task"].status as string
    await until(async () => (await statusOf(short.id)) === "doing")
    await until(async () => (await statusOf(short.id)) === "todo")
    expect(await statusOf(long.id)).toBe("doing")
    const history = await call(b.url, "GET", `/tasks/${short.id}/history`)
    // The newest comes first.
    const entries = history.body["history"] as { type: string; at: string }[]
    const [expired, claimed, ...more] = entries
      .filter(({ type }) => type === "task.claimed" || type === "lease.expired")
      .map(({ at }) => Date.parse(at))
    expect(more).toEqual([])
    // By the clock of the board. Under that of the wrong server, hours would lie between.
    const heldMs = (expired ?? NaN) - (claimed ?? NaN)
    expect(heldMs).toBeGreaterThanOrEqual(2_000)
    expect(heldMs).toBeLessThan(hour)
    await call(a.url, "POST", `/tasks/${long.id}/release`, { agent: `ann ${hours}` })
    await b.kill()
    await b.start()
  },
)

/** Loaded before a server: the clock of its machine is wrong. */
const clockOff = (hours: number) => `
  const Real = Date
  globalThis.Date = class extends Real {
    constructor(...given) { given.length > 0 ? super(...given) : super(Real.now() + ${hours * hour}) }
    static now() { return Real.now() + ${hours * hour} }
  }`
