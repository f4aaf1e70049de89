import type { Page } from "playwright-core"
import { afterEach, beforeEach, describe, expect, test } from "vitest"
import { expectAccessible, expectAccessibleAtWidths } from "./axe.ts"
import { card, inColumn, ownMenu, panel, shareScreen, type Screen } from "./fixture.ts"

const palette = (page: Page) => page.getByRole("dialog", { name: "Search" })
const field = (page: Page) => palette(page).getByRole("combobox")
const option = (page: Page, name: string | RegExp) => palette(page).getByRole("option", { name })
const chosen = (page: Page) => palette(page).locator("[aria-selected=true]")
const step = (page: Page) => palette(page).locator(".palette-step")
const toast = (page: Page) => page.getByRole("region", { name: "Last change" })
const script = `<img src=x onerror="document.title='owned'"> parser`

async function given({ add, send }: Screen) {
  await add({ title: "Write the importer", project: "web" })
  await add({ title: script })
  await add({ title: "Importer docs: ship the importer docs" })
  await send("PATCH", "/tasks/T-3", { status: "done" })
  await add({ title: "Nightly run", description: "Before it starts, the importer reads\n\na file." })
  await add({ title: "W".repeat(500), project: "P".repeat(64) })
  await add({ title: "Old", tags: ["docs"] })
  await send("PUT", "/agents/otto", { role: "builder" })
  await send("PUT", "/agents/ines", { role: "reviewer" })
}

const screen = shareScreen({ killable: true, given })

/** The board anew, without what a test before has left open. */
beforeEach(async () => {
  const { page, server } = screen()
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto(`${server.url}/dashboard`)
  await card(page, "T-1").waitFor()
})

async function openPalette(page: Page, typed = "") {
  await page.keyboard.press("Control+k")
  await field(page).fill(typed)
}

/** Runs the best command for what is typed. */
async function run(page: Page, typed: string) {
  await field(page).fill(typed)
  await chosen(page).waitFor()
  await page.keyboard.press("Enter")
}

test("Ctrl-K opens the palette from a text field, and Escape or Ctrl-K gives the focus back", async () => {
  const { page } = screen()
  await page.locator("#filter").focus()
  for (const [open, close] of [
    ["Control+k", "Escape"],
    ["Meta+k", "Control+k"],
  ] as const) {
    await page.keyboard.press(open)
    await field(page).waitFor()
    expect(await field(page).evaluate("document.activeElement.getAttribute('role')")).toBe("combobox")
    await page.keyboard.press(close)
    await palette(page).waitFor({ state: "detached" })
    expect(await page.evaluate("document.activeElement.id")).toBe("filter")
  }
  await page.getByRole("button", { name: "Search" }).click()
  await field(page).waitFor()
})

describe("while a dialog is loading", () => {
  let answer = (_isThere: boolean) => {}

  /** The board, whose other parts do not come before they are let go. */
  async function waiting() {
    const { page } = screen()
    const told = new Promise<boolean>((resolve) => (answer = resolve))
    await page.route(/\/later-[^/]*\.js/, async (route) =>
      (await told) ? await route.continue() : await route.abort(),
    )
    await page.reload()
    await card(page, "T-1").waitFor()
    return page
  }

  afterEach(() => screen().page.unrouteAll())

  test("what is typed for the palette stands in its field, and is no shortcut", async () => {
    const page = await waiting()
    await page.keyboard.press("Control+k")
    await page.keyboard.type("new guides")
    await page.keyboard.press("Backspace")
    expect(await palette(page).count()).toBe(0)
    answer(true)
    await field(page).waitFor()
    expect(await field(page).inputValue()).toBe("new guide")
    expect(await page.getByRole("dialog").count()).toBe(1)
  })

  test("what is typed for any other one is no shortcut either, of the page or of the card in focus", async () => {
    const page = await waiting()
    await card(page, "T-1").focus()
    for (const key of ["?", "n", "Enter", "ArrowDown", "x", "Control+z"]) await page.keyboard.press(key)
    answer(true)
    await page.getByRole("dialog", { name: "Keyboard shortcuts" }).waitFor()
    expect(await page.getByRole("dialog").count()).toBe(1)
    expect(await page.locator(".panel, .card.is-selected").count()).toBe(0)
    await page.keyboard.press("Escape")
    await page.keyboard.press("n")
    await page.getByRole("dialog", { name: "New task" }).waitFor()
  })

  test("the keys are free again when it cannot be loaded", async () => {
    const page = await waiting()
    await page.keyboard.press("?")
    answer(false)
    const isOpen = async () => {
      await page.keyboard.press("n")
      return await page.getByRole("dialog", { name: "New task" }).count()
    }
    await expect.poll(isOpen).toBe(1)
  })
})

test("`/` goes to the filter on the board, and opens the palette elsewhere", async () => {
  const { page } = screen()
  await page.keyboard.press("/")
  expect(await page.evaluate("document.activeElement.id")).toBe("filter")
  expect(await palette(page).count()).toBe(0)
  await page.getByRole("link", { name: "Agents" }).click()
  await page.getByRole("heading", { level: 1, name: "Agents" }).waitFor()
  await page.keyboard.press("/")
  await field(page).waitFor()
  expect(await field(page).inputValue()).toBe("")
})

test("a task is found by its words, and opens beside the view", async () => {
  const { page, server } = screen()
  await page.goto(`${server.url}/dashboard/team`)
  await page.getByRole("heading", { level: 1, name: "Agents" }).waitFor()
  await openPalette(page, "importer")
  await palette(page).getByText("3 tasks found.").waitFor()
  expect(await option(page, /T-1 Write the importer web/).count()).toBe(1)
  const first = await chosen(page).textContent()
  await page.keyboard.press("ArrowDown")
  expect(await chosen(page).textContent()).not.toBe(first)
  expect(await field(page).getAttribute("aria-activedescendant")).toBe(await chosen(page).getAttribute("id"))
  await page.keyboard.press("ArrowDown")
  await page.keyboard.press("ArrowDown")
  expect(await chosen(page).textContent()).toBe(first)
  await option(page, /T-3 Importer docs/).click()
  await palette(page).waitFor({ state: "detached" })
  await panel(page).getByText("ship the importer docs").waitFor()
  expect(new URL(page.url()).pathname).toBe("/dashboard/team/tasks/T-3")

  await openPalette(page, "parser")
  await option(page, script).waitFor()
  expect(await palette(page).locator("img").count()).toBe(0)
  expect(await page.title()).not.toBe("owned")
})

test("open tasks come before closed ones that match better, with what matched marked, and the words around it", async () => {
  const { page } = screen()
  await openPalette(page, "import")
  await palette(page).getByText("3 tasks found.").waitFor()
  expect(await palette(page).locator("[role=option] .id").allTextContents()).toEqual(["T-1", "T-4", "T-3"])
  expect(await option(page, /T-1/).locator("mark").allTextContents()).toEqual(["import"])
  expect(await option(page, /T-3/).locator("mark").allTextContents()).toEqual(["Import", "import"])
  const nightly = option(page, /T-4/)
  expect(await nightly.locator(".palette-title mark").count()).toBe(0)
  expect(await nightly.locator(".palette-excerpt").textContent()).toBe(
    "Description: Before it starts, the importer reads a file.",
  )
  expect(await nightly.locator(".palette-excerpt mark").allTextContents()).toEqual(["import"])
  await field(page).fill("go ag")
  expect(await option(page, "Go to Agents").locator("mark").allTextContents()).toEqual(["Go", "Ag"])
})

test.each(["T-3", "3"])("a task is found by its number: %s", async (typed) => {
  const { page } = screen()
  await openPalette(page, typed)
  await option(page, /T-3/).waitFor()
  await page.keyboard.press("Enter")
  await panel(page).getByText("ship the importer docs").waitFor()
})

test("an answer that comes late does not replace a later one", async () => {
  const { page } = screen()
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route("**/tasks?q=importer*", async (route) => {
    await held
    await route.continue()
  })
  const asked = page.waitForRequest("**/tasks?q=importer*status=done*")
  const answered = page.waitForResponse("**/tasks?q=importer*status=done*")
  await openPalette(page, "importer")
  await asked
  await palette(page).getByText("Searching…").waitFor()
  await field(page).fill("parser")
  await option(page, /T-2/).waitFor()
  release()
  await (await answered).finished()
  await page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
  expect(await option(page, /T-1|T-3/).count()).toBe(0)
  expect(await option(page, /T-2/).count()).toBe(1)
  await page.unroute("**/tasks?q=importer*")
})

test("the palette leads to the views and the dialogs", async () => {
  const { page } = screen()
  await openPalette(page)
  await option(page, "Go to Board").waitFor()
  await field(page).fill("flow")
  await option(page, "Go to Flow").waitFor()
  await page.keyboard.press("Enter")
  await page.waitForURL("**/dashboard/flow")
  for (const [typed, name] of [
    ["new", "New task"],
    ["shortcuts", "Keyboard shortcuts"],
    ["my name", "What is your name?"],
  ] as const) {
    await openPalette(page, typed)
    await page.keyboard.press("Enter")
    await page.getByRole("dialog", { name }).waitFor()
    expect(await palette(page).count()).toBe(0)
    if (name === "Keyboard shortcuts") await page.getByText("Search tasks and commands").waitFor()
    await page.keyboard.press("Control+k")
    expect(await palette(page).count()).toBe(0)
    // The first one leaves a field.
    for (let i = 0; i < 2; i++) await page.keyboard.press("Escape")
    await page.getByRole("dialog", { name }).waitFor({ state: "detached" })
  }
})

test("the open task is assigned and moved in two steps, and Escape or Backspace goes back one of them", async () => {
  const { page, server } = screen()
  await page.goto(`${server.url}/dashboard/tasks/T-1`)
  await panel(page).getByRole("heading", { name: "Write the importer" }).waitFor()
  await openPalette(page)
  expect(await chosen(page).locator(".palette-name").textContent()).toBe("Assign T-1 to…")
  await page.keyboard.press("Enter")
  await step(page).getByText("Assign T-1 to").waitFor()
  expect(await field(page).getAttribute("aria-label")).toBe("Assign T-1 to")
  // The task may be shown before the agents are there; the list grows with them.
  await expect
    .poll(() => option(page, /./).allTextContents())
    .toEqual([
      expect.stringMatching(/ada/),
      expect.stringMatching(/Nobody/),
      expect.stringMatching(/ines/),
      expect.stringMatching(/otto/),
    ])
  for (const key of ["Escape", "Backspace"]) {
    await page.keyboard.press(key)
    await step(page).waitFor({ state: "detached" })
    await run(page, "assign")
    await step(page).waitFor()
  }
  await field(page).fill("bui")
  expect(await option(page, /./).locator(".palette-name").allTextContents()).toEqual([
    "otto builder",
    "Add “bui” as a new agent",
  ])
  await page.keyboard.press("Enter")
  await palette(page).waitFor({ state: "detached" })
  await toast(page).getByText("T-1").waitFor()
  await expect.poll(() => assignee("T-1")).toBe("otto")
  await toast(page).getByRole("button", { name: "Undo" }).click()
  await expect.poll(() => assignee("T-1")).toBe("unassigned")

  await openPalette(page)
  await run(page, "move t-1")
  // As a card offers it: without a reviewer there is no review.
  expect(await option(page, /./).allTextContents()).toEqual(["Doing", "Done", "Blocked", "Cancelled"])
  await run(page, "cancel")
  await expect.poll(async () => (await task("T-1")).status).toBe("cancelled")
  await openPalette(page)
  await run(page, "move t-1")
  await run(page, "todo")
  await inColumn(page, "todo", "T-1").waitFor()
})

test("a command is about the selected tasks, else about the one in focus, else it asks which one", async () => {
  const { page } = screen()
  await card(page, "T-2").focus()
  await openPalette(page)
  await option(page, "Move T-2 to a status…").waitFor()
  await page.keyboard.press("Escape")
  for (const id of ["T-2", "T-6"]) {
    await card(page, id).focus()
    await page.keyboard.press("x")
  }
  await openPalette(page)
  await run(page, "assign")
  await step(page).getByText("Assign 2 tasks to").waitFor()
  await run(page, "ines")
  await expect.poll(() => Promise.all(["T-2", "T-6"].map(assignee))).toEqual(["ines", "ines"])
  await toast(page).getByText("2 tasks").waitFor()

  await page.getByRole("link", { name: "Activity" }).click()
  await page.getByRole("heading", { level: 1, name: "Activity" }).waitFor()
  await openPalette(page)
  await run(page, "move a task")
  await step(page).getByText("Which task?").waitFor()
  expect(await option(page, /./).count()).toBe(0)
  await field(page).fill("docs ship")
  await option(page, /T-3/).waitFor()
  await page.keyboard.press("Enter")
  await step(page).getByText("Move T-3 to").waitFor()
  expect(await option(page, /./).allTextContents()).toEqual(["Ready"])
  await page.keyboard.press("Enter")
  await expect.poll(async () => (await task("T-3")).status).toBe("todo")
})

test("an agent or the team is paused for a time, and resumed", async () => {
  const { page, send } = screen()
  await openPalette(page)
  await run(page, "pause an")
  await run(page, "otto")
  await step(page).getByText("Pause otto for how long?").waitFor()
  await run(page, "2 hours")
  await toast(page).getByText("otto is paused for 2 hours.").waitFor()
  expect((await send("GET", "/agents/otto")).body["agent"]).toMatchObject({ paused: { by: "ada" } })
  await openPalette(page)
  await option(page, "Resume an agent…").click()
  await option(page, /otto paused until/).click()
  await toast(page).getByText("otto is no longer paused.").waitFor()
  await openPalette(page)
  await run(page, "pause the team")
  await run(page, "until")
  await page.getByText("The team is paused.").waitFor()
  await openPalette(page)
  await run(page, "resume the team")
  await page.getByText("The team is paused.").waitFor({ state: "detached" })
})

test("a filter is applied from any view, cleared, and found again under the name it was saved", async () => {
  const { page, server } = screen()
  await page.evaluate(
    `localStorage.setItem("upnext.views", JSON.stringify([{ name: "Web only", address: "/dashboard?project=web" }]))`,
  )
  await page.goto(`${server.url}/dashboard/team`)
  await page.locator("main .agent").first().waitFor({ state: "attached" })
  await openPalette(page)
  await run(page, "filter")
  await field(page).fill("tag do")
  expect(await option(page, /./).allTextContents()).toEqual(["docs Tag"])
  await page.keyboard.press("Enter")
  await card(page, "T-6").waitFor()
  await card(page, "T-1").waitFor({ state: "detached" })
  expect(new URL(page.url()).search).toBe("?tag=docs")
  await openPalette(page)
  await run(page, "clear")
  await card(page, "T-1").waitFor()
  await openPalette(page)
  await run(page, "web only")
  await card(page, "T-6").waitFor({ state: "detached" })
  expect(new URL(page.url()).search).toBe("?project=web")
  await openPalette(page)
  await run(page, "clear")
  await card(page, "T-6").waitFor()
  await page.evaluate(`localStorage.removeItem("upnext.views")`)
})

test("a chosen theme is there before the page is drawn, and the system's again when that is chosen", async () => {
  const { page, server } = screen()
  const ground = () => page.evaluate<string>("getComputedStyle(document.body).backgroundColor")
  await page.emulateMedia({ colorScheme: "light" })
  const light = await ground()
  await openPalette(page)
  expect(await option(page, "System theme").count()).toBe(0)
  await run(page, "dark")
  await expect.poll(ground).not.toBe(light)
  const dark = await ground()
  await page.emulateMedia({ colorScheme: "dark" })
  expect(await ground()).toBe(dark)
  await ownMenu(page)
  await page.getByRole("radio", { name: "Light" }).check({ force: true })
  await expect.poll(ground).toBe(light)

  // The program of the page never comes: what is drawn without it has the theme already.
  await page.route("**/assets/dashboard.js*", (route) => route.abort())
  await page.goto(`${server.url}/dashboard/flow`)
  expect(await page.locator("#app").innerHTML()).toBe("")
  expect(await ground()).toBe(light)
  await page.unroute("**/assets/dashboard.js*")
  await page.goto(`${server.url}/dashboard`)
  await card(page, "T-1").waitFor()
  expect(await ground()).toBe(light)
  await openPalette(page)
  await run(page, "system theme")
  await expect.poll(ground).toBe(dark)
  await page.emulateMedia({ colorScheme: "light" })
  expect(await ground()).toBe(light)
})

test("the density is switched, and switched back", async () => {
  const { page } = screen()
  await openPalette(page)
  await run(page, "compact")
  await page.locator("[data-density=compact]").waitFor()
  await openPalette(page)
  await run(page, "density")
  await page.locator("[data-density=roomy]").waitFor()
})

test("axe finds nothing in the palette and it fits, whatever the titles are", async () => {
  const { page } = screen()
  const fits = async () => {
    await expectAccessibleAtWidths(page, "dialog")
    const wide = "(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)"
    expect(await page.evaluate(`${wide}(document.querySelector(".palette-list"))`)).toBe(0)
  }
  await page.getByRole("button", { name: "Search" }).click()
  await option(page, "New task").waitFor()
  await fits()
  await field(page).fill("importer")
  await option(page, /T-4/).waitFor()
  await fits()
  await field(page).fill("5")
  await option(page, /T-5/).waitFor()
  await fits()
  await run(page, "filter")
  await step(page).waitFor()
  await fits()
  await field(page).fill("zzzz")
  await palette(page).getByText("Nothing found.").waitFor()
  await expectAccessible(page)
})

test("what was used last comes first, also about another task and after the page was loaded again", async () => {
  const { page, server } = screen()
  await openPalette(page)
  await run(page, "compact")
  await openPalette(page)
  await run(page, "go to list")
  await page.waitForURL("**/dashboard/list")
  await page.reload()
  await card(page, "T-1").waitFor()
  await openPalette(page)
  await chosen(page).getByText("Go to List").waitFor()
  await page.keyboard.press("Escape")

  await page.goto(`${server.url}/dashboard/tasks/T-1`)
  await panel(page).getByRole("heading", { name: "Write the importer" }).waitFor()
  await openPalette(page)
  await run(page, "tags")
  await step(page).waitFor()
  for (let i = 0; i < 2; i++) await page.keyboard.press("Escape")
  await page.goto(`${server.url}/dashboard/tasks/T-4`)
  await panel(page).getByRole("heading", { name: "Nightly run" }).waitFor()
  await openPalette(page)
  await chosen(page).getByText("Add or remove tags of T-4…").waitFor()
  await field(page).fill("taem")
  await option(page, "Pause the team…").waitFor()
  await page.keyboard.press("Escape")
})

test("a name that was added in a field, and is not known to the server yet, is known to the palette", async () => {
  const { page } = screen()
  await page.keyboard.press("n")
  const dialog = page.getByRole("dialog", { name: "New task" })
  await dialog.getByLabel("Assignee").fill("newcomer")
  await page.keyboard.press("ArrowUp")
  await page.keyboard.press("Enter")
  await dialog.getByRole("button", { name: "Cancel" }).click()
  await card(page, "T-1").focus()
  await page.keyboard.press("w")
  await field(page).fill("newcomer")
  await option(page, "newcomer").waitFor()
  expect(await option(page, /Add/).count()).toBe(0)
  await page.keyboard.press("Escape")
})

test("the palette says when nothing is found, and when the server cannot be asked", async () => {
  const { page, kill } = screen()
  await openPalette(page)
  await palette(page).getByText("Type words from a task, or its number.").waitFor()
  for (const nothing of ["zzzz", "…!"]) {
    await field(page).fill(nothing)
    await palette(page).getByText("Nothing found.").waitFor()
    await page.keyboard.press("Enter")
    expect(await option(page, /./).count()).toBe(0)
  }
  await kill()
  await field(page).fill("importer")
  await palette(page).getByRole("alert").getByText("The server cannot be reached").waitFor()
})

async function task(id: string) {
  return (await screen().send("GET", `/tasks/${id}`)).body["task"] as { assignee: string; status: string }
}

async function assignee(id: string): Promise<string> {
  return (await task(id)).assignee
}
