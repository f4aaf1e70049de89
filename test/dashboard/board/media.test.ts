import { expect, test } from "vitest"
import { card, openScreen, panel } from "../fixture.ts"

test("colours that the system forces leave what is selected, open and how far a lease has run", async () => {
  const { page } = await openScreen({
    given: async ({ add, send }) => {
      await add({ title: "One" })
      await add({ title: "Held" })
      await send("POST", "/tasks/T-2/claim", { agent: "otto" })
    },
  })
  await page.emulateMedia({ forcedColors: "active" })
  await card(page, "T-1").focus()
  await page.keyboard.press("x")
  await page.getByText("1 selected").waitFor()
  const style = (selector: string, name: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((each, name) => getComputedStyle(each).getPropertyValue(name), name)
  await page.locator(".filter-bar input").focus()
  expect(await style("[data-task=T-1]", "outline-style")).toBe("solid")
  expect(await style("[data-task=T-2].card", "outline-style")).toBe("none")
  const ground = await style(".strip .lease-track", "background-color")
  expect(await style(".strip .lease-track > span", "background-color")).not.toBe(ground)
  expect(await style(".place[aria-current]", "background-color")).not.toBe(
    await style(".place:not([aria-current])", "background-color"),
  )
  await page.emulateMedia({ forcedColors: null })
})

test("on paper stand all cards of the board, or the open task alone, and no controls", async () => {
  const { page } = await openScreen({
    given: async ({ add }) => {
      for (let i = 0; i < 60; i++) await add({ title: `Task ${i + 1}` })
    },
  })
  await card(page, "T-1").waitFor()
  expect(await card(page, "T-60").count()).toBe(0)
  await page.emulateMedia({ media: "print" })
  await page.evaluate("dispatchEvent(new Event('beforeprint'))")
  await card(page, "T-60").waitFor()
  expect(
    await page.locator(".rail, .filter-bar").evaluateAll((all) => all.some((each) => each.checkVisibility())),
  ).toBe(false)
  expect(
    await page.evaluate("document.body.scrollHeight"),
    "the page is as long as its column",
  ).toBeGreaterThan(3000)
  await page.emulateMedia({ media: "screen" })
  await page.evaluate("dispatchEvent(new Event('afterprint'))")
  await card(page, "T-60").waitFor({ state: "detached" })
  await card(page, "T-1").click()
  await panel(page).getByRole("heading", { name: "Task 1", exact: true }).waitFor()
  await page.emulateMedia({ media: "print" })
  await panel(page).getByRole("heading", { name: "Task 1", exact: true }).waitFor()
  expect(await card(page, "T-2").isVisible()).toBe(false)
  expect(await panel(page).getByRole("button", { name: "Add property" }).isVisible()).toBe(false)
  await page.emulateMedia({ media: null })
})
