import { spawn } from "node:child_process"
import { once } from "node:events"
import { existsSync } from "node:fs"
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import { afterAll, beforeEach, expect, test } from "vitest"
import { linesOf } from "../support/exported.ts"
import { startServer, temporaryHome } from "../support/server.ts"
import { serve } from "./upnext.ts"

const served = await serve()
const { upnext } = served
const space = await mkdtemp(join(tmpdir(), "upnext-export-"))
afterAll(() => rm(space, { recursive: true, force: true }))
let count = 0
let at = ""
beforeEach(async () => {
  at = join(space, String(count++))
  await mkdir(at)
})
const text = (name: string) => readFile(join(at, name), "utf8")

test("an export goes to standard output, or to a file in the form of its ending", async () => {
  await upnext(["add", "Paint", "--project", "web"])
  await upnext(["add", "=Sum"])
  const printed = await upnext(["export"])
  expect([printed.status, printed.stderr]).toEqual([0, ""])
  expect(linesOf(printed.stdout).map(({ title }) => title as string)).toEqual([undefined, "Paint", "=Sum"])
  const toFile = await upnext(["export", "-o", join(at, "board.csv"), "--search", "sum"])
  expect([toFile.status, toFile.stdout]).toEqual([
    0,
    `✓ Exported the board at event ${linesOf(printed.stdout)[0].seq} to ${join(at, "board.csv")} (${(await stat(join(at, "board.csv"))).size} bytes).\n`,
  ])
  expect(await text("board.csv")).toMatch(/^id,title[^]*\r\nT-2,'=Sum,/)
  const asJson = await upnext(["export", "-o", join(at, "x"), "--json", "--project", "web"])
  expect(asJson.json()).toEqual({
    path: join(at, "x"),
    seq: linesOf(printed.stdout)[0].seq,
    bytes: (await text("x")).length,
  })
  expect(linesOf(await text("x")).map(({ id }) => id as string)).toEqual([undefined, "T-1"])
  await upnext(["export", "-o", join(at, "board.md")])
  expect(await text("board.md")).toBe('- [ ] Paint {#t1}\n  {"project":"web"}\n- [ ] =Sum {#t2}\n')
  expect((await readdir(at)).sort()).toEqual(["board.csv", "board.md", "x"])
})

test("a file that is there stays as it is, unless --force is given", async () => {
  await writeFile(join(at, "mine"), "mine")
  const refused = await upnext(["export", "-o", join(at, "mine")])
  expect(refused).toMatchObject({ status: 1, stdout: "" })
  expect(refused.stderr).toContain(`${join(at, "mine")} already exists.`)
  expect(await text("mine")).toBe("mine")
  await chmod(join(at, "mine"), 0o444)
  await symlink(join(at, "mine"), join(at, "link"))
  expect(await upnext(["export", "-o", join(at, "link"), "--force"])).toMatchObject({ status: 0 })
  expect(linesOf(await text("mine"))[0]._type).toBe("upnext")
  expect((await stat(join(at, "mine"))).mode & 0o777).toBe(0o444)
  expect((await readdir(at)).sort()).toEqual(["link", "mine"])
})

test("what is no file is not replaced, and a directory that is not there is named", async () => {
  for (const [path, said, status] of [
    ["/dev/null", "/dev/null is not a file.", 1],
    [at, `${at} is not a file.`, 1],
    [join(at, "no", "x"), `There is no directory ${join(at, "no")}.`, 2],
    [join(at, "x".repeat(300)), "Choose another path with -o.", 1],
    ...(existsSync("/proc/self") ? [["/proc/x", "/proc/x cannot be created.", 1] as const] : []),
  ] as const) {
    const refused = await upnext(["export", "--force", "-o", path])
    expect(refused).toMatchObject({ status, stdout: "" })
    expect(refused.stderr).toContain(said)
  }
})

test("a word without a flag is refused, with what may have been meant", async () => {
  expect((await upnext(["export", "board.jsonl"])).stderr).toContain("`upnext export -o board.jsonl")
  expect((await upnext(["export", "-"])).stderr).toContain(" writes to standard output;")
  expect((await upnext(["export", "--json"])).json()).toMatchObject({ code: "invalid_input" })
})

test("an export in one project of the shell says so", async () => {
  const { stdout, stderr } = await upnext(["export"], { UPNEXT_PROJECT: "web" })
  expect(
    linesOf(stdout)
      .slice(1)
      .map(({ project }) => project as string),
  ).toEqual(["web"])
  expect(stderr).toBe("note  Only the project web is exported. --project '' exports all projects.\n")
  const all = await upnext(["export", "--project", ""], { UPNEXT_PROJECT: "web" })
  expect([linesOf(all.stdout).length, all.stderr]).toEqual([3, ""])
})

/** Fills a board with 24 MB, so that an export takes a while. */
async function fill(url: string): Promise<void> {
  const tasks = Array.from({ length: 12 }, (_, i) => ({
    title: `Long ${i}`,
    description: "x".repeat(65_000),
  }))
  for (let i = 0; i < 30; i++) {
    const body = JSON.stringify({ tasks })
    const headers = { "content-type": "application/json" }
    expect((await fetch(`${url}/tasks/batch`, { method: "POST", headers, body })).status).toBe(201)
  }
}

test("a reader that goes away ends it quietly", async () => {
  await fill(served.server.url)
  const child = spawn(process.execPath, [resolve("dist/cli.cjs"), "export"], {
    env: { PATH: process.env["PATH"], UPNEXT_URL: served.server.url, UPNEXT_HOME: served.home },
    stdio: ["ignore", "pipe", "pipe"],
  })
  let said = ""
  child.stderr.on("data", (part: Buffer) => (said += part.toString()))
  await once(child.stdout, "data")
  child.stdout.destroy()
  expect(await once(child, "close")).toEqual([0, null])
  expect(said).toBe("")
})

/** Begins an export to a file, and lets it stand still when a part of it is on the disk. */
async function begin(url: string, home: string) {
  const child = spawn(process.execPath, [resolve("dist/cli.cjs"), "export", "-o", join(at, "board.jsonl")], {
    env: { PATH: process.env["PATH"], UPNEXT_URL: url, UPNEXT_HOME: home },
    stdio: ["ignore", "pipe", "pipe"],
  })
  let said = ""
  child.stderr.on("data", (part: Buffer) => (said += part.toString()))
  const ended = once(child, "close")
  const sizes = async () =>
    Promise.all((await readdir(at)).map(async (name) => (await stat(join(at, name))).size))
  while (!(await sizes()).some((size) => size > 0)) if (child.exitCode !== null) throw new Error(said)
  child.kill("SIGSTOP")
  expect(await readdir(at)).toEqual([expect.stringMatching(/\.part$/)])
  return { child, said: () => said, ended }
}

test.each(["SIGTERM", "SIGINT", "SIGKILL"] as const)("%s leaves no file of that name", async (signal) => {
  const { child, ended } = await begin(served.server.url, served.home)
  child.kill(signal)
  child.kill("SIGCONT")
  expect(await ended).toEqual([null, signal])
  const left = await readdir(at)
  if (signal === "SIGKILL")
    expect(left).toEqual([expect.stringMatching(/^\.board\.jsonl\.[\da-f]{12}\.part$/)])
  else expect(left).toEqual([])
})

test.each(["SIGTERM", "SIGKILL"] as const)(
  "a server that gets %s in the middle leaves no file",
  async (signal) => {
    const { home, remove } = await temporaryHome()
    const server = await startServer({ home })
    await fill(server.url)
    const { child, ended, said } = await begin(server.url, home)
    server.kill(signal)
    await server.exited
    child.kill("SIGCONT")
    expect(await ended).toEqual([4, null])
    expect(said()).toMatch(/^error The response from \S+ broke off before the end\.\n/)
    expect(await readdir(at)).toEqual([])
    await remove()
  },
)

test("an ending of another format is refused, and nothing is written", async () => {
  const file = join(at, "plan.xlsx")
  const refused = await upnext(["export", "-o", file])
  expect([refused.status, refused.stderr]).toEqual([
    2,
    expect.stringMatching(/not \.xlsx\.\nhint {2}.upnext export -o \S+\/plan\.csv/),
  ])
  expect(await readdir(at)).toEqual([])
  expect((await upnext(["export", "-o", file, "--format", "csv"])).status).toBe(0)
})
