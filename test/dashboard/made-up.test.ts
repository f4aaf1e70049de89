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

/** Three fields more, each of them one row. */
const rows = `
  component: { kind: "text", of: "line", label: "Component", about: "which part it is about", isLater: true },
  platforms: { kind: "set", of: "line", most: 3, label: "Platforms", about: "where it shows", isLater: true },
  soldAt: { kind: "time", of: "time", label: "Sold at", about: "when it was sold", isLater: true },
`

/** A kind of event more: what is known of it, what it changes, and its words. */
const event = `
  "task.praised": defineEvent({
    summary: "Somebody praised a task",
    stored: { task: "id", by: "text", content: "text", praisedAt: "time" },
    shown: { by: "text", content: ["text", "why it is good"], praisedAt: "time" },
    said: ({ content }) => content,
    undo: "beside",
    takes: { role: "manage", what: "praise a task" },
  }),
`
const fold = `
  "task.praised": (board, { task }, { seq }) => touch(board, task, (draft) => (draft.lastEvent = seq)),
`
const words = `
  "task.praised": talk(({ actor, text }) => say(actor, "praised", "", text("content")), { history: "praised it" }),
`
/** What causes it: an operation, and its line in the list. */
const operation = `
import * as z from "zod"
import { requireTask } from "../domain/board/find.ts"
import { viewTask } from "../domain/read-models/task-view.ts"
import { TaskId } from "../domain/wire/schemas.ts"
import { TaskView } from "../domain/wire/tasks/view-schemas.ts"
import { command } from "../operation.ts"

export const praiseTask = command({
  name: "task.praise",
  summary: "Praise a task",
  description: "It changes nothing.",
  http: { method: "POST", path: "/tasks/{id}/praise" },
  access: "work",
  input: z.strictObject({ id: TaskId, content: z.string().describe("why it is good") }),
  output: z.object({ task: TaskView }),
  subject: "id",
  shows: "task",
  refusals: ["task_not_found", "task_deleted"],

  decide(board, { id, content }, { now, actor }) {
    requireTask(board, id)
    return [{ type: "task.praised", task: id, by: actor, content, praisedAt: now }]
  },
  answer: (board, _, { id }, { now }) => ({ task: viewTask(board, requireTask(board, id), now) }),
})
`

/** An error more, which comments may be refused with. */
const refusal = `
  if (content === "dull") fail("task_dull", "This task is as dull as it says.")
`

/** Where each of them goes: before the line that begins so. */
const parts: readonly (readonly [file: string, before: string, text: string])[] = [
  ["src/domain/wire/task-table.ts", "  metadata: { kind", rows],
  ["src/domain/events/said.ts", '  "task.commented": defineEvent', event],
  ["src/domain/evolve/said.ts", '  "task.commented": ', fold],
  ["src/dashboard/words/event-words.ts", '  "task.commented": ', words],
  [
    "src/errors.ts",
    "  task_taken: { status",
    `\n  task_dull: { status: 409, exit: 1, title: "The task is dull" },\n`,
  ],
  ["src/errors.ts", '  request_timeout: "', `\n  task_dull: "Choose another one.",\n`],
  ["src/domain/rules/comments.ts", "import { toldOfComment }", `\nimport { fail } from "../../errors.ts"\n`],
  ["src/domain/rules/comments.ts", "  const author = canonicalName", refusal],
  ["src/operations/index.ts", "import { retryTask }", `\nimport { praiseTask } from "./praise-task.ts"\n`],
  ["src/operations/index.ts", "  retryTask,", "\n  praiseTask,\n"],
]
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
  await writeFile(join(project, "src/operations/praise-task.ts"), operation)
  for (const [name, before, text] of parts) {
    const file = join(project, name)
    const [start, ...rest] = (await readFile(file, "utf8")).split(`\n${before}`)
    await writeFile(file, `${start}${text}${before}${rest.join(`\n${before}`)}`)
  }
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

test("a kind of event that is one entry is in the log, in every reader of it, and in the docs", async () => {
  const sent = await call(
    url,
    "POST",
    "/tasks/T-1/praise",
    { content: "It is short" },
    { "upnext-actor": "mira" },
  )
  expect(sent.status, sent.text).toBe(200)
  const stream = await call(url, "GET", "/events?after=0&once=1&type=task.praised", undefined, {
    accept: "text/event-stream",
  })
  const told = JSON.parse(/^data: (.*"task.praised".*)$/m.exec(stream.text)?.[1] ?? "") as object
  expect(told).toMatchObject({ type: "task.praised", actor: "mira", task: "T-1" })
  expect(told).toHaveProperty("data", {
    by: "mira",
    content: "It is short",
    praisedAt: expect.stringMatching(/^\d{4}-.*Z$/) as string,
  })
  expect(await upnext(["events", "--after", "0", "--once", "--type", "task.praised"])).toContain(
    "task.praised",
  )
  expect(await upnext(["history", "T-1"])).toContain("It is short")
  const { text } = await call(url, "GET", "/openapi.json")
  for (const name of ["TaskPraisedEvent", "why it is good"]) expect(text).toContain(name)
})

test("it stays in the log: a backup that is restored tells it, and a task goes on from it", async () => {
  await upnext(["backup", join(project, "praised.tar.gz"), "--home", join(project, "home")])
  await upnext(["backup", "restore", join(project, "praised.tar.gz"), "--home", join(project, "praised")])
  const again = await serve(join(project, "praised"))
  const { body } = await call(again, "GET", "/tasks/T-1/history")
  expect(body["history"]).toMatchObject(
    expect.arrayContaining([expect.objectContaining({ type: "task.praised", detail: "It is short" })]),
  )
})

test("people read its words in the activity and in the panel", async () => {
  const page = await openBrowser()
  await page.goto(`${url}/dashboard/activity`)
  await expect.poll(() => page.textContent("main")).toMatch(/mira\s*praised\s*T-1.*: It is short/)
  await page.goto(`${url}/dashboard/tasks/T-1`)
  await panel(page).locator(".history li", { hasText: "praised it" }).waitFor()
})

test("who has a lower role may not cause it", async () => {
  const home = join(project, "asks")
  const asks = await serve(home)
  const create = async (path: string, body: object, token?: string) =>
    (await call(asks, "POST", path, body, token === undefined ? {} : { authorization: `Bearer ${token}` }))
      .body
  const made = await upnext(["token", "create", "--name", "me", "--json", "--home", home], asks)
  const { secret } = JSON.parse(made) as { secret: string }
  await create("/tasks", { title: "One" }, secret)
  await create("/accounts", { name: "bot", role: "work" }, secret)
  const bot = await create("/tokens", { account: "bot" }, secret)
  const bearer = { authorization: `Bearer ${String(bot["secret"])}` }
  const refused = await call(asks, "POST", "/tasks/T-1/praise", { content: "x" }, bearer)
  expect(refused.body).toMatchObject({
    code: "not_allowed",
    detail: "The account bot has the role work and may not praise a task: that requires the role manage.",
  })
})

test("an error that is a row is refused by every face", async () => {
  const { status, body } = await call(url, "POST", "/tasks/T-1/comments", { author: "mira", content: "dull" })
  expect(status).toBe(409)
  expect(body).toMatchObject({
    code: "task_dull",
    title: "The task is dull",
    detail: "This task is as dull as it says.",
    hint: "Choose another one.",
  })
  const { text } = await call(url, "GET", "/docs", undefined, { accept: "text/markdown" })
  expect(text).toContain("| `task_dull` | 409 | The task is dull | Choose another one. |")
  await expect(upnext(["task", "comment", "T-1", "dull"])).rejects.toMatchObject({
    code: 1,
    stderr: "error This task is as dull as it says.\nhint  Choose another one.\n",
  })
  const { call: tool, close } = await connectHttp(`${url}/mcp`, { name: "ann" })
  expect(await tool("comment", { task: "T-1", text: "dull" })).toContain("This task is as dull as it says.")
  await close()
  const page = await openBrowser()
  await page.goto(`${url}/dashboard/tasks/T-1`)
  await panel(page).getByRole("textbox", { name: "Comment" }).fill("dull")
  await page.keyboard.press("Control+Enter")
  await page.getByText("This task is as dull as it says.").first().waitFor()
})
