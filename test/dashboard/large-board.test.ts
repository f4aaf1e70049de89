import { expect, test } from "vitest"
import { card, cards, inColumn, panel, shareScreen } from "./fixture.ts"

/** A board of 5,000 tasks. The next test goes on where the one before has ended. */
const screen = shareScreen({
  env: { UPNEXT_COMPRESSION: "always" },
  async given({ send }) {
    for (let i = 0; i < 5_000; i += 500) {
      const tasks = Array.from({ length: 500 }, (_, k) => ({
        title: `Task ${i + k}: ${words(i + k, 5)}`,
        description: words(i + k, 60),
        priority: `P${(i + k) % 4}`,
        project: `project-${(i + k) % 7}`,
        tags: [words(i + k, 1)],
      }))
      expect((await send("POST", "/tasks/batch", { tasks })).status).toBe(201)
    }
  },
})

test("on a board of 5,000 tasks the first load takes at most 300 KB", async () => {
  const { page } = screen()
  await page.locator('[data-column=ready][aria-label="Ready, 5000"]').waitFor({ timeout: 30_000 })
  await page.locator(".live-live").waitFor()
  const loaded = await page.evaluate<[name: string, bytes: number][]>(
    `performance.getEntries().flatMap((each) => (each.encodedBodySize > 0 ? [[each.name, each.encodedBodySize]] : []))`,
  )
  expect(loaded.some(([name]) => name.includes("/tasks?"))).toBe(true)
  const sum = loaded.reduce((all, [, bytes]) => all + bytes, 0)
  expect(sum, JSON.stringify(loaded)).toBeLessThan(300 * 1024)
})

test("the page holds few cards of them, and opening, moving and scrolling work", async () => {
  const { page, send } = screen()
  expect(await cards(page, "todo").count()).toBeLessThan(60)
  await page.evaluate(
    "(box => box.scrollTop = box.scrollHeight)(document.querySelector('[data-column=ready] .cards'))",
  )
  const last = card(page, "T-5000")
  await last.waitFor()
  expect(await cards(page, "todo").count()).toBeLessThan(60)
  await last.click()
  await panel(page)
    .getByRole("heading", { name: /^Task 4999/ })
    .waitFor()
  await page.keyboard.press("Escape")
  await page.locator("[data-task=T-5000]:focus").waitFor()
  await page.keyboard.press("ArrowUp")
  await page.locator("[data-task=T-4996]:focus").waitFor()
  await last.dragTo(page.locator("[data-column=doing]"))
  await inColumn(page, "doing", "T-5000").waitFor()
  await page.getByLabel("Filter by words").fill("T-2500")
  await card(page, "T-2500").waitFor()
  await send("PATCH", "/tasks/T-2500", { title: "Seen among many" })
  await card(page, "T-2500").getByText("Seen among many").waitFor()
})

test("a task that is opened by its address is in view on the board and in the list", async () => {
  const { page, server } = screen()
  const height = page.viewportSize()?.height ?? 0
  for (const view of ["", "/list"]) {
    await page.goto(`${server.url}/dashboard${view}/tasks/T-4000`)
    await page.locator(".live-live").waitFor()
    const opened = page.locator(".card.is-open, .list-row.is-open")
    const bottom = async () => {
      const { y, height = 0 } = (await opened.boundingBox()) ?? { y: Infinity }
      return y < 0 ? Infinity : y + height
    }
    await expect.poll(bottom).toBeLessThanOrEqual(height)
  }
})

// --- internal ---

/** Words of a kind that repeats no more than in real titles. */
function words(seed: number, count: number): string {
  let state = seed * 2_654_435_761 + 1
  return Array.from({ length: count }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state.toString(36).slice(0, 4)
  }).join(" ")
}
