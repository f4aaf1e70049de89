import { expect, test } from "vitest"
import { upnext } from "../../commands/upnext.ts"
import { useDatabase } from "../../support/postgres.ts"
import { call } from "../../support/server.ts"
import { until } from "../../support/worker.ts"
import { usePair } from "./pair.ts"

// A newer server on the same board has written what this version cannot read, and says so in `min_reader`.

const database = useDatabase()
const pair = usePair(database)

test("a server that is too old for its board refuses to write and says so, and a start of one exits 1", async () => {
  const { a, b } = pair
  expect((await call(a.url, "POST", "/tasks", { title: "before" })).status).toBe(201)
  await database.query("update upnext.boards set min_reader = 99")

  const refused = await call(a.url, "POST", "/tasks", { title: "too old" })
  expect(refused.status, refused.text).toBe(503)
  expect(refused.body).toMatchObject({ code: "storage_newer_format" })
  expect((await call(a.url, "GET", "/tasks/T-1")).status).toBe(200)
  await until(async () => (await call(a.url, "GET", "/health")).status === 503)

  await b.kill()
  const start = await upnext(["start", "--port", new URL(b.url).port, "--home", b.server.home], {
    UPNEXT_DATABASE: database.url,
  })
  expect(start.status).toBe(1)
  expect(start.stderr).toMatch(/format 99.*hint.*later/s)
  expect(start.stderr).not.toContain(new URL(database.url).password)
})
