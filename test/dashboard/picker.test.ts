import type { Locator, Page } from "playwright-core"
import { expect, test } from "vitest"
import { expectAccessible } from "./axe.ts"
import { barMenu, addProperty, card, openScreen, panel, pick } from "./fixture.ts"
import { longName, team, withTeam } from "./story-boards.ts"

const rows = (page: Page) => page.getByRole("listbox").getByRole("option")
const current = (page: Page) => page.locator("[role=option][aria-selected=true]").innerText()
const isListClosed = async (field: Locator) => (await field.getAttribute("aria-expanded")) === "false"

test("the arrows, Home, End and letters choose a name, Enter saves it, and Esc closes the list before it leaves the field", async () => {
  const { page, send } = await openScreen({ given: withTeam, path: "/dashboard/tasks/T-7" })
  const field = panel(page).getByRole("combobox", { name: "Assignee" })
  const assignee = async () => (await send("GET", "/tasks/T-7")).body["task"]
  await page.locator(".live-live").waitFor()
  await field.focus()
  expect(await isListClosed(field), "the focus alone opens nothing").toBe(true)
  await page.keyboard.press("ArrowDown")
  await expect.poll(() => rows(page).count()).toBe(team.length + 1)
  expect(await rows(page).first().innerText()).toBe("Nobody")
  await page.keyboard.press("End")
  expect(await current(page)).toContain("אריאל")
  await page.keyboard.press("Home")
  await page.keyboard.press("ArrowDown")
  expect(await current(page)).toContain("codec")
  const active = await field.getAttribute("aria-activedescendant")
  expect(await page.locator(`[id="${active}"]`).getAttribute("aria-selected")).toBe("true")
  await page.keyboard.press("ArrowUp")
  await page.keyboard.press("ArrowUp")
  expect(await current(page), "around the end").toContain("אריאל")
  await page.keyboard.press("Escape")
  expect(await isListClosed(field)).toBe(true)
  expect(await field.evaluate((each) => each.matches(":focus"))).toBe(true)

  await page.keyboard.type("cod")
  expect(await rows(page).allInnerTexts()).toEqual([
    expect.stringContaining("codec"),
    expect.stringContaining("codex"),
    "Add “cod” as a new agent",
  ])
  await expectAccessible(page, "", ".panel")
  for (const text of ["ada, mira", "the one who knows it"]) {
    await field.fill(text)
    expect(await page.getByText("as a new agent").count(), text).toBe(0)
  }
  await field.fill("cod")
  await page.keyboard.press("ArrowDown")
  await page.keyboard.press("Enter")
  await expect.poll(assignee).toMatchObject({ assignee: "codex" })
  expect(await isListClosed(field)).toBe(true)

  await field.fill("OTTO")
  await page.keyboard.press("Tab")
  await expect.poll(assignee).toMatchObject({ assignee: "otto" })
  await field.fill("in")
  await page.keyboard.press("Tab")
  await expect.poll(assignee).toMatchObject({ assignee: "ines" })
  await pick(field, "nobody")
  await expect.poll(assignee).toMatchObject({ assignee: "unassigned" })
  await field.press("Escape")
  await page.locator(".panel-scroll:focus").waitFor()
})

test("an unknown name makes nobody unless its own line is chosen; left, it is kept and said to be new", async () => {
  const { page, send } = await openScreen({ given: withTeam, path: "/dashboard/tasks/T-7" })
  const side = panel(page)
  const field = side.getByRole("combobox", { name: "Assignee" })
  const names = async () =>
    ((await send("GET", "/agents")).body["agents"] as { name: string }[]).map(({ name }) => name)
  await page.locator(".live-live").waitFor()
  await field.fill("cod x")
  await page.keyboard.press("Tab")
  await side.getByRole("combobox", { name: "Project" }).or(side.locator(":focus")).first().waitFor()
  const note = side.getByText("Not saved: “cod x” is new here")
  await note.waitFor()
  expect(await field.evaluate((each) => each.matches(":focus")), "Tab goes on").toBe(false)
  expect(await field.inputValue()).toBe("cod x")
  expect(await names()).not.toContain("cod x")
  await page.reload()
  await note.waitFor()
  await side.getByRole("button", { name: "Restore" }).click()
  await note.waitFor({ state: "detached" })
  expect(await field.inputValue()).toBe("")

  // Its line is the only one, so Enter chooses it.
  await pick(field, "cod x")
  await expect.poll(names).toContain("cod x")
  // Among others it is the last one, and Enter chooses the first.
  await field.fill("ott")
  await rows(page).nth(1).waitFor()
  await page.keyboard.press("End")
  await page.keyboard.press("Tab")
  await expect.poll(names).toContain("ott")
  // A new project is offered by the next field at once.
  await addProperty(page, "Reviewer")
  await side.getByRole("combobox", { name: "Reviewer" }).fill("ott")
  await expect.poll(() => rows(page).count()).toBe(2)
})

test("the mouse opens all names, chooses one, and adds one", async () => {
  const { page, send } = await openScreen({ given: withTeam, path: "/dashboard/tasks/T-7" })
  const side = panel(page)
  const task = async () => (await send("GET", "/tasks/T-7")).body["task"]
  await page.locator(".live-live").waitFor()
  const assignee = side.getByRole("combobox", { name: "Assignee" })
  await assignee.click()
  const list = page.getByRole("listbox")
  await list.getByRole("option", { name: longName }).click()
  await expect.poll(task).toMatchObject({ assignee: longName })
  await list.waitFor({ state: "detached" })
  // What it holds is marked, and typing replaces it.
  await assignee.click()
  expect(await current(page)).toContain(longName)
  // Nobody is one of them, and so is who has just changed something.
  await expect.poll(() => rows(page).count()).toBe(team.length + 2)
  await page.keyboard.type("o")
  await rows(page).getByText("otto").click()
  await expect.poll(task).toMatchObject({ assignee: "otto" })
  const project = side.getByRole("combobox", { name: "Project" })
  await project.click()
  expect(await rows(page).allInnerTexts()).toEqual(["default", "shop"])
  await page.keyboard.type("web")
  await list.getByRole("option", { name: "Add “web” as a new project" }).click()
  await expect.poll(task).toMatchObject({ project: "web" })
  await project.click()
  await side.getByRole("heading", { name: "Free" }).click()
  await list.waitFor({ state: "detached" })
})

test("tasks are found by words for Waits for and Parent; each has a chip that is removed by mouse or Backspace", async () => {
  const { page, send } = await openScreen({ given: withTeam, path: "/dashboard/tasks/T-7" })
  const side = panel(page)
  const task = async () => (await send("GET", "/tasks/T-7")).body["task"]
  await page.locator(".live-live").waitFor()
  await addProperty(page, "Waits for")
  const field = side.getByRole("combobox", { name: "Waits for" })
  await rows(page).first().waitFor()
  expect(await rows(page).allInnerTexts(), "itself is not offered").not.toContainEqual(
    expect.stringContaining("T-7"),
  )
  await page.keyboard.type("otto")
  await rows(page).getByText("Work of otto").waitFor()
  await expect.poll(() => rows(page).count()).toBe(1)
  await page.keyboard.press("Enter")
  await expect.poll(task).toMatchObject({ blockedBy: ["T-3"] })
  await page.keyboard.type("2, t-1")
  await page.keyboard.press("Tab")
  await expect.poll(task).toMatchObject({ blockedBy: ["T-3", "T-2", "T-1"] })
  await side.getByRole("button", { name: "Remove T-2" }).click()
  await expect.poll(task).toMatchObject({ blockedBy: ["T-3", "T-1"] })
  await field.press("Backspace")
  await expect.poll(task).toMatchObject({ blockedBy: ["T-3"] })
  await field.fill("nothing like it")
  await page.keyboard.press("Enter")
  await page.keyboard.press("Tab")
  await side.getByText("Not saved: Nothing is chosen yet").waitFor()
  expect(await task()).toMatchObject({ blockedBy: ["T-3"] })

  await addProperty(page, "Parent")
  await page.keyboard.type("ines")
  await rows(page).getByText("Work of ines").click()
  await expect.poll(task).toMatchObject({ parent: "T-4" })
})

test("a new task is not made for an unknown name; Esc closes the list, leaves the field, and closes the dialog", async () => {
  const { page, send } = await openScreen({ given: withTeam })
  await card(page, "T-7").waitFor()
  await page.keyboard.press("n")
  const dialog = page.getByRole("dialog", { name: "New task" })
  await page.keyboard.type("One more")
  const field = dialog.getByRole("combobox", { name: "Assignee" })
  await field.fill("zz")
  await page.keyboard.press("Tab")
  await dialog.getByText("“zz” is new here").waitFor()
  await page.keyboard.press("Control+Enter")
  await rows(page).getByText("Add “zz” as a new agent").waitFor()
  expect((await send("GET", "/tasks")).body["total"]).toBe(team.length + 1)
  await page.keyboard.press("Escape")
  await page.getByRole("listbox").waitFor({ state: "detached" })
  await page.keyboard.press("Escape")
  await page.locator("dialog:focus").waitFor()
  await page.keyboard.press("Escape")
  await dialog.waitFor({ state: "detached" })
  await page.keyboard.press("n")
  await field.press("Control+Enter")
  await page.keyboard.press("Enter")
  await page.keyboard.press("Enter")
  await card(page, "T-8").waitFor()
  expect((await send("GET", "/tasks/T-8")).body["task"]).toMatchObject({ title: "One more", assignee: "zz" })
})

test("a task with six properties takes at most twelve keys beside its words", async () => {
  const { page, send } = await openScreen({ given: withTeam })
  await card(page, "T-7").waitFor()
  let keys = 0
  const press = async (key: string) => {
    keys++
    await page.keyboard.press(key)
  }
  await press("n")
  await page.keyboard.type("Send the invoices")
  for (const words of ["P1", "ott", "sho", "12312031", "money"]) {
    await press("Tab")
    await page.keyboard.type(words)
    // The calendar of a date has a button of its own.
    if (words === "12312031") await press("Tab")
  }
  await press("Enter")
  await card(page, "T-8").waitFor()
  expect((await send("GET", "/tasks/T-8")).body["task"]).toMatchObject({
    ...{ title: "Send the invoices", priority: "P1", assignee: "otto", project: "shop", tags: ["money"] },
    dueAt: new Date("2031-12-31T23:59:59").toISOString(),
  })
  expect(keys).toBeLessThanOrEqual(12)
})

test("the filter and the bar of the selected tasks take a name by keyboard, and nothing happens for one that is unknown", async () => {
  const { page, send } = await openScreen({ given: withTeam })
  await card(page, "T-7").waitFor()
  const filter = (await barMenu(page, "Filter")).getByRole("combobox", { name: "Assignee" })
  await filter.fill("zz")
  await page.keyboard.press("Enter")
  await page.keyboard.press("Tab")
  expect(await filter.inputValue()).toBe("")
  await filter.fill("ines")
  await page.keyboard.press("Enter")
  await page.keyboard.press("Escape")
  await page.getByRole("button", { name: "Assignee is ines" }).waitFor()
  await expect.poll(() => page.locator(".card").count()).toBe(1)

  await card(page, "T-4").focus()
  await page.keyboard.press("x")
  const bar = page.getByRole("group", { name: "Change the selected tasks" })
  const assign = bar.getByRole("combobox", { name: "Assign to" })
  await assign.click()
  await page.keyboard.press("Enter")
  await bar.getByText("1 selected").waitFor()
  await page.keyboard.press("ArrowDown")
  await page.keyboard.press("Home")
  await page.keyboard.press("Enter")
  await expect
    .poll(async () => (await send("GET", "/tasks/T-4")).body["task"])
    .toMatchObject({ assignee: "unassigned" })
})

test("of 650 names a list draws fifty and finds each; on a phone its lines are large, and it stays in the window above the keyboard", async () => {
  const { page } = await openScreen({
    width: 380,
    height: 700,
    path: "/dashboard/tasks/T-1",
    async given(screen) {
      await screen.add({ title: "Whose?", reviewer: "name-001" })
      const names = Array.from({ length: 650 }, (_, i) => `name-${String(i).padStart(3, "0")}`)
      const body = { tasks: names.map((assignee) => ({ title: `Of ${assignee}`, assignee })) }
      for (let from = 0; from < names.length; from += 100)
        expect(
          await screen.send("POST", "/tasks/batch", { tasks: body.tasks.slice(from, from + 100) }),
        ).toMatchObject({ status: 201 })
    },
  })
  await page.locator(".live-live").waitFor()
  const field = panel(page).getByRole("combobox", { name: "Assignee" })
  await field.click()
  const list = page.locator(".picker")
  await list.getByText("There are more. Type to find them.").waitFor()
  expect(await rows(page).count()).toBe(51)
  await page.keyboard.type("name-64")
  await expect.poll(() => rows(page).count()).toBe(11)
  expect((await rows(page).first().boundingBox())?.height).toBeGreaterThanOrEqual(44)
  await expectAccessible(page, "", ".picker")
  // A keyboard on the screen leaves the upper part of the window.
  await page.setViewportSize({ width: 380, height: 340 })
  await field.scrollIntoViewIfNeeded()
  const inWindow = async () => {
    const [box, own] = [await list.boundingBox(), await field.boundingBox()]
    if (!box || !own) return null
    const isBeside = box.y + box.height <= own.y || box.y >= own.y + own.height
    return {
      isBeside,
      isInside: box.y >= 0 && box.y + box.height <= 340 && box.x >= 0 && box.x + box.width <= 380,
    }
  }
  await expect.poll(inWindow).toEqual({ isBeside: true, isInside: true })
})

test("a list whose label is around it stays closed after the mouse has chosen from it", async () => {
  const { page } = await openScreen({ given: withTeam })
  const menu = await barMenu(page, "Filter")
  await menu.getByText("Assignee", { exact: true }).click()
  await rows(page).getByText("otto").click()
  await page.locator(".filter-chip", { hasText: "otto" }).waitFor()
  expect(await rows(page).count()).toBe(0)
})
