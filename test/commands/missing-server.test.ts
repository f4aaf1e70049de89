import { spawnSync } from "node:child_process"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach, beforeEach, expect, test } from "vitest"
import { freePort } from "../support/free-port.js"
import { call, startServer, type Server } from "../support/server.ts"
import { upnext } from "./upnext.ts"

let user = ""
let home = ""
const endings: (() => Promise<unknown>)[] = []

beforeEach(async () => {
  user = await mkdtemp(join(tmpdir(), "upnext-"))
  home = join(user, ".upnext")
  endings.push(() => rm(user, { recursive: true, force: true }))
})
afterEach(async () => {
  for (const end of endings.splice(0).reverse()) await end()
})

async function start(): Promise<Server> {
  const server = await startServer({ home })
  endings.push(() => {
    server.kill("SIGKILL")
    return server.exited
  })
  return server
}

/** Named in two ways, or the default of its user. */
const ways = (): [string[], NodeJS.ProcessEnv][] => [
  [["--home", home], {}],
  [[], { UPNEXT_HOME: home }],
  [[], { HOME: user }],
]

/** Runs the first command of a hint in a shell, from another directory and without any UPNEXT_ variable. */
function typeHint(stderr: string) {
  const [, line = ""] = /^hint .*?`([^`]+)`/m.exec(stderr) ?? []
  const script = `upnext() { '${process.execPath}' '${join(process.cwd(), "dist/cli.cjs")}' "$@"; }; ${line}`
  const env = { PATH: process.env["PATH"], HOME: "/nonexistent" }
  return spawnSync("sh", ["-c", `${script} --detach`.replace(/(kill .*) --detach$/, "$1")], {
    ...{ encoding: "utf8", cwd: "/", env },
  })
}

test("after kill -9 the error names the server that is gone, and the hint starts it again", async () => {
  const server = await start()
  await call(server.url, "POST", "/tasks", { title: "kept" })
  server.kill("SIGKILL")
  await server.exited
  const port = String(await freePort())
  for (const [flags, env] of ways()) {
    const { status, stderr } = await upnext(["list", ...flags], { ...env, UPNEXT_PORT: port })
    expect(status).toBe(4)
    expect(stderr).toContain(`The server for ${home} at ${server.url} (pid ${server.pid}) is gone`)
    expect(stderr).not.toContain(port)
  }
  const doctor = await upnext(["doctor", "--home", home])
  expect(doctor.stdout).toContain(`the server at ${server.url} (pid ${server.pid}) did not release the lock`)
  expect(doctor.stdout).toContain("commands typed here say so")
  // Who reads this has just typed it.
  expect(doctor.stdout).not.toContain("upnext doctor")
  const typed = typeHint((await upnext(["list", "--home", home])).stderr)
  expect(typed).toMatchObject({ status: 0, stderr: "" })
  endings.push(() => upnext(["stop", "--home", home]))
  expect((await call(server.url, "GET", "/tasks/T-1")).body["task"]).toMatchObject({ title: "kept" })
})

test("after kill -9 the error names the server that is gone, whoever else listens where one would", async () => {
  const server = await start()
  server.kill("SIGKILL")
  await server.exited
  const other = await startServer({ home: join(user, "other") })
  endings.push(() => {
    other.kill("SIGKILL")
    return other.exited
  })
  const { port } = new URL(other.url)
  for (const [flags, env] of ways().slice(0, 2)) {
    const { status, stderr } = await upnext(["list", ...flags], { ...env, UPNEXT_PORT: port })
    expect(status).toBe(4)
    expect(stderr).toContain(`The server for ${home} at ${server.url} (pid ${server.pid}) is gone`)
  }
})

test("a server that is stopped by SIGSTOP is named, by the commands, doctor and stop", async () => {
  const server = await start()
  server.kill("SIGSTOP")
  const said = `${server.url} (pid ${server.pid})`
  const answers = await Promise.all(ways().map(([flags, env]) => upnext(["list", ...flags], env)))
  for (const { status, stderr } of answers) {
    expect(status).toBe(4)
    expect(stderr).toContain(`The server for ${home} at ${said} is not responding.`)
  }
  expect((await upnext(["doctor"], { UPNEXT_HOME: home })).stdout).toContain(`Held by the server at ${said}`)
  expect((await upnext(["stop", "--home", home])).stderr).toContain(`at ${said} is not responding.`)
  const second = await upnext(["start", "--home", home, "--port", String(await freePort())])
  expect(second.stderr).toContain(`at ${server.url} (pid ${server.pid}`)
  expect(typeHint(answers[0]?.stderr ?? "").status).toBe(0)
  expect((await upnext(["list", "--home", home])).status).toBe(0)
})

test("a server that was stopped is not said to be gone", async () => {
  const server = await start()
  expect((await upnext(["stop", "--home", home])).status).toBe(0)
  await server.exited
  const { stderr } = await upnext(["list", "--home", home], { UPNEXT_PORT: String(server.port) })
  expect(stderr).toContain(`No server is listening at ${server.url}.`)
  const elsewhere = await upnext(["list", "--home", home], { UPNEXT_PORT: String(await freePort()) })
  expect(elsewhere.stderr).toContain(`The server for ${home} at ${server.url} was stopped.`)
  expect(elsewhere.stderr).toContain(`upnext start --home ${home} --port ${server.port}`)
  expect((await upnext(["doctor", "--home", home])).stdout).toContain(
    "free: no server is using this data directory",
  )
})
