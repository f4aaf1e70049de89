import { writeFile } from "node:fs/promises"
import { join } from "node:path"
import { afterAll, expect, test } from "vitest"
import { boardAt, chainOf, startImport, watchNext } from "../../support/import-run.ts"
import { useDatabase } from "../../support/postgres.ts"
import { call, temporaryHome } from "../../support/server.ts"
import { usePair } from "./pair.ts"

const database = useDatabase()
const pair = usePair(database)
const space = await temporaryHome()
afterAll(space.remove)
const count = Number(process.env["UPNEXT_TEST_IMPORT"] ?? 2_000)

test("an import that one server began goes on at the other, and neither hands a task out before", async () => {
  const { a, b } = pair
  const file = join(space.home, "issues.jsonl")
  await writeFile(file, chainOf(count))
  const watch = watchNext(() => [a.url, b.url])
  const first = startImport(file, a.url)
  const open = async () => (await call(b.url, "GET", "/imports")).body["open"] as { added: number } | null
  while (((await open())?.added ?? 0) === 0) await new Promise((resolve) => setTimeout(resolve, 5))
  // The client first, so that the import has not ended when the server has.
  first.child.kill("SIGKILL")
  await a.kill()
  await first.ended
  expect(await open()).toMatchObject({ id: "I-1", state: "open" })
  expect(await startImport(file, b.url).ended).toBe(0)
  await a.start()
  expect([...(await watch.stop())].filter((title) => title !== `Issue ${count}`)).toEqual([])
  const [one, other] = [await boardAt(a.url), await boardAt(b.url)]
  expect(one).toHaveLength(count)
  expect(other).toEqual(one)
  expect((await call(a.url, "GET", "/tasks/next?agent=bob")).body["task"]).toMatchObject({
    title: `Issue ${count}`,
  })
  expect((await call(a.url, "GET", "/imports")).body["imports"]).toMatchObject([{ id: "I-1", added: count }])
})
