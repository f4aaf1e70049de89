import type { Page } from "playwright-core"
import { expect, test } from "vitest"
import { expectAccessible } from "./axe.ts"
import { card, fitsWidth, openScreen, panel, type Screen } from "./fixture.ts"

const palette = (page: Page) => page.getByRole("dialog", { name: "Search" })
const field = (page: Page) => palette(page).getByRole("combobox")
const option = (page: Page, name: string | RegExp) => palette(page).getByRole("option", { name })
const chosen = (page: Page) => palette(page).locator("[aria-selected=true]")
const script = `<img src=x onerror="document.title='owned'"> parser`

async function given({ add, send }: Screen) {
  await add({ title: "Write the importer", project: "web" })
  await add({ title: script })
  await add({ title: "Ship the importer docs" })
  await send("PATCH", "/tasks/T-3", { status: "done" })
}

test("Ctrl-K opens the palette from a text field, and Escape or Ctrl-K gives the focus back", async () => {
  const { page } = await openScreen({ given })
  await card(page, "T-1").waitFor()
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

test("`/` goes to the filter on the board, and opens the palette elsewhere", async () => {
  const { page } = await openScreen({ given })
  await card(page, "T-1").waitFor()
  await page.keyboard.press("/")
  expect(await page.evaluate("document.activeElement.id")).toBe("filter")
  expect(await palette(page).count()).toBe(0)
  await page.getByRole("link", { name: "Team" }).click()
  await page.getByRole("heading", { level: 1, name: "Team" }).waitFor()
  await page.keyboard.press("/")
  await field(page).waitFor()
  expect(await field(page).inputValue()).toBe("")
})

test("a task is found by its words, and opens beside the view", async () => {
  const { page } = await openScreen({ given, path: "/dashboard/team" })
  await page.getByRole("heading", { level: 1, name: "Team" }).waitFor()
  await page.keyboard.press("Control+k")
  await field(page).fill("importer")
  await palette(page).getByText("2 tasks found.").waitFor()
  expect(await option(page, /T-1 Write the importer web/).count()).toBe(1)
  const first = await chosen(page).textContent()
  await page.keyboard.press("ArrowDown")
  expect(await chosen(page).textContent()).not.toBe(first)
  expect(await field(page).getAttribute("aria-activedescendant")).toBe(await chosen(page).getAttribute("id"))
  await page.keyboard.press("ArrowDown")
  expect(await chosen(page).textContent()).toBe(first)
  await option(page, /T-3 Ship/).click()
  await palette(page).waitFor({ state: "detached" })
  await panel(page).getByText("Ship the importer docs").waitFor()
  expect(new URL(page.url()).pathname).toBe("/dashboard/team/tasks/T-3")

  await page.keyboard.press("Control+k")
  await field(page).fill("parser")
  await option(page, script).waitFor()
  expect(await palette(page).locator("img").count()).toBe(0)
  expect(await page.title()).not.toBe("owned")
})

test.each(["T-3", "3"])("a task is found by its number: %s", async (typed) => {
  const { page } = await openScreen({ given })
  await card(page, "T-1").waitFor()
  await page.keyboard.press("Control+k")
  await field(page).fill(typed)
  await option(page, /T-3/).waitFor()
  await page.keyboard.press("Enter")
  await panel(page).getByText("Ship the importer docs").waitFor()
})

test("an answer that comes late does not replace a later one", async () => {
  const { page } = await openScreen({ given })
  await card(page, "T-1").waitFor()
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route("**/tasks?q=importer*", async (route) => {
    await held
    await route.continue()
  })
  await page.keyboard.press("Control+k")
  const asked = page.waitForRequest("**/tasks?q=importer*")
  const answered = page.waitForResponse("**/tasks?q=importer*")
  await field(page).fill("importer")
  await asked
  await palette(page).getByText("Searching…").waitFor()
  await field(page).fill("parser")
  await option(page, /T-2/).waitFor()
  release()
  await (await answered).finished()
  await page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
  expect(await option(page, /T-1|T-3/).count()).toBe(0)
  expect(await option(page, /T-2/).count()).toBe(1)
})

test("the palette leads to the views and the dialogs", async () => {
  const { page } = await openScreen({ given })
  await card(page, "T-1").waitFor()
  await page.keyboard.press("Control+k")
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
    await page.keyboard.press("Control+k")
    await field(page).fill(typed)
    await page.keyboard.press("Enter")
    await page.getByRole("dialog", { name }).waitFor()
    expect(await palette(page).count()).toBe(0)
    if (name === "Keyboard shortcuts") await page.getByText("Search tasks and commands").waitFor()
    await page.keyboard.press("Control+k")
    expect(await palette(page).count()).toBe(0)
    await page.keyboard.press("Escape")
    await page.getByRole("dialog", { name }).waitFor({ state: "detached" })
  }
})

test("the palette says when nothing is found, and when the server cannot be asked", async () => {
  const { page, kill } = await openScreen({ killable: true, given })
  await card(page, "T-1").waitFor()
  await page.keyboard.press("Control+k")
  await palette(page).getByText("Type some words of a task, or its number.").waitFor()
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

test("axe finds nothing in the palette, in both themes", async () => {
  const { page } = await openScreen({ given })
  await card(page, "T-1").waitFor()
  await page.keyboard.press("Control+k")
  await option(page, "New task").waitFor()
  await expectAccessible(page)
  await field(page).fill("importer")
  await option(page, /T-1/).waitFor()
  await expectAccessible(page)
  await field(page).fill("zzzz")
  await palette(page).getByText("Nothing found.").waitFor()
  await expectAccessible(page)
})

test("the palette fits a phone, whatever the titles are", async () => {
  const { page } = await openScreen({
    width: 380,
    height: 700,
    given: ({ add }) => add({ title: "W".repeat(500), project: "P".repeat(64) }),
  })
  await card(page, "T-1").waitFor()
  expect(await fitsWidth(page)).toBe(true)
  await page.getByRole("button", { name: "Search" }).click()
  await field(page).fill("1")
  await option(page, /T-1/).waitFor()
  expect(await fitsWidth(page)).toBe(true)
  expect(await palette(page).evaluate("document.querySelector('.palette-list').scrollWidth")).toBe(
    await palette(page).evaluate("document.querySelector('.palette-list').clientWidth"),
  )
  await expectAccessible(page)
})
