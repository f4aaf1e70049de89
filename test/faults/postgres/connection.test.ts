import { afterEach, expect, test } from "vitest"
import { connectHttp } from "../../support/mcp.ts"
import type { Moment } from "../../support/postgres-proxy.ts"
import { useDatabase } from "../../support/postgres.ts"
import { call } from "../../support/server.ts"
import { until } from "../../support/worker.ts"
import { passes, readManifest } from "../../deploy/manifest.ts"
import { usePair } from "./pair.ts"

// The connection of one of two servers to the database is broken.

const database = useDatabase()
const pair = usePair(database)

afterEach(async () => {
  pair.a.proxy.mend()
  await pair.ledger.audit([pair.a.url, pair.b.url], database)
})

const moments: Moment[] = ["before", "during", "after"]

test.for(moments)(
  "a connection that breaks %s COMMIT: the request is answered, and its task is there once",
  async (moment) => {
    const { a, b } = pair
    const cut = a.proxy.cutNextCommit(moment)
    const made = await call(a.url, "POST", "/tasks", { title: "once", project: `cut-${moment}` })
    await cut
    expect(made.status, made.text).toBe(201)
    await expect.poll(() => titlesOf(b.url, `cut-${moment}`)).toEqual(["once"])
  },
)

test.for(moments)("connections that break %s COMMIT under load lose nothing and repeat nothing", (moment) =>
  pair.underLoad(async (work, a, b) => {
    for (let i = 0; i < 4; i += 1) {
      await a.proxy.cutNextCommit(moment)
      await work.progress([a.url, b.url])
    }
  }),
)

test("while the network of a server that holds the lock is silent, the other goes on, and it heals by itself", () =>
  pair.underLoad(async (work, a, b) => {
    // It holds the lock at that moment, or the other one would not even notice.
    const { letGo } = await a.proxy.holdNextCommit()
    a.proxy.freeze()
    await work.progress([b.url], 60)
    a.proxy.mend()
    letGo()
    await work.progress([a.url])
  }))

test("a server that is cut off refuses writes, says so, goes on reading, and heals by itself", async () => {
  const { a, b } = pair
  const title = "seen before"
  const known = (await call(a.url, "POST", "/tasks", { title })).body["task"] as { id: string }
  a.proxy.breakOff()
  const refused = await call(
    a.url,
    "POST",
    "/tasks",
    { title: "cut off", project: "cut-off" },
    { "idempotency-key": "cut off" },
  )
  expect(refused.status, refused.text).toBe(503)
  expect(refused.body).toMatchObject({ code: "storage_unreachable" })
  expect(refused.body["hint"]).toMatch(/Idempotency-Key/)

  expect((await call(a.url, "POST", "/tasks", { title: "later" })).status).toBe(503)
  expect((await call(a.url, "GET", `/tasks/${known.id}`)).body["task"]).toMatchObject({ title })
  const health = await call(a.url, "GET", "/health")
  expect(health.status, health.text).toBe(503)
  expect(health.text).toMatch(/database/)
  // In a cluster it gets no requests then, and is not restarted.
  const [{ readinessProbe, livenessProbe }] = readManifest().spec.template.spec.containers
  expect(await passes(readinessProbe, a.url)).toBe(false)
  expect(await passes(livenessProbe, a.url)).toBe(true)
  expect(health.text + a.server.output()).not.toContain(new URL(database.url).password)
  expect((await call(b.url, "POST", "/tasks", { title: "by the other", project: "cut-off" })).status).toBe(
    201,
  )

  a.proxy.mend()
  await until(async () => (await call(a.url, "GET", "/health")).status === 200)
  const made = await call(
    a.url,
    "POST",
    "/tasks",
    { title: "cut off", project: "cut-off" },
    { "idempotency-key": "cut off" },
  )
  expect(made.status, made.text).toBe(201)
  await expect.poll(() => titlesOf(a.url, "cut-off")).toEqual(["by the other", "cut off"])
})

test("where notices are swallowed, a waiting claim still hears of a task that another server creates", async () => {
  const { a, b } = pair
  await until(async () => (await listeners()).length === 2)
  a.proxy.muteNotices()
  const waiting = call(a.url, "POST", "/tasks/next/claim", { agent: "ann", project: "silent", wait: "60s" })
  await call(b.url, "POST", "/tasks", { title: "unheard", project: "silent" })
  expect((await waiting).body["task"]).toMatchObject({ title: "unheard" })
  // The claim may have met the task in its own commit, before the notice was sent.
  await until(() => a.proxy.muted > 0)
  a.proxy.mend()
  await call(a.url, "POST", "/tasks/next/claim", { agent: "ann", project: "silent" })
})

test("where notices are swallowed, a tool at /mcp still sees what another server has answered before", async () => {
  const { a, b } = pair
  const model = await connectHttp(a.url)
  await until(async () => (await listeners()).length === 2)
  a.proxy.muteNotices()
  for (let i = 0; i < 3; i += 1) {
    const { body } = await call(b.url, "POST", "/tasks", { title: `for a model ${i}` })
    const { id } = body["task"] as { id: string }
    expect(await model.call("get_task", { task: id })).toContain(`for a model ${i}`)
  }
  a.proxy.mend()
  await model.close()
})

test("where the connection that listens is ended, it listens again", async () => {
  const { a, b } = pair
  const ended = await listeners("pg_terminate_backend(pid)")
  expect(ended.length).toBeGreaterThan(0)
  const waiting = call(a.url, "POST", "/tasks/next/claim", { agent: "bob", project: "dead", wait: "60s" })
  await call(b.url, "POST", "/tasks", { title: "heard again", project: "dead" })
  expect((await waiting).body["task"]).toMatchObject({ title: "heard again" })
  // Reading the head would have found it too.
  await until(async () => (await listeners()).length === 2)
})

// --- internal ---

/** Asks for something of each connection that listens, one a server. */
const listeners = (what = "pid"): Promise<unknown[]> =>
  database.query(
    `select ${what} from pg_stat_activity where datname = current_database() and query ilike 'listen%'`,
  )

/** The titles of the tasks of a project. */
async function titlesOf(url: string, project: string): Promise<string[]> {
  const { body } = await call(url, "GET", `/tasks?project=${project}`)
  return (body["tasks"] as { title: string }[]).map(({ title }) => title).sort()
}
