import { spawnSync } from "node:child_process"
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect, test } from "vitest"
import { freePort } from "../support/free-port.js"

/** Everything that a client command loads. */
const client = readFileSync("dist/program.cjs", "utf8")

/** What a command loads besides that runs a command of the user. */
const runner = readFileSync("dist/runner.cjs", "utf8")

const server = readFileSync("dist/server.cjs", "utf8")

test("a client command loads no schemas, no server and no logger", () => {
  const signs = { zod: "ZodError", h3: "HTTPError", lowdb: "lowdb", consola: "consola" }
  for (const [name, sign] of Object.entries(signs)) {
    // The sign must occur in the server, or its absence in the client would prove nothing.
    expect(server.includes(sign), name).toBe(true)
    expect(client.includes(sign), name).toBe(false)
    expect(runner.includes(sign), name).toBe(false)
  }
})

test("a client command loads one script and the errors; others load that of the server, of MCP, or of what runs commands", () => {
  const required = [...client.matchAll(/\brequire\("([^"]*\.(?:cjs|json)[^"]*)"\)/g)].map(([, file]) => file)
  expect([...new Set(required)].sort()).toEqual([
    "./editor.cjs",
    "./errors.cjs",
    "./help.cjs",
    "./import.cjs",
    "./mcp.cjs",
    "./notify.cjs",
    "./reports.cjs",
    "./runner.cjs",
    "./server.cjs",
    "./setup.cjs",
  ])
  expect(client.length).toBeLessThan(422_500)
  // Otherwise V8 would take two bytes for each character.
  expect(/^[\x00-\x7f]*$/.test(client)).toBe(true) // oxlint-disable-line no-control-regex
})

/** The names of the scripts that a process has loaded. */
const loaded = "Object.keys(require.cache).map((path) => require('path').basename(path)).join(' ')"

/** Runs a command and prints the value of this expression in its process. */
function runAndShow(
  expression: string,
  command: readonly string[],
  before = "",
): { stdout: string; stderr: string } {
  const watched = `${before}
    process.on("exit", () => console.log(${expression}))
    process.argv = ${JSON.stringify(["node", "upnext", ...command])}
    require("./dist/cli.cjs")`
  return spawnSync(process.execPath, ["-e", watched], { encoding: "utf8", timeout: 60_000 })
}

test("a client command loads nothing but its script and the errors; its help and errors quote the descriptions of flags", () => {
  const next = runAndShow(loaded, ["task", "next", "--agent", "ann", "--url", "http://127.0.0.1:1"])
  expect(next.stderr).toContain("No server is listening")
  expect(next.stdout).toBe("cli.cjs program.cjs errors.cjs\n")
  const help = runAndShow(loaded, ["task", "add", "--help"])
  expect(help.stdout).toMatch(/--due-at <time> +the task should be done by this time\n/)
  const wrong = runAndShow(loaded, ["task", "add", "x", "--due-at"])
  expect(wrong.stderr).toContain("hint  --due-at: the task should be done by this time.")
})

test.each([
  ["task", "next", "--agent", "ann", "--url", "http://127.0.0.1:1"],
  ["completions", "tasks"],
])("%s %s never loads the global fetch, which takes longer than all the rest", (...command) => {
  const modules = "process.moduleLoadList.filter((name) => /undici/.test(name)).length"
  expect(runAndShow(modules, command).stdout).toMatch(/^0\n$/m)
})

test("a start keeps the fetch and Headers of Node", () => {
  const home = mkdtempSync(join(tmpdir(), "upnext-start-"))
  // No server can listen at this address, so it ends when all that a start loads is loaded.
  const start = ["start", "--home", home, "--host", "192.0.2.1", "--port", "4999"]
  const { stdout, stderr } = runAndShow("Headers.name", start)
  rmSync(home, { recursive: true })
  expect(stderr).toContain("192.0.2.1")
  expect(stdout).toBe("Headers\n")
})

test("a start on a journal loads neither PostgreSQL nor MCP", () => {
  const home = mkdtempSync(join(tmpdir(), "upnext-start-"))
  const start = ["start", "--home", home, "--host", "192.0.2.1", "--port", "4999"]
  const { stdout, stderr } = runAndShow(loaded, start)
  rmSync(home, { recursive: true })
  expect(stderr).toContain("192.0.2.1")
  expect(stdout).toBe("cli.cjs program.cjs errors.cjs server.cjs\n")
})

test("a start answers /health before it loads what makes schemas, which the first other request needs", async () => {
  const home = mkdtempSync(join(tmpdir(), "upnext-start-"))
  const port = await freePort()
  // Zod keeps a registry there. What a server does when it is idle is held back.
  const watched = `const { get } = require("node:http")
    globalThis.setTimeout = () => ({ unref() {} })
    const shown = []
    const hasZod = () => globalThis.__zod_globalRegistry !== undefined
    const ask = (path, next) =>
      get({ port: ${port}, path, agent: false }, ({ statusCode }) => {
        if (statusCode !== 200) return setImmediate(ask, path, next)
        shown.push([path, hasZod()])
        next()
      }).once("error", () => setImmediate(ask, path, next))
    setImmediate(ask, "/health", () => ask("/tasks/next?agent=ann", () => process.exit()))`
  const start = ["start", "--home", home, "--port", String(port)]
  const { stdout } = runAndShow("JSON.stringify(shown)", start, watched)
  rmSync(home, { recursive: true })
  expect(stdout.trim().split("\n").at(-1)).toBe('[["/health",false],["/tasks/next?agent=ann",true]]')
})

test("a start that cannot load its routes says so by itself, and refuses who asks", async () => {
  const home = mkdtempSync(join(tmpdir(), "upnext-start-"))
  const port = await freePort()
  const watched = `const { get } = require("node:http")
    const fail = () => { throw new Error("It cannot be loaded") }
    Object.defineProperty(globalThis, "__zod_globalRegistry", { get: fail })
    const shown = []
    const ask = (path, next) =>
      get({ port: ${port}, path, agent: false }, ({ statusCode }) => {
        shown.push(statusCode)
        next()
      })
    const write = process.stderr.write.bind(process.stderr)
    process.stderr.write = (text, ...rest) => {
      if (text.includes("Only /health can"))
        ask("/health", () => ask("/tasks", () => process.exit()))
      return write(text, ...rest)
    }`
  const start = ["start", "--home", home, "--port", String(port)]
  const { stdout, stderr } = runAndShow("JSON.stringify(shown)", start, watched)
  rmSync(home, { recursive: true })
  expect(stderr).toContain("It cannot be loaded")
  expect(stderr).toContain("GET /tasks failed")
  expect(stdout.trim().split("\n").at(-1)).toBe("[503,500]")
})
