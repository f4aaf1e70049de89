import { expect, test } from "vitest"
import { useCluster, useDatabase } from "./postgres.ts"

const first = useDatabase()
const second = useDatabase()
const cluster = useCluster()

test("a test file gets databases of its own, whose user is no superuser and whose commits are synced", async () => {
  const [found] = await first.query<Record<string, unknown>>(
    "select current_database() as name, pg_encoding_to_char(encoding) as encoding from pg_database where datname = current_database()",
  )
  expect(found).toEqual({ name: new URL(first.url).pathname.slice(1), encoding: "UTF8" })
  expect(second.url).not.toBe(first.url)
  const { username } = new URL(first.url)
  expect(await first.query("select rolsuper from pg_roles where rolname = $1", [username])).toEqual([
    { rolsuper: false },
  ])
  for (const setting of ["fsync", "synchronous_commit"])
    expect(await first.query(`select current_setting('${setting}') as value`)).toEqual([{ value: "on" }])
})

test("a server of the file's own keeps what was committed when it crashes", async () => {
  await cluster.query("create table kept (n int)")
  await cluster.query("insert into kept values (7)")
  await cluster.stop("immediate")
  await expect(cluster.query("select n from kept")).rejects.toThrow("ECONNREFUSED")
  await cluster.start()
  expect(await cluster.query("select n from kept")).toEqual([{ n: 7 }])
})
