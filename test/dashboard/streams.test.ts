import { expect, test } from "vitest"
import { startProxy } from "../support/proxy.ts"
import { afterwards, card, inColumn, openBrowser, openScreen, openTab, panel, startAgain } from "./fixture.ts"

test("all tabs of a browser share one stream, even after the tab that opened it is closed", async () => {
  const { page, server, add } = await openScreen({
    ownBrowser: true,
    given: ({ add }) => add({ title: "First" }),
  })
  const proxy = await startProxy(server.url)
  afterwards(proxy.close)
  await page.goto(`${proxy.url}/dashboard`)
  await inColumn(page, "todo", "T-1").waitFor()
  const tabs = [page]
  for (let i = 0; i < 7; i++) {
    const tab = await openTab(page.context())
    await tab.goto(`${proxy.url}/dashboard`)
    await inColumn(tab, "todo", "T-1").waitFor()
    await tab.locator(".live-live").waitFor()
    tabs.push(tab)
  }
  expect(proxy.streams).toEqual({ open: 1, ever: 1 })
  const second = await add({ title: "Second" })
  for (const tab of tabs) await inColumn(tab, "todo", second).waitFor()
  await page.close()
  const third = await add({ title: "Third" })
  for (const tab of tabs.slice(1)) await inColumn(tab, "todo", third).waitFor()
  expect(proxy.streams).toEqual({ open: 1, ever: 1 })
})

test("a browser without shared workers opens a stream of its own", async () => {
  const { page, add } = await openScreen({
    ownBrowser: true,
    given: ({ page }) => page.context().addInitScript({ content: "delete window.SharedWorker" }),
  })
  await page.getByText("Nothing is up next").waitFor()
  await page.locator(".live-live").waitFor()
  await inColumn(page, "todo", await add({ title: "Seen" })).waitFor()
})

test("two browsers and a shell change one task, and each sees the changes of the others", async () => {
  const { page, server, send } = await openScreen({ given: ({ add }) => add({ title: "Shared" }) })
  const other = await openBrowser({ name: "ines" })
  await other.goto(`${server.url}/dashboard/tasks/T-1`)
  await panel(other).getByRole("heading", { name: "Shared" }).waitFor()
  await inColumn(page, "todo", "T-1").waitFor()

  await send("PATCH", "/tasks/T-1", { title: "Shared by the shell" })
  await card(page, "T-1").getByText("Shared by the shell").waitFor()
  await panel(other).getByRole("heading", { name: "Shared by the shell" }).waitFor()

  await card(page, "T-1").dragTo(page.locator("[data-column=doing]"))
  await panel(other).locator(".status-name", { hasText: "Doing" }).waitFor()

  await panel(other).getByLabel("New comment").fill("Is it done, @ada?")
  await panel(other).getByRole("button", { name: "Comment", exact: true }).click()
  await panel(other).locator(".mention", { hasText: "@ada" }).waitFor()
  await card(page, "T-1").getByTitle("1 comment").waitFor()
  const { body } = await send("GET", "/tasks/T-1")
  expect(body["task"]).toMatchObject({ title: "Shared by the shell", status: "doing", assignee: "ada" })
})

test("every tab says when the server is gone, and catches up when it is back", async () => {
  const { page, server, kill, add, send } = await openScreen({
    killable: true,
    given: ({ add }) => add({ title: "Before" }),
  })
  const other = await openTab(page.context())
  await other.goto(`${server.url}/dashboard/tasks/T-1`)
  for (const tab of [page, other]) await tab.locator(".live-live").waitFor()
  // What draws a panel comes from the server, too.
  await panel(other).getByRole("heading", { name: "Before" }).waitFor()
  await kill()
  for (const tab of [page, other]) await tab.getByText("The server cannot be reached.").waitFor()
  await startAgain(server)
  for (let i = 0; i < 20; i++) await add({ title: `Meanwhile ${i}` })
  await send("PATCH", "/tasks/T-1", { title: "After", status: "done" })
  for (const tab of [page, other]) {
    await tab.locator("[data-column=ready][aria-label='Ready, 20']").waitFor()
    await inColumn(tab, "done", "T-1").waitFor()
    await tab.getByText("The server cannot be reached.").waitFor({ state: "detached" })
  }
  await panel(other).getByRole("heading", { name: "After" }).waitFor()
})
