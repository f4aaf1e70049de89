import type { Locator, Page } from "playwright-core"
import { expect, test } from "vitest"
import { card, openScreen, panel } from "./fixture.ts"
import {
  claimAsWorker,
  expectPlanned,
  week,
  withFailures,
  withReviews,
  withTeam,
  withWeek,
  withWorkers,
} from "./story-boards.ts"

/** Clicks and drags, and counts them. Words are typed into the field that a click has led to, and are not counted. */
function pointing(page: Page) {
  let count = 0
  return {
    count: () => count,
    async click(on: Locator, words?: string) {
      count += 1
      await on.click()
      if (words !== undefined) await page.keyboard.type(words)
    },
    /** The first part of a date is at the left edge of its field. */
    async clickDate(on: Locator, digits: string) {
      count += 1
      await on.click({ position: { x: 14, y: 16 } })
      await page.keyboard.type(digits)
    },
    /** Chooses from a list that the browser draws outside the page: one click opens it, one chooses. */
    async choose(on: Locator, value: string) {
      count += 2
      await on.selectOption(value)
    },
    /** Puts a card above another one. */
    async putAbove(moved: Locator, other: Locator) {
      count += 1
      const to = await other.boundingBox()
      await moved.hover()
      await page.mouse.down()
      await page.mouse.move((to?.x ?? 0) + 40, (to?.y ?? 0) + 20, { steps: 3 })
      await page.mouse.move((to?.x ?? 0) + 40, (to?.y ?? 0) + 4, { steps: 3 })
      await page.locator("li.drop-before", { has: other }).waitFor()
      await page.mouse.up()
    },
  }
}

const place = (page: Page, name: string) =>
  page.getByRole("navigation", { name: "Views" }).getByRole("link", { name })
/** The open task with this title. */
const opened = (page: Page, title: string) =>
  page.getByRole("complementary", { name: new RegExp(`^T-\\d+: ${title}$`) })
const option = (page: Page, name: string | RegExp) => page.getByRole("option", { name })

test("ten reviews, two of them with a comment on a line, take at most 26 clicks", async () => {
  const { page, send } = await openScreen({
    ...{ width: 1440, height: 900, path: "/dashboard/needs-you" },
    given: withReviews,
  })
  const side = panel(page)
  const { click, count } = pointing(page)
  for (let i = 1; i <= 10; i += 1) {
    await click(page.locator(`#main a[data-task="T-${i}"]`))
    await opened(page, `Review ${i}`).waitFor()
    await side.locator(".diff-line").first().waitFor()
    if (i === 3 || i === 7) {
      await click(side.getByRole("button", { name: "Comment on a.ts:1", exact: true }), "Say why.")
      await click(side.locator(".line-form").getByRole("button", { name: "Comment" }))
      const request = side.getByRole("button", { name: "Request changes · 1 comment" })
      await request.waitFor()
      await click(side.getByLabel("Review comment"), "Shorter, please.")
      await click(request)
    } else await click(side.getByRole("button", { name: "Approve" }))
    await side.getByRole("region", { name: "Review" }).waitFor({ state: "detached" })
  }
  expect(count()).toBeLessThanOrEqual(26)
  const { body } = await send("GET", "/tasks?status=done&fields=id")
  expect(body["total"]).toBe(8)
})

test("a failing agent is found, what it said is read, and its task is another's to begin, with at most 5 clicks", async () => {
  const { page, send } = await openScreen({ given: withFailures })
  const { click, count } = pointing(page)
  const side = panel(page)
  await page.locator(".live-live").waitFor()
  await click(place(page, "Needs you"))
  await page.locator(".need.is-chosen").getByText("ledger.test.ts: run 3").waitFor()
  await click(page.locator(".need.is-chosen a[data-task]"))
  await side.getByRole("region", { name: "History" }).getByText("ledger.test.ts: run 1").first().waitFor()
  await click(side.getByRole("combobox", { name: "Assignee" }))
  await click(option(page, "nora"))
  const read = async () => (await send("GET", "/tasks/T-6")).body["task"]
  await expect.poll(read).toMatchObject({ assignee: "nora" })
  await click(side.getByRole("button", { name: "Try again" }))
  await expect.poll(read).toMatchObject({ status: "todo", assignee: "nora", ready: true })
  expect(count()).toBeLessThanOrEqual(5)
})

test("a task with six properties takes at most 10 clicks", async () => {
  const { page, send } = await openScreen({ given: withTeam })
  await card(page, "T-7").waitFor()
  const { click, clickDate, choose, count } = pointing(page)
  const dialog = page.getByRole("dialog", { name: "New task" })
  await click(page.getByRole("button", { name: "New task" }), "Send the invoices")
  await choose(dialog.getByLabel("Priority"), "P1")
  await click(dialog.getByLabel("Assignee"))
  await click(option(page, "otto"))
  await click(dialog.getByLabel("Project"))
  await click(option(page, "shop"))
  await clickDate(dialog.getByLabel("Due"), "12312031")
  await click(dialog.getByLabel("Tags"), "money")
  await click(dialog.getByRole("button", { name: "Create task" }))
  await card(page, "T-8").waitFor()
  expect((await send("GET", "/tasks/T-8")).body["task"]).toMatchObject({
    ...{ title: "Send the invoices", priority: "P1", assignee: "otto", project: "shop", tags: ["money"] },
    dueAt: new Date("2031-12-31T23:59:59").toISOString(),
  })
  expect(count()).toBeLessThanOrEqual(10)
})

test("a week is planned with 6 drags and 12 clicks: ten tasks get another place, and three wait for others by their words", async () => {
  const { page, send } = await openScreen({ width: 1440, height: 1400, given: withWeek })
  const { click, putAbove, count } = pointing(page)
  const side = panel(page)
  const of = (title: string) => page.locator("a.card", { hasText: title })
  const shown = () => page.locator("[data-column=ready] .card-title").allInnerTexts()
  await card(page, "T-10").waitFor()
  // Ask, Call, Edit and Group stand right already, one behind the other.
  for (const title of ["Hire", "Judge", "Draw", "Index", "Book", "File"]) {
    const next = week.wanted[week.wanted.findIndex((each) => each === title) + 1] ?? ""
    await putAbove(of(title), of(next))
    await expect.poll(async () => (await shown()).join(), { message: title }).toContain(`${title},${next}`)
  }
  expect(await shown()).toEqual(week.wanted)
  for (const [title, words] of week.waits) {
    await click(of(title))
    await opened(page, title).waitFor()
    await click(side.getByRole("button", { name: "Add property" }))
    await click(side.getByRole("list", { name: "Add property" }).getByRole("button", { name: "Waits for" }))
    await page.keyboard.type(words)
    await click(option(page, new RegExp(words, "i")))
    await page.locator("[data-column=waits]").getByText(title).waitFor()
  }
  expect(count()).toBeLessThanOrEqual(18)
  await expectPlanned(send)
})

test("a lead finds the silent agent with one click", async () => {
  const { page, send, add } = await openScreen({ given: withWorkers })
  const bo = await claimAsWorker({ send }, await add({ title: "Hangs" }), "bo")
  await bo.report({ quietMs: 12 * 60_000 })
  await card(page, "T-3").waitFor()
  const { click, count } = pointing(page)
  await click(place(page, "Agents"))
  const silence = page.getByRole("listitem", { name: "bo", exact: true }).locator(".silence.is-long")
  await silence.waitFor()
  expect(await page.locator(".silence").allInnerTexts()).toEqual(["silent 12m"])
  const end = await silence.evaluate((each) => each.getBoundingClientRect().bottom)
  expect(end).toBeLessThan(page.viewportSize()?.height ?? 0)
  expect(count()).toBeLessThanOrEqual(1)
})
