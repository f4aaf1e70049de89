import { expect, test } from "vitest"
import { barMenu, card, filterBy, groupBy, openScreen, panel, type Screen } from "../fixture.ts"

async function mixed({ add, send }: Screen) {
  await add({ title: "One", assignee: "otto", project: "web", tags: ["bug", "ui"], reviewer: "ines" })
  await add({ title: "Two", assignee: "ines", project: "web", tags: ["bug"], priority: "P0" })
  await add({ title: "Three", project: "api", tags: ["ui"], parent: "T-1" })
  await add({ title: "Four", assignee: "ada", project: "docs", dueAt: "2020-01-01T00:00:00Z" })
  await add({ title: "Five", blockedBy: ["T-4"], priority: "P1" })
  for (let i = 0; i < 60; i++) {
    const id = await add({ title: `Old ${i}`, project: i % 3 === 0 ? "web" : "api", tags: ["bug"] })
    await send("PATCH", `/tasks/${id}`, { status: "done" })
  }
}

test("filters take several values, leave out, stand in the address, and are saved under a name", async () => {
  const { page } = await openScreen({ given: mixed })
  const shown = () =>
    page
      .locator(":is([data-column=ready], [data-column=waits]) [data-task]")
      .evaluateAll((all) => all.map((each) => each.getAttribute("data-task")).sort())
  const search = () => new URL(page.url()).search
  const clear = page.getByRole("button", { name: "Clear" })
  async function turnOn(name: string) {
    await (await barMenu(page, "Filter")).getByRole("button", { name }).click()
    await page.keyboard.press("Escape")
  }
  await card(page, "T-5").waitFor()

  await filterBy(page, "Project", "api")
  await filterBy(page, "Project", "docs")
  await expect.poll(shown).toEqual(["T-3", "T-4"])
  expect(search()).toBe("?project=api&project=docs")
  await page.getByRole("button", { name: "Project is docs" }).click()
  await expect.poll(shown).toEqual(["T-3"])
  expect(search()).toBe("?project=api&notProject=docs")
  await page.getByRole("button", { name: "Without api" }).click()
  await expect.poll(shown).toEqual(["T-1", "T-2", "T-3", "T-5"])
  // What is finished is counted by the server, also where the page holds only a part of it.
  await page.locator("[data-column=done][aria-label='Done, 60']").waitFor()
  await filterBy(page, "Project", "web")
  await page.getByRole("button", { name: "Project is web" }).click()
  await page.locator("[data-column=done][aria-label='Done, 40']").waitFor()
  await clear.click()

  for (const [choose, expected, address] of [
    [() => turnOn("Mine"), ["T-4"], "?mine=1"],
    [() => turnOn("Doing"), [], "?working=1"],
    [() => turnOn("Overdue"), ["T-4"], "?overdue=1"],
    [() => turnOn("Stuck"), ["T-2", "T-4"], "?stuck=1"],
    [() => turnOn("Ready"), ["T-2", "T-3", "T-4"], "?ready=1"],
    [() => filterBy(page, "Reviewer", "ines"), ["T-1"], "?reviewer=ines"],
    [() => filterBy(page, "Parent", "T-1 One"), ["T-3"], "?parent=T-1"],
    [() => filterBy(page, "Priority", "P0, urgent"), ["T-2"], "?priority=P0"],
  ] as const) {
    await choose()
    await expect.poll(shown, { message: address }).toEqual(expected)
    expect(search()).toBe(address)
    await clear.click()
  }

  await filterBy(page, "Tag", "bug")
  await page.getByRole("button", { name: "Tag is bug" }).click()
  await groupBy(page, "priority")
  const tabs = page.getByRole("navigation", { name: "Saved views" })
  expect(await tabs.count(), "there is none yet").toBe(0)
  await (await barMenu(page, "Filter")).getByLabel("Name of this view").fill("No bugs")
  await page.keyboard.press("Enter")
  await page.keyboard.press("Escape")
  await tabs.locator("[aria-current=true]").getByText("No bugs").waitFor()
  await clear.click()
  await groupBy(page, "none")
  await card(page, "T-2").waitFor()
  await page.keyboard.press("g")
  await page.keyboard.press("t")
  await page.getByRole("link", { name: "Board", exact: true }).first().click()
  await page.reload()
  await tabs.getByRole("link", { name: "No bugs" }).click()
  await card(page, "T-2").waitFor({ state: "detached" })
  expect(search()).toBe("?notTag=bug&rows=priority")
  await page.locator(".lane-head").first().waitFor()
  await (await barMenu(page, "Filter")).getByRole("button", { name: "Delete the view No bugs" }).click()
  await tabs.waitFor({ state: "detached" })
})

test("the list has the same filter, any order, and is worked by keyboard; few of its rows are in the page", async () => {
  const { page } = await openScreen({
    path: "/dashboard/list?notProject=docs",
    given: async ({ add, send }) => {
      await add({ title: "Zebra", priority: "P3", assignee: "otto" })
      await add({ title: "Apple", priority: "P0", dueAt: "2031-01-01T00:00:00Z" })
      await add({ title: "Docs", project: "docs" })
      const many = Array.from({ length: 300 }, (_, i) => ({ title: `Task ${i + 4}`, priority: "P2" }))
      expect((await send("POST", "/tasks/batch", { tasks: many })).status).toBe(201)
    },
  })
  const table = page.getByRole("table", { name: "Tasks" })
  const rows = table.locator("[data-task]")
  const first = () => rows.first().getAttribute("data-task")
  await page.getByText("302 tasks.").waitFor()
  expect(await rows.count()).toBeLessThan(80)
  expect(await first()).toBe("T-2")
  await table.getByRole("button", { name: "Title" }).click()
  await expect.poll(first).toBe("T-2")
  await table.getByRole("button", { name: "Title" }).click()
  await expect.poll(first).toBe("T-1")
  expect(await table.getByRole("columnheader", { name: "Title" }).getAttribute("aria-sort")).toBe(
    "descending",
  )
  await table.getByRole("button", { name: "Agent" }).click()
  await expect.poll(first).toBe("T-1")
  await table.getByRole("button", { name: "Id" }).click()
  await expect.poll(first).toBe("T-1")

  await rows.first().focus()
  await page.keyboard.press("End")
  await page.locator("[data-task=T-303]:focus").waitFor()
  await page.keyboard.press("ArrowUp")
  await page.locator("[data-task=T-302]:focus").waitFor()
  await page.keyboard.press("Home")
  await page.locator("[data-task=T-1]:focus").waitFor()
  await page.keyboard.press("ArrowDown")
  await page.keyboard.press("Enter")
  await panel(page).getByRole("heading", { name: "Apple" }).waitFor()
  expect(new URL(page.url()).pathname).toBe("/dashboard/list/tasks/T-2")
  await page.keyboard.press("Escape")
  await page.keyboard.press("g")
  await page.keyboard.press("b")
  await card(page, "T-2").waitFor()
  expect(new URL(page.url()).search).toBe("?notProject=docs")
})

test("on a phone a row of the list has two lines for its title, and says when it is due", async () => {
  const { page } = await openScreen({
    ...{ width: 380, height: 780, path: "/dashboard/list" },
    async given({ add }) {
      await add({
        title: "Show fees before the payout, not after the receipt",
        dueAt: new Date(Date.now() + 3_600_000).toISOString(),
      })
      await add({ title: "Move the settlement of marketplace orders ".repeat(4) })
    },
  })
  const title = page.locator(".list [data-task=T-1]")
  await title.waitFor()
  expect(await title.evaluate((all) => all.scrollHeight - all.clientHeight)).toBe(0)
  const line = (await title.boundingBox()) ?? { y: 0, height: 0 }
  const due = await page.locator(".list .due").boundingBox()
  expect(due?.y).toBeGreaterThanOrEqual(line.y + line.height)
  // A title that is longer ends there, above its number.
  const long = await page.locator(".list [data-task=T-2]").boundingBox()
  expect(long?.height).toBe(line.height)
})

test("beside an open task the titles of the list keep their room, each cell below its head", async () => {
  const { page } = await openScreen({
    width: 1440,
    path: "/dashboard/list/tasks/T-1",
    given: ({ add }) =>
      add({
        title: "Carry the long title of a task",
        dueAt: new Date(Date.now() + 90_000_000).toISOString(),
      }),
  })
  await page.locator(".panel h2").first().waitFor()
  await page.locator(".list [data-task=T-1]").waitFor()
  const cells = (selector: string) =>
    page
      .locator(`${selector} > *`)
      .evaluateAll((all) =>
        all
          .filter((each) => each.checkVisibility())
          .map((each) => Math.round(each.getBoundingClientRect().left)),
      )
  const heads = await cells(".list-head")
  expect(heads).toHaveLength(5)
  expect(await cells(".list-rows .list-row")).toEqual(heads)
  // A title that is narrower in the font of the machine needs no more room than it has letters.
  const { width, wanted } = await page
    .locator(".list [data-task=T-1]")
    .evaluate((title) => ({ width: title.getBoundingClientRect().width, wanted: title.scrollWidth }))
  expect(wanted).toBeGreaterThan(120)
  expect(width).toBeGreaterThanOrEqual(Math.min(180, wanted) - 1)
})
