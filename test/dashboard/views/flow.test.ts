import type { Page } from "playwright-core"
import { beforeEach, describe, expect, test } from "vitest"
import { writePast } from "../../screenshots/past.js"
import { pick, shareScreen, type Screen } from "../fixture.ts"

const path = "/dashboard/flow"
const tile = (page: Page, name: string) =>
  page.locator(".tile").filter({ has: page.getByText(name, { exact: true }) })
const part = (page: Page, name: string) => page.getByRole("region", { name })
const figure = (page: Page, name: string) => page.getByRole("figure", { name })
const daysIn = async (page: Page, name: string) => {
  const rows = figure(page, name).getByRole("rowheader")
  await figure(page, name)
    .locator("details")
    .evaluate((each) => each.setAttribute("open", ""))
  return rows.count()
}

async function finish({ add, send }: Screen, title: string, project: string) {
  const id = await add({ title, project })
  await send("POST", `/tasks/${id}/claim`, { agent: "otto" })
  await send("POST", `/tasks/${id}/complete`, { agent: "otto", reflection: "Fine." })
}

describe("a new board", () => {
  const screen = shareScreen({ path })

  beforeEach(async () => {
    const { page, server } = screen()
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.goto(server.url + path)
  })

  test("without a task, Flow says when it begins", async () => {
    const { page } = screen()
    await page.getByText("Nothing to count yet. The numbers start with the first task.").waitFor()
  })

  test("Flow shows work in numbers, charts and tables from the first day on, and follows changes", async () => {
    const { page } = screen()
    await finish(screen(), "One", "web")
    await tile(page, "Done").getByText("1", { exact: true }).waitFor()
    await page.locator(".chart canvas").nth(1).waitFor()
    await page.getByRole("img", { name: "Throughput. 1 task was done and 1 created in 1 day." }).waitFor()
    await finish(screen(), "Two", "web")
    await tile(page, "Done").getByText("2", { exact: true }).waitFor()
    await page.getByRole("row", { name: "Flow of otto 0 2" }).waitFor()
    await page.getByRole("row", { name: "Flow of web 0 2" }).waitFor()
    // A few days stand beside each other, in the middle of their plots.
    const [bars, areas] = await page
      .locator(".chart-box")
      .evaluateAll((all) => all.map((each) => each.getBoundingClientRect().top))
    expect(bars).toBe(areas)
    // Of the 30 days asked for, only today has anything to show.
    expect(await daysIn(page, "Throughput")).toBe(1)
    expect(await daysIn(page, "Cumulative flow")).toBe(1)
    expect(await figure(page, "Throughput").getByRole("row").last().innerText()).toMatch(/2\s+2$/)
    await part(page, "Forecast").getByText("No open tasks for the board.").waitFor()
  })

  test("on its first day the cumulative flow is drawn as well, over the width of the day", async () => {
    const { page } = screen()
    await page.locator(".chart canvas").nth(1).waitFor()
    /** The share of pixels in the plot that have a colour, in the middle of a day. Lines and stripes are grey. */
    const painted = (day: number) =>
      page.evaluate<number>(`(() => {
        const figure = document.querySelectorAll(".chart")[1]
        const canvas = figure.querySelector("canvas")
        const over = figure.querySelector(".u-over").getBoundingClientRect()
        const edge = canvas.getBoundingClientRect()
        const scale = canvas.width / edge.width
        const x = Math.round((over.left - edge.left + (over.width * (${day} + 1.5)) / 3) * scale)
        const [top, height] = [Math.round((over.top - edge.top) * scale), Math.round(over.height * scale)]
        const { data } = canvas.getContext("2d").getImageData(x, top, 1, height)
        const isColoured = (i) => {
          const [r, g, b, alpha] = data.slice(4 * i, 4 * i + 4)
          return alpha > 0 && Math.max(r, g, b) - Math.min(r, g, b) > 20
        }
        return Array.from({ length: height }, (_, i) => i).filter(isColoured).length / height
      })()`)
    // Two tasks are done, the axis ends at four, and stripes say that the day is not over.
    await expect.poll(() => painted(0)).toBeGreaterThan(0.2)
    expect(await painted(1)).toBe(0)
    await page
      .locator(".chart .u-over")
      .nth(1)
      .hover({ position: { x: 180, y: 60 } })
    await expect.poll(() => page.locator(".chart-day").nth(1).textContent()).not.toBe("")
    expect(await figure(page, "Cumulative flow").getByText("not drawn").count()).toBe(0)
  })

  test("no status has the red of what is stuck, overdue or failed", async () => {
    const { page } = screen()
    await figure(page, "Cumulative flow").getByText("Blocked", { exact: true }).first().waitFor()
    const [red, ...others] = await page.evaluate<string[]>(`{
      const probe = document.body.appendChild(document.createElement("i"))
      probe.style.background = "var(--danger)"
      const all = [probe, ...document.querySelectorAll(".legend .swatch")]
      const colors = all.map((each) => getComputedStyle(each).backgroundColor)
      probe.remove()
      colors
    }`)
    expect(others.length).toBeGreaterThan(4)
    expect(others).not.toContain(red)
  })

  test("what is in progress is listed by its age, and the time by status", async () => {
    const { page, add, send } = screen()
    const ids = [await add({ title: "Young" }), await add({ title: "Old" }), await add({ title: "Waits" })]
    await send("POST", `/tasks/${ids[1]}/claim`, { agent: "ines" })
    await send("POST", `/tasks/${ids[0]}/claim`, { agent: "otto" })
    await part(page, "Age of work in progress").locator(".age").nth(1).waitFor()
    expect(await page.locator(".age .id").allTextContents()).toEqual([ids[1], ids[0]])
    await page.locator(".age").first().getByRole("link").click()
    await page.waitForURL(`**${path}/tasks/${ids[1]}`)
    await page.keyboard.press("Escape")
    await part(page, "Where the time goes").getByText("Mean time of the finished tasks").waitFor()
    expect(await part(page, "Where the time goes").getByRole("listitem").allTextContents()).toEqual([
      expect.stringMatching(/^Ready or Waits/),
      expect.stringMatching(/^Doing/),
      expect.stringMatching(/^Blocked/),
      expect.stringMatching(/^Review/),
    ])
    await part(page, "Forecast")
      .getByText("2 done today, not a whole day yet. A forecast needs 7 days and 5 tasks.")
      .waitFor()
  })

  test("Flow narrows to a project, an agent or a parent", async () => {
    const { page, add } = screen()
    await finish(screen(), "Three", "docs")
    const parent = await add({ title: "Whole", project: "web" })
    await add({ title: "Part", project: "docs", parent })
    await tile(page, "Done").getByText("3", { exact: true }).waitFor()
    await page.getByRole("button", { name: "Flow of docs" }).click()
    await tile(page, "Done").getByText("1", { exact: true }).waitFor()
    const scope = page.getByLabel("Flow of", { exact: true })
    expect(await scope.getAttribute("placeholder")).toBe("docs")
    expect(await figure(page, "Cumulative flow").count()).toBe(0)
    await pick(scope, "otto")
    await tile(page, "Done").getByText("3", { exact: true }).waitFor()
    await pick(scope, parent)
    await tile(page, "Done").getByText("0", { exact: true }).waitFor()
    await tile(page, "Done").getByText("1 created").waitFor()
    await pick(scope, "Everything")
    await tile(page, "Done").getByText("3", { exact: true }).waitFor()
  })

  test("the address says what Flow is about, in other views too, and a link shows the same", async () => {
    const { page } = screen()
    const scope = page.getByLabel("Flow of", { exact: true })
    const asked = () => Object.fromEntries(new URL(page.url()).searchParams)
    await pick(scope, "web")
    await page.getByLabel("7 days").check()
    await tile(page, "Done").getByText("2", { exact: true }).waitFor()
    await expect.poll(asked).toEqual({ flow: "project web", days: "7" })
    await page.getByRole("link", { name: "Board", exact: true }).click()
    await page.locator("#filter").fill("One")
    await expect.poll(asked).toEqual({ flow: "project web", days: "7", q: "One" })
    await page.goBack()
    await expect.poll(asked).toEqual({ flow: "project web", days: "7", q: "One" })
    await page.reload()
    expect(await scope.getAttribute("placeholder")).toBe("web")
    expect(await page.getByLabel("7 days").isChecked()).toBe(true)
    await pick(scope, "Everything")
    await page.getByLabel("30 days").check()
    await expect.poll(asked).toEqual({ q: "One" })
    await page.goto(`${page.url().split("?")[0]}?flow=planet%20mars&days=8`)
    await tile(page, "Done").waitFor()
    expect(await scope.getAttribute("placeholder")).toBe("Everything")
  })

  test("if the server does not know the statistics, Flow says so", async () => {
    const { page } = screen()
    await page.route("**/stats?*", (route) =>
      route.fulfill({
        status: 404,
        json: { code: "not_found", status: 404, title: "Not found", detail: "", hint: "" },
      }),
    )
    await page.reload()
    await page.getByText("The server does not know this request").waitFor()
    await page.unroute("**/stats?*")
  })
})

describe("a board of five weeks", () => {
  const screen = shareScreen({ path, before: writePast })

  test("plots of the same days stand below each other, and show the same day at the pointer", async () => {
    const { page } = screen()
    await page.locator(".chart canvas").nth(1).waitFor()
    const [bars, areas] = await page
      .locator(".chart .u-over")
      .evaluateAll((all) =>
        all.map((each) => each.getBoundingClientRect()).map(({ left, width }) => ({ left, width })),
      )
    expect(bars).toEqual(areas)
    expect(await daysIn(page, "Throughput")).toBe(30)
    await page
      .locator(".chart .u-over")
      .first()
      .hover({ position: { x: 200, y: 60 } })
    const shown = page.locator(".chart-day")
    await expect.poll(() => shown.first().textContent()).not.toBe("")
    expect(await shown.nth(1).textContent()).toBe(await shown.first().textContent())
  })

  test("the cumulative flow says how many tasks it leaves out, which were done before its first day", async () => {
    const { page, send } = screen()
    const { stats } = (await send("GET", "/stats?days=30")).body as {
      stats: { flow: { done: number }[]; throughput: { done: number }[]; from: string }
    }
    const before = (stats.flow[0]?.done ?? 0) - (stats.throughput[0]?.done ?? 0)
    expect(before).toBeGreaterThan(0)
    const day = await page.evaluate<string>(
      `new Date("${stats.from}").toLocaleDateString(undefined, { day: "numeric", month: "short", timeZone: "UTC" })`,
    )
    const chart = figure(page, "Cumulative flow")
    await chart.getByText(`${before} tasks that were done before ${day} are not drawn.`).waitFor()
    const first = chart.getByRole("row").nth(1).getByRole("cell").first()
    await chart.locator("details").evaluate((each) => each.setAttribute("open", ""))
    expect(await first.innerText()).toBe(String(stats.flow[0]?.done))
  })

  test("today is hatched, because it is not over, and the days before are not", async () => {
    const { page } = screen()
    await page.locator(".chart canvas").nth(1).waitFor()
    /** How many colours a short way up from the bottom has, a quarter of a day before the middle of a day. */
    const colours = (fromEnd: number) =>
      page.evaluate<number>(`(() => {
        const figure = document.querySelectorAll(".chart")[1]
        const canvas = figure.querySelector("canvas")
        const over = figure.querySelector(".u-over").getBoundingClientRect()
        const edge = canvas.getBoundingClientRect()
        const scale = canvas.width / edge.width
        const x = (over.left - edge.left + (over.width * (30 - ${fromEnd} - 0.75)) / 30) * scale
        const bottom = (over.bottom - edge.top) * scale
        const { data } = canvas.getContext("2d").getImageData(Math.round(x), Math.round(bottom - 24), 1, 20)
        // As it is seen on white.
        const seen = (i) => Math.round((255 - ((255 - data[4 * i]) * data[4 * i + 3]) / 255) / 8)
        return new Set(Array.from({ length: 20 }, (_, i) => seen(i))).size
      })()`)
    expect(await colours(0)).toBeGreaterThan(1)
    expect(await colours(1)).toBe(1)
    expect(await colours(10)).toBe(1)
  })

  test("the forecast is what the server says, and the same after a reload", async () => {
    const { page, send } = screen()
    const { stats } = (await send("GET", "/stats?days=30&fields=forecast")).body as {
      stats: { forecast: { left: number; p85: string } }
    }
    const day = await page.evaluate<string>(
      `new Date("${stats.forecast.p85}").toLocaleDateString(undefined, { day: "numeric", month: "short", timeZone: "UTC" })`,
    )
    const words = `The ${stats.forecast.left} open tasks of the board will be done by ${day} with 85 % certainty.`
    for (let i = 0; i < 2; i++) {
      const shown = part(page, "Forecast").locator(".forecast-words")
      expect((await shown.innerText()).replace(/\s+/g, " ")).toBe(words)
      await page.reload()
    }
  })
})
