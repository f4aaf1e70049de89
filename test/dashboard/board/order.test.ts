import { expect, test } from "vitest"
import { card, openScreen } from "../fixture.ts"

test("cards are ordered by hand in their column, by mouse and by key, and `next` goes by it", async () => {
  const { page, send } = await openScreen({
    given: async ({ add }) => {
      for (const title of ["One", "Two", "Three", "Four"]) await add({ title })
      await add({ title: "Urgent", priority: "P0" })
    },
  })
  const ids = () =>
    page
      .locator("[data-column=ready] [data-task]")
      .evaluateAll((all) => all.map((each) => each.getAttribute("data-task")))
  const listed = async () => {
    const { body } = await send("GET", "/tasks?ready=1&sort=priority")
    return (body["tasks"] as { id: string }[]).map(({ id }) => id)
  }
  await card(page, "T-4").waitFor()
  expect(await ids()).toEqual(["T-5", "T-1", "T-2", "T-3", "T-4"])

  // Above a card of another priority it stays the first of its own.
  const box = await card(page, "T-5").boundingBox()
  await card(page, "T-3").hover()
  await page.mouse.down()
  await page.mouse.move((box?.x ?? 0) + 40, (box?.y ?? 0) + 30, { steps: 4 })
  await page.mouse.move((box?.x ?? 0) + 40, (box?.y ?? 0) + 4, { steps: 4 })
  await page.locator("li.drop-before [data-task=T-1]").waitFor()
  await page.mouse.up()
  await expect.poll(ids).toEqual(["T-5", "T-3", "T-1", "T-2", "T-4"])
  expect(await listed()).toEqual(["T-5", "T-3", "T-1", "T-2", "T-4"])

  await card(page, "T-4").focus()
  await page.keyboard.press("Shift+ArrowUp")
  await expect.poll(ids).toEqual(["T-5", "T-3", "T-1", "T-4", "T-2"])
  await expect.poll(() => page.evaluate("document.activeElement.dataset.task")).toBe("T-4")
  await page.keyboard.press("Shift+ArrowDown")
  await expect.poll(ids).toEqual(["T-5", "T-3", "T-1", "T-2", "T-4"])
  expect(await listed()).toEqual(["T-5", "T-3", "T-1", "T-2", "T-4"])

  const toast = page.getByRole("region", { name: "Last change" })
  await toast.getByText("T-4 was moved below T-2.").waitFor()
  await toast.getByRole("button", { name: "Undo" }).click()
  await expect.poll(ids).toEqual(["T-5", "T-3", "T-1", "T-4", "T-2"])
})
