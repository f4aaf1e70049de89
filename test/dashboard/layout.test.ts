import type { Locator, Page } from "playwright-core"
import { expect, test } from "vitest"
import { expectAccessible } from "./axe.ts"
import { card, filterBy, fitsWidth, openScreen, panel, type Screen } from "./fixture.ts"

async function busy({ add, send }: Screen) {
  for (let i = 0; i < 12; i++) await add({ title: `Step ${i}`, reviewer: "ada", priority: "P1" })
  for (const id of ["T-1", "T-2"]) {
    await send("POST", `/tasks/${id}/claim`, { agent: "otto" })
    await send("POST", `/tasks/${id}/comments`, { author: "otto", content: "@ada half of it" })
  }
  await send("PATCH", "/tasks/T-1", {
    project: "payments",
    tags: ["data", "legal"],
    done_criteria: ["a", "b"],
  })
  await send("PATCH", "/tasks/T-2", { project: "mobile", tags: ["security"], done_criteria: ["a", "b"] })
}

const heightOf = async (part: Locator) => (await part.boundingBox())?.height ?? Infinity

/** The named parts that stand over each other or outside of `around`, and the texts that are cut. */
function faults(page: Page, parts: string, around: string): Promise<string[]> {
  return page.evaluate(
    ([what, where]) => {
      const out = document.querySelector(where ?? "")?.getBoundingClientRect()
      const seen = Array.from(document.querySelectorAll<HTMLElement>(what ?? "")).filter((each) =>
        each.checkVisibility({ visibilityProperty: true }),
      )
      const boxes = seen.map((each) => ({ each, box: each.getBoundingClientRect() }))
      return boxes.flatMap(({ each, box }, i) => {
        const name = each.innerText
        const over = boxes.slice(i + 1).filter(({ each: other, box: next }) => {
          const isApart =
            next.left >= box.right - 0.5 ||
            next.right <= box.left + 0.5 ||
            next.top >= box.bottom ||
            next.bottom <= box.top
          return !isApart && !each.contains(other) && !other.contains(each)
        })
        const isOut = out && (box.right > out.right + 0.5 || box.left < out.left - 0.5)
        return [
          ...over.map(({ each: other }) => `“${name}” over “${other.innerText}”`),
          ...(isOut ? [`“${name}” leaves ${where}`] : []),
          ...(each.scrollWidth > each.clientWidth + 1 && getComputedStyle(each).overflowX !== "visible"
            ? [`“${name}” is cut`]
            : []),
        ]
      })
    },
    [parts, around],
  )
}

test("nothing is cut or lies over another, beside an open task too, and the filters take one line there", async () => {
  const { page } = await openScreen({ given: busy, width: 1024, height: 768 })
  await card(page, "T-12").waitFor()
  await page.locator(".badge").first().waitFor()
  expect(await faults(page, ".rail .badge, .rail .brand", ".rail")).toEqual([])
  expect(await heightOf(page.locator(".filter-bar"))).toBeLessThan(60)

  await card(page, "T-1").click()
  await panel(page).getByRole("heading", { name: "Step 0" }).waitFor()
  for (const width of [1024, 1280, 1440]) {
    await page.setViewportSize({ width, height: 768 })
    expect(await heightOf(page.locator(".filter-bar")), String(width)).toBeLessThan(60)
    expect(await faults(page, ".figure, .strip-task .id", ".strip"), String(width)).toEqual([])
    const cut = await faults(page, ".card .id, .card .project, .card .counts, .card .lease", "body")
    expect(cut.filter((fault) => !fault.includes("leaves"))).toEqual([])
    const tags = page.locator(".card .tags > .one-line")
    const widths = await tags.evaluateAll((all) => all.map((each) => each.clientWidth))
    expect(widths.filter((wide) => wide > 0 && wide < 36)).toEqual([])
  }
  await filterBy(page, "Project", "payments")
  await expect.poll(() => page.locator(".card").count()).toBe(1)

  // Beside an open task the rows of the other views have little room, too.
  for (const [view, parts] of [
    [
      "team",
      ".agent-who, .agent-work, .agent-seen, .agent .pause, .doing > .one-line, .doing-facts > .since, .silence",
    ],
    ["needs-you", ".need-task .task-row-text, .need-task .chip, .need-actions"],
  ] as const) {
    await page.goto(new URL(`/dashboard/${view}/tasks/T-1`, page.url()).href)
    await panel(page).getByRole("heading", { name: "Step 0" }).waitFor()
    await page.locator(".rows li").nth(1).waitFor()
    for (const width of [1024, 1280, 1440]) {
      await page.setViewportSize({ width, height: 768 })
      expect(await faults(page, parts, ".rows"), `${view}, ${width} px`).toEqual([])
      const titles = page.locator(".doing > .one-line, .need-task .task-row-text")
      const narrow = await titles.evaluateAll((all) => all.filter((each) => each.clientWidth < 30).length)
      expect(narrow, `${view}, ${width} px`).toBe(0)
      const apart = await page.locator(".doing").evaluateAll((all) =>
        all.flatMap((each) => {
          const [title, facts] = [".one-line", ".doing-facts > *"].map((part) =>
            each.querySelector(part)?.getBoundingClientRect(),
          )
          const off = title && facts && facts.top >= title.bottom - 1 ? facts.left - title.left : 0
          return Math.abs(off) > 1 ? [off] : []
        }),
      )
      expect(apart, `facts below the title, ${width} px`).toEqual([])
    }
  }

  await page.goto(new URL("/dashboard/list", page.url()).href)
  for (const width of [1440, 1024, 380]) {
    await page.setViewportSize({ width, height: 768 })
    await card(page, "T-12").waitFor()
    expect(await faults(page, ".list-head button", "body"), String(width)).toEqual([])
    expect(await fitsWidth(page)).toBe(true)
  }

  // No column holds a card, and all of them together are wider than a phone.
  await page.goto(new URL("/dashboard?q=nothing-like-it", page.url()).href)
  await page.getByText("No task matches the filter.").first().waitFor()
  await expectAccessible(page)
  await page.getByRole("group", { name: "Board" }).press("ArrowRight")
  await expect.poll(() => page.locator(".board").evaluate((board) => board.scrollLeft)).toBeGreaterThan(0)
})
