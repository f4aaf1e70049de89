import { readFileSync } from "node:fs"
import { expect, test } from "vitest"
import { card, openScreen, panel } from "../fixture.ts"

const withTeam = {
  given: ({ send }: { send(method: string, path: string, body: unknown): Promise<unknown> }) =>
    send("POST", "/team/starter", {}),
}

test("each view has an address of its own, and back and forward move between them", async () => {
  const { page } = await openScreen({ ...withTeam, path: "/dashboard/team" })
  const title = (name: string) => page.getByRole("heading", { level: 1, name }).waitFor()
  await title("Agents")
  expect(await page.title()).toBe("Agents · Upnext")
  const views = page.getByRole("navigation", { name: "Views" })
  await views.getByRole("link", { name: "Activity" }).click()
  await title("Activity")
  expect(new URL(page.url()).pathname).toBe("/dashboard/activity")
  await views.getByRole("link", { name: "Board" }).click()
  await card(page, "T-1").waitFor()
  expect(new URL(page.url()).pathname).toBe("/dashboard")
  await page.goBack()
  await title("Activity")
  await page.goBack()
  await title("Agents")
  await page.goForward()
  await title("Activity")
  expect(await views.locator("[aria-current=page]").textContent()).toBe("Activity")
})

test("a key of a view works from the moment that the view is shown", async () => {
  const { page } = await openScreen(withTeam)
  await card(page, "T-1").waitFor()
  await page.keyboard.press("g")
  await page.keyboard.press("t")
  await page.getByRole("heading", { level: 1, name: "Agents" }).waitFor()
  await page.evaluate(`
    new MutationObserver((_, observer) => {
      if (document.getElementById("filter") === null) return
      observer.disconnect()
      document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "/", bubbles: true }))
      window.focusedAtOnce = document.activeElement.id
    }).observe(document.body, { childList: true, subtree: true })
  `)
  await page.keyboard.press("g")
  await page.keyboard.press("b")
  await card(page, "T-1").waitFor()
  expect(await page.evaluate("window.focusedAtOnce")).toBe("filter")
})

test("`g` and a letter open a view, but not while typing in a field", async () => {
  const { page } = await openScreen(withTeam)
  await card(page, "T-1").waitFor()
  for (const [key, path] of [
    ["n", "needs-you"],
    ["w", "now"],
    ["t", "team"],
    ["a", "activity"],
    ["f", "flow"],
    ["g", "graph"],
  ] as const) {
    await page.keyboard.press("g")
    await page.keyboard.press(key)
    await page.waitForURL(`**/dashboard/${path}`)
  }
  await page.keyboard.press("g")
  await page.keyboard.press("b")
  await card(page, "T-1").waitFor()
  await page.keyboard.press("/")
  await page.keyboard.type("gt")
  expect(new URL(page.url()).pathname).toBe("/dashboard")
})

test("a task opens beside the view it was found in, and closes back to it", async () => {
  const { page } = await openScreen({ ...withTeam, path: "/dashboard/needs-you/tasks/T-2" })
  await panel(page).getByRole("button", { name: "Approve" }).waitFor()
  await page.getByRole("heading", { level: 1, name: "Needs you" }).waitFor()
  await page.keyboard.press("Escape")
  await panel(page).waitFor({ state: "detached" })
  expect(new URL(page.url()).pathname).toBe("/dashboard/needs-you")
  await page.locator("[data-task=T-2]").click()
  await panel(page).waitFor()
  expect(new URL(page.url()).pathname).toBe("/dashboard/needs-you/tasks/T-2")
})

test("an address that names no view says so and offers the board", async () => {
  const { page } = await openScreen({ ...withTeam, path: "/dashboard/nothing" })
  await page.getByRole("heading", { name: "This page does not exist" }).waitFor()
  await page.getByRole("link", { name: "Go to the board" }).click()
  await card(page, "T-1").waitFor()
})

test("the first load is small, and the drawing code is loaded only where something is drawn", async () => {
  const { page } = await openScreen(withTeam)
  const files = () =>
    page.evaluate<string[]>(
      "performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname).filter((path) => path.startsWith('/assets/'))",
    )
  await card(page, "T-1").waitFor()
  const first = await files()
  expect(first).toContain("/assets/dashboard.js")
  const sizes = first.map((path) => readFileSync(`dist${path}.br`).length)
  expect(sizes.reduce((a, b) => a + b, 0)).toBeLessThan(90 * 1024)
  const isDrawing = (path: string) => /(draw-chart|lay-out|uplot)/.test(path)
  const isLater = (path: string) => /\/later-/.test(path)
  expect(first.filter((path) => isDrawing(path) || isLater(path))).toEqual([])
  await page.getByRole("link", { name: "Insights" }).click()
  await page.locator(".chart canvas").first().waitFor()
  const withCharts = (await files()).filter(isDrawing)
  expect(withCharts.filter((path) => path.endsWith(".js"))).toEqual([expect.stringContaining("draw-chart")])
  expect((await files()).filter(isLater)).toHaveLength(1)
  expect(withCharts).toContain("/assets/uplot.css")
  const insights = page.getByRole("navigation", { name: "Insights" })
  await insights.getByRole("link", { name: "Graph" }).click()
  await page.locator(".node").first().waitFor()
  const withGraph = (await files()).filter(isDrawing)
  expect(withGraph.filter((path) => !withCharts.includes(path))).toEqual([expect.stringContaining("lay-out")])
})

test.each(["working", "stuck", "ready"])(
  "the address of the former view %s leads to its filter",
  async (name) => {
    const { page } = await openScreen({ ...withTeam, path: `/dashboard/${name}/tasks/T-1?project=sample` })
    await panel(page).getByText("T-1").first().waitFor()
    await page.locator(".list").waitFor()
    const { pathname, searchParams } = new URL(page.url())
    expect([pathname, Object.fromEntries(searchParams)]).toEqual([
      "/dashboard/list/tasks/T-1",
      { project: "sample", [name]: "1" },
    ])
  },
)
