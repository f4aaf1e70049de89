import { expect, test } from "vitest"
import { expectAccessible } from "../axe.ts"
import { card, groupBy, inColumn, openColumn, openScreen, type Screen } from "../fixture.ts"

/** A task in each column with the word in its description only, and one beside it without the word. */
async function given({ add, send }: Screen) {
  const description = "All about the *harbour*."
  await add({ title: "Ready", description, assignee: "otto" })
  await add({ title: "Waits", description, blockedBy: ["T-1"] })
  await add({ title: "Blocked", description, status: "blocked" })
  await add({ title: "Done", description })
  await send("PATCH", "/tasks/T-4", { status: "done" })
  await add({ title: "Something else" })
  await add({ title: "Finished", assignee: "harbour" })
  await send("PATCH", "/tasks/T-6", { status: "done" })
}

const filter = ({ page }: Screen) => page.getByRole("searchbox", { name: "Filter" })
const shown = async ({ page }: Screen) => {
  const ids = page
    .locator("main [data-task]")
    .evaluateAll((all) => all.map((each) => each.getAttribute("data-task")))
  return [...new Set(await ids)].filter((id) => id !== null).sort()
}
const found = ["T-1", "T-2", "T-3", "T-4"]

test("words mean the same in every column, in rows and in the list: the server's search", async () => {
  const screen = await openScreen({ path: "/dashboard", given })
  const { page, add, send } = screen
  await card(page, "T-5").waitFor()
  await filter(screen).fill("harb")
  await card(page, "T-5").waitFor({ state: "detached" })
  const columns = page.locator(".board")
  const inColumns = () =>
    columns
      .locator("[data-task]")
      .evaluateAll((all) => all.map((each) => each.getAttribute("data-task")).sort())
  await expect.poll(inColumns).toEqual(found)
  await inColumn(page, "done", "T-4").waitFor()
  await groupBy(page, "assignee")
  await page.locator(".lanes").waitFor()
  await expect.poll(inColumns).toEqual(found)
  await groupBy(page, "none")

  // It follows the board.
  await add({ title: "Later", description: "the harbour again" })
  await card(page, "T-7").waitFor()
  await send("PATCH", "/tasks/T-7", { description: "the airport" })
  await card(page, "T-7").waitFor({ state: "detached" })
  await send("PATCH", "/tasks/T-4", { status: "todo" })
  await inColumn(page, "ready", "T-4").waitFor()

  await page.getByRole("navigation", { name: "Show as" }).getByRole("link", { name: "List" }).click()
  await expect.poll(() => shown(screen)).toEqual(found)
  await filter(screen).fill("T-5")
  await expect.poll(() => shown(screen)).toEqual(["T-5"])
})

test("cards stay as they are until the server has answered the next words, and the page says that it asks", async () => {
  const screen = await openScreen({ path: "/dashboard?q=harbour", given })
  const { page } = screen
  await card(page, "T-1").waitFor()
  expect(await card(page, "T-5").count()).toBe(0)
  let letGo = () => {}
  const held = new Promise<void>((resolve) => (letGo = resolve))
  await page.route(/[?&]q=something/, async (route) => {
    await held
    await route.continue()
  })
  await filter(screen).fill("something")
  await page.getByRole("status").getByText("Searching").waitFor()
  expect(await card(page, "T-1").count()).toBe(1)
  expect(await card(page, "T-5").count()).toBe(0)
  letGo()
  await card(page, "T-5").waitFor()
  await card(page, "T-1").waitFor({ state: "detached" })
  await page.getByText("Searching").waitFor({ state: "detached" })
})

test("where the server cannot search, words leave nothing out, and the page says so until it can", async () => {
  const screen = await openScreen({ path: "/dashboard", given })
  const { page } = screen
  await card(page, "T-5").waitFor()
  await page.route(/[?&]q=/, (route) =>
    route.fulfill({
      status: 503,
      json: {
        code: "memory_too_small",
        status: 503,
        title: "The server's memory is too small",
        detail: "The index needs more.",
        hint: "",
      },
    }),
  )
  await filter(screen).fill("harbour")
  await page
    .getByRole("status")
    .getByText("These words do not filter the tasks: The server's memory is too small.")
    .waitFor()
  expect(await card(page, "T-5").count()).toBe(1)
  expect(await page.getByText("No task matches the filter.").count()).toBe(0)
  await expectAccessible(page, "", ".filter-bar")
  await page.unrouteAll()
  await card(page, "T-5").waitFor({ state: "detached" })
  await page.getByText("These words do not filter").waitFor({ state: "detached" })
  await filter(screen).fill("--")
  await page.getByText("Type at least one letter or digit").waitFor()
  await card(page, "T-5").waitFor()
})

test("no column says that nothing fits before the server has answered the words of the address", async () => {
  const screen = await openScreen({ path: "/dashboard", given })
  const { page } = screen
  await card(page, "T-5").waitFor()
  await openColumn(page, "review")
  let letGo = () => {}
  const held = new Promise<void>((resolve) => (letGo = resolve))
  await page.route(/\/tasks\?(.*&)?q=harbour/, async (route) => {
    await held
    await route.continue()
  })
  await page.goto(`${screen.server.url}/dashboard?q=harbour`)
  await page.getByRole("status").getByText("Live").waitFor()
  await page.getByRole("status").getByText("Searching").waitFor()
  expect(await page.getByText("No task matches the filter.").count()).toBe(0)
  letGo()
  await card(page, "T-1").waitFor()
  await page.getByText("No task matches the filter.").first().waitFor()
})

test("the server is asked for the first letter at once, and for the next ones as soon as nobody types", async () => {
  const screen = await openScreen({ path: "/dashboard", given, ownBrowser: true })
  const { page } = screen
  const asked: (string | null)[] = []
  page.on("request", (request) => {
    const words = new URL(request.url()).searchParams.get("q")
    if (words !== null && !asked.includes(words)) asked.push(words)
  })
  await page.clock.install()
  await page.reload()
  await card(page, "T-5").waitFor()
  await page.clock.pauseAt(Date.now() + 60_000)
  await filter(screen).focus()
  await page.keyboard.type("h")
  await page.clock.runFor(100)
  await expect.poll(() => asked).toEqual(["h"])
  for (const letter of "arbo") {
    await page.keyboard.type(letter)
    await page.clock.runFor(100)
  }
  expect(asked).toEqual(["h"])
  await page.clock.runFor(100)
  await expect.poll(() => asked).toEqual(["h", "harbo"])
  await page.clock.runFor(100)
  await page.keyboard.type("u")
  await page.clock.runFor(100)
  await expect.poll(() => asked).toEqual(["h", "harbo", "harbou"])
})
