import type { Page } from "playwright-core"
import { expect, test } from "vitest"
import { expectAccessible } from "../axe.ts"
import { card, fitsWidth, openScreen, panel, type Screen } from "../fixture.ts"

async function team({ add, send }: Screen) {
  await add({ title: "Talk", description: "First" })
  for (const [name, kind] of [
    ["otto", "agent"],
    ["Ottilie", "person"],
    ["Ann Lee", "person"],
    ["李雷", "person"],
    ["x".repeat(64), "agent"],
  ] as const)
    await send("PUT", `/agents/${encodeURIComponent(name)}`, { kind, role: `role of ${name}`.slice(0, 60) })
}

const list = (page: Page) => page.getByRole("listbox", { name: "Names" })
const names = (page: Page) => list(page).locator("bdi").allTextContents()
const chosen = (page: Page) => list(page).locator("[aria-selected=true] bdi").textContent()

test("after an @ in a comment the keyboard completes a name in the form that the server reads", async () => {
  const { page, send } = await openScreen({ given: team, path: "/dashboard/tasks/T-1" })
  const comment = panel(page).getByLabel("New comment")
  await comment.click()
  await page.keyboard.type("Look, @ot")
  await list(page).waitFor()
  expect(await names(page)).toEqual(["Ottilie", "otto"])
  expect(await chosen(page)).toBe("Ottilie")
  await page.keyboard.press("ArrowDown")
  expect(await chosen(page)).toBe("otto")
  // The field tells a screen reader which name is chosen.
  const active = await comment.getAttribute("aria-activedescendant")
  expect(await page.locator(`[id="${active}"]`).getAttribute("aria-selected")).toBe("true")
  expect(await comment.getAttribute("aria-controls")).toBe(await list(page).getAttribute("id"))
  await panel(page).getByText("2 names. Enter inserts one.").waitFor()
  await expectAccessible(page, "", ".panel")
  await page.keyboard.press("ArrowDown")
  expect(await chosen(page)).toBe("Ottilie")
  await page.keyboard.press("ArrowUp")
  await page.keyboard.press("Enter")
  await list(page).waitFor({ state: "detached" })
  expect(await comment.inputValue()).toBe("Look, @otto ")

  // A name with a space is found by its second word, taken by Tab, and written in quotes.
  await page.keyboard.type("and @le")
  await list(page).waitFor()
  expect(await names(page)).toEqual(["Ann Lee"])
  await page.keyboard.press("Tab")
  expect(await comment.inputValue()).toBe('Look, @otto and @"Ann Lee" ')
  await page.keyboard.type("or @李")
  await list(page).waitFor()
  await page.keyboard.press("Enter")
  await page.keyboard.press("Control+Enter")
  const called = panel(page).locator(".comment .mention")
  await expect.poll(() => called.allTextContents()).toEqual(["@otto", '@"Ann Lee"', "@李雷"])
  for (const name of ["otto", "Ann Lee", "李雷"]) {
    const { body } = await send("GET", `/agents/${encodeURIComponent(name)}/inbox`)
    expect(JSON.stringify(body)).toContain('"mention"')
  }
})

test("names with numbers are offered in the order of their numbers, as everywhere", async () => {
  const { page } = await openScreen({
    path: "/dashboard/tasks/T-1",
    async given({ add, send }) {
      await add({ title: "Talk" })
      for (const n of [10, 9, 1]) await send("PUT", `/agents/bot-${n}`, { kind: "agent" })
    },
  })
  await panel(page).getByLabel("New comment").click()
  await page.keyboard.type("@bo")
  await list(page).waitFor()
  expect(await names(page)).toEqual(["bot-1", "bot-9", "bot-10"])
})

test("Esc closes only the list, which stays closed until something else is typed", async () => {
  const { page } = await openScreen({ given: team, path: "/dashboard/tasks/T-1" })
  await panel(page).getByRole("button", { name: "Edit: Description" }).click()
  const description = panel(page).getByRole("textbox", { name: "Description" })
  await description.fill("")
  await page.keyboard.type("@")
  await list(page).waitFor()
  await page.keyboard.press("Escape")
  await list(page).waitFor({ state: "detached" })
  expect(await description.inputValue()).toBe("@")
  expect(await description.evaluate((element) => element.ownerDocument.activeElement === element)).toBe(true)
  await page.keyboard.press("Enter")
  expect(await description.inputValue()).toBe("@\n")
  await page.keyboard.type("@ott")
  await list(page).waitFor()
  // There is no list inside a word, for a name that nobody has, or for a name that is fully typed.
  for (const text of ["mail@", "@nobody", "@otto ", "@ann lee", "@\n"]) {
    await description.fill(text)
    expect(await list(page).count()).toBe(0)
  }
  await page.keyboard.press("Escape")
  expect(await panel(page).count()).toBe(1)
})

test.each([1280, 380])(
  "at %i px a name is taken by the mouse, from a list under the caret",
  async (width) => {
    const { page } = await openScreen({ width, height: 760, given: team, path: "/dashboard/tasks/T-1" })
    const comment = panel(page).getByLabel("New comment")
    await comment.fill("One\nTwo and a little more: @")
    await comment.press("x")
    await list(page).waitFor()
    // The panel may still move while its parts arrive, so both are looked at until they stand still.
    const places = async () => {
      const [field, box] = [await comment.boundingBox(), await list(page).boundingBox()]
      if (!field || !box) return undefined
      const left = box.x - field.x
      const top = box.y - field.y
      return {
        isInside: left >= 0 && left + box.width <= field.width + 1,
        isUnderCaret: top > 30 && top <= field.height + 4,
      }
    }
    await expect.poll(places).toEqual({ isInside: true, isUnderCaret: true })
    expect(await fitsWidth(page)).toBe(true)
    await list(page).getByRole("option").click()
    expect(await comment.inputValue()).toBe(`One\nTwo and a little more: @${"x".repeat(64)} `)
    expect(await comment.evaluate((element) => element.ownerDocument.activeElement === element)).toBe(true)
  },
)

test("the list moves back under the @ when it becomes narrower", async () => {
  const { page } = await openScreen({ given: team, path: "/dashboard/tasks/T-1" })
  const comment = panel(page).getByLabel("New comment")
  await comment.fill("Would you please look, ")
  await comment.press("@")
  await list(page).waitFor()
  const wide = await list(page).boundingBox()
  await comment.press("o")
  await expect.poll(() => names(page)).toEqual(["Ottilie", "otto"])
  const narrow = await list(page).boundingBox()
  expect(narrow?.width).toBeLessThan((wide?.width ?? 0) - 50)
  expect(narrow?.x).toBeGreaterThan((wide?.x ?? 0) + 50)
})

test("in the dialog for a new task Esc closes the list, leaves the field, and then closes the dialog", async () => {
  const { page } = await openScreen({ given: team })
  await card(page, "T-1").waitFor()
  await page.keyboard.press("n")
  const dialog = page.getByRole("dialog", { name: "New task" })
  await dialog.getByRole("button", { name: "More" }).click()
  await dialog.getByRole("textbox", { name: "Description", exact: true }).click()
  await page.keyboard.type("Ask @ott")
  await list(page).waitFor()
  await expectAccessible(page, "", "dialog")
  await page.keyboard.press("Escape")
  await list(page).waitFor({ state: "detached" })
  expect(await dialog.count()).toBe(1)
  await page.keyboard.press("Escape")
  await page.locator("dialog:focus").waitFor()
  await page.keyboard.press("Escape")
  await dialog.waitFor({ state: "detached" })
})
