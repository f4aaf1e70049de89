import { expect, test } from "vitest"
import { card, cards, fitsWidth, inColumn, openScreen, panel } from "./fixture.ts"

test("an empty board offers the starter team, and shows the line that adds a task", async () => {
  const { page, server } = await openScreen({ name: null })
  await page.getByText('upnext add "Write the README"').waitFor()
  await page.getByText(`curl ${server.url}/tasks`).waitFor()
  await page.getByRole("button", { name: "Add the starter team" }).click()
  await inColumn(page, "doing", "T-1").waitFor()
  await inColumn(page, "review", "T-2").waitFor()
  for (const id of ["T-3", "T-4", "T-5"]) await inColumn(page, "todo", id).waitFor()
  expect(await cards(page, "todo").count()).toBe(3)
})

test("a task has its own address, and the back button works", async () => {
  const { page } = await openScreen({
    given: ({ add }) =>
      add({
        title: "Deep",
        description: "# Down\n\n| a | b |\n|:-|-:|\n| 1 | 2 |\n\n![p](https://example.org/p.png)",
      }),
    path: "/dashboard/tasks/t-1",
  })
  await panel(page).getByRole("heading", { name: "Down" }).waitFor()
  await panel(page).locator("td.align-right").waitFor()
  await panel(page).getByRole("link", { name: "p", exact: true }).waitFor()
  await panel(page).getByRole("button", { name: "Close" }).click()
  await panel(page).waitFor({ state: "detached" })
  await page.goBack()
  await panel(page).getByRole("heading", { name: "Deep" }).waitFor()
  await page.goForward()
  await panel(page).waitFor({ state: "detached" })
  await page.goto(page.url() + "/tasks/T-99")
  await panel(page).getByText("There is no such task").waitFor()
})

test("the page fits a phone: nothing sticks out, and the tabs lead to each column", async () => {
  const { page } = await openScreen({
    width: 380,
    height: 760,
    given: ({ send }) => send("POST", "/team/starter", {}),
  })
  await card(page, "T-3").waitFor()
  expect(await fitsWidth(page)).toBe(true)
  await page.getByRole("button", { name: "Review 1" }).click()
  await page.locator("nav [aria-current]", { hasText: "Review" }).waitFor()
  await card(page, "T-2").click()
  await panel(page).getByRole("button", { name: "Approve" }).waitFor()
  expect(await fitsWidth(page)).toBe(true)
  await panel(page).getByRole("button", { name: "Close" }).click()
  await page.getByRole("button", { name: "New task" }).click()
  await page.getByRole("dialog", { name: "New task" }).waitFor()
  expect(await fitsWidth(page)).toBe(true)
})

test("the filter narrows the board by the beginnings of words", async () => {
  const { page } = await openScreen({ given: ({ send }) => send("POST", "/team/starter", {}) })
  await card(page, "T-3").waitFor()
  await page.keyboard.press("/")
  await page.keyboard.type("SIGN page")
  await card(page, "T-4").waitFor({ state: "detached" })
  expect(await page.locator("[data-task]").count()).toBe(1)
  await page.keyboard.press("Escape")
  await card(page, "T-4").waitFor()
})

test("a token that the server asks for is typed once, and used for reading, writing and the stream", async () => {
  const { page, add } = await openScreen({ env: { UPNEXT_TOKEN: "open-sesame" } })
  const dialog = page.getByRole("dialog", { name: "This server requires a token" })
  await dialog.getByLabel("Token").fill("wrong")
  await page.keyboard.press("Enter")
  await dialog.getByText("The token was not accepted.").waitFor()
  await dialog.getByLabel("Token").fill("open-sesame")
  await page.keyboard.press("Enter")
  await page.getByText("Nothing is up next").waitFor()
  await add({ title: "Seen live" })
  await inColumn(page, "todo", "T-1").waitFor()
  await card(page, "T-1").dragTo(page.locator("[data-column=doing]"))
  await inColumn(page, "doing", "T-1").waitFor()
})

test("the page says when the server cannot write", async () => {
  const { page, add } = await openScreen()
  await page.getByText("Live").waitFor()
  await page.route("**/health", (route) =>
    route.fulfill({ status: 503, json: { status: "storage_full", detail: "The disk is full." } }),
  )
  await page.reload()
  await page.getByText("Nothing can be saved.").waitFor()
  await page.getByText("The disk is full.").waitFor()
  await page.unroute("**/health")
  // The page asks again every 15 s, and at once when the machine comes online.
  await page.evaluate("dispatchEvent(new Event('online'))")
  await page.getByText("Nothing can be saved.").waitFor({ state: "detached" })
  await add({ title: "And on" })
  await inColumn(page, "todo", "T-1").waitFor()
})

test("after an answer that tells of trouble the page asks for the server's health at once", async () => {
  const { page } = await openScreen({ given: ({ add }) => add({ title: "Write" }) })
  await page.locator(".live-live").waitFor()
  await page.route("**/health", (route) =>
    route.fulfill({ status: 503, json: { status: "storage_failed", detail: "A sync failed." } }),
  )
  await page.route("**/tasks/T-1", (route) =>
    route.request().method() === "PATCH"
      ? route.fulfill({
          status: 500,
          json: { code: "internal", status: 500, title: "No", detail: "", hint: "" },
        })
      : route.continue(),
  )
  await card(page, "T-1").dragTo(page.locator("[data-column=doing]"))
  await page.getByText("A sync failed.").waitFor()
  await inColumn(page, "todo", "T-1").waitFor()
})

test("a link from task to task keeps the filter, and back and forward walk through what was open", async () => {
  const { page } = await openScreen({
    given: async ({ add }) => {
      await add({ title: "One" })
      await add({ title: "Two", blockedBy: ["T-1"] })
    },
    path: "/dashboard/tasks/T-2?tag=none",
  })
  await panel(page).getByRole("link", { name: "T-1 One" }).click()
  await panel(page).getByRole("heading", { name: "One" }).waitFor()
  await page.goBack()
  await panel(page).getByRole("heading", { name: "Two" }).waitFor()
  await page.goForward()
  await panel(page).getByRole("heading", { name: "One" }).waitFor()
  expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe("/dashboard/tasks/T-1?tag=none")
})

test("the first load is small, because nothing is loaded before it is needed", async () => {
  const { page } = await openScreen({ given: ({ add }) => add({ title: "One" }) })
  await page.locator(".live-live").waitFor()
  const loaded = await page.evaluate(
    "performance.getEntries().filter((each) => /navigation|assets/.test(each.entryType + each.name)).map((each) => [each.name, each.encodedBodySize])",
  )
  const files = loaded as [name: string, bytes: number][]
  expect(files.map(([name]) => name).filter((name) => /markdown|later/.test(name))).toEqual([])
  expect(files.some(([name]) => name.includes("/dashboard.js?v="))).toBe(true)
  expect(files.length).toBeLessThan(14)
  // As a browser gets them, which is as Brotli.
  expect(files.reduce((sum, [, bytes]) => sum + bytes, 0)).toBeLessThan(90_000)
})

test("a view that cannot be loaded says so, and is there when the page is loaded again", async () => {
  const { page } = await openScreen({ given: ({ add }) => add({ title: "One" }) })
  await page.locator(".live-live").waitFor()
  await page.route(/later|trash/, (route) => route.abort())
  await page.keyboard.press("g")
  await page.keyboard.press("x")
  await page.getByText("This view could not be loaded.").waitFor()
  await page.unrouteAll()
  await page.reload()
  await page.getByRole("heading", { name: "Trash" }).waitFor()
})
