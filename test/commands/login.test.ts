import { spawn } from "node:child_process"
import { chmodSync, existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs"
import { createServer } from "node:http"
import { join } from "node:path"
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from "vitest"
import { allowUrl } from "../support/allow-url.ts"
import { connectBridge } from "../support/mcp.ts"
import { hasScript } from "../support/in-terminal.ts"
import { call, startServer, temporaryHome, type Server } from "../support/server.ts"
import { upnext } from "./upnext.ts"

let server: Server
let home: string
const admin = "admin-of-the-tests"
let ann: string
let config: string
const removals: (() => Promise<void>)[] = []

async function space(): Promise<string> {
  const { home: directory, remove } = await temporaryHome()
  removals.push(remove)
  return directory
}

beforeAll(async () => {
  home = await space()
  server = await startServer({ home, env: { UPNEXT_TOKEN: admin } })
  const fields = { account: "ann", role: "work", agent: "annie" }
  const made = await call(server.url, "POST", "/tokens", fields, { authorization: `Bearer ${admin}` })
  ann = String(made.body["secret"])
})
afterAll(async () => {
  server.kill("SIGTERM")
  await server.exited
  for (const remove of removals) await remove()
})
beforeEach(async () => {
  config = join(await space(), "config")
})

const path = () => join(config, "upnext", "credentials.json")
const kept = () => JSON.parse(readFileSync(path(), "utf8")) as Record<string, unknown>
const modeOf = (file: string) => statSync(file).mode & 0o777

function run(args: readonly string[], { input = "", env = {}, cwd = process.cwd() } = {}) {
  return upnext(args, { XDG_CONFIG_HOME: config, UPNEXT_HOME: home, ...env }, input, cwd)
}

const login = (token: string, ...more: string[]) =>
  run(["login", server.url, ...more], { input: `${token}\n` })

test("login keeps a token that the server takes, for its user alone, and every command sends it", async () => {
  expect((await run(["list"])).stderr).toContain("`upnext login")
  const result = await login(ann)
  expect(result).toMatchObject({ status: 0, stderr: "" })
  expect(result.stdout).toContain(`send this token to ${server.url} from now on as ann (work).`)
  expect(result.stdout).not.toContain(ann)
  expect(kept()).toEqual({ [server.url]: { token: ann, account: "ann", agent: "annie" } })
  expect([modeOf(path()), modeOf(join(path(), ".."))]).toEqual([0o600, 0o700])
  expect(readdirSync(join(path(), ".."))).toEqual(["credentials.json"])
  for (const args of [["project", "list", "--json"], ["whoami"], ["status"]])
    expect(await run(args), args.join(" ")).toMatchObject({ status: 0, stderr: "" })
})

test("workers, events and the bridge of MCP send it too", async () => {
  await login(ann)
  const words = ["work", "--once", "--", process.execPath, "-e", "console.log('done')"]
  expect(await run(words), "nothing is ready").toMatchObject({ status: 3 })
  const made = await run(["add", "Mend the gate", "--format", "id"])
  expect(made.status, made.stderr).toBe(0)
  expect(await run(words)).toMatchObject({ status: 0 })
  const events = spawn(process.execPath, ["dist/cli.cjs", "events", "--after", "0", "--json"], {
    env: { PATH: process.env["PATH"], XDG_CONFIG_HOME: config, UPNEXT_HOME: home },
    stdio: ["ignore", "pipe", "inherit"],
  })
  onTestFinished(() => void events.kill("SIGKILL"))
  let told = ""
  events.stdout.on("data", (part: Buffer) => (told += part.toString()))
  await expect.poll(() => told, { timeout: 60_000 }).toContain("task.completed")
  const env = { XDG_CONFIG_HOME: config, UPNEXT_HOME: home }
  const bridge = await connectBridge(undefined, { env })
  onTestFinished(() => bridge.close())
  expect(await bridge.call("get_task", { task: made.stdout.trim() })).toContain("Mend the gate")
})

test("the name that nobody gives is the agent of the token that is kept", async () => {
  await login(ann)
  const made = await run(["add", "Mend the gate", "--assignee", "me", "--json", "--full"])
  expect(made.json()).toMatchObject({ task: { assignee: "annie", createdBy: "annie" } })
  expect((await run(["whoami"])).stdout).toContain("annie  (the token)")
  const other = await run(["add", "x", "--agent", "bob"])
  expect(other).toMatchObject({ status: 1, stderr: expect.stringContaining("annie") as string })
})

test("a token that the server does not take is refused in its words, and not kept", async () => {
  const unknown = await login("not-a-token")
  expect(unknown).toMatchObject({ status: 1, stdout: "" })
  expect(unknown.stderr).toContain("The token is unknown here, or no longer valid.")
  const mistyped = await login(`${ann.slice(0, -1)}${ann.endsWith("A") ? "B" : "A"}`)
  expect(mistyped.stderr).toContain("The token is mistyped")
  expect((await login("two words")).stderr).toContain("That is not a token.")
  expect((await login("")).stderr).toContain("There is no token on standard input.")
  expect(existsSync(config)).toBe(false)
  const refused = await login("not-a-token", "--json")
  expect(refused.json()).toMatchObject({ code: "unauthorized" })
})

test("a refused login leaves the token of before", async () => {
  await login(ann)
  await login("not-a-token")
  expect(kept()).toMatchObject({ [server.url]: { token: ann } })
})

test("a board that asks nobody needs none, and login says so", async () => {
  const open = await startServer({ home: await space() })
  onTestFinished(async () => {
    open.kill("SIGTERM")
    await open.exited
  })
  const result = await run(["login", open.url], { input: "anything\n" })
  expect(result).toMatchObject({
    status: 0,
    stdout: `Authentication is off at ${open.url}, so there is no token to store.\n`,
  })
  expect(existsSync(config)).toBe(false)
})

test("--token comes first, then UPNEXT_TOKEN, then what is kept", async () => {
  await login(ann)
  expect((await run(["list", "--token", "wrong"])).status).toBe(1)
  expect((await run(["list"], { env: { UPNEXT_TOKEN: "wrong" } })).status).toBe(1)
  expect((await run(["list", "--token", admin], { env: { UPNEXT_TOKEN: "wrong" } })).status).toBe(0)
  const again = await run(["login", server.url], { input: ann, env: { UPNEXT_TOKEN: "wrong" } })
  expect(again).toMatchObject({ status: 0, stderr: expect.stringContaining("UPNEXT_TOKEN is set") as string })
})

test("the token goes to its URL and to no other, whatever names that one", async () => {
  const seen: (string | undefined)[] = []
  const other = createServer(({ headers }, answer) => {
    seen.push(headers.authorization)
    answer.writeHead(404).end()
  })
  await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve))
  onTestFinished(() => void other.close())
  const { port } = other.address() as { port: number }
  await login(ann)
  const project = await space()
  writeFileSync(join(project, ".upnext.json"), JSON.stringify({ url: `http://127.0.0.1:${port}` }))
  await allowUrl(config, `http://127.0.0.1:${port}`)
  await run(["list", "--url", `http://127.0.0.1:${port}`])
  await run(["list"], { env: { UPNEXT_URL: `${server.url}.example:${port}` } })
  await run(["list", "--url", `http://localhost:${port}`])
  await run(["list", "--url", `${server.url}/below`])
  await run(["list"], { cwd: project, env: { UPNEXT_HOME: "", HOME: project } })
  expect(seen.length).toBeGreaterThanOrEqual(3)
  expect(seen.filter((each) => each !== undefined)).toEqual([])
})

test("where only a file of the directory names the server, login takes no token for it, and sends one that is kept", async () => {
  const project = await space()
  writeFileSync(join(project, ".upnext.json"), JSON.stringify({ url: server.url }))
  const elsewhere = { UPNEXT_HOME: "", HOME: await space() }
  const refused = await run(["login"], { input: ann, env: elsewhere, cwd: project })
  expect(refused).toMatchObject({ status: 2, stdout: "" })
  expect(refused.stderr).toContain(`\`upnext login --url ${server.url}\``)
  expect(existsSync(config)).toBe(false)
  await login(ann)
  expect((await run(["list"], { env: elsewhere, cwd: project })).status).toBe(0)
  const withheld = { ...elsewhere, UPNEXT_TOKEN: "of-another-server" }
  expect((await run(["list"], { env: withheld, cwd: project })).status).toBe(0)
})

test("without a URL, login and logout are for the server that commands call here", async () => {
  expect(await run(["login"], { input: ann })).toMatchObject({ status: 0 })
  expect(Object.keys(kept())).toEqual([server.url])
  writeFileSync(path(), JSON.stringify({ ...kept(), "https://board.example": { token: "t" } }))
  expect((await run(["logout"])).stdout).toContain(`Removed the token for ${server.url}.`)
  expect(kept()).toEqual({ "https://board.example": { token: "t" } })
  expect((await run(["logout"])).stdout).toBe(`No token is stored for ${server.url}.\n`)
  expect((await run(["logout", "https://board.example/", "--json"])).json()).toEqual({
    url: "https://board.example",
    forgotten: true,
  })
  expect(existsSync(path())).toBe(false)
  const twice = await run(["logout", server.url, "--url", server.url])
  expect(twice.stderr).toContain("The URL is given twice")
})

test("a relative XDG_CONFIG_HOME is not followed into the working directory", async () => {
  const [cwd, user] = [await space(), await space()]
  const env = { XDG_CONFIG_HOME: "config", HOME: user }
  expect(await run(["login", server.url], { input: ann, env, cwd })).toMatchObject({ status: 0 })
  expect(readdirSync(cwd)).toEqual([])
  expect(modeOf(join(user, ".config", "upnext", "credentials.json"))).toBe(0o600)
})

test("a file that is not well is named, and kept as it is", async () => {
  await login(ann)
  for (const text of ["{", "[]", `{"${server.url}": {}}`]) {
    writeFileSync(path(), text)
    const result = await run(["list"])
    expect(result).toMatchObject({ status: 2, stderr: expect.stringContaining(path()) as string })
    expect(readFileSync(path(), "utf8")).toBe(text)
  }
})

test("doctor names a file of credentials that others can read", async () => {
  const look = async () => {
    const { checks } = (await run(["doctor", "--json"])).json() as { checks: { name: string }[] }
    return checks.find(({ name }) => name === "credentials")
  }
  expect(await look()).toBeUndefined()
  await login(ann)
  expect(await look()).toMatchObject({ status: "ok" })
  chmodSync(path(), 0o640)
  expect(await look()).toMatchObject({
    status: "warn",
    detail: `Other users can read ${path()}.`,
    hint: `chmod 600 ${path()}`,
  })
})

test.runIf(hasScript)("on a terminal login asks, and shows nothing of what is typed", async () => {
  const line = `node dist/cli.cjs login ${server.url}`
  const type = async (typed: string) => {
    const child = spawn("script", ["-qec", line, "/dev/null"], {
      env: { PATH: process.env["PATH"], XDG_CONFIG_HOME: config, UPNEXT_HOME: home },
    })
    let shown = ""
    child.stdout.on("data", (part: Buffer) => {
      const before = shown.includes("Token for")
      shown += part.toString()
      if (!before && shown.includes(`Token for ${server.url}: `)) child.stdin.write(typed)
    })
    const status = await new Promise((resolve) => child.once("close", resolve))
    return { status, shown }
  }
  const wrong = await type("secret-words\r")
  expect(wrong).toMatchObject({ status: 1, shown: expect.not.stringContaining("secret") as string })
  const result = await type(`x\u007f${ann}\r`)
  expect(result).toMatchObject({ status: 0, shown: expect.not.stringContaining(ann.slice(0, 8)) as string })
  expect(kept()).toMatchObject({ [server.url]: { token: ann } })
  expect((await type("\u0003")).status).toBe(130)
})
