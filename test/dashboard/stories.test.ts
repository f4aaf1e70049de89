import { setTimeout as delay } from "node:timers/promises"
import type { Page } from "playwright-core"
import { expect, test } from "vitest"
import { card, openScreen, panel } from "./fixture.ts"
import { expectPlanned, week, withFailures, withWeek } from "./story-boards.ts"

/** Presses keys and counts them. Words that are typed are not counted: they are as many in any tool. */
function counting(page: Page) {
  let count = 0
  return {
    count: () => count,
    async press(...keys: string[]) {
      count += keys.length
      for (const key of keys) await page.keyboard.press(key)
    },
  }
}

const palette = (page: Page) => page.getByRole("dialog", { name: "Search" })

test("a failing agent is found, what it said is read, and its task is another's to begin, with at most 12 keys", async () => {
  const { page, send } = await openScreen({ given: withFailures })
  const { press, count } = counting(page)
  await page.route("**/tasks/T-6", async (route) => {
    const answer = await route.fetch()
    if (route.request().method() === "PATCH") await delay(300)
    await route.fulfill({ response: answer })
  })
  await page.locator(".live-live").waitFor()
  await press("g", "n")
  await page.locator(".need.is-chosen").getByText("ledger.test.ts: run 3").waitFor()
  await press("j", "Enter")
  await panel(page)
    .getByRole("region", { name: "History" })
    .getByText("ledger.test.ts: run 1")
    .first()
    .waitFor()
  await press("w")
  await palette(page).getByRole("combobox").fill("nor")
  await press("Enter")
  await palette(page).waitFor({ state: "detached" })
  await press("Escape")
  await panel(page).waitFor({ state: "detached" })
  // Quicker than the answer to what was done before.
  await press("u")
  const read = async () => (await send("GET", "/tasks/T-6")).body["task"]
  await expect.poll(read).toMatchObject({ status: "todo", assignee: "nora", ready: true })
  expect(count()).toBeLessThanOrEqual(12)
})

test("a week is planned with at most 60 keys: ten tasks get another place, and three wait for others by their words", async () => {
  const { page, send } = await openScreen({ width: 1440, height: 1400, given: withWeek })
  const { press, count } = counting(page)
  const shown = () => page.locator("[data-column=ready] .card-title").allInnerTexts()
  const inFocus = (title: string) => page.locator("a.card:focus", { hasText: title }).waitFor()
  await card(page, "T-10").waitFor()
  await press("ArrowDown")
  const order = [...week.titles]
  for (const [place, title] of week.wanted.entries()) {
    const at = order.indexOf(title)
    if (place > 0) await press(...Array<string>(at - place + 1).fill("ArrowDown"))
    else await press(...Array<string>(at).fill("ArrowDown"))
    await inFocus(title)
    // As fast as somebody presses who has not seen the last one done.
    await press(...Array<string>(at - place).fill("Shift+ArrowUp"))
    order.splice(place, 0, ...order.splice(at, 1))
    await expect.poll(shown, { message: title }).toEqual(order)
    await inFocus(title)
  }
  expect(await shown()).toEqual(week.wanted)
  for (const [title, words] of week.waits) {
    if (title !== "Group") await press("ArrowLeft")
    await inFocus(title)
    await press("b")
    await palette(page).getByRole("combobox").fill(words)
    await palette(page).getByRole("option").getByText(words, { exact: false }).first().waitFor()
    await press("Enter")
    await page.locator("[data-column=waits]").getByText(title).waitFor()
    await inFocus(title)
  }
  expect(count()).toBeLessThanOrEqual(60)
  await expectPlanned(send)
})
