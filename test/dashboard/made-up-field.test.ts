import { execFile } from "node:child_process"
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { promisify } from "node:util"
import { afterAll, beforeAll, expect, test } from "vitest"
import { connectHttp } from "../support/mcp.ts"
import { call, startServer } from "../support/server.ts"
import { stopServer } from "../support/space.ts"
import { addProperty, openBrowser, panel } from "./fixture.ts"

/** The project with three fields more, each of them one row. */
const rows = `
  component: { kind: "text", of: "line", label: "Component", about: "which part it is about", isLater: true },
  platforms: { kind: "set", of: "line", most: 3, label: "Platforms", about: "where it shows", isLater: true },
  soldAt: { kind: "time", of: "time", label: "Sold at", about: "when it was sold", isLater: true },
`
const sources = ["src", "assets", "build", "docs", "package.json", "package-lock.json", "tsup.config.ts"]
const run = promisify(execFile)
const ends: (() => unknown)[] = []
let project = ""
let url = ""

beforeAll(async () => {
  project = await mkdtemp(join(tmpdir(), "upnext-made-up-"))
  ends.push(() => rm(project, { recursive: true, force: true }))
  for (const name of [...sources, "tsconfig.json"]) await cp(name, join(project, name), { recursive: true })
  await symlink(join(process.cwd(), "node_modules"), join(project, "node_modules"))
  const table = join(project, "src/domain/wire/task-table.ts")
  const text = await readFile(table, "utf8")
  await writeFile(table, text.replace(/^(?= {2}metadata: \{ kind)/m, rows.slice(1)))
  await run("node_modules/.bin/tsup", ["--silent"], { cwd: project })
  url = await serve(join(project, "home"))
})

afterAll(async () => {
  for (const end of ends.reverse()) await end()
})

async function serve(home: string): Promise<string> {
  const server = await startServer({ home, program: join(project, "dist/cli.cjs") })
  ends.push(() => stopServer(server))
  return server.url
}

/** What a command prints. */
async function upnext(args: readonly string[], at = url): Promise<string> {
  const env = { ...process.env, UPNEXT_HOME: join(project, "nobody"), UPNEXT_URL: at, TZ: "UTC" }
  const { stdout } = await run(process.execPath, ["dist/cli.cjs", ...args], { cwd: project, env })
  return stdout
}

const task = async (id: string): Promise<Record<string, unknown>> =>
  (await call(url, "GET", `/tasks/${id}`)).body["task"] as Record<string, unknown>

const sold = "2031-01-02T03:04:05.000Z"
const filled = { component: "core", platforms: ["ios", "web, old"], soldAt: sold }

test("a field that is one row goes from a command to the log and back to every reader", async () => {
  const more = ["--platforms", "ios", "--platforms", "web, old", "--sold-at", sold]
  await upnext(["add", "One", "--component", "core", ...more])
  expect(await task("T-1")).toMatchObject(filled)
  expect(await upnext(["show", "T-1"])).toMatch(
    / {2}component +core\n {2}platforms +ios, web, old\n {2}sold at +Thu 2031/,
  )

  await upnext(["edit", "T-1", "--component", "", "--platforms", "+tv", "--platforms", "-ios"])
  expect(await task("T-1")).toMatchObject({ component: null, platforms: ["web, old", "tv"] })
  expect(await upnext(["history", "T-1"])).toContain("component core → –")
  await upnext(["undo"])
  expect(await task("T-1")).toMatchObject(filled)
})

test("what it may hold follows from its row", async () => {
  const tooMany = await call(url, "PATCH", "/tasks/T-1", { platforms: ["a", "b", "c", "d"] })
  expect(tooMany.body).toMatchObject({
    code: "invalid_input",
    errors: [{ path: "platforms", message: "must have at most 3 names" }],
  })
  const noTime = await call(url, "PATCH", "/tasks/T-1", { soldAt: "soon", component: "x\ny" })
  expect((noTime.body["errors"] as { path: string }[]).map(({ path }) => path).sort()).toEqual([
    "component",
    "soldAt",
  ])
  const { body } = await call(url, "GET", "/openapi.json")
  expect(JSON.stringify(body)).toContain("where it shows, at most 3")
})

test.each(["jsonl", "csv"])("an export as %s is brought in elsewhere whole", async (format) => {
  const file = join(project, `board.${format}`)
  await upnext(["export", "--format", format, "--output", file])
  const other = await serve(join(project, format))
  await upnext(["import", file], other)
  const { body } = await call(other, "GET", "/tasks/T-1")
  expect(body["task"]).toMatchObject(filled)
})

test("a plan takes it, and prints it again", async () => {
  const plan = join(project, "plan.md")
  await writeFile(plan, `- [ ] Two\n  {"component":"ui","platforms":["a","b"]}\n`)
  await upnext(["plan", plan, "--project", "planned"])
  expect(await upnext(["plan", "--print", "planned"])).toContain('"component":"ui","platforms":["a","b"]')
})

test("it is whole in a backup", async () => {
  await upnext(["backup", join(project, "board.tar.gz"), "--home", join(project, "home")])
  await upnext(["backup", "restore", join(project, "board.tar.gz"), "--home", join(project, "restored")])
  const again = await serve(join(project, "restored"))
  expect((await call(again, "GET", "/tasks/T-1")).body["task"]).toMatchObject(filled)
})

test("a model reads it, and sets it", async () => {
  const { call: tool, close } = await connectHttp(`${url}/mcp`, { name: "ann" })
  await tool("add_tasks", { tasks: [{ title: "By a model", component: "cli", platforms: ["x"] }] })
  const { body } = await call(url, "GET", "/tasks?q=model")
  expect(body["tasks"]).toMatchObject([{ component: "cli", platforms: ["x"] }])
  expect(await tool("get_task", { task: "T-1" })).toMatch(/component .*core.*; platforms .*ios/)
  await close()
})

test("a person sets it in the panel", async () => {
  const page = await openBrowser()
  await page.goto(`${url}/dashboard/tasks/T-1`)
  await expect.poll(() => panel(page).textContent()).toContain("Component")
  expect(await panel(page).getByLabel("Component").inputValue()).toBe("core")
  await upnext(["edit", "T-1", "--component", ""])
  await page.reload()
  await addProperty(page, "Component")
  await page.keyboard.type("web")
  await page.keyboard.press("Enter")
  await expect.poll(() => task("T-1")).toMatchObject({ component: "web" })
})
