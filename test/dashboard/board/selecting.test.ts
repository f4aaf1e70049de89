import { expect, test } from "vitest"
import { expectAccessible } from "../axe.ts"
import { card, openScreen, panel, pick, type Screen } from "../fixture.ts"

const given = async ({ add }: Screen) => {
  for (const title of ["One", "Two", "Three"]) await add({ title })
}

test("Tab leads from a selected card into the bar and on behind the card, and Shift-Tab back", async () => {
  const { page, send } = await openScreen({ given })
  const bar = page.getByRole("group", { name: "Change the selected tasks" })
  const focused = () => page.evaluate("document.activeElement.dataset.task")
  await card(page, "T-2").focus()
  await page.keyboard.press("x")
  await bar.waitFor()
  await page.keyboard.press("Tab")
  await bar.locator("[aria-label='Move to']:focus").waitFor()
  await page.keyboard.press("Shift+Tab")
  await expect.poll(focused).toBe("T-2")
  await page.keyboard.press("Tab")
  for (const name of ["Assign to", "Prioritise"]) {
    await page.keyboard.press("Tab")
    await bar.locator(`[aria-label='${name}']:focus`).waitFor()
  }
  for (let i = 0; i < 3; i++) await page.keyboard.press("Tab")
  await bar.locator("button:focus").waitFor()
  await page.keyboard.press("Tab")
  await expect.poll(focused).toBe("T-3")

  // What is changed is no longer selected, and the bar goes: the card has the focus again.
  await card(page, "T-2").focus()
  await page.keyboard.press("Tab")
  await pick(bar.getByLabel("Prioritise"), "P0")
  await bar.waitFor({ state: "detached" })
  await expect.poll(focused).toBe("T-2")
  expect((await send("GET", "/tasks/T-2")).body["task"]).toMatchObject({ priority: "P0" })
})

test.each(["/dashboard", "/dashboard/list"])(
  "a tick box shows at the pointer and at the focus on %s",
  async (path) => {
    const { page } = await openScreen({ given, path })
    const box = (id: string) => page.getByRole("checkbox", { name: `Select ${id}` })
    const isSeen = (id: string) => page.locator(`.tick:has([aria-label="Select ${id}"])`).isVisible()
    await card(page, "T-1").waitFor()
    expect(await isSeen("T-1")).toBe(false)
    await card(page, "T-1").hover()
    expect(await isSeen("T-1")).toBe(true)
    await card(page, "T-2").focus()
    expect(await isSeen("T-2")).toBe(true)
    await card(page, "T-3").hover()
    await box("T-3").check()
    await card(page, "T-1").hover()
    await box("T-1").check()
    await page.getByText("2 selected").waitFor()
    expect(await panel(page).count(), "it opens nothing").toBe(0)
    expect(await isSeen("T-3"), "what is selected stays marked").toBe(true)
    await box("T-3").uncheck()
    await card(page, "T-2").hover()
    await box("T-2").click({ modifiers: ["Shift"] })
    await page.getByText("2 selected").waitFor()
  },
)

test.each(["/dashboard", "/dashboard/list"])(
  "on a phone a tick box is always seen, and hit by a finger on %s",
  async (path) => {
    const { page } = await openScreen({ given, path, width: 380 })
    await card(page, "T-1").waitFor()
    const tick = page.locator(".tick").first()
    expect(await tick.isVisible()).toBe(true)
    expect(await tick.boundingBox()).toMatchObject({ width: 44, height: 44 })
    await tick.click({ position: { x: 42, y: 42 } })
    await page.getByText("1 selected").waitFor()
    await expectAccessible(page, "", ".selection, .is-selected")
  },
)

test("the list on a phone shows the state of each task", async () => {
  const { page, send } = await openScreen({
    given: async ({ add, send }) => {
      await add({ title: "A long title that has to leave some room for the state of the task" })
      await send("POST", "/tasks/T-1/claim", { agent: "otto" })
    },
    path: "/dashboard/list",
    width: 380,
  })
  const state = page.locator(".list-rows .list-row .column-icon svg")
  await page.locator(".list-rows .state-doing").waitFor()
  const [icon, title] = [await state.boundingBox(), await card(page, "T-1").boundingBox()]
  expect(icon?.width).toBeGreaterThan(12)
  expect((icon?.x ?? 0) + (icon?.width ?? 0), "before the title").toBeLessThan(title?.x ?? 0)
  await page.getByRole("cell", { name: "Doing" }).waitFor()
  await send("PATCH", "/tasks/T-1", { status: "done" })
  await page.locator(".list-rows .state-done").waitFor()
})

test("on a phone nothing of the board shines through the task that lies over it", async () => {
  const { page } = await openScreen({ given, width: 380, height: 760 })
  const ticks = page.locator(".tick:visible")
  await card(page, "T-1").waitFor()
  expect(await ticks.count()).toBe(3)
  await card(page, "T-1").click()
  await panel(page).getByRole("heading", { name: "One" }).waitFor()
  expect(await ticks.count()).toBe(0)
})
