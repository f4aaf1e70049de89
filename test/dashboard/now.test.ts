import type { Page } from "playwright-core"
import { afterAll, beforeAll, expect, test } from "vitest"
import { addPresent } from "../screenshots/present.js"
import { writePast } from "../screenshots/past.js"
import { call, startServer, temporaryHome, type Server } from "../support/server.ts"
import { expectAccessible, widths } from "./axe.ts"
import { fitsWidth, openBrowser, type ScreenOptions } from "./fixture.ts"

/** One server for all tests of this file: a busy board of 241 tasks and ten agents. */
let server: Server
let ids: ReadonlyMap<string, string>
let remove: () => Promise<void>

beforeAll(async () => {
  const home = await temporaryHome()
  remove = home.remove
  ids = writePast(home.home)
  server = await startServer({ home: home.home })
  await addPresent(server.url, ids)
})

afterAll(async () => {
  server.kill("SIGTERM")
  await server.exited
  await remove()
})

async function open(path: string, options: ScreenOptions = {}): Promise<Page> {
  const page = await openBrowser({ name: "mira", height: 800, ...options })
  await page.goto(server.url + path)
  await page.locator(".figure-stuck strong", { hasText: /\d/ }).first().waitFor()
  return page
}

const ask = async (path: string) => (await call(server.url, "GET", path)).body as Record<string, unknown>
/** The page learns of a change within some seconds. */
const inTime = { timeout: 10_000 }

/** What a person sees without scrolling: the words of every element that stands in the window, and under nothing else. */
function firstScreenful(page: Page): Promise<string> {
  return page.evaluate<string>(`
    [...document.querySelectorAll("body *")]
      .filter((each) => [...each.childNodes].some((node) => node.nodeType === 3 && node.data.trim() !== ""))
      .filter((each) => each.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
      .filter((each) => {
        const { top, left, bottom, right, width, height } = each.getBoundingClientRect()
        const isIn = top >= 0 && left >= 0 && bottom <= innerHeight && right <= innerWidth
        if (!isIn || width <= 2 || height <= 2) return false
        const at = document.elementFromPoint((left + right) / 2, (top + bottom) / 2)
        return at !== null && (each.contains(at) || at.contains(each))
      })
      .map((each) => each.textContent.trim()).join("\\n")`)
}

test.each(["/dashboard", "/dashboard/now"])(
  "the first screenful of %s says what happens, what needs me, what is stuck and what is up next, at three widths, in both themes",
  async (path) => {
    const overdue = await ask("/tasks?overdue=1&limit=1")
    expect([(await ask("/tasks?limit=1"))["total"], overdue["total"]], "the prepared board").toEqual([241, 9])
    const [first] = (await ask("/tasks?ready=1&status=todo&sort=priority&limit=1"))["tasks"] as {
      id: string
      title: string
    }[]
    const page = await open(path)
    await page
      .getByText(first?.title ?? "?")
      .filter({ visible: true })
      .first()
      .waitFor()
    for (const width of widths)
      for (const colorScheme of ["light", "dark"] as const) {
        await page.setViewportSize({ width, height: 800 })
        await page.emulateMedia({ colorScheme })
        const { now } = await ask("/now?agent=mira")
        const { working, needsYou, stuck, ready } = now as Record<string, number>
        const seen = await firstScreenful(page)
        const look = `${width} px, ${colorScheme}`
        for (const [count, words] of [
          [working, "doing"],
          [needsYou, "need you"],
          [stuck, "stuck"],
          [ready, "ready"],
        ] as const)
          expect(seen, look).toMatch(new RegExp(`^${count}\\n${words}$`, "m"))
        expect(seen, look).toContain(`${first?.id}\n${first?.title}`)
        expect(await fitsWidth(page), look).toBe(true)
      }
  },
)

test("each number opens the list that it counts", async () => {
  const page = await open("/dashboard")
  for (const [key, view] of [
    ["working", "list?working=1"],
    ["needsYou", "needs-you"],
    ["stuck", "list?stuck=1"],
    ["ready", "list?ready=1"],
  ] as const) {
    await page.locator(`.figure-${key}`).click()
    await page.waitForURL((url) => url.href.endsWith(`/dashboard/${view}`))
    // A lease may run out at any moment, which changes the number and its list alike.
    await expect
      .poll(async () => {
        const { now } = (await ask("/now?agent=mira")) as { now: Record<string, number> }
        const isSaid = await page.getByText(new RegExp(`^${now[key]} tasks`)).isVisible()
        if (view === "needs-you") return isSaid
        // Of a long list only the rows in the window are in the page.
        const rows = Number(await page.getByRole("table", { name: "Tasks" }).getAttribute("aria-rowcount"))
        return isSaid && rows - 1 === now[key]
      }, inTime)
      .toBe(true)
    await page.goBack()
  }
})

test("the strip begins with the claim that ends first, and counts whom it does not show", async () => {
  const page = await open("/dashboard", { width: 1440 })
  const lanes = page.getByRole("list", { name: "At work" }).getByRole("listitem")
  await lanes.nth(4).waitFor()
  await lanes
    .last()
    .getByRole("link", { name: /^\d more at work$/ })
    .waitFor()
  const { tasks } = (await ask("/tasks?status=doing&limit=50")) as {
    tasks: { id: string; lease: { expiresAt: string } | null }[]
  }
  const ends = tasks.flatMap(({ id, lease }) => (lease ? [{ id, at: lease.expiresAt }] : []))
  const [soonest] = ends.sort((a, b) => (a.at < b.at ? -1 : 1))
  expect(await lanes.first().getByRole("link").getAttribute("href")).toMatch(
    new RegExp(`/tasks/${soonest?.id}$`),
  )
})

test("the whole screen has a lane for whoever works, by name, and says who is paused, idle or gone", async () => {
  await call(server.url, "POST", "/agents/pico/heartbeat", {})
  const page = await open("/dashboard/now", { width: 1440 })
  const lane = (name: string) => page.getByRole("listitem", { name, exact: true })
  await lane("pico").getByText("Idle").waitFor()
  await lane("kite").getByText("Paused until resumed").waitFor()
  await lane("atlas").getByText("2/4").waitFor()
  await lane("wren").getByText("and 1 more").waitFor()
  expect(await lane("lumen").isVisible()).toBe(false)
  await page.getByText(/^\d gone$/).waitFor()
  const names = await page
    .locator(".wall-lanes .agent:visible")
    .evaluateAll((all) => all.map((each) => each.getAttribute("aria-label") ?? ""))
  expect(names).toEqual([...names].sort())
  for (const person of ["mira", "jonas"]) expect(names).not.toContain(person)
  expect(await page.locator(".rail").count()).toBe(0)
  await page.keyboard.press("Escape")
  await page.getByRole("heading", { level: 1, name: "Agents" }).waitFor()
  expect(await page.getByRole("navigation", { name: "Views" }).isVisible()).toBe(true)
})

test("the lower half of the whole screen names what needs somebody, in the order of Needs you, each with why", async () => {
  const page = await open("/dashboard/now", { width: 1440 })
  const region = page.getByRole("region", { name: "Stuck, or needs somebody" })
  const shown = () =>
    region
      .locator("[data-task]:visible")
      .evaluateAll((all) => all.map((each) => each.getAttribute("data-task")))
  const { needs, late } = (await ask("/needs?agent=mira")) as Record<
    "needs" | "late",
    { task: { id: string } }[]
  >
  // As many as find room, and a line that counts the others.
  const more = region.getByText(/^and \d+ more$/)
  const gap = async () => {
    const { y = 0, height = 0 } = (await more.boundingBox()) ?? {}
    return (page.viewportSize()?.height ?? 0) - y - height
  }
  await expect.poll(gap).toBeLessThan(62)
  expect(await gap()).toBeGreaterThan(0)
  const order = [...needs, ...late].map(({ task }) => task.id)
  const listed = await shown()
  expect(listed).toEqual(order.filter((id) => listed.includes(id)))
  await region.getByText(`and ${order.length - listed.length} more`).waitFor()
  const whys = await region.locator(".why").allInnerTexts()
  expect(whys.filter((why) => why.trim() !== "")).toHaveLength(listed.length)
  const { y = 0 } = (await region.boundingBox()) ?? {}
  expect(y).toBeGreaterThan(300)
})

test("on a small television no title or reason is cut that fits into two lines", async () => {
  const page = await open("/dashboard/now", { width: 1024, height: 768 })
  const titles = page.locator(
    ".wall-title:visible, .wall .doing > .one-line:visible, .wall-task .why.is-stuck:visible",
  )
  await titles.nth(12).waitFor()
  for (const height of [768, 600]) {
    await page.setViewportSize({ width: 1024, height })
    expect(
      await titles.evaluateAll((all) =>
        all
          .filter(
            (each) => each.scrollHeight > each.clientHeight + 1 || each.scrollWidth > each.clientWidth + 1,
          )
          .map((each) => each.textContent),
      ),
    ).toEqual([])
    expect(await fitsWidth(page)).toBe(true)
  }
})

test("what is up next follows the server at once, in its order, and a lane shows the last line of output", async () => {
  const page = await open("/dashboard/now", { width: 1440 })
  const shown = () =>
    page
      .locator(".wall-next [data-task]")
      .evaluateAll((all) => all.map((each) => each.getAttribute("data-task")))
  const served = async () => {
    const { tasks } = await ask("/tasks?ready=1&status=todo&sort=priority&limit=5")
    return (tasks as { id: string }[]).map(({ id }) => id)
  }
  await expect.poll(shown).toEqual(await served())
  const { body } = await call(server.url, "POST", "/tasks", { title: "Put out the fire", priority: "P0" })
  const { id } = body["task"] as { id: string }
  await expect.poll(shown).toEqual(await served())
  expect((await shown())[0]).toBe(id)
  const claimed = await call(server.url, "POST", "/tasks/next/claim", { agent: "lumen" })
  expect(claimed.body["task"]).toMatchObject({ id })
  const lane = page.getByRole("listitem", { name: "lumen", exact: true })
  await lane.getByText("Put out the fire").waitFor()
  const { token } = claimed.body["lease"] as { token: string }
  const text = "12 of 40 buckets\n13 of 40 buckets\n"
  expect(
    (await call(server.url, "POST", `/tasks/${id}/output`, { leaseToken: token, text })).status,
  ).toBeLessThan(300)
  await lane.locator(".last-line", { hasText: "13 of 40 buckets" }).waitFor()
  await expectAccessible(page, "", ".agent")
  await expect.poll(async () => (await shown())[0]).not.toBe(id)
  await call(server.url, "DELETE", `/tasks/${id}`)
})

test("nobody in the team looks like another, and agents are square, people round", async () => {
  const page = await open("/dashboard/now", { width: 1440 })
  await page.goto(`${server.url}/dashboard/team`)
  await page.locator(".agent .avatar").nth(11).waitFor()
  const looks = await page
    .locator("main .agent .avatar")
    .evaluateAll((all) =>
      all.map((each) => `${each.getAttribute("class")} ${each.textContent} ${each.getAttribute("style")}`),
    )
  expect(new Set(looks).size).toBe(looks.length)
  const round = page.getByRole("region", { name: "People" }).locator(".avatar")
  expect(await round.evaluateAll((all) => all.map((each) => each.getAttribute("class")))).toEqual([
    "avatar",
    "avatar",
  ])
  expect(await page.getByRole("region", { name: "Agents" }).locator(".avatar:not(.is-agent)").count()).toBe(0)
})
