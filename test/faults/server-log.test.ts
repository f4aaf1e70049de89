import { spawnSync } from "node:child_process"
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises"
import { basename, join } from "node:path"
import { expect, onTestFinished, test } from "vitest"
import { upnext } from "../commands/upnext.ts"
import { call, startServer, type Server } from "../support/server.ts"
import { temporaryDirectory } from "../storage/support.ts"

// What a running server says about its storage: one line for each change, and the hint of doctor fits it.

async function start(home: string): Promise<Server> {
  const server = await startServer({ home })
  onTestFinished(async () => {
    server.kill("SIGKILL")
    await server.exited
  })
  return server
}

/** What it said on its log, as lines; the banner is indented or empty. */
function logOf(server: Server): string[] {
  const lines = server.output().split("\n")
  expect(lines.filter((line) => /^\s*at |\[cause\]|Error:/.test(line))).toEqual([])
  return lines.filter((line) => /^\S/.test(line))
}

async function until(isTrue: () => Promise<boolean> | boolean): Promise<void> {
  while (!(await isTrue())) await new Promise((resolve) => setTimeout(resolve, 20))
}

async function doctor({ home, port }: Server) {
  const result = await upnext(["doctor", "--json"], { UPNEXT_HOME: home, UPNEXT_PORT: String(port) })
  const { checks } = result.json() as {
    checks: { name: string; status: string; detail: string; hint: string }[]
  }
  return (name: string) => checks.find((check) => check.name === name)
}

const write = (server: Server, description = "") =>
  call(server.url, "POST", "/tasks", { title: "x", description })

test("a full disk is reported by one line when writing stops and one when it goes on", async ({ skip }) => {
  const disk = await temporaryDirectory()
  if (spawnSync("mount", ["-t", "tmpfs", "-o", "size=400k", "tmpfs", disk]).status !== 0)
    return skip("SKIPPED: mounting a tmpfs is denied here (needs root)")
  onTestFinished(() => void spawnSync("umount", ["-l", disk]))
  const ballast = join(disk, "ballast")
  await writeFile(ballast, Buffer.alloc(128 * 1024))
  const server = await start(join(disk, "home"))
  let status = 0
  for (let i = 0; i < 20 && status !== 507; i += 1) status = (await write(server, "x".repeat(30_000))).status
  expect(status).toBe(507)
  expect((await write(server, "x".repeat(30_000))).status).toBe(507)
  await until(() => logOf(server).length > 0)
  expect(logOf(server)).toEqual([
    expect.stringMatching(
      /^\[warn\] There is no room for .*\.jsonl to grow\. .*Writes are refused until there is room/,
    ),
  ])
  expect((await doctor(server))("server")).toMatchObject({
    status: "fail",
    hint: "Free up space on the server's disk; the server then resumes writing by itself.",
  })
  await rm(ballast)
  expect((await write(server)).status).toBe(201)
  await until(() => logOf(server).length > 1)
  expect(logOf(server)[1]).toBe("[warn] There is room again: writes are accepted.")
  server.kill("SIGTERM")
  expect(await server.exited).toBe(0)
  // The disk has room for a task again, not for a checkpoint of all.
  expect(logOf(server).slice(2)).toEqual([
    expect.stringMatching(
      /^\[warn\] The checkpoint could not be written; .*: There is no space left on the disk of /,
    ),
  ])
})

test("a deleted journal is reported by one line that says what to do", async () => {
  const server = await start(join(await temporaryDirectory(), "home"))
  await rm(join(server.home, "data", "journal"), { recursive: true })
  for (let i = 0; i < 3; i += 1) expect((await write(server)).status).toBe(503)
  await until(() => logOf(server).length > 0)
  expect(logOf(server)).toEqual([
    expect.stringMatching(
      /^\[warn\] .*\.jsonl was deleted .*Writes are refused until the server is restarted/,
    ),
  ])
  expect((await doctor(server))("server")?.hint).toContain("restart")
})

test("a line damaged before the checkpoint is found while the server runs, which says so and goes on", async () => {
  const home = join(await temporaryDirectory(), "home")
  await mkdir(home, { mode: 0o700 })
  const first = await start(home)
  for (let i = 0; i < 5; i += 1) await write(first, "some text")
  first.kill("SIGTERM")
  expect(await first.exited).toBe(0)
  const journal = join(home, "data", "journal")
  const file = join(journal, (await readdir(journal))[0] ?? "")
  const lines = (await readFile(file, "utf8")).split(/(?<=\n)/)
  const offset = lines.slice(0, 3).join("").length
  await writeFile(file, lines.with(3, (lines[3] ?? "").replace("some", "same")).join(""))

  const server = await start(home)
  await until(async () => (await call(server.url, "GET", "/health")).body["status"] === "degraded")
  const health = await call(server.url, "GET", "/health")
  expect(health.status).toBe(200)
  expect(health.body["detail"]).toContain(`${basename(file)}: line 4, byte ${offset}: this line is damaged`)
  expect(health.text, "a path of the server").not.toContain(home)
  expect(logOf(server)).toEqual([expect.stringContaining(`${file}: line 4, byte ${offset}`)])
  expect((await write(server)).status).toBe(201)
  expect((await call(server.url, "GET", "/tasks/T-3/history")).body).toMatchObject({
    code: "storage_damaged",
  })
  const found = await doctor(server)
  expect(found("journal")).toMatchObject({ status: "fail" })
  expect(found("journal")?.detail).toContain(`line 4, byte ${offset}`)
  expect(found("server")).toMatchObject({ status: "warn" })
  expect(found("server")?.detail).toContain("degraded")
  server.kill("SIGTERM")
  expect(await server.exited).toBe(0)
  expect(logOf(server)).toHaveLength(1)
})
