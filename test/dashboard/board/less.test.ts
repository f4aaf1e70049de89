import type { Page } from "playwright-core"
import { expect, test } from "vitest"
import { expectAccessible } from "../axe.ts"
import { barMenu, card, column, filterBy, inColumn, openColumn, openScreen } from "../fixture.ts"

/** What can be clicked or typed into. */
const controls = (page: Page) =>
  page.locator("a[href], button, input, select, textarea, [tabindex='0']").filter({ visible: true })

const folded = (page: Page) =>
  page.locator(".column.is-folded").evaluateAll((all) => all.map((each) => each.getAttribute("data-column")))

test("a board with one task has at most 26 controls", async () => {
  const { page } = await openScreen({ width: 1440, given: ({ add }) => add({ title: "Only this" }) })
  await card(page, "T-1").waitFor()
  await page.locator(".strip-next").getByText("Only this").waitFor()
  expect(await controls(page).count()).toBeLessThanOrEqual(26)
})

test("a column without a card folds; by hand, by a card over it and by a card in it, it opens", async () => {
  const { page, add, send } = await openScreen({
    width: 1440,
    given: async ({ add }) => {
      await add({ title: "One" })
      await add({ title: "Two", blockedBy: ["T-1"] })
    },
  })
  await card(page, "T-1").waitFor()
  await expect.poll(() => folded(page)).toEqual(["doing", "blocked", "review", "done", "cancelled"])
  expect((await column(page, "review").boundingBox())?.width).toBe(36)
  await expectAccessible(page)

  // Opened by hand it stays open.
  await column(page, "review").getByRole("button", { name: "Review" }).press("Enter")
  await column(page, "review").getByText("No task is in review.").waitFor()
  await page.reload()
  await column(page, "review").getByText("No task is in review.").waitFor()

  // A filter moves no column, even if nothing is left.
  await page.getByRole("searchbox", { name: "Filter" }).fill("nothing-like-it")
  await card(page, "T-1").waitFor({ state: "detached" })
  expect(await folded(page)).toEqual(["doing", "blocked", "done", "cancelled"])
  await page.getByRole("button", { name: "Clear" }).click()

  // A card that is dragged over it opens it until the card is dropped.
  const from = await card(page, "T-1").boundingBox()
  const over = await column(page, "blocked").boundingBox()
  if (!from || !over) throw new Error("nothing to drag")
  await page.mouse.move(from.x + 40, from.y + 20)
  await page.mouse.down()
  await page.mouse.move(from.x + 60, from.y + 40, { steps: 3 })
  await page.mouse.move(over.x + 18, over.y + 300, { steps: 3 })
  await column(page, "blocked").locator(".cards").waitFor()
  await page.mouse.move(from.x + 60, from.y + 60, { steps: 3 })
  await page.mouse.up()
  await expect.poll(() => folded(page)).toEqual(["doing", "blocked", "done", "cancelled"])

  // So does a card that gets there, and it stays when the card leaves, even if the answer comes after that.
  await page.route("**/tasks/T-1", async (route) => {
    const answer = await route.fetch()
    await send("PATCH", "/tasks/T-1", { status: "done" })
    await add({ title: "Three" })
    await inColumn(page, "ready", "T-3").waitFor()
    await route.fulfill({ response: answer })
  })
  await card(page, "T-1").dragTo(column(page, "doing"))
  await inColumn(page, "doing", "T-1").waitFor()
  await inColumn(page, "done", "T-1").waitFor()
  expect(await folded(page)).toEqual(["blocked", "cancelled"])

  // Folded by hand it stays folded, until it is opened by hand.
  await column(page, "done").getByRole("button", { name: "Done" }).click()
  await expect.poll(() => folded(page)).toContain("done")
  await page.reload()
  await card(page, "T-3").waitFor()
  expect(await folded(page)).toEqual(["waits", "doing", "blocked", "done", "cancelled"])
  await openColumn(page, "done")
  await inColumn(page, "done", "T-1").waitFor()
})

test("while tasks are being read, their number is open, and columns that were empty stay folded", async () => {
  const { page } = await openScreen({
    width: 1440,
    given: async ({ add }) => {
      for (let i = 0; i < 120; i++) await add({ title: `Task ${i}` })
    },
  })
  await page.locator("[data-column=ready][aria-label='Ready, 120']").waitFor()
  let goOn = () => {}
  const isOn = new Promise<void>((resolve) => (goOn = resolve))
  await page.route(/tasks\?.*cursor=/, async (route) => {
    await isOn
    await route.continue()
  })
  await page.reload()
  await page.locator("[data-column=ready][aria-label='Ready, 100 or more']").waitFor()
  expect(await folded(page)).toEqual(["waits", "doing", "blocked", "review", "done", "cancelled"])
  goOn()
  await page.locator("[data-column=ready][aria-label='Ready, 120']").waitFor()
})

test("in a board with rows a card is dropped on a column that is folded", async () => {
  const { page } = await openScreen({
    width: 1440,
    path: "/dashboard?rows=project",
    given: ({ add }) => add({ title: "One", project: "web" }),
  })
  const doing = page.getByRole("group", { name: /^Doing, web/ })
  await card(page, "T-1").dragTo(doing)
  await doing.locator("[data-task=T-1]").waitFor()
})

test("tasks are added at the foot of a column, as the filter wants them", async () => {
  const { page, send } = await openScreen({
    given: ({ add }) => add({ title: "First", project: "web", tags: ["ui", "new"], assignee: "otto" }),
  })
  await card(page, "T-1").waitFor()
  for (const [label, value] of [
    ["Project", "web"],
    ["Tag", "ui"],
    ["Tag", "new"],
    ["Assignee", "otto"],
  ] as const)
    await filterBy(page, label, value)
  const add = (name: string) => page.getByRole("button", { name: `Add a task to ${name}` })
  await add("Ready").press("Enter")
  const field = page.getByRole("textbox", { name: "New task in Ready" })
  await field.fill("Second")
  await field.press("Enter")
  await inColumn(page, "ready", "T-2").waitFor()
  expect(await field.evaluate((each) => each.matches(":focus"))).toBe(true)
  // The event of the new task may come before the answer, which empties the field.
  await expect.poll(() => field.inputValue()).toBe("")
  await page.keyboard.type("Third")
  await page.keyboard.press("Enter")
  await inColumn(page, "ready", "T-3").waitFor()
  expect((await send("GET", "/tasks/T-3")).body["task"]).toMatchObject({
    ...{ title: "Third", status: "todo", project: "web", tags: ["ui", "new"] },
    ...{ assignee: "otto", createdBy: "ada" },
  })

  // What was typed outlives the field and the page.
  await page.keyboard.type("Four")
  await page.keyboard.press("Escape")
  await page.locator("[aria-label='Add a task to Ready']:focus").waitFor()
  await page.reload()
  expect(await field.inputValue()).toBe("Four")

  await page.getByRole("button", { name: "Clear" }).click()
  await openColumn(page, "doing")
  await add("Doing").click()
  await page.keyboard.type("Begun")
  await page.keyboard.press("Enter")
  await inColumn(page, "doing", "T-4").waitFor()
  expect((await send("GET", "/tasks/T-4")).body["task"]).toMatchObject({ status: "doing", assignee: "ada" })
  expect(await page.getByRole("button", { name: /^Add a task to (Waits|Review|Done)/ }).count()).toBe(0)
})

test.each([1440, 380])("chips stand in the field, and nothing moves at %i px", async (width) => {
  const { page } = await openScreen({
    width,
    given: ({ add }) =>
      add({ title: "One", project: "a-project-with-a-long-name", tags: ["one", "two", "three", "four"] }),
  })
  await card(page, "T-1").waitFor()
  // On a phone the line above the filter has its height once it is read.
  await page.locator(".strip-next").getByText("One").waitFor()
  const places = async () =>
    Promise.all(
      [".filter-bar", ".search", ".bar-menu >> nth=0", ".bar-menu >> nth=1", "[data-task=T-1] >> nth=-1"].map(
        (each) => page.locator(each).boundingBox(),
      ),
    )
  const before = await places()
  await filterBy(page, "Project", "a-project-with-a-long-name")
  for (const tag of ["one", "two", "three", "four"]) await filterBy(page, "Tag", tag)
  const chips = page.locator(".search .filter-chip")
  await expect.poll(() => chips.count()).toBe(5)
  await expect.poll(places).toEqual(before)
  // The first is in view, the button says how many there are, and the keyboard leads to the others.
  const field = await page.locator(".search").boundingBox()
  expect((await chips.first().boundingBox())?.x).toBeGreaterThan((field?.x ?? Infinity) + 16)
  await page.getByRole("button", { name: "Filter 5 active", exact: true }).waitFor()
  await page.getByRole("button", { name: "Project is" }).focus()
  await page.keyboard.press("Tab")
  await page.keyboard.press("Enter")
  await expect.poll(() => chips.count()).toBe(4)
  await expect.poll(places).toEqual(before)
})

test("on a phone the filter is a sheet at the foot of the window, over everything else", async () => {
  const { page } = await openScreen({ width: 380, height: 760, given: ({ add }) => add({ title: "One" }) })
  await card(page, "T-1").waitFor()
  const sheet = await barMenu(page, "Filter")
  expect(await sheet.boundingBox()).toMatchObject({ x: 0, width: 380 })
  const { y = 0, height = 0 } = (await sheet.boundingBox()) ?? {}
  expect(y + height).toBe(760)
  // What is beside it only closes it.
  await page.mouse.click(190, y - 20)
  await sheet.waitFor({ state: "detached" })
  expect(new URL(page.url()).pathname).toBe("/dashboard")
})
