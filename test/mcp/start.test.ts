import { spawnSync } from "node:child_process"
import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { createServer } from "node:http"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect, onTestFinished, test } from "vitest"
import { upnext } from "../commands/upnext.ts"
import { allowUrl } from "../support/allow-url.ts"
import { connectBridge } from "../support/mcp.ts"
import { freePort } from "../support/free-port.js"
import { call, startServer, temporaryHome, type Server } from "../support/server.ts"

async function makeHome(): Promise<string> {
  const { home, remove } = await temporaryHome()
  onTestFinished(remove)
  return home
}

async function startFor(home: string, port?: number): Promise<Server> {
  const server = await startServer({ home, ...(port !== undefined && { port }) })
  onTestFinished(async () => {
    server.kill("SIGTERM")
    await server.exited
  })
  return server
}

/** A directory with a `.upnext.json`. */
async function makeProject(file: { readonly url: string; readonly project?: string }): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), "upnext-project-"))
  onTestFinished(() => rm(directory, { recursive: true, force: true }))
  await writeFile(join(directory, ".upnext.json"), JSON.stringify(file))
  await allowUrl(directory, file.url)
  return directory
}

test("with the server down the tools are listed, a call says so, and works once the server is up", async () => {
  const [home, port] = [await makeHome(), await freePort()]
  const bridge = await connectBridge(`http://127.0.0.1:${port}`)
  onTestFinished(bridge.close)
  expect((await bridge.client.listTools()).tools).toHaveLength(10)
  expect(await bridge.call("next_task")).toMatch(/^unreachable: .*`upnext start` starts it\.$/)
  await startFor(home, port)
  expect(await bridge.call("next_task")).toBe("Nothing is ready.")
})

test("a server that starts later on the home of the user is found, wherever it listens", async () => {
  const home = await makeHome()
  const bridge = await connectBridge(undefined, { env: { UPNEXT_HOME: home, UPNEXT_PORT: "1" } })
  onTestFinished(bridge.close)
  expect(await bridge.call("next_task")).toMatch(/^unreachable: /)
  await startFor(home)
  expect(await bridge.call("next_task")).toBe("Nothing is ready.")
})

test("the URL and the project of .upnext.json hold for its directory", async () => {
  const server = await startFor(await makeHome())
  const cwd = await makeProject({ url: server.url, project: "web" })
  await call(server.url, "POST", "/tasks", { title: "Elsewhere", project: "api", priority: "P0" })
  const bridge = await connectBridge(undefined, { cwd, env: { XDG_CONFIG_HOME: cwd } })
  onTestFinished(bridge.close)
  expect(await bridge.call("next_task")).toBe("Nothing is ready.")
  await bridge.call("add_tasks", { tasks: [{ title: "Here" }] })
  expect(await bridge.call("find_tasks")).toMatch(/^T-2\b.*$/)
  expect(await bridge.call("find_tasks", { project: "" })).toMatch(/^T-1\b.*\nT-2\b.*$/)
  expect(await bridge.call("next_task")).toContain('T-2 "Here"')
})

test("the token of the user is not sent to a URL that only .upnext.json names", async () => {
  const seen: (string | undefined)[] = []
  const other = createServer(({ headers }, res) => {
    seen.push(headers.authorization)
    res.writeHead(401).end()
  })
  const port = await freePort()
  await new Promise<void>((resolve) => other.listen(port, "127.0.0.1", resolve))
  onTestFinished(() => new Promise<void>((resolve) => void other.close(() => resolve())))
  const url = `http://127.0.0.1:${port}`
  const cwd = await makeProject({ url })
  const env = { UPNEXT_TOKEN: "secret-token", XDG_CONFIG_HOME: cwd }
  for (const options of [{ env, cwd }, { env: { ...env, UPNEXT_URL: url } }]) {
    const bridge = await connectBridge(undefined, options)
    await bridge.call("find_tasks")
    await bridge.close()
  }
  expect(seen).toEqual([undefined, "Bearer secret-token"])
})

test("a person who types it at a terminal is told in one line what it is, and a program is not", () => {
  const run = (command: string, args: string[]) =>
    spawnSync(command, args, { input: "", encoding: "utf8", timeout: 20_000 })
  const said = "A coding agent starts this command itself"
  const typed = run("script", ["-qec", `timeout -s INT 2 ${process.execPath} dist/cli.cjs mcp`, "/dev/null"])
  expect(typed.stdout.split("\n").filter((line) => line.includes(said))).toHaveLength(1)
  expect(run(process.execPath, ["dist/cli.cjs", "mcp"]).stderr).toBe("")
})

test("what was read before the end of the input is done and answered, with null and one word as models mean them", async () => {
  const server = await startFor(await makeHome())
  const called = (id: number, name: string, args: unknown) => ({
    ...{ jsonrpc: "2.0", id, method: "tools/call", params: { name, arguments: args } },
  })
  const hello = { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "ann", version: "1" } }
  const input = [
    { jsonrpc: "2.0", id: 1, method: "initialize", params: hello },
    { jsonrpc: "2.0", method: "notifications/initialized" },
    called(2, "add_tasks", { tasks: { title: "One", tags: "docs", reviewer: null } }),
    called(3, "find_tasks", null),
    called(4, "next_task", { tags: "none", wait: 1 }),
  ]
  const { stdout, status } = await upnext(
    ["mcp"],
    { UPNEXT_URL: server.url },
    input.map((each) => `${JSON.stringify(each)}\n`).join(""),
  )
  const answers = stdout
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as { id: number; result?: object })
  expect(answers.map(({ id }) => id).sort()).toEqual([1, 2, 3, 4])
  expect(answers.filter(({ result }) => result === undefined || "isError" in result)).toEqual([])
  expect((await call(server.url, "GET", "/tasks/T-1")).body["task"]).toMatchObject({ tags: ["docs"] })
  expect(status).toBe(0)
})
