import { mkdirSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import type { Page } from "playwright-core"
import { expect, test } from "vitest"
import { expectAccessibleAtWidths } from "./axe.ts"
import { temporaryHome } from "../support/server.ts"
import { card, openScreen, panel } from "./fixture.ts"

const path = "/dashboard/import"
const bead = (n: number, more: object = {}) =>
  `${JSON.stringify({ id: `bd-${n}`, title: `Issue ${n}`, status: "open", priority: 1, ...more })}\n`

/** Chooses files as a person does in the dialog of the browser. */
async function choose(page: Page, name: string, text: string): Promise<void> {
  const dialog = page.waitForEvent("filechooser")
  await page.getByRole("button", { name: "Choose files" }).click()
  await (await dialog).setFiles({ name, mimeType: "application/octet-stream", buffer: Buffer.from(text) })
}

test("a file is chosen, its report is looked at before anything changes, it is brought in, and taken back", async () => {
  const { page, send } = await openScreen({ path })
  const file =
    bead(1, {
      cycle: 7,
      assignee: "gil",
      comments: [{ author: "fay", text: "Look here", created_at: "2026-01-02T10:00:00Z" }],
    }) +
    bead(2, { dependencies: [{ depends_on_id: "bd-1", type: "blocks" }] }) +
    "no json\n"
  await choose(page, "issues.jsonl", file)
  await page.getByRole("heading", { name: "issues.jsonl: 2 tasks to add" }).waitFor()
  expect(await page.evaluate("document.activeElement.textContent")).toContain("issues.jsonl: 2 tasks to add")
  const skipped = await page.getByText("1 line skipped: is not JSON").boundingBox()
  const tasks = await page.getByRole("region", { name: "The tasks" }).boundingBox()
  expect(skipped?.y ?? 0, "what is lost stands before the tasks").toBeLessThan(tasks?.y ?? 0)
  await page.getByText('1 value of "cycle" kept in metadata.imported').waitFor()
  await page.getByText("gil is new here").waitFor()
  await page.getByText("beads · 2 issues").waitFor()
  expect(await page.getByRole("list", { name: "Tasks by status" }).textContent()).toBe("2 Ready or Waits")
  const coming = page.getByRole("region", { name: "The tasks" }).getByRole("listitem")
  expect(await coming.locator("div").allTextContents()).toEqual(["Issue 1gil", "Issue 2waits for “Issue 1”"])
  expect(await coming.first().getAttribute("title")).toBe("beads:issues.jsonl#bd-1")
  expect((await send("GET", "/tasks")).body["total"]).toBe(0)
  await expectAccessibleAtWidths(page, "main")

  await page.getByRole("button", { name: "Import 2 tasks" }).click()
  await page.getByText("issues.jsonl: 2 tasks added").waitFor()
  expect((await send("GET", "/tasks/T-2")).body["task"]).toMatchObject({
    blockedBy: ["T-1"],
    source: "beads:issues.jsonl#bd-2",
  })
  await expectAccessibleAtWidths(page, "main")
  await page.getByRole("link", { name: "Open the board" }).click()
  await card(page, "T-1").click()
  await panel(page).getByText("beads:issues.jsonl#bd-1", { exact: true }).waitFor()
  await panel(page).getByText("imported", { exact: true }).waitFor()

  await page.goto(new URL(path, page.url()).href)
  const row = page.getByRole("listitem", { name: "I-1: issues.jsonl" })
  const undo = page.getByRole("button", { name: "Undo I-1" })
  const [line, button] = [await row.boundingBox(), await undo.boundingBox()]
  if (!line || !button) throw new Error("not drawn")
  expect(line.x + line.width - button.x - button.width, "it is at the end of the row").toBe(14)
  expect(Math.abs(line.y + line.height / 2 - button.y - button.height / 2)).toBeLessThan(2)
  await undo.click()
  await row.getByText("undone").waitFor()
  expect((await send("GET", "/tasks")).body["total"]).toBe(0)
})

test("a folder is dropped as a tool keeps it, and the same again changes nothing", async () => {
  const { page } = await openScreen({ path })
  const drop = async (files: Record<string, string>) => {
    await page.locator(".import-drop").waitFor()
    await page.evaluate(
      `{
        const data = new DataTransfer()
        for (const [name, text] of ${JSON.stringify(Object.entries(files))}) data.items.add(new File([text], name))
        document.querySelector(".import-drop").dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }))
      }`,
    )
  }
  const files = { "tasks.csv": "id,title\n1,One\n2,Two\n" }
  await drop(files)
  await page.getByRole("heading", { name: "tasks.csv: 2 tasks to add" }).waitFor()
  // Whoever looks elsewhere while it is brought in finds it again.
  let answer = () => {}
  const isLookedAt = new Promise<void>((resolve) => (answer = resolve))
  await page.route("**/imports/parts", async (route) => {
    await isLookedAt
    await route.continue()
  })
  await page.getByRole("button", { name: "Import 2 tasks" }).click()
  const progress = page.getByRole("status").getByText("Importing tasks.csv")
  await progress.waitFor()
  await page.getByRole("link", { name: "Agents" }).click()
  await page.getByRole("heading", { level: 1, name: "Agents" }).waitFor()
  await page.goBack()
  await progress.waitFor()
  answer()
  await page.getByText("tasks.csv: 2 tasks added").waitFor()
  await drop(files)
  await page.getByRole("heading", { name: "tasks.csv: 0 tasks to add · 2 unchanged" }).waitFor()
  expect(await page.getByRole("button", { name: "Nothing to import" }).isDisabled()).toBe(true)
  await page.getByRole("button", { name: "Choose another file" }).click()
  // What only waits for another task now is a change, too.
  await drop({ "tasks.csv": "id,title,blockedBy\n1,One,\n2,Two,1\n" })
  await page.getByRole("heading", { name: "tasks.csv: 0 tasks to add · 1 to change · 1 unchanged" }).waitFor()
  await page.getByRole("button", { name: "Import 1 task" }).click()
  await page.getByText("tasks.csv: 0 tasks added · 1 changed · 1 unchanged").waitFor()
  // Another file of the same name has tasks of its own.
  await drop({ "tasks.csv": "id,title\n1,Uno\n2,Due\n3,Tre\n" })
  await page.getByRole("heading", { name: "tasks.csv: 3 tasks to add" }).waitFor()
  expect(await page.getByLabel(/^Origin/).inputValue()).toBe("tasks.csv 2")
})

test("a file that no tool wrote is named, and nothing comes of it", async () => {
  const { page } = await openScreen({ path })
  await choose(page, "notes.txt", "hello\n")
  await page.getByRole("alert").getByText("Can't tell which tool wrote notes.txt.").waitFor()
  await choose(page, "notes.md", "# hello\n")
  await page.getByRole("alert").getByText("Can't tell which tool wrote notes.md.").waitFor()
  await expectAccessibleAtWidths(page, "main")
})

test("of a CSV file that nobody knows one says what its columns and statuses are, and where its tasks belong", async () => {
  const { page, send } = await openScreen({ path })
  await choose(
    page,
    "stories.csv",
    "Story,Who,Phase,Weight,Size\nBuy milk,ann,In QA,3,\nSell milk,,Parked,,\n",
  )
  await page.getByRole("heading", { name: "stories.csv: 0 tasks to add" }).waitFor()
  const form = page.getByRole("form", { name: "Import options" })
  await form.getByText("No column is used as the task title.").waitFor()
  const again = form.getByRole("button", { name: "Preview again" })
  expect(await again.isDisabled()).toBe(true)
  // What changes the import stands before the button that starts it.
  const [options, go] = [await form.boundingBox(), await page.getByText("Nothing to import").boundingBox()]
  expect((options?.y ?? 0) + (options?.height ?? 0)).toBeLessThan(go?.y ?? 0)
  await form.getByText('In every row: "Buy milk", "Sell milk"').waitFor()
  await form.getByText('In 1 of 2 rows: "ann"').waitFor()
  await form.getByText("Empty columns: Size").waitFor()
  await form.getByLabel("Story").selectOption("Title")
  await form.getByText("No column is used as the task title.").waitFor({ state: "detached" })
  await form.getByLabel("Who").selectOption("Assignee")
  await form.getByLabel("Phase").selectOption("Status")
  await again.press("Enter")
  await page.getByRole("heading", { name: "stories.csv: 2 tasks to add" }).waitFor()
  expect(await page.evaluate("document.activeElement.textContent")).toContain("2 tasks to add")
  await page.getByText('1 task with the unknown status "Parked" → Ready').waitFor()

  await form.getByLabel("In QA").selectOption("Review")
  await form.getByLabel("Parked").selectOption("Blocked")
  await form.getByLabel("Project for tasks without one").fill("milk")
  // What the report does not show yet is not brought in.
  expect(await page.getByRole("button", { name: "Import 2 tasks" }).isDisabled()).toBe(true)
  await page.keyboard.press("Enter")
  await page.getByText('1 task with status "Parked" → Blocked').waitFor()
  await page.getByText("Columns: 3 of 4 map to a field").waitFor()
  expect(await page.getByRole("list", { name: "Tasks by status" }).textContent()).toBe("1 Blocked1 Review")
  // The form says what becomes of a column.
  expect(await page.getByText('values of "Story"').count()).toBe(0)
  await page.getByText('1 value of "Weight" kept in metadata.imported').waitFor()
  expect(await form.getByLabel("Parked").inputValue()).toBe("blocked")
  await expectAccessibleAtWidths(page, "main")
  await page.getByRole("button", { name: "Import 2 tasks" }).click()
  await page.getByText("stories.csv: 2 tasks added").waitFor()
  expect((await send("GET", "/tasks?sort=created")).body["tasks"]).toMatchObject([
    {
      ...{ title: "Buy milk", status: "review", assignee: "ann", project: "milk" },
      source: "csv:stories.csv#Buy milk",
    },
    { title: "Sell milk", status: "blocked", project: "milk" },
  ])
})

const plan = `# Tasks: Login

## Phase 1: Setup

- [x] T001 Create src/a.ts
- [ ] T002 Create src/b.ts
- [ ] T003 [P] Create src/c.ts
- [ ]* T004 Write more tests
`

/** Chooses a folder that holds these files. */
async function chooseFolder(page: Page, files: Record<string, string>): Promise<void> {
  const { home, remove } = await temporaryHome()
  try {
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(home, "login", path)), { recursive: true })
      writeFileSync(join(home, "login", path), text)
    }
    const dialog = page.waitForEvent("filechooser")
    await page.getByRole("button", { name: "Choose a folder" }).click()
    await (await dialog).setFiles(join(home, "login"))
    await page.locator("h2.import-said, main [role=alert]").first().waitFor()
  } finally {
    await remove()
  }
}

test("of a repository the plans of its specs come, in their order, and one says what of it holds", async () => {
  const { page, send } = await openScreen({ path })
  const files = { "specs/001-login/tasks.md": plan, "README.md": "- [ ] star it\n", "package.json": "{}\n" }
  await chooseFolder(page, files)
  await page.getByRole("heading", { name: "login: 6 tasks to add" }).waitFor()
  await page.getByText("Plan or checklist · 6 boxes and headings").waitFor()
  const form = page.getByRole("form", { name: "Import options" })
  await form.getByText("1 plan put in order: 3 steps, at most 1 of its tasks in parallel").waitFor()
  const coming = page.getByRole("region", { name: "The first tasks" }).getByRole("listitem")
  expect(await coming.locator("div").allTextContents()).toEqual([
    "Create src/a.tsin “Phase 1: Setup”",
    "Create src/b.tsin “Phase 1: Setup”",
    "Create src/c.tsin “Phase 1: Setup”waits for “Create src/b.ts”",
    "Write more testsin “Login”waits for “Phase 1: Setup”",
  ])
  await form.getByLabel("Two agents may change the same file at once").check()
  await form.getByLabel("Optional tasks count as ordinary work").check()
  await form.getByLabel("Tasks within a phase have no order").check()
  await expectAccessibleAtWidths(page, "main")
  await form.getByRole("button", { name: "Preview again" }).click()
  await form.getByText("1 plan put in order: 1 step, at most 4 of its tasks in parallel").waitFor()
  await page.getByRole("button", { name: "Import 6 tasks" }).click()
  await page.getByText("login: 6 tasks added").waitFor()
  const { tasks } = (await send("GET", "/tasks?sort=created")).body as { tasks: Record<string, unknown>[] }
  expect(tasks[2]).toMatchObject({
    ...{ title: "Create src/a.ts", status: "done" },
    source: "checklist:login/specs/001-login#T001",
  })
  expect(tasks.map(({ resources }) => resources)).toEqual(tasks.map(() => []))
  expect(tasks.at(-1)).toMatchObject({ title: "Write more tests", status: "todo" })
  await page.getByRole("list", { name: "Earlier imports" }).getByText("Plan or checklist").waitFor()

  // Its tasks are found again, whatever the folder is called and although a browser does not say where it is.
  await chooseFolder(page, files)
  await page.getByText(/login: 0 tasks to add/).waitFor()
  await page.getByRole("button", { name: "Choose another file" }).click()
  await chooseFolder(page, {
    ...files,
    "specs/001-login/tasks.md": plan.replace("- [ ] T002 Create src/b.ts\n", ""),
  })
  await page.getByText(/login: 0 tasks to add/).waitFor()
  const gone = page.getByRole("region", { name: "Kept, though no longer in the plan" })
  expect(await gone.getByRole("listitem").allTextContents()).toEqual(["T-4 Create src/b.ts "])
})

test("a folder of two tools asks which of them is meant, and todo.txt is read", async () => {
  const { page } = await openScreen({ path })
  await chooseFolder(page, { "specs/001-login/tasks.md": plan, ".beads/issues.jsonl": bead(1) })
  await page.getByRole("alert").getByText("login contains beads and Plan or checklist.").waitFor()
  await page.getByLabel("Written by").selectOption("beads")
  const child = bead(2, { dependencies: [{ depends_on_id: "bd-1", type: "parent-child" }] })
  await chooseFolder(page, { "specs/001-login/tasks.md": plan, ".beads/issues.jsonl": bead(1) + child })
  await page.getByRole("heading", { name: "login: 2 tasks to add" }).waitFor()
  const coming = page.getByRole("region", { name: "The tasks" }).getByRole("listitem")
  expect(await coming.locator("div").allTextContents()).toEqual(["Issue 1", "Issue 2in “Issue 1”"])
  await page.getByRole("button", { name: "Choose another file" }).click()
  await choose(page, "todo.txt", "x 2026-01-02 Call Mum\n(A) Buy milk +home due:2030-01-05\n")
  await page.getByRole("heading", { name: "todo.txt: 2 tasks to add" }).waitFor()
  await page.getByText("todo.txt · 2 lines").waitFor()
  expect(await page.getByRole("list", { name: "Tasks by status" }).textContent()).toBe(
    "1 Ready or Waits1 Done",
  )
  await page
    .getByRole("listitem")
    .filter({ hasText: "Buy milk" })
    .getByText(/^due in/)
    .waitFor()
  const priorities = coming.getByRole("img", { name: /P\d/ })
  expect(
    await priorities.evaluateAll((icons) => icons.map((icon) => icon.getAttribute("aria-label"))),
  ).toEqual(["P2, normal", "P0, urgent"])
})

test("by keyboard alone one gets there from the palette", async () => {
  const { page } = await openScreen({ given: ({ add }) => add({ title: "One" }) })
  await card(page, "T-1").waitFor()
  await page.keyboard.press("Control+k")
  await page.getByRole("combobox", { name: "Search tasks and commands" }).fill("import tasks")
  await page.getByRole("option", { name: "Import tasks" }).waitFor()
  await page.keyboard.press("Enter")
  await page.getByRole("heading", { name: "Import", exact: true }).waitFor()
  const dialog = page.waitForEvent("filechooser")
  await page.getByRole("button", { name: "Choose files" }).focus()
  await page.keyboard.press("Enter")
  await dialog
})

test("an import that was broken off stands in Needs you, where it goes on or is taken back", async () => {
  const { page, send } = await openScreen({
    path: "/dashboard/needs-you",
    given: async ({ send }) => {
      await send("POST", "/imports", { kind: "beads", name: "issues.jsonl" })
      await send("POST", "/imports/parts", {
        import: "I-1",
        tasks: [{ source: "beads:bd-1", title: "Issue 1" }],
      })
    },
  })
  // A minute of silence, as the server would tell it.
  await page.route("**/imports?*", async (route) => {
    const answer = await route.fetch()
    const body = (await answer.json()) as { open: { silent: boolean } | null }
    if (body.open) body.open.silent = true
    await route.fulfill({ response: answer, json: body })
  })
  await page.reload()
  const row = page.getByRole("region", { name: "Interrupted" }).getByRole("listitem")
  await row.getByText("1 added so far").waitFor()
  await expectAccessibleAtWidths(page, "main")
  await row.getByRole("button", { name: /^Continue/ }).click()
  await choose(page, "issues.jsonl", bead(1) + bead(2))
  await page.getByRole("button", { name: "Import 2 tasks" }).click()
  await page.getByText("issues.jsonl: 2 tasks added").waitFor()
  expect((await send("GET", "/imports")).body["imports"]).toMatchObject([
    { id: "I-1", state: "ended", added: 2 },
  ])
})
