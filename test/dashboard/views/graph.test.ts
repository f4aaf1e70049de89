import type { Page } from "playwright-core"
import { afterEach, expect, test } from "vitest"
import { expectAccessibleAtWidths } from "../axe.ts"
import { panel, pick, shareScreen } from "../fixture.ts"

const path = "/dashboard/graph"
const screen = shareScreen({ path })
const made: string[] = []
const nodes = (page: Page) => page.locator(".node")

/** Creates a task that is gone after the test. `blockedBy` counts from 0: the tasks of this test. */
async function add(title: string, ...blockedBy: number[]): Promise<string> {
  const id = await screen().add({ title, blockedBy: blockedBy.map((i) => made[i]) })
  made.push(id)
  return id
}

afterEach(async () => {
  const { page, server, send } = screen()
  for (const id of made.splice(0).reverse()) await send("DELETE", `/tasks/${id}`)
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto(server.url + path)
})

test("the graph is a view of its own, and Flow leads to it", async () => {
  const { page, server } = screen()
  await page.getByRole("heading", { level: 1, name: "Graph" }).waitFor()
  await page.getByText("No open task waits for another.").waitFor()
  await page.goto(`${server.url}/dashboard/flow`)
  await page.getByRole("heading", { level: 1, name: "Flow" }).waitFor()
  await add("Plan")
  await page.locator("main").getByRole("link", { name: "Graph" }).click()
  await page.waitForURL(`**${path}`)
  await page.getByRole("heading", { level: 1, name: "Graph" }).waitFor()
  const place = page.getByRole("navigation", { name: "Views" }).getByRole("link", { name: "Insights" })
  expect(await place.getAttribute("aria-current")).toBe("page")
})

test("the graph shows which task waits for which, and the longest chain to the chosen task", async () => {
  const { page, send } = screen()
  const plan = await add("Plan")
  const build = await add("Build", 0)
  const ship = await add("Ship", 1)
  const tell = await add("Tell", 0)
  await add("Alone")
  const onChain = page.locator(".node.on-chain .node-id")
  await page.getByText(`3 tasks, one after the other: ${plan} → ${build} → ${ship}`).waitFor()
  await onChain.nth(2).waitFor()
  expect(await onChain.allTextContents()).toEqual([plan, build, ship])
  await nodes(page).nth(3).waitFor()
  expect(await nodes(page).count()).toBe(4)
  await pick(page.getByLabel("Longest chain to"), `${tell} Tell`)
  await page.getByText(`2 tasks, one after the other: ${plan} → ${tell}`).waitFor()
  expect(await onChain.allTextContents()).toEqual([plan, tell])
  await page.getByRole("link", { name: `Waits ${ship} Ship waits for ${build}` }).click()
  await panel(page).getByRole("heading", { name: "Ship" }).waitFor()
  await send("PATCH", `/tasks/${build}`, { status: "done" })
  await nodes(page).nth(2).waitFor({ state: "detached" })
  expect(await page.locator(".node-id").allTextContents()).toEqual([plan, tell])
})

test("a title longer than its box is cut inside the box, and is readable in full", async () => {
  const { page } = screen()
  const titles = [
    "W".repeat(500),
    "Store the payment methods as tokens, so that ".repeat(8),
    "\u202Eאבג \u2066".repeat(40),
  ]
  const first = await add("Short")
  const ids: string[] = []
  for (const title of titles) ids.push(await add(title, 0))
  await nodes(page).nth(3).waitFor()
  const [short, ...long] = await nodes(page).evaluateAll((all) =>
    all.map((node) => {
      const text = node.querySelector(".node-title")
      return {
        title: node.getAttribute("title")?.trim(),
        isOver: node.scrollWidth > node.clientWidth || node.scrollHeight > node.clientHeight,
        isCut: text !== null && text.scrollHeight > text.clientHeight,
      }
    }),
  )
  expect(short).toEqual({ title: "Short", isOver: false, isCut: false })
  expect(long).toEqual(titles.map((title) => ({ title: title.trim(), isOver: false, isCut: true })))
  await page.getByRole("link", { name: `Waits ${ids[0]} ${titles[0]} waits for ${first}` }).waitFor()
})

test("parts that are not connected fill the width, and nothing is below 11 px", async () => {
  const { page } = screen()
  await page.setViewportSize({ width: 1440, height: 900 })
  for (let i = 0; i < 6; i++) {
    await add(`First ${i}`)
    await add(`Then ${i}`, made.length - 1)
  }
  await nodes(page).nth(11).waitFor()
  const box = () =>
    page
      .locator(".graph-box")
      .evaluate((each) => [each.scrollWidth - each.clientWidth, each.scrollHeight - each.clientHeight])
  await expect.poll(box, { message: "it fits by itself" }).toEqual([0, 0])
  const lefts = await nodes(page).evaluateAll((all) =>
    all.map((node) => Math.round(node.getBoundingClientRect().left)),
  )
  expect(new Set(lefts).size, "two chains beside each other").toBe(4)
  const sizes = await page
    .locator(".graph :is(.node-title, .id)")
    .evaluateAll((all) => all.map((each) => parseFloat(getComputedStyle(each).fontSize)))
  expect(Math.min(...sizes)).toBeGreaterThanOrEqual(11)
})

test("a chain longer than the width goes on in the next row, and its sentence ends once", async () => {
  const { page, send } = screen()
  const tasks = Array.from({ length: 14 }, (_, i) => ({
    ...{ ref: `r${i}`, title: `Step ${i}` },
    ...(i > 0 && { blockedBy: [`#r${i - 1}`] }),
  }))
  const { body, status } = await send("POST", "/tasks/batch", { tasks })
  expect(status).toBe(201)
  made.push(...(body as { tasks: { id: string }[] }).tasks.map(({ id }) => id))
  for (const width of [1440, 380]) {
    await page.setViewportSize({ width, height: 900 })
    await nodes(page).nth(13).waitFor()
    const tooWide = () =>
      page.locator(".graph-box").evaluate((each) => Math.max(0, each.scrollWidth - each.clientWidth))
    await expect.poll(tooWide).toBe(0)
  }
  const words = await page.locator(".graph-words").innerText()
  expect(words).toMatch(/^14 tasks, one after the other: T-\d+ → .* → …$/)
})

test("the children of a task fold into it, and what waits for them waits for it", async () => {
  const { page, send } = screen()
  const epic = await add("Epic")
  const child = await add("Child")
  const other = await add("Other child", 1)
  const after = await add("After", 2)
  for (const id of [child, other]) await send("PATCH", `/tasks/${id}`, { parent: epic })
  await page.getByRole("button", { name: `2 children of ${epic}` }).click()
  await nodes(page).nth(2).waitFor({ state: "detached" })
  expect(await page.locator(".node-id").allTextContents()).toEqual([epic, after])
  expect(await page.locator(".graph .edge").count()).toBe(1)
  await expectAccessibleAtWidths(page)
  await page.getByRole("button", { name: `2 children of ${epic}` }).click()
  await nodes(page).nth(3).waitFor()
})

test("of a graph of hundreds only as much is drawn as can be read, and the page says so", async () => {
  const { page, send } = screen()
  const leaf = { title: "Leaf", blockedBy: ["#root"] }
  const tasks = [{ ref: "root", title: "Root" }, ...Array.from({ length: 240 }, () => leaf)]
  expect((await send("POST", "/tasks/batch", { tasks })).status).toBe(201)
  await page.getByText("200 of 241 tasks are drawn").waitFor()
  await nodes(page).nth(199).waitFor()
  expect(await nodes(page).count()).toBe(200)
})
