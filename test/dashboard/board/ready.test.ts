import { expect, test } from "vitest"
import { expectAccessibleAtWidths } from "../axe.ts"
import { barMenu, card, cards, column, inColumn, openScreen, panel } from "../fixture.ts"

const inMs = (ms: number) => new Date(Date.now() + ms).toISOString()

test("todo is in two columns: what can be started, in the order of next, and what waits, with the reason", async () => {
  const { page, add, send } = await openScreen({
    given: async ({ add, send }) => {
      await add({ title: "Later", priority: "P3", dueAt: inMs(-3_700_000) })
      await add({ title: "First", priority: "P1", dueAt: inMs(7_300_000) })
      await add({ title: "Second", priority: "P1", dueAt: inMs(300_000_000) })
      await add({ title: "After", blockedBy: ["T-2"] })
      await add({ title: "Parent" })
      await add({ title: "Child", parent: "T-5", priority: "P0" })
      await send("PATCH", "/tasks/T-6", { status: "blocked" })
      await add({ title: "Soon", notBefore: inMs(4_000) })
    },
  })
  const ids = async (id: string) =>
    cards(page, id).evaluateAll((all) => all.map((each) => each.getAttribute("data-task")))
  await page.locator("[data-column=ready][aria-label='Ready, 3']").waitFor()
  expect(await ids("ready")).toEqual(["T-2", "T-3", "T-1"])
  const next = await send("GET", "/tasks/next?agent=otto")
  expect(next.body["task"]).toMatchObject({ id: "T-2" })
  expect(await page.locator("[data-task]", { has: page.getByText("Next", { exact: true }) }).count()).toBe(1)
  await card(page, "T-2").getByText("Next", { exact: true }).waitFor()
  await card(page, "T-4").getByText("after T-2").waitFor()
  await card(page, "T-5").getByText("after 1 child").waitFor()
  await card(page, "T-7")
    .getByTitle(/^Not before /)
    .waitFor()

  // What a task waits for is grey; red is for what is late.
  const colour = (id: string, what: string) =>
    card(page, id)
      .locator(what)
      .evaluate((chip) => getComputedStyle(chip).color)
  expect(await card(page, "T-1").locator(".due-late").textContent()).toBe("1h overdue")
  expect(await card(page, "T-2").locator(".due-soon").textContent()).toBe("due in 2h")
  expect(await card(page, "T-3").locator(".due-calm").textContent()).toBe("due in 3d")
  expect(await colour("T-4", ".waits")).toBe(await colour("T-3", ".due-calm"))
  expect(await colour("T-4", ".waits")).not.toBe(await colour("T-1", ".due-late"))

  // Elsewhere it says the same.
  await page.keyboard.press("Control+k")
  await page.getByRole("combobox", { name: "Search" }).fill("Parent")
  await page.getByRole("option").getByRole("img", { name: "Waits" }).waitFor()
  await page.keyboard.press("Escape")
  await card(page, "T-4").focus()
  await page.keyboard.press("m")
  await page.getByRole("dialog").getByText("is in Waits.").waitFor()
  await page.keyboard.press("Escape")
  await card(page, "T-4").press("Enter")
  await panel(page).locator(".status-name").getByText("Waits", { exact: true }).waitFor()
  await page.keyboard.press("Escape")

  // Nothing but time happens to T-7, and nothing but its blocker to T-4.
  await inColumn(page, "ready", "T-7").waitFor()
  await send("PATCH", "/tasks/T-2", { status: "done" })
  await inColumn(page, "ready", "T-4").waitFor()
  await card(page, "T-3").getByText("Next", { exact: true }).waitFor()
  expect(await card(page, "T-2").locator(".due").count(), "a finished task is not late").toBe(0)
  await add({ title: "Urgent", priority: "P0" })
  await card(page, "T-8").getByText("Next", { exact: true }).waitFor()
})

test("what no agent can do is not shown as up next, until one can", async () => {
  const { page, send } = await openScreen({
    given: async ({ add }) => {
      await add({ title: "Train it", priority: "P0", skills: ["gpu"] })
      await add({ title: "Write it down" })
    },
  })
  const upNext = page.locator(".strip-next")
  await card(page, "T-2").getByText("Next", { exact: true }).waitFor()
  await upNext.getByText("T-2", { exact: true }).waitFor()
  await card(page, "T-1").getByText("no agent can", { exact: true }).waitFor()
  await send("PUT", "/agents/otto", { skills: ["gpu"] })
  await card(page, "T-1").getByText("Next", { exact: true }).waitFor()
  await upNext.getByText("T-1", { exact: true }).waitFor()
})

test("a card says which attempt comes next, and in red that none is left", async () => {
  const { page, send } = await openScreen({
    given: async ({ add }) => add({ title: "Try" }),
  })
  const fail = () => send("POST", "/tasks/T-1/release", { agent: "otto", failed: true })
  // By hand it is taken while it rests, too.
  const take = () => send("PATCH", "/tasks/T-1", { status: "doing", assignee: "otto" })
  await take()
  await fail()
  await inColumn(page, "waits", "T-1").getByText("attempt 2 of 3").waitFor()
  await take()
  await inColumn(page, "doing", "T-1").getByText("attempt 2 of 3").waitFor()
  await fail()
  await take()
  await fail()
  await inColumn(page, "blocked", "T-1").locator(".is-used-up").getByText("3 attempts failed").waitFor()
  await send("PATCH", "/tasks/T-1", { status: "cancelled" })
  await page.getByRole("button", { name: /^Cancelled/ }).click()
  await inColumn(page, "cancelled", "T-1").waitFor()
  expect(await card(page, "T-1").locator(".chip").count()).toBe(0)
})

test("compact, ten cards stand in a window of 1440 × 900, and the project is not cut before the tags", async () => {
  const { page } = await openScreen({
    width: 1440,
    height: 900,
    given: async ({ add }) => {
      for (let i = 1; i <= 14; i++)
        await add({
          title: `Say what a dispute costs, with an example, the ${i}th time`,
          project: "storefront",
          tags: Array.from({ length: 6 }, (_, n) => `documentation-${n}`),
          done_criteria: ["a", "b"],
          ...(i % 2 === 0 && { dueAt: inMs(-90_000_000) }),
        })
    },
  })
  await (await barMenu(page, "Display")).getByLabel("Compact cards").check()
  await page.keyboard.press("Escape")
  await card(page, "T-1").waitFor()
  const seen = await cards(page, "ready").evaluateAll(
    (all) => all.filter((each) => each.getBoundingClientRect().bottom <= 900).length,
  )
  expect(seen).toBeGreaterThanOrEqual(10)
  const isWhole = (what: string) =>
    card(page, "T-1")
      .locator(what)
      .evaluate((each) => each.scrollWidth <= each.clientWidth)
  expect(await isWhole(".project")).toBe(true)
  expect(await isWhole(".tags > .one-line")).toBe(false)
  await page.reload()
  await page.locator("[data-density=compact]").waitFor()
  await expectAccessibleAtWidths(page)
  await page.getByRole("link", { name: "List" }).click()
  await page.getByRole("table", { name: "Tasks" }).waitFor()
  await expectAccessibleAtWidths(page)
  expect(await column(page, "ready").count()).toBe(0)
})
