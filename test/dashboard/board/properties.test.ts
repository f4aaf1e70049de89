import type { Page } from "playwright-core"
import { expect, test } from "vitest"
import { expectAccessible } from "../axe.ts"
import { card, inColumn, openScreen, panel, type Screen } from "../fixture.ts"

const asked = (page: Page) => page.getByRole("dialog", { name: "Search" })
const toast = (page: Page) => page.getByRole("region", { name: "Last change" })
const focused = (page: Page) => page.evaluate("document.activeElement.dataset.task")

async function given({ add, send }: Screen) {
  for (const title of ["One", "Two", "Three"]) await add({ title })
  await add({ title: "Stuck", status: "blocked" })
  await send("PUT", "/agents/otto", { role: "builder" })
}

/** Presses the key of a property, and chooses what is typed. */
async function set(page: Page, key: string, title: string, typed: string) {
  await page.keyboard.press(key)
  await asked(page).getByText(title, { exact: true }).waitFor()
  await asked(page).getByRole("combobox").fill(typed)
  await asked(page).locator("[aria-selected=true]").waitFor()
  await page.keyboard.press("Enter")
  await asked(page).waitFor({ state: "detached" })
}

test("every property of the card in focus has a key, and the card keeps the focus", async () => {
  const { page, send } = await openScreen({ given })
  const read = async () => (await send("GET", "/tasks/T-1")).body["task"]
  await card(page, "T-1").focus()
  for (const [key, title, typed, changed] of [
    ["p", "Set priority of T-1", "0", { priority: "P0" }],
    ["w", "Assign T-1 to", "ott", { assignee: "otto" }],
    ["l", "Add or remove tags of T-1", "bug", { tags: ["bug"] }],
    ["d", "Set due date for T-1", "2030-01-05 17:00", { dueAt: new Date(2030, 0, 5, 17).toISOString() }],
    ["o", "Set parent of T-1", "T-3", { parent: "T-3" }],
    ["b", "Set what T-1 waits for", "T-2", { blockedBy: ["T-2"] }],
    ["b", "Set what T-1 waits for", "stop", { blockedBy: [] }],
    ["o", "Set parent of T-1", "no p", { parent: null }],
    ["d", "Set due date for T-1", "no d", { dueAt: null }],
    ["l", "Add or remove tags of T-1", "bug", { tags: [] }],
    ["w", "Assign T-1 to", "cod", { assignee: "cod" }],
    ["s", "Move T-1 to a status", "doing", { status: "doing" }],
  ] as const) {
    await set(page, key, title, typed)
    await expect.poll(read, { message: `${key} ${typed}` }).toMatchObject(changed)
    await expect.poll(() => focused(page), { message: `${key} ${typed}` }).toBe("T-1")
  }
  // The list begins at what is set, and ends with its last row.
  await page.keyboard.press("p")
  await asked(page).getByRole("option", { name: "P0, urgent", selected: true }).waitFor()
  await expectAccessible(page, "", "dialog")
  await asked(page).getByRole("combobox").fill("normal")
  await page.keyboard.press("Enter")
  await asked(page).waitFor({ state: "detached" })
  await expect.poll(read).toMatchObject({ priority: "P2" })
  await page.keyboard.press("p")
  await asked(page).getByRole("option", { name: "P2, normal", selected: true }).waitFor()
  const ends = await Promise.all(
    [asked(page), asked(page).getByRole("option").last()].map(async (each) => {
      const { y = 0, height = 0 } = (await each.boundingBox()) ?? {}
      return y + height
    }),
  )
  expect((ends[0] ?? 99) - (ends[1] ?? 0)).toBeLessThan(14)
  await page.keyboard.press("Enter")
  await asked(page).waitFor({ state: "detached" })
  expect(await read()).toMatchObject({ priority: "P2" })
})

test("the keys work for several tasks, for the open one, and write where a text is written", async () => {
  const { page, send } = await openScreen({ given })
  const read = async (id: string) => (await send("GET", `/tasks/${id}`)).body["task"]
  for (const id of ["T-1", "T-2"]) {
    await card(page, id).focus()
    await page.keyboard.press("x")
  }
  await set(page, "p", "Set priority of 2 tasks", "low")
  await toast(page).getByText("2 tasks: the priority changed.").waitFor()
  expect([await read("T-1"), await read("T-2")]).toMatchObject([{ priority: "P3" }, { priority: "P3" }])
  await card(page, "T-3").click()
  await panel(page).getByRole("heading", { name: "Three" }).waitFor()
  await panel(page).focus()
  await set(page, "l", "Add or remove tags of T-3", "docs")
  await toast(page).getByText("T-3: Tags are docs.").waitFor()
  await panel(page).getByLabel("New comment").fill("")
  await page.keyboard.type("spwldob[]")
  expect(await panel(page).getByLabel("New comment").inputValue()).toBe("spwldob[]")
  expect(await asked(page).count()).toBe(0)
  await panel(page).getByLabel("New comment").fill("")
})

test("the palette has a command for each property, found by its own name, and unblocks a task", async () => {
  const { page, send } = await openScreen({ given })
  await card(page, "T-4").focus()
  await page.keyboard.press("Control+k")
  const options = asked(page).getByRole("option")
  await asked(page).getByRole("combobox").fill("t-4")
  await expect
    .poll(() => options.filter({ hasNotText: "Stuck" }).locator(".palette-name").allTextContents())
    .toEqual([
      ...["Unblock T-4", "Assign T-4 to…", "Move T-4 to a status…", "Set priority of T-4…"],
      ...["Add or remove tags of T-4…", "Set due date for T-4…", "Set parent of T-4…"],
      ...["Set what T-4 waits for…", "Delete T-4…"],
    ])
  await asked(page).getByRole("combobox").fill("owner")
  await asked(page).getByText("Nothing found.").waitFor()
  await asked(page).getByRole("combobox").fill("unbl")
  await page.keyboard.press("Enter")
  await inColumn(page, "ready", "T-4").waitFor()
  expect((await send("GET", "/tasks/T-4")).body["task"]).toMatchObject({ status: "todo" })
  await page.keyboard.press("?")
  const help = page.getByRole("dialog", { name: "Keyboard shortcuts" })
  for (const [label, key] of [
    ["Set priority of the task…", "p"],
    ["Next task", "]"],
  ] as const)
    await help.locator("dl > div", { hasText: label }).getByText(key, { exact: true }).waitFor()
})

test.each(["/dashboard", "/dashboard/list"])("] and [ lead from task to task on %s", async (path) => {
  const { page } = await openScreen({ given, path })
  await card(page, "T-1").focus()
  for (const [key, id] of [
    ["]", "T-2"],
    ["]", "T-3"],
    ["[", "T-2"],
  ] as const) {
    await page.keyboard.press(key)
    await expect.poll(() => focused(page)).toBe(id)
  }
  await page.keyboard.press("Enter")
  for (const [key, title] of [
    ["]", "Three"],
    ["]", "Stuck"],
    ["[", "Three"],
  ] as const) {
    await panel(page).locator(".panel-scroll:focus").waitFor()
    await page.keyboard.press(key)
    await panel(page).getByRole("heading", { name: title }).waitFor()
  }
  expect(new URL(page.url()).pathname).toContain("/tasks/T-3")
})
