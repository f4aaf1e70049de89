import { spawn } from "node:child_process"
import { cpSync, mkdtempSync, renameSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import { afterAll, expect, test } from "vitest"
import { freePort } from "../support/free-port.js"
import { call } from "../support/server.ts"
import { upnext } from "./upnext.ts"

const space = mkdtempSync(join(tmpdir(), "upnext-around-"))
const ends: (() => Promise<unknown>)[] = []
afterAll(async () => {
  for (const end of ends) await end()
  rmSync(space, { recursive: true, force: true })
})

/** Starts a server by a line of the shell, and resolves when it answers. */
async function serve(line: (port: number) => string, home: string) {
  const port = await freePort()
  const child = spawn("sh", ["-c", line(port)], {
    cwd: space,
    env: { PATH: process.env["PATH"], HOME: space },
  })
  const exited = new Promise((ended) => child.once("exit", ended))
  ends.push(() => {
    child.kill("SIGTERM")
    return exited
  })
  const url = `http://127.0.0.1:${port}`
  await expect.poll(async () => (await call(url, "GET", "/health").catch(() => undefined))?.status).toBe(200)
  return { url, env: { UPNEXT_URL: url, UPNEXT_HOME: home, UPNEXT_AGENT: "ann" } }
}

const cli = resolve("dist/cli.cjs")
const inGone = "mkdir gone && cd gone && rmdir ../gone &&"

test("a server in a directory that was removed shows the past, and commands there work", async () => {
  const home = join(space, "in-gone")
  const { url, env } = await serve(
    (port) => `${inGone} exec ${process.execPath} ${cli} start --home ${home} --port ${port}`,
    home,
  )
  const typed = (line: string): Promise<[number | null, string]> => {
    const child = spawn("sh", ["-c", `${inGone} ${process.execPath} ${cli} ${line} 2>&1`], {
      cwd: space,
      env: { PATH: process.env["PATH"], HOME: space, ...env },
    })
    let said = ""
    child.stdout.on("data", (part: Buffer) => (said += part.toString()))
    return new Promise((ended) => child.once("close", (status) => ended([status, said])))
  }
  expect(await typed("add One")).toEqual([0, expect.stringContaining("T-1 is added")])
  expect((await call(url, "GET", "/tasks?at=1")).body).toMatchObject({ total: 1 })
  for (const line of ["plan p.md", "attach T-1 a.txt", "export -o a.csv", "work -- true"])
    expect(await typed(line), line).toEqual([
      2,
      expect.stringMatching(/^error The working directory no longer exists\.\nhint {2}.*\n$/),
    ])
})

test("a server whose program was replaced says so, and loads nothing of the other one", async () => {
  const home = join(space, "replaced")
  const program = join(space, "dist")
  cpSync("dist", program, { recursive: true })
  const { url, env } = await serve(
    (port) => `exec ${process.execPath} ${join(program, "cli.cjs")} start --home ${home} --port ${port}`,
    home,
  )
  await call(url, "POST", "/tasks", { title: "One" })
  expect((await call(url, "GET", "/health")).body).toMatchObject({ status: "ok" })
  cpSync("dist", join(space, "next"), { recursive: true })
  renameSync(program, join(space, "last"))
  renameSync(join(space, "next"), program)

  expect((await call(url, "GET", "/tasks?at=1")).body).toMatchObject({
    status: 503,
    code: "program_replaced",
  })
  const listed = { jsonrpc: "2.0", id: 1, method: "tools/list" }
  const accept = { accept: "application/json, text/event-stream" }
  expect((await call(url, "POST", "/mcp", listed, accept)).body).toMatchObject({ code: "program_replaced" })
  expect((await call(url, "GET", "/health")).body).toMatchObject({ status: "degraded", isReplaced: true })
  const { stdout } = await upnext(["doctor"], env)
  expect(stdout).toMatch(
    /! server .*The program on disk is no longer the one that is running[^]*→ Restart the server/,
  )
  expect((await call(url, "GET", "/tasks")).status).toBe(200)
})

test("an empty TZ means UTC", async () => {
  const env = { TZ: "", UPNEXT_URL: "http://127.0.0.1:9", UPNEXT_AGENT: "ann" }
  const { status, stderr } = await upnext(["add", "x", "--due-at", "2030-12-01 17:00"], env)
  // The time was read, and then nobody answered.
  expect([status, stderr]).toEqual([4, expect.stringContaining("No server is listening")])
})

test("a time zone that is not known is named, and no time is read in another one", async () => {
  const env = { TZ: "Nowhere/Bad", UPNEXT_URL: "http://127.0.0.1:9", UPNEXT_AGENT: "ann" }
  const { status, stderr } = await upnext(["add", "x", "--due-at", "2030-12-01 17:00"], env)
  expect([status, stderr]).toEqual([2, expect.stringContaining("TZ=Nowhere/Bad is not a known time zone")])
})
