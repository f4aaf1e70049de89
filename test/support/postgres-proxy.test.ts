import { once } from "node:events"
import pg from "pg"
import { beforeAll, expect, onTestFinished, test } from "vitest"
import { startDatabaseProxy, type Moment } from "./postgres-proxy.ts"
import { useDatabase } from "./postgres.ts"

const database = useDatabase()
beforeAll(() => database.query("create table kept (word text)"))

async function open() {
  const proxy = await startDatabaseProxy(database.url)
  const client = new pg.Client({ connectionString: proxy.url })
  client.on("error", () => undefined)
  await client.connect()
  onTestFinished(() => client.end().catch(() => undefined))
  return { proxy, client }
}

beforeAll(() => database.query("grant all on kept to public"))

const isKept = async (word: string) =>
  (await database.query("select word from kept where word = $1", [word])).length === 1

test.for<[Moment, boolean]>([
  ["before", false],
  ["during", true],
  ["after", true],
])("a connection that breaks %s COMMIT leaves the change there: %s", async ([moment, expected]) => {
  const { proxy, client } = await open()
  const cut = proxy.cutNextCommit(moment)
  await client.query("begin")
  await client.query("insert into kept values ($1)", [moment])
  await expect(client.query("commit")).rejects.toThrow()
  await cut
  await expect.poll(() => isKept(moment)).toBe(expected)
})

test("a commit that is kept back is done when it is let go", async () => {
  const { proxy, client } = await open()
  const held = proxy.holdNextCommit()
  await client.query("begin")
  await client.query("insert into kept values ('held')")
  const committed = client.query("commit")
  const { letGo } = await held
  expect(await isKept("held")).toBe(false)
  letGo()
  await committed
  expect(await isKept("held")).toBe(true)
})

test("notices are swallowed until the proxy is mended, and a broken one takes no connection", async () => {
  const { proxy, client } = await open()
  await client.query("listen words")
  proxy.muteNotices()
  await client.query("notify words, 'one'")
  await expect.poll(() => proxy.muted).toBe(1)
  proxy.mend()
  const heard = once(client, "notification")
  await client.query("notify words, 'two'")
  expect(await heard).toMatchObject([{ payload: "two" }])
  proxy.breakOff()
  await expect(client.query("select 1")).rejects.toThrow()
})
