import type { Page } from "playwright-core"
import { expect, test } from "vitest"
import { card, openScreen, panel } from "./fixture.ts"

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
  const { page, send } = await openScreen({
    async given({ add, send }) {
      for (let i = 1; i <= 5; i++) await add({ title: `Other work ${i}` })
      await send("POST", "/agents/nora/heartbeat", {})
      const id = await add({ title: "Settle the ledger" })
      for (let i = 1; i <= 3; i++) {
        await send("PATCH", `/tasks/${id}`, { status: "doing", assignee: "otto" })
        await send("POST", `/tasks/${id}/claim`, { agent: "otto" })
        await send("POST", `/tasks/${id}/release`, {
          agent: "otto",
          failed: true,
          reason: `ledger.test.ts: run ${i}`,
        })
      }
    },
  })
  const { press, count } = counting(page)
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
  await press("u")
  const read = async () => (await send("GET", "/tasks/T-6")).body["task"]
  await expect.poll(read).toMatchObject({ status: "todo", assignee: "nora", ready: true })
  expect(count()).toBeLessThanOrEqual(12)
})

test("a week is planned with at most 60 keys: ten tasks get another place, and three wait for others by their words", async () => {
  const titles = ["Ask", "Book", "Call", "Draw", "Edit", "File", "Group", "Hire", "Index", "Judge"]
  const wanted = ["File", "Book", "Index", "Ask", "Draw", "Judge", "Call", "Hire", "Edit", "Group"]
  const { page, send } = await openScreen({
    width: 1440,
    height: 1400,
    async given({ add }) {
      for (const title of titles) await add({ title })
    },
  })
  const { press, count } = counting(page)
  const shown = () => page.locator("[data-column=ready] .card-title").allInnerTexts()
  const inFocus = (title: string) => page.locator("a.card:focus", { hasText: title }).waitFor()
  await card(page, "T-10").waitFor()
  await press("ArrowDown")
  const order = [...titles]
  for (const [place, title] of wanted.entries()) {
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
  expect(await shown()).toEqual(wanted)
  for (const [title, words] of [
    ["Group", "call"],
    ["File", "index"],
    ["Book", "judge"],
  ] as const) {
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
  const waitsFor = async (id: string) => (await send("GET", `/tasks/${id}`)).body["task"]
  expect([await waitsFor("T-7"), await waitsFor("T-6"), await waitsFor("T-2")]).toMatchObject([
    { title: "Group", blockedBy: ["T-3"] },
    { title: "File", blockedBy: ["T-9"] },
    { title: "Book", blockedBy: ["T-10"] },
  ])
  const { body } = await send("GET", "/tasks?ready=1&sort=priority&fields=title")
  expect((body["tasks"] as { title: string }[]).map(({ title }) => title)).toEqual(wanted.slice(2, 9))
})
