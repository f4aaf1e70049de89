import type { CDPSession, Page } from "playwright-core"
import { expect, test } from "vitest"
import { card, openBrowser, openScreen, panel, type Screen } from "./fixture.ts"

const tasks = 60
/** With as many updates as tasks each: two a second, for ten minutes; with UPNEXT_LONG for half an hour. */
const rounds = process.env["UPNEXT_LONG"] ? 60 : 18
/** Spreads them over real minutes. */
const minutes = Number(process.env["UPNEXT_GROWTH_MINUTES"] ?? 0)
const restMs = (minutes * 60_000) / (rounds * tasks)

interface Weight {
  readonly heapBytes: number
  readonly nodes: number
  readonly listeners: number
}

/** What a page weighs after everything was removed that nothing needs. */
async function weigh(devtools: CDPSession): Promise<Weight> {
  for (let i = 0; i < 3; i += 1) await devtools.send("HeapProfiler.collectGarbage")
  const { usedSize } = await devtools.send("Runtime.getHeapUsage")
  const { nodes, jsEventListeners } = await devtools.send("Memory.getDOMCounters")
  return { heapBytes: usedSize, nodes, listeners: jsEventListeners }
}

/** A title is edited, the task is taken, made more urgent, given back, cancelled and opened again. */
const changes: readonly ((round: number) => Record<string, unknown>)[] = [
  (round) => ({ title: `Edited in round ${round}` }),
  (round) => ({ status: "doing", assignee: `agent-${round % 7}` }),
  (round) => ({ priority: `P${1 + (Math.floor(round / 6) % 3)}` }),
  () => ({ status: "todo", assignee: "unassigned" }),
  () => ({ status: "cancelled" }),
  () => ({ status: "todo" }),
]

async function change({ send }: Screen, id: string, body: Record<string, unknown>): Promise<void> {
  const { status, text } = await send("PATCH", `/tasks/${id}`, body)
  expect(status, text).toBe(200)
}

/** One change of each task, at once or in the time that it would take. */
async function playRound(screen: Screen, round: number): Promise<void> {
  const body = changes[round % changes.length]?.(round) ?? {}
  const under: Promise<void>[] = []
  for (let n = 2; n <= tasks; n += 1) {
    under.push(change(screen, `T-${n}`, body))
    if (restMs > 0) await new Promise((resolve) => setTimeout(resolve, restMs))
  }
  await Promise.all(under)
  await change(screen, "T-1", { title: `After round ${round}` })
}

/** The pages follow about once a second, so they have caught up when they show the last change. */
async function showsRound(pages: Readonly<Record<"board" | "now", Page>>, round: number): Promise<void> {
  const told = `After round ${round}`
  await card(pages.board, "T-1").getByText(told, { exact: true }).waitFor()
  await pages.now.locator(".wall-next").getByText(told, { exact: true }).waitFor()
}

test(
  "updates leave no page larger than it was after a third of them",
  async () => {
    const screen = await openScreen({
      ownBrowser: true,
      path: "/dashboard/tasks/T-1",
      given: async ({ send }) => {
        const titles = Array.from({ length: tasks }, (_, i) => ({
          title: `Task ${i}`,
          priority: i === 0 ? "P0" : "P2",
        }))
        for (let from = 0; from < tasks; from += 30)
          await send("POST", "/tasks/batch", { tasks: titles.slice(from, from + 30) })
      },
    })
    await panel(screen.page).getByLabel("New comment").waitFor()
    const open = async (path: string): Promise<Page> => {
      const page = await openBrowser()
      await page.goto(`${screen.server.url}${path}`)
      return page
    }
    const pages = {
      board: screen.page,
      activity: await open("/dashboard/activity"),
      now: await open("/dashboard/now"),
    }
    const tools = await Promise.all(Object.values(pages).map((page) => page.context().newCDPSession(page)))
    const weights: Weight[][] = []
    for (let round = 0; round < rounds; round += 1) {
      await playRound(screen, round)
      if ((round + 1) % (rounds / 3) !== 0) continue
      await showsRound(pages, round)
      weights.push(await Promise.all(tools.map((each) => weigh(each))))
    }
    for (const [i, name] of Object.keys(pages).entries()) {
      const [first, second, last] = weights.map((all) => all[i])
      if (!first || !second || !last) throw new Error("not weighed")
      // A leak grows in both thirds. Compiled code and what was just drawn come and go, in one of them. Activity keeps
      // 5,000 events at most.
      const grown = (of: keyof Weight) => Math.min(second[of] - first[of], last[of] - second[of])
      expect(grown("heapBytes"), `${name}: heap`).toBeLessThan(name === "activity" ? 1_500_000 : 500_000)
      expect(grown("nodes"), `${name}: nodes`).toBeLessThan(150)
      expect(grown("listeners"), `${name}: listeners`).toBeLessThan(20)
    }
  },
  120_000 + minutes * 90_000,
)

test("a quarter of an hour in which nothing happens leaves no listener behind", async () => {
  const { page } = await openScreen({ ownBrowser: true, given: ({ page }) => page.clock.install() })
  const tools = await page.context().newCDPSession(page)
  /** The page asks for the server's health about four times a minute. */
  const askFor = async (times: number): Promise<Weight> => {
    for (let n = 0; n < times; n += 1) {
      let isAnswered = false
      const answer = page.waitForResponse("**/health").then(() => (isAnswered = true))
      while (!isAnswered) await page.clock.runFor(4000)
      await answer
    }
    return weigh(tools)
  }
  const first = await askFor(5)
  const last = await askFor(60)
  expect(last.listeners - first.listeners).toBeLessThan(10)
})
