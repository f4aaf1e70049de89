import { afterEach, expect, test } from "vitest"
import { useDatabase } from "../support/postgres.ts"
import { startServer, temporaryHome } from "../support/server.ts"
import { upnext } from "./upnext.ts"

const database = useDatabase()

const endings: (() => unknown)[] = []
afterEach(async () => {
  for (const end of endings.splice(0).reverse()) await end()
})

async function space(): Promise<string> {
  const { home, remove } = await temporaryHome()
  endings.push(remove)
  return home
}

const tokenForm = /^upn_[\w-]{38}\n$/

test("whoever has the URL of the database makes the first token, and lets everybody in again", async () => {
  const home = await space()
  const server = await startServer({ home, args: ["--database", database.url, "--board", "team"] })
  endings.push(() => {
    server.kill("SIGTERM")
    return server.exited
  })
  const create = ["token", "create", "--name", "ada"]

  // Another machine, which knows the server by its URL alone.
  const away = { UPNEXT_URL: server.url, UPNEXT_HOME: await space() }
  const refused = await upnext(create, away)
  expect(refused.stderr).toContain("Authentication is off, so managing accounts and tokens requires the key")
  const other = await upnext([...create, "--database", database.url, "--board", "other"], away)
  expect(other.status).toBe(1)

  const made = await upnext([...create, "--database", database.url, "--board", "team"], away)
  expect(made.stdout, made.stderr).toMatch(tokenForm)
  expect((await upnext(["list"], away)).status).toBe(1)
  const variables = { UPNEXT_DATABASE: database.url, UPNEXT_BOARD: "team" }
  const off = await upnext(["auth", "off", "--yes"], { ...away, ...variables })
  expect(off.stdout, off.stderr).toContain("Authentication is off")

  // On the machine of the server, its home says which database it is; the password comes from elsewhere.
  const { password } = new URL(database.url)
  const here = await upnext(create, { UPNEXT_HOME: home, PGPASSWORD: password })
  expect(here.stdout, here.stderr).toMatch(tokenForm)
})

test("a database that lets nobody in says so", async () => {
  const home = await space()
  const server = await startServer({ home })
  endings.push(() => {
    server.kill("SIGTERM")
    return server.exited
  })
  const wrong = Object.assign(new URL(database.url), { username: "nobody", password: "x" }).href
  const { status, stderr } = await upnext(["token", "create", "--name", "ada", "--database", wrong], {
    UPNEXT_HOME: home,
  })
  expect(status).toBe(1)
  expect(stderr).toMatch(/^error The (?:database|user) .*nobody/)
  expect(stderr).not.toContain(wrong)
})
