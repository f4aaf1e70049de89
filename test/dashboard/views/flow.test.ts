import { expect, test } from "vitest"
import { openScreen, panel, type Screen } from "../fixture.ts"

const path = "/dashboard/flow"

async function finish({ add, send }: Screen, title: string) {
  const id = await add({ title, project: "web" })
  await send("POST", `/tasks/${id}/claim`, { agent: "otto" })
  await send("POST", `/tasks/${id}/complete`, { agent: "otto", reflection: "Fine." })
}

test("Flow shows work in numbers, charts and tables, and follows changes", async () => {
  const screen = await openScreen({ path, given: async (screen) => finish(screen, "One") })
  const { page } = screen
  const tile = (name: string) => page.locator(".tile").filter({ has: page.getByText(name, { exact: true }) })
  await tile("Done").getByText("1", { exact: true }).waitFor()
  await page.locator(".chart canvas").nth(1).waitFor()
  await page.getByRole("img", { name: "Throughput. 1 tasks were done and 1 created in 30 days." }).waitFor()
  await finish(screen, "Two")
  await tile("Done").getByText("2", { exact: true }).waitFor()
  await page.getByRole("row", { name: "otto 0 2" }).waitFor()
  await page.getByRole("row", { name: "web 0 2" }).waitFor()

  const throughput = page.getByRole("figure", { name: "Throughput" })
  await throughput.getByText("Show the numbers").click()
  expect(await throughput.getByRole("row").count()).toBe(31)
  await page.getByLabel("7 days").check()
  await throughput.getByRole("row").nth(8).waitFor({ state: "detached" })
  expect(await throughput.getByRole("row").count()).toBe(8)
  expect(await throughput.getByRole("row").last().innerText()).toMatch(/2\s+2$/)
})

test("if the server has no statistics, Flow says so and still shows the graph", async () => {
  const { page, server } = await openScreen({
    given: async ({ send }) => send("POST", "/team/starter", {}),
  })
  await page.route("**/stats?*", (route) =>
    route.fulfill({
      status: 404,
      json: { code: "not_found", status: 404, title: "Not found", detail: "", hint: "" },
    }),
  )
  await page.goto(server.url + path)
  await page.getByText("This server keeps no statistics.").waitFor()
  await page.locator(".node").first().waitFor()
})

test("the graph shows which task waits for which, and the longest chain to the chosen task", async () => {
  const { page, send } = await openScreen({
    path,
    given: async ({ add }) => {
      await add({ title: "Plan" })
      await add({ title: "Build", blockedBy: ["T-1"] })
      await add({ title: "Ship", blockedBy: ["T-2"] })
      await add({ title: "Tell", blockedBy: ["T-1"] })
      await add({ title: "Alone" })
    },
  })
  const onChain = page.locator(".node.on-chain .node-id")
  await page.getByText("3 tasks, one after the other: T-1 → T-2 → T-3").waitFor()
  await onChain.nth(2).waitFor()
  expect(await onChain.allTextContents()).toEqual(["T-1", "T-2", "T-3"])
  expect(await page.locator(".node").count()).toBe(4)
  await page.getByLabel("Longest chain to").selectOption("T-4 Tell")
  await page.getByText("2 tasks, one after the other: T-1 → T-4").waitFor()
  expect(await onChain.allTextContents()).toEqual(["T-1", "T-4"])
  await page.getByRole("link", { name: "Todo T-3 Ship waits for T-2" }).click()
  await panel(page).getByRole("heading", { name: "Ship" }).waitFor()
  await send("PATCH", "/tasks/T-2", { status: "done" })
  await page.locator(".node").nth(2).waitFor({ state: "detached" })
  expect(await page.locator(".node-id").allTextContents()).toEqual(["T-1", "T-4"])
})

test("a title longer than its box is cut inside the box, and is readable in full", async () => {
  const titles = [
    "W".repeat(500),
    "Store the payment methods as tokens, so that ".repeat(8),
    "\u202Eאבג \u2066".repeat(40),
  ]
  const { page } = await openScreen({
    path,
    given: async ({ add }) => {
      await add({ title: "Short" })
      for (const title of titles) await add({ title, blockedBy: ["T-1"] })
    },
  })
  const nodes = page.locator(".node")
  await nodes.nth(3).waitFor()
  const [short, ...long] = await nodes.evaluateAll((all) =>
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
  await page.getByRole("link", { name: `Todo T-2 ${titles[0]} waits for T-1` }).waitFor()
})

test("of a graph of hundreds only as much is drawn as can be read, and the page says so", async () => {
  const { page } = await openScreen({
    path,
    given: async ({ add }) => {
      await add({ title: "Root" })
      for (let i = 0; i < 10; i++)
        await Promise.all(Array.from({ length: 24 }, () => add({ title: "Leaf", blockedBy: ["T-1"] })))
    },
  })
  await page.getByText("Of 241 tasks these 200 are drawn").waitFor()
  await page.locator(".node").nth(199).waitFor()
  expect(await page.locator(".node").count()).toBe(200)
  await page.getByRole("button", { name: "Fit" }).click()
})
