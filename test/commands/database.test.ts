import { readFileSync } from "node:fs"
import { expect, test } from "vitest"
import { withoutPassword } from "../../src/storage/database-url.ts"
import { freePort } from "../support/free-port.js"
import { useDatabase } from "../support/postgres.ts"
import { call } from "../support/server.ts"
import { stopServer, useSpace } from "../support/space.ts"
import { upnext } from "./upnext.ts"

const database = useDatabase()
const secret = useDatabase()

const { space, startServer } = useSpace()
const start = (home: string, env: NodeJS.ProcessEnv, args: string[] = []) =>
  startServer({ home, args, env: { UPNEXT_DATABASE: undefined, ...env } })

/** The database under a user whose password is one word that nothing else contains. */
async function withSecret(): Promise<string> {
  await secret.query(`alter role "${new URL(secret.url).username}" password 'hunter2-hunter2'`)
  return Object.assign(new URL(secret.url), { password: "hunter2-hunter2" }).href
}

test("a password is in nothing that the server or a command shows", async () => {
  const url = await withSecret()
  const home = await space()
  const server = await start(home, {}, ["--database", url, "--board", "secret"])
  const env = {
    UPNEXT_HOME: home,
    UPNEXT_DATABASE: url,
    UPNEXT_BOARD: "secret",
    UPNEXT_PORT: String(server.port),
  }
  const shown = [
    readFileSync(`/proc/${server.pid}/cmdline`, "utf8"),
    (await call(server.url, "GET", "/health")).text,
    ...(
      await Promise.all(
        [["status"], ["status", "--json"], ["doctor"], ["doctor", "--json"]].map((args) => upnext(args, env)),
      )
    ).flatMap(({ stdout, stderr }) => [stdout, stderr]),
    server.output(),
  ]
  expect(shown.join("\n")).not.toContain("hunter2")
  expect(server.output()).toContain(withoutPassword(url))
  expect(shown[0]).toContain("--board secret")
  const wrong = Object.assign(new URL(url), { pathname: "/nowhere" }).href
  const refusals = await Promise.all(
    [
      ["start", "--json", "--database", wrong],
      ["start", "--database", wrong.replace("/nowhere", "/")],
      ["start", "--database", `${wrong}?sslmod=require`],
    ].map(async (args) => upnext([...args, "--home", home, "--port", String(await freePort())])),
  )
  for (const { status, stdout, stderr } of refusals) {
    expect(status).not.toBe(0)
    expect(stdout + stderr).not.toContain("hunter2")
  }
  const last = await upnext([
    "start",
    "--json",
    "--database",
    url,
    "--home",
    await space(),
    "--port",
    String(server.port),
  ])
  expect(last.stdout + last.stderr).toContain("is in use by another Upnext server")
  expect(last.stdout + last.stderr).not.toContain("hunter2")
})

test("two servers on one board share a home, serve the same tasks, and are found and stopped by their ports", async () => {
  const home = await space()
  const env = { UPNEXT_DATABASE: database.url, UPNEXT_BOARD: "shared" }
  const one = await start(home, env)
  const two = await start(home, env)
  const added = await upnext(["task", "add", "Seen by both"], { UPNEXT_HOME: home })
  expect(added.status, added.stderr).toBe(0)
  expect((await call(two.url, "POST", "/tasks", { title: "Seen by both, too" })).body["task"].id).toBe("T-2")
  expect((await call(two.url, "GET", "/tasks")).body["total"]).toBe(2)
  const status = await upnext(["status"], { UPNEXT_HOME: home, UPNEXT_URL: two.url })
  expect(status.stdout).toContain(`pid ${two.pid}`)
  expect(status.stdout).toContain(`${withoutPassword(database.url)}, board shared`)
  const which = await upnext(["stop"], { UPNEXT_HOME: home })
  expect(which).toMatchObject({ status: 2 })
  expect(which.stderr).toContain(`Several servers are running on ${home}: ${one.url}, ${two.url}.`)
  // As printed, from an environment that does not name the home.
  const [, hint = ""] = /`upnext ([^`]+)`/.exec(which.stderr) ?? []
  expect(hint).toBe(`stop --port ${one.port} --home ${home}`)
  const stopped = await upnext(hint.split(" "))
  expect(stopped.stdout).toContain(`Stopped (pid ${one.pid}).`)
  expect(await one.exited).toBe(0)
  expect((await upnext(["task", "show", "T-1"], { UPNEXT_HOME: home })).stdout).toContain("Seen by both")
  expect((await upnext(["stop"], { UPNEXT_HOME: home })).stdout).toContain(`Stopped (pid ${two.pid}).`)
})

test("tokens and policy are the board's: a server without settings goes by them, one with others is refused", async () => {
  const [first, second] = [await space(), await space()]
  const env = { UPNEXT_DATABASE: database.url, UPNEXT_BOARD: "rules" }
  const own = await start(first, { ...env, UPNEXT_TOKEN: "first-token", UPNEXT_MAX_ATTEMPTS: "5" })
  const other = await start(second, env)
  expect((await call(other.url, "GET", "/tasks")).status).toBe(401)
  expect(
    (await call(other.url, "GET", "/tasks", undefined, { authorization: "Bearer first-token" })).status,
  ).toBe(200)
  const port = String(await freePort())
  const refused = await upnext(["start", "--home", second, "--port", port], {
    ...env,
    UPNEXT_MAX_ATTEMPTS: "7",
  })
  expect(refused.status).toBe(1)
  expect(refused.stderr).toContain(
    "The board rules has maxAttempts 5; this server is configured with maxAttempts 7.",
  )
  const busy = await upnext(["start", "--reconfigure", "--home", second, "--port", port], {
    ...env,
    UPNEXT_MAX_ATTEMPTS: "7",
  })
  expect(busy.stderr).toContain("The board rules is in use: ")
  for (const server of [other, own]) await stopServer(server)
  const changed = await start(second, { ...env, UPNEXT_MAX_ATTEMPTS: "7" }, ["--reconfigure"])
  expect((await call(changed.url, "GET", "/tasks")).status, "tokens are kept").toBe(401)
})

test("the first server of a board makes a token where it is told to, and the next ones ask for the same", async () => {
  const env = { UPNEXT_DATABASE: database.url, UPNEXT_BOARD: "public" }
  const args = ["--host", "0.0.0.0", "--first-token"]
  const one = await start(await space(), env, args)
  const token = /token\s+(\S+)\s+shown only once/.exec(one.output())?.[1] ?? ""
  const two = await start(await space(), env, args)
  expect(two.output()).not.toContain("shown only once")
  const authorization = `Bearer ${token}`
  expect((await call(two.url, "GET", "/tasks", undefined, { authorization })).status).toBe(200)
  expect((await call(two.url, "GET", "/tasks")).status).toBe(401)
})

test("doctor and /health say how a server is connected, and who else serves the board", async () => {
  const home = await space()
  const env = { UPNEXT_DATABASE: database.url, UPNEXT_BOARD: "looked-at" }
  const one = await start(home, env)
  const two = await start(await space(), env)
  const heard = async () => (await call(one.url, "GET", "/health")).body["database"] as unknown
  await expect
    .poll(heard, { timeout: 60_000 })
    .toMatchObject({ reachable: true, listening: true, servers: 2 })
  const surroundings = { ...env, UPNEXT_HOME: home, UPNEXT_PORT: String(one.port) }
  const { stdout } = await upnext(["doctor"], surroundings)
  expect(stdout).toMatch(/✓ database +postgres:\/\/\S+ answers, PostgreSQL \d+/)
  expect(stdout).toMatch(/✓ board +looked-at, up to event 0, 0 bytes/)
  expect(stdout).toContain(`2 running on the board: ${one.url} (pid ${one.pid} on `)
  expect(stdout).toMatch(/✓ clock +this machine's clock is \d+ ms (?:behind|ahead of) the database/)
  expect(stdout).toMatch(
    /✓ server .* is well, version \S+; it receives notices from the other servers, and is 0 events behind/,
  )
  expect(stdout).not.toMatch(/journal|checkpoint|disk/)

  two.kill("SIGKILL")
  await two.exited
  const doctorAfter9s = async () => {
    await database.query(
      `update upnext.servers set alive_at = clock_timestamp() - interval '9 s' where pid = ${two.pid}`,
    )
    return (await upnext(["doctor"], surroundings)).stdout
  }
  // Where the command itself starts slowly, the row counts no more.
  const killed = `possibly killed: ${two.url} \\(pid ${two.pid} on .*, last heard from (?:9|1\\d) s ago\\)`
  const said = `1 running on the board: ${one.url} \\(pid ${one.pid} on [^]*${killed}`
  await expect.poll(doctorAfter9s, { timeout: 60_000 }).toMatch(new RegExp(said))
  expect((await call(one.url, "GET", "/health")).text).not.toContain("postgres://")
})

test("doctor names what is wrong with a database, and skips what rests on it", async () => {
  const closed = `postgres://ann:hunter2@127.0.0.1:${await freePort()}/work`
  const { status, stdout } = await upnext(["doctor"], { UPNEXT_DATABASE: closed, UPNEXT_HOME: await space() })
  expect(status).toBe(1)
  expect(stdout).toMatch(/✗ database +The database at 127\.0\.0\.1:\d+ is not responding/)
  expect(stdout).toMatch(/· board +skipped: this check needs a working `database`/)
  expect(stdout).not.toContain("hunter2")
  const user = new URL(database.url).username
  await database.query(`revoke insert on upnext.commits from "${user}"`)
  const weak = await upnext(["doctor"], { UPNEXT_DATABASE: database.url, UPNEXT_HOME: await space() })
  await database.query(`grant insert on upnext.commits to "${user}"`)
  expect(weak.stdout).toContain("its user lacks insert on upnext.commits.")
  expect(weak.stdout).toContain("DELETE ON ALL TABLES IN SCHEMA upnext")
  expect(weak.stdout).not.toContain("CREATE SCHEMA")
})

test("a start that the database does not let in says why in one line and a hint", async () => {
  const at = (changes: Partial<URL>) => Object.assign(new URL(database.url), changes).href
  const host = new URL(database.url).host
  await database.query(
    "create database latin1 encoding 'LATIN1' lc_collate 'C' lc_ctype 'C' template template0",
  )
  await database.query(`create role weak_${new URL(database.url).username} login password 'weak'`)
  const weak = { username: `weak_${new URL(database.url).username}`, password: "weak" }
  const free = await freePort()
  const cases: [string, string, string][] = [
    [
      at({ port: String(free) }),
      `The database at 127.0.0.1:${free} is not responding`,
      "PostgreSQL is running there",
    ],
    [at({ password: "wrong-word" }), `The database at ${host} rejects the password`, "PGPASSWORD"],
    [at({ pathname: "/nowhere" }), `There is no database nowhere at ${host}.`, "Create the database"],
    [at({ pathname: "/latin1" }), "is encoded in LATIN1, but a board needs UTF8", "ENCODING 'UTF8'"],
    [
      at({ ...weak, pathname: "/postgres" }),
      "lacks a required privilege in the database postgres",
      "CREATE SCHEMA upnext",
    ],
  ]
  await Promise.all(
    cases.map(async ([url, detail, hint]) => {
      const args = ["start", "--home", await space(), "--port", String(await freePort())]
      const { status, stdout, stderr } = await upnext(args, { UPNEXT_DATABASE: url })
      expect([status, stdout]).toEqual([1, ""])
      expect(stderr.trim().split("\n")).toHaveLength(2)
      expect(stderr).toContain(detail)
      expect(stderr).toContain(hint)
      expect(stderr).not.toContain("wrong-word")
    }),
  )
  await database.query("drop database latin1")
  await database.query(`drop role ${weak.username}`)
})
