import type { Locator, Page } from "playwright-core"
import { expect, test } from "vitest"
import { expectAccessible, expectAccessibleAtWidths } from "./axe.ts"
import { card, inColumn, openScreen, ownMenu, panel, type Screen } from "./fixture.ts"

const toast = (page: Page) => page.getByRole("region", { name: "Last change" })
const said = (page: Page, text: string | RegExp) => toast(page).getByText(text).waitFor()
const question = (page: Page, id: string) => page.getByRole("dialog", { name: `Delete ${id}?` })
const row = (page: Page, id: string) => page.getByRole("listitem", { name: `${id}: ` })
const edges = (element: Locator) =>
  element.evaluate(
    (each) => each.getBoundingClientRect().toJSON() as Record<"top" | "right" | "bottom", number>,
  )
const isFocused = (page: Page, id: string) =>
  expect.poll(() => page.evaluate("document.activeElement?.dataset.task")).toBe(id)

/** A parent with seven open children and a closed one, and a task that was deleted. */
async function family({ add, send }: Screen) {
  await add({ title: "Parent" })
  for (let i = 2; i <= 9; i++) await add({ title: `Child ${i}`, parent: "T-1" })
  await send("PATCH", "/tasks/T-9", { status: "cancelled" })
  await add({ title: "Gone", priority: "P0" })
  await send("DELETE", "/tasks/T-10", undefined, { "upnext-actor": "otto" })
}

test("a task is deleted from its panel, after a question that names its open children, and taken back", async () => {
  const { page, send } = await openScreen({ given: family })
  await card(page, "T-1").click()
  await panel(page).getByRole("button", { name: "Delete the task" }).click()
  const dialog = question(page, "T-1")
  await dialog.getByText("7 open children lose their parent:").waitFor()
  expect(await dialog.getByRole("listitem").allInnerTexts()).toEqual([
    ...[2, 3, 4, 5, 6].map((n) => `T-${n} Child ${n}`),
    "and 2 more",
  ])
  await expectAccessibleAtWidths(page, "dialog[open]")
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.keyboard.press("Escape")
  await dialog.waitFor({ state: "detached" })
  expect((await send("GET", "/tasks/T-1")).status).toBe(200)

  await panel(page).getByRole("button", { name: "Delete the task" }).click()
  await dialog.getByRole("button", { name: "Delete" }).click()
  await said(page, "T-1 is in the trash.")
  await panel(page).waitFor({ state: "detached" })
  await card(page, "T-1").waitFor({ state: "detached" })
  expect((await send("GET", "/tasks/T-1")).status).toBe(410)
  await toast(page).getByRole("button", { name: "Undo" }).click()
  await said(page, "Undone: deleting T-1.")
  await card(page, "T-1").waitFor()
  expect((await send("GET", "/tasks/T-2")).body["task"]).toMatchObject({ parent: "T-1" })
})

test("a card is deleted by keyboard alone, and the focus is on the next one", async () => {
  const { page, send } = await openScreen({
    given: async ({ add }) => {
      for (const title of ["One", "Two", "Three"]) await add({ title })
    },
  })
  await card(page, "T-2").focus()
  await page.keyboard.press("Delete")
  await question(page, "T-2").getByText("Two").waitFor()
  await page.keyboard.press("Enter")
  await card(page, "T-2").waitFor({ state: "detached" })
  await isFocused(page, "T-3")
  await page.keyboard.press("Delete")
  await question(page, "T-3").waitFor()
  await page.keyboard.press("Enter")
  await card(page, "T-3").waitFor({ state: "detached" })
  await isFocused(page, "T-1")
  await page.keyboard.press("Control+k")
  await page.getByRole("combobox", { name: "Search tasks and commands" }).fill("delete")
  await page.getByRole("option", { name: "Delete T-1…" }).waitFor()
  await page.keyboard.press("Enter")
  await question(page, "T-1").getByText("One").waitFor()
  await page.keyboard.press("Enter")
  await said(page, "T-1 is in the trash.")
  expect((await send("GET", "/tasks?trash=1")).body).toMatchObject({ total: 3 })
})

test("the trash shows what was deleted, the newest first, by whom and until when, and restores it", async () => {
  const { page, send } = await openScreen({ given: family })
  await (await ownMenu(page)).getByRole("button", { name: "Trash" }).click()
  await row(page, "T-10").getByText("Deleted by otto · 30 days left").waitFor()
  expect(new URL(page.url()).pathname).toBe("/dashboard/trash")
  // What others delete and bring back appears by itself.
  await send("DELETE", "/tasks/T-5", undefined, { "upnext-actor": "ines" })
  await row(page, "T-5").waitFor()
  const rows = page.getByRole("list", { name: "Deleted tasks" }).getByRole("listitem")
  expect(await rows.locator(".id").allInnerTexts()).toEqual(["T-5", "T-10"])
  // The button is at the end of its row; on a phone the reason is below the title, and neither is cut.
  for (const width of [1440, 1024, 380]) {
    await page.setViewportSize({ width, height: 800 })
    const [line, button] = [await edges(row(page, "T-5")), await edges(row(page, "T-5").getByRole("button"))]
    expect(line.right - button.right, `${width}`).toBe(14)
    expect(Math.min(button.top - line.top, line.bottom - button.bottom), `${width}`).toBeGreaterThanOrEqual(4)
    const [title, why] = [row(page, "T-5").getByText("Child 5"), row(page, "T-5").locator(".why")]
    expect((await edges(why)).top >= (await edges(title)).bottom, `${width}`).toBe(width === 380)
    for (const text of [title, why])
      expect(await text.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
  }
  await expectAccessibleAtWidths(page)
  await page.setViewportSize({ width: 1280, height: 800 })
  await send("POST", "/tasks/T-5/restore", {})
  await row(page, "T-5").waitFor({ state: "detached" })

  await row(page, "T-10").getByRole("button", { name: "Restore T-10" }).click()
  await said(page, "T-10 was restored.")
  await page.getByText("The trash is empty.").waitFor()
  await expectAccessible(page)
  await toast(page).getByRole("button", { name: "Undo" }).click()
  await row(page, "T-10").waitFor()
  await page.keyboard.press("g")
  await page.keyboard.press("b")
  await card(page, "T-1").waitFor()
  await card(page, "T-10").waitFor({ state: "detached" })
})

test("a restore names the links that did not come back", async () => {
  const { page } = await openScreen({
    path: "/dashboard/trash",
    given: async ({ add, send }) => {
      await add({ title: "One" })
      await add({ title: "Two", blockedBy: ["T-1"] })
      await add({ title: "Three", blockedBy: ["T-2"] })
      await send("DELETE", "/tasks/T-2")
      expect((await send("PATCH", "/tasks/T-1", { blockedBy: ["T-3"] })).status).toBe(200)
    },
  })
  await row(page, "T-2").getByRole("button", { name: "Restore" }).click()
  await said(page, "T-2 was restored. T-2 no longer waits for T-1: they would wait for each other.")
  await toast(page).getByRole("button", { name: "Undo" }).waitFor()
})

test("a task that is opened while it is in the trash says so, and is restored there", async () => {
  const { page, send } = await openScreen({ given: family, path: "/dashboard/tasks/T-10" })
  const deleted = panel(page).getByRole("region", { name: "Deleted" })
  await deleted.getByText(/^Deleted by otto just now\. It is in the trash: 30 days left/).waitFor()
  await deleted.getByRole("heading", { name: "Gone" }).waitFor()
  await expectAccessibleAtWidths(page)
  await page.setViewportSize({ width: 1280, height: 800 })
  await deleted.getByRole("button", { name: "Restore" }).click()
  await panel(page).getByRole("button", { name: "Gone" }).waitFor()
  await inColumn(page, "ready", "T-10").waitFor()
  // Deleted by somebody else while it is looked at.
  await send("DELETE", "/tasks/T-10", undefined, { "upnext-actor": "ines" })
  await deleted.getByText(/^Deleted by ines/).waitFor()
})

test("who may only read sees neither undo nor the trash, and who may work cannot delete", async () => {
  const env = { UPNEXT_TOKEN: "the-servers-own" }
  const tokens: Record<string, string> = {}
  const { page, server } = await openScreen({
    env,
    name: null,
    given: async ({ add, send }) => {
      await add({ title: "One" })
      await add({ title: "Two" })
      await send("DELETE", "/tasks/T-2")
      for (const role of ["read", "work", "manage"])
        tokens[role] = (await send("POST", "/tokens", { account: role, role })).body["secret"] as string
    },
  })
  const signIn = async (role: string) => {
    await page
      .getByRole("dialog", { name: "This server requires a token" })
      .getByLabel("Token")
      .fill(tokens[role] ?? "")
    await page.keyboard.press("Enter")
    await page.locator(".who-role", { hasText: role }).waitFor({ state: "attached" })
    await card(page, "T-1").click()
    await panel(page).getByRole("heading", { name: "One" }).waitFor()
    await panel(page).focus()
    await page.keyboard.press("?")
    const help = page.getByRole("dialog", { name: "Keyboard shortcuts" })
    await help.getByText("New task").waitFor()
    const count = (text: string) => help.getByText(text, { exact: true }).count()
    const offers = {
      undo: await count("Undo your last change"),
      remove: await count("Delete the task"),
    }
    await page.keyboard.press("Escape")
    expect(await panel(page).getByRole("button", { name: "Delete the task" }).count()).toBe(offers.remove)
    const trash = await (await ownMenu(page)).getByRole("button", { name: "Trash" }).count()
    return { ...offers, trash }
  }
  const next = async () => {
    await page.evaluate("localStorage.clear()")
    await page.goto(`${server.url}/dashboard`)
  }
  expect(await signIn("read")).toEqual({ undo: 0, remove: 0, trash: 0 })
  await page.keyboard.press("Control+z")
  await page.goto(`${server.url}/dashboard/trash`)
  await row(page, "T-2").waitFor()
  expect(await page.getByRole("button", { name: "Restore" }).count()).toBe(0)
  expect(await toast(page).count()).toBe(0)
  await next()
  expect(await signIn("work")).toEqual({ undo: 1, remove: 0, trash: 0 })
  await next()
  expect(await signIn("manage")).toEqual({ undo: 1, remove: 1, trash: 1 })
})
