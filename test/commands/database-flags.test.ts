import { spawn } from "node:child_process"
import { once } from "node:events"
import { readFileSync, writeFileSync } from "node:fs"
import { createServer, type AddressInfo } from "node:net"
import { afterEach, expect, test } from "vitest"
import { freePort } from "../support/free-port.js"
import { useDatabase } from "../support/postgres.ts"
import { temporaryHome } from "../support/server.ts"
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

test("doctor looks at the database that --database names, as a start with it does", async () => {
  const home = await space()
  const { stdout, stderr } = await upnext(
    ["doctor", "--home", home, "--database", database.url, "--board", "named"],
    { UPNEXT_PORT: String(await freePort()) },
  )
  expect(stdout, stderr).toMatch(/✓ database +postgres:\/\/\S+ answers, PostgreSQL \d+/)
  expect(stdout).not.toMatch(/journal|checkpoint/)
  const without = Object.assign(new URL(database.url), { password: "" }).href
  expect(stdout).toContain(`start --home ${home} --database ${without} --board named\` starts it`)
})

test("doctor of a home whose server keeps its board in a database looks there, unasked", async () => {
  const home = await space()
  const { startServer } = await import("../support/server.ts")
  const server = await startServer({ home, args: ["--database", database.url, "--board", "found"] })
  endings.push(() => {
    server.kill("SIGKILL")
    return server.exited
  })
  const { password } = new URL(database.url)
  const doctor = async (env: NodeJS.ProcessEnv = {}) =>
    (await upnext(["doctor", "--home", home], { UPNEXT_PORT: String(server.port), ...env })).stdout
  const look = await doctor({ PGPASSWORD: password })
  expect(look).toMatch(/✓ database +postgres:\/\/\S+ answers, PostgreSQL \d+/)
  expect(look).toMatch(/✓ board +found, up to event 0/)
  expect(look).not.toMatch(/journal|checkpoint|none yet/)
  expect(look).toContain("All is well.")

  await database.query(`alter role "${new URL(database.url).username}" password 'another'`)
  const blind = await doctor({ PGPASSWORD: "wrong" })
  await database.query(`alter role "${new URL(database.url).username}" password '${password}'`)
  expect(blind).toMatch(
    /! database +The board of this data directory is in postgres:\/\/\S+, which this command cannot read/,
  )
  expect(blind).toMatch(/✓ server +\S+ is well/)
  expect(blind).not.toMatch(/journal|none yet|All is well/)

  server.kill("SIGKILL")
  await server.exited
  const killed = await doctor({ PGPASSWORD: password })
  expect(killed).toMatch(/! lock .*was killed or crashed/)
  expect(killed).toContain(`start --home ${home} --database postgres://`)
  expect(killed).not.toMatch(/none yet|All is well/)
})

test("doctor of a home whose server in a database has stopped does not call it new", async () => {
  const home = await space()
  const { startServer } = await import("../support/server.ts")
  const server = await startServer({ home, args: ["--database", database.url, "--board", "stopped"] })
  server.kill("SIGTERM")
  await server.exited
  const port = String(await freePort())
  const { stdout } = await upnext(["doctor", "--home", home], { UPNEXT_PORT: port })
  expect(stdout).toMatch(
    /! journal +There is no journal here; a server whose board is in a database has used this data directory/,
  )
  expect(stdout).toContain("--database <url>")
  writeFileSync(`${home}/config.json`, JSON.stringify({ database: database.url, board: "stopped" }))
  const named = await upnext(["doctor", "--home", home], { UPNEXT_PORT: port })
  expect(named.stdout).toMatch(/✓ board +stopped, up to event 0/)
  expect(named.stdout).not.toMatch(/journal|none yet/)
})

test("a start whose database does not answer prints a doctor that tries this database, without the password", async () => {
  const home = await space()
  const nowhere = `127.0.0.1:${await freePort()}/work`
  const port = String(await freePort())
  const url = `postgres://ann:hunter2@${nowhere}`
  const starts: [string[], NodeJS.ProcessEnv][] = [
    [["--database", url, "--board", "two"], {}],
    [[], { UPNEXT_DATABASE: url, UPNEXT_BOARD: "two" }],
  ]
  await Promise.all(
    starts.map(async ([args, env]) => {
      const { stderr } = await upnext(["start", "--home", home, "--port", port, ...args], env)
      const [, line = ""] = /`upnext (doctor [^`]+)`/.exec(stderr) ?? []
      expect(line, stderr).toMatch(`doctor --home ${home} --database postgres://ann@${nowhere} --board two`)
      const { stdout } = await upnext(line.split(" "))
      expect(stdout).toMatch(/✗ database +The database at \S+ is not responding/)
    }),
  )
})

test.each([
  ["move", "--to"],
  ["move", "--database"],
  ["doctor", "--database"],
])("while `%s %s` asks a database, the list of processes shows no password", async (command, flag) => {
  // Takes the connection and says nothing, so that the command is there to be looked at.
  const silent = createServer((socket) => socket.on("error", () => undefined))
  silent.listen(0, "127.0.0.1")
  await once(silent, "listening")
  endings.push(() => silent.close())
  const url = `postgres://ann:hunter2@127.0.0.1:${(silent.address() as AddressInfo).port}/work`
  const home = await space()
  const other = command === "move" && flag === "--database" ? ["--to", `${home}/moved`] : []
  // A move from a home that holds nothing is refused before it asks a database.
  if (flag === "--to") await makeBoard(home)
  const child = spawn(process.execPath, ["dist/cli.cjs", command, flag, url, "--home", home, ...other], {
    env: { PATH: process.env["PATH"], HOME: "/nonexistent" },
    stdio: "ignore",
  })
  const exited = once(child, "exit")
  endings.push(async () => {
    child.kill("SIGKILL")
    await exited
  })
  await Promise.race([once(silent, "connection"), exited.then(() => expect.unreachable())])
  const shown = readFileSync(`/proc/${child.pid}/cmdline`, "utf8")
  expect(shown).toContain("postgres://ann@127.0.0.1")
  expect(shown).not.toContain("hunter2")
})

async function makeBoard(home: string): Promise<void> {
  const { startServerHere, call } = await import("../support/server.ts")
  const server = await startServerHere({ home })
  await call(server.url, "POST", "/tasks", { title: "To be moved" })
  await server.stop()
}
