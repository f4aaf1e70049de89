import type { Page } from "playwright-core"
import { expect, test } from "vitest"
import { createRandom } from "../../support/random.ts"
import { stepOf } from "../../support/random-steps.ts"
import { operations } from "../../../src/operations/index.ts"
import { toRequest } from "../../../src/client/request.ts"
import { expectAccessibleAtWidths } from "../axe.ts"
import { afterwards, card, openBrowser, ownMenu, panel, shareScreen, type Screen } from "../fixture.ts"

const random = createRandom(11)

/** Days of work by three agents on five tasks. What is refused is a part of it. */
async function past({ add, send }: Screen): Promise<void> {
  for (let i = 1; i <= 5; i++) await add({ title: `Task ${i}`, reviewer: "Rea", createdBy: "pat" })
  for (let i = 0; i < 120; i++) {
    const [name, input] = stepOf(random, `T-${1 + random.below(5)}`)
    const http = operations.find((operation) => operation.name === name)?.http ?? { method: "", path: "" }
    const { path, body } = toRequest(http, input)
    await send(http.method, path, body)
  }
}

const screen = shareScreen({ given: past })

const bar = (page: Page) => page.getByRole("region", { name: "Time machine" })
const slider = (page: Page) => bar(page).getByRole("slider", { name: "Moment" })
/** Waits until the moment after an event is shown, as the address says then. */
const isShown = (page: Page, seq: number) =>
  page.waitForURL((url) => url.searchParams.get("at") === String(seq))

/** Each column with the ids of its cards, as the page shows them. Every column is open. */
const shownBoard = (page: Page): Promise<Record<string, string[]>> =>
  page.evaluate(() =>
    Object.fromEntries(
      Array.from(document.querySelectorAll<HTMLElement>("[data-column]"), (column) => [
        column.dataset["column"] ?? "",
        Array.from(
          column.querySelectorAll<HTMLElement>("[data-task]"),
          (each) => each.dataset["task"] ?? "",
        ).sort(),
      ]),
    ),
  )

/** The same by a fold of the public events, which the test makes by itself. */
function foldedBoard(events: readonly PublicEvent[], seq: number): Record<string, string[]> {
  const status = new Map<string, string>()
  for (const { seq: at, type, task = "", data } of events) {
    if (at > seq) break
    if (type === "task.created") status.set(task, data.status ?? "todo")
    else if (type === "task.claimed") status.set(task, "doing")
    else if (type === "task.deleted") status.delete(task)
    else if (type === "task.reviewed") status.set(task, data.decision === "approve" ? "done" : "doing")
    else if (typeof data.to === "string") status.set(task, data.to)
  }
  const columns: Record<string, string[]> = { doing: [], blocked: [], review: [], done: [], cancelled: [] }
  for (const [id, at] of status) columns[at]?.push(id)
  for (const ids of Object.values(columns)) ids.sort()
  return columns
}

interface PublicEvent {
  readonly seq: number
  readonly type: string
  readonly task?: string
  readonly data: { readonly to?: string; readonly status?: string; readonly decision?: string }
}

/** Every event there is. */
async function readAll(url: string, last: number): Promise<PublicEvent[]> {
  const abort = new AbortController()
  const response = await fetch(`${url}/events?after=0`, { signal: abort.signal })
  let text = ""
  const reader = response.body?.getReader()
  while (!(text.includes(`id: ${last}\n`) && text.endsWith("\n\n")))
    text += new TextDecoder().decode((await reader?.read())?.value)
  abort.abort()
  return [...text.matchAll(/^data: (.*)$/gm)].map(([, json = ""]) => JSON.parse(json) as PublicEvent)
}

const lastSeq = async () => Number((await screen().send("GET", "/log")).body["log"].last.seq)

test("a button of Activity opens the time machine at the last event", async () => {
  const { page, server } = screen()
  await page.evaluate(() => localStorage.setItem("upnext.folds", "[]"))
  await page.goto(`${server.url}/dashboard/activity`)
  await page.getByRole("button", { name: "Time machine" }).click()
  const last = await lastSeq()
  await bar(page).getByText(`event ${last} of ${last}`).waitFor()
  await isShown(page, last)
  expect(await page.getByText("Changes until then").isVisible()).toBe(true)
  expect(await slider(page).evaluate((each) => each === document.activeElement)).toBe(true)
})

test("at six random moments the board shown is the fold of the log up to there", async () => {
  const { page, server } = screen()
  const last = await lastSeq()
  const events = await readAll(server.url, last)
  await page.getByRole("link", { name: "Board", exact: true }).click()
  const statuses = new Set<string>()
  for (let i = 0; i < 6; i++) {
    const seq = 1 + random.below(last)
    await slider(page).fill(String(seq))
    await isShown(page, seq)
    const folded = foldedBoard(events, seq)
    const { ready = [], waits = [], ...shown } = await shownBoard(page)
    expect(shown, `at ${seq}`).toEqual(folded)
    const { body } = await screen().send("GET", `/tasks?status=todo&limit=500&fields=id,ready&at=${seq}`)
    const todo = body["tasks"] as { id: string; ready: boolean }[]
    const idsOf = (isReady: boolean) =>
      todo
        .filter((each) => each.ready === isReady)
        .map(({ id }) => id)
        .sort()
    expect([ready, waits], `at ${seq}`).toEqual([idsOf(true), idsOf(false)])
    for (const [status, ids] of Object.entries(folded)) if (ids.length > 0) statuses.add(status)
  }
  expect(statuses.size).toBeGreaterThan(2)
})

test("keys go from event to event, and what happened is said", async () => {
  const { page, server } = screen()
  const events = await readAll(server.url, await lastSeq())
  const seq = events.find((event) => event.seq >= 20 && event.task !== undefined)?.seq ?? 0
  await slider(page).fill(String(seq))
  await slider(page).press("ArrowLeft")
  await bar(page)
    .getByText(`event ${seq - 1} of`)
    .waitFor()
  await page.locator("#main").focus()
  await page.keyboard.press(".")
  await page.keyboard.press(".")
  await page.keyboard.press(",")
  await bar(page).getByText(`event ${seq} of`).waitFor()
  await expect.poll(() => bar(page).locator(".time-happened").innerText()).toMatch(/T-\d/)
  await bar(page).getByRole("button", { name: "One event back" }).click()
  await isShown(page, seq - 1)
})

test("what happens meanwhile does not disturb the moment", async () => {
  const { page, add } = screen()
  await slider(page).fill("30")
  await isShown(page, 30)
  const before = await shownBoard(page)
  const id = await add({ title: "Made meanwhile" })
  // The event of it has arrived when the server has told the present, which is read unseen, of one more.
  await page.waitForResponse((response) => new URL(response.url()).searchParams.getAll("ids").includes(id))
  expect(await card(page, id).count()).toBe(0)
  expect(await shownBoard(page)).toEqual(before)
})

test("nothing can be changed, and the page says why", async () => {
  const { page } = screen()
  const seq = await lastSeq()
  const why = page.locator(".toast-text", {
    hasText: "This is the past. Go back to now to make changes.",
  })
  await page.keyboard.press("n")
  await why.waitFor()
  await page.getByRole("button", { name: "Close the message" }).click()
  await card(page, "T-1").focus()
  await page.keyboard.press("m")
  await why.waitFor()
  await card(page, "T-1").dragTo(page.locator("[data-column=blocked]"))
  await card(page, "T-1").click()
  await panel(page).getByRole("heading", { name: "Comments" }).waitFor()
  expect(await panel(page).getByRole("textbox", { name: "New comment" }).isDisabled()).toBe(true)
  const controls = panel(page).locator(".changing :is(button, input, select, textarea)")
  expect(await controls.count()).toBeGreaterThan(5)
  for (const each of await controls.all()) expect(await each.isDisabled()).toBe(true)
  expect(await lastSeq()).toBe(seq)
  await page.keyboard.press("Escape")
})

test("what needs somebody is shown as it was, and nothing of it can be decided", async () => {
  const { page, server } = screen()
  const events = await readAll(server.url, await lastSeq())
  const reviewed = events.findLast(({ data }) => data.to === "review")?.seq ?? 0
  await slider(page).fill(String(reviewed))
  await isShown(page, reviewed)
  await page.getByRole("link", { name: "Needs you" }).click()
  await page.getByRole("button", { name: "Approve" }).first().waitFor()
  const controls = page.locator(".need :is(button, textarea)")
  expect(await controls.count()).toBeGreaterThan(2)
  for (const each of await controls.all()) expect(await each.isDisabled()).toBe(true)
  expect(await bar(page).getByText("Read-only").isVisible()).toBe(true)
  // A name would be told to the server.
  const offered = await ownMenu(page)
  await offered.getByRole("button", { name: "Shortcuts" }).waitFor()
  expect(await offered.getByRole("button", { name: "Your name" }).count()).toBe(0)
  expect(await lastSeq()).toBe(events.at(-1)?.seq)
})

test("Activity keeps what it shows until another moment is there", async () => {
  const { page } = screen()
  await page.getByRole("link", { name: "Activity" }).click()
  const lines = page.locator(".events > li")
  await lines.first().waitFor()
  await page.evaluate(() => {
    const view = document.getElementById("main") ?? document.body
    new MutationObserver(() => {
      if (view.querySelector(".events > li") === null) view.dataset["blank"] = "true"
    }).observe(view, { childList: true, subtree: true })
  })
  for (const seq of [6, 60]) {
    const before = await lines.allTextContents()
    await slider(page).fill(String(seq))
    await isShown(page, seq)
    await expect.poll(() => lines.allTextContents()).not.toEqual(before)
  }
  expect(await page.locator("#main").getAttribute("data-blank")).toBeNull()
})

test("the palette offers no change in the past, and leads from moment to moment", async () => {
  const { page } = screen()
  const offers = async (words: string) => {
    await page.getByRole("combobox", { name: "Search tasks and commands" }).fill(words)
    const found = page.getByRole("dialog").getByRole("option")
    await found.first().waitFor()
    return (await found.allTextContents()).join()
  }
  await page.keyboard.press("Control+k")
  expect(await offers("a")).not.toMatch(/Assign|Pause|New task|my name/)
  await page.keyboard.press("Escape")
  await page.keyboard.press("Control+k")
  expect(await offers("as it was")).toContain("Show the board as it was")
  await page.keyboard.press("Enter")
  await page.getByRole("option", { name: "At the beginning" }).click()
  await bar(page).getByText("event 1 of").waitFor()
  await page.keyboard.press("Control+k")
  await offers("now")
  await page.getByRole("option", { name: "Back to now" }).click()
  await bar(page).waitFor({ state: "detached" })
  await page.keyboard.press("Control+k")
  expect(await offers("a")).toMatch(/Assign/)
  await offers("as it was")
  await page.keyboard.press("Enter")
  await page.getByRole("option", { name: "After the last event" }).click()
  await bar(page)
    .getByText(`event ${await lastSeq()} of`)
    .waitFor()
  await page.getByRole("link", { name: "Board", exact: true }).click()
})

test("a task in the panel is shown as it was at each moment", async () => {
  const { page, server } = screen()
  await slider(page).fill("6")
  await card(page, "T-1").click()
  await panel(page).getByText("Task 1", { exact: true }).waitFor()
  const events = await readAll(server.url, await lastSeq())
  const moved =
    events.findLast(({ task, data }) => task === "T-1" && (data.to ?? "todo") !== "todo")?.seq ?? 0
  const said = new Set<string>()
  for (const at of [moved, 6, events.at(-1)?.seq ?? 0]) {
    const { body } = await screen().send("GET", `/tasks/T-1?at=${at}`)
    const comments = await screen().send("GET", `/tasks/T-1/comments?at=${at}`)
    const { title, status } = body["task"] as { title: string; status: string }
    await slider(page).fill(String(at))
    // What waits stands in a column of its own.
    const place = status === "todo" ? ".state-ready, .state-waits" : `.state-${status}`
    await panel(page).locator(`.status-name:is(${place})`).waitFor()
    await page.getByRole("complementary", { name: `T-1: ${title}`, exact: true }).waitFor()
    await expect.poll(() => panel(page).locator(".comments > ol > li").count()).toBe(comments.body["total"])
    said.add(`${status} ${comments.body["total"] as number}`)
  }
  expect(said.size).toBeGreaterThan(1)
  await page.keyboard.press("Escape")
})

/** A page at the first event. Its time goes on only as the test says. */
async function openAtTheFirst(): Promise<Page> {
  const page = await openBrowser()
  await page.clock.install()
  await page.goto(`${screen().server.url}/dashboard?at=1`)
  await isShown(page, 1)
  await bar(page).getByRole("button", { name: "Play", disabled: false }).waitFor()
  await page.clock.pauseAt(Date.now() + 60_000)
  return page
}

test("play goes on by itself, to the last event", async () => {
  const page = await openAtTheFirst()
  const at = async () => Number(await slider(page).inputValue())
  const later = async () => {
    await page.clock.runFor(100)
    return at()
  }
  await bar(page).getByRole("combobox").selectOption("100")
  await bar(page).getByRole("button", { name: "Play" }).click()
  await expect.poll(later).toBeGreaterThan(20)
  await page.locator("#main").focus()
  await page.keyboard.press("Space")
  await bar(page).getByRole("button", { name: "Play" }).waitFor()
  const paused = await at()
  const max = Number(await slider(page).getAttribute("max"))
  expect(paused).toBeLessThan(max)
  await page.clock.runFor(1000)
  expect(await at()).toBe(paused)
  await page.keyboard.press("Space")
  await expect.poll(later).toBeGreaterThan(paused)
  await expect.poll(later).toBe(max)
  const isPaused = async () => {
    await later()
    return bar(page).getByRole("button", { name: "Play" }).isVisible()
  }
  await expect.poll(isPaused).toBe(true)
})

test("play keeps its speed where a moment takes long, and leaves moments out", async () => {
  const page = await openAtTheFirst()
  const held: (() => Promise<void>)[] = []
  await page.route(/\/tasks\?.*at=2$/, (route) => {
    held.push(() => route.continue())
  })
  const asked = (isMeant: (seq: number) => boolean) =>
    page.waitForRequest((request) => isMeant(Number(new URL(request.url()).searchParams.get("at"))))

  const second = asked((seq) => seq === 2)
  await bar(page).getByRole("button", { name: "Play" }).click()
  await page.clock.runFor(100)
  await second
  // At five a second, this one moment takes as long as five.
  await page.clock.runFor(1000)
  const next = asked((seq) => seq > 2)
  for (const release of held) await release()
  await page.waitForResponse((response) => response.url().endsWith("at=2"))
  await expect
    .poll(async () => {
      await page.clock.runFor(1)
      return slider(page).inputValue()
    })
    .not.toBe("2")
  const shown = Number(new URL((await next).url()).searchParams.get("at"))
  expect(shown).toBeGreaterThanOrEqual(7)
  expect(shown).toBeLessThanOrEqual(8)
})

test("the team and the flow are of the moment, and a reload keeps it", async () => {
  const { page } = screen()
  await slider(page).fill("2")
  await page.getByRole("link", { name: "Insights" }).click()
  await isShown(page, 2)
  const created = (await screen().send("GET", "/stats?at=2")).body["stats"].throughput.at(-1)
    .created as number
  expect(created).toBeLessThan(3)
  await page.getByText(`${created} created`).waitFor()
  await page.reload()
  await page.getByText(`${created} created`).waitFor()
  await bar(page).getByText("event 2 of").waitFor()
  await page.getByRole("link", { name: "Agents" }).click()
  const agents = (await screen().send("GET", "/agents?at=2")).body["total"] as number
  await page.getByText(`of ${agents} ${agents === 1 ? "agent" : "agents"} at work`).waitFor()
})

test("back to now shows the present, and so does going back in the browser", async () => {
  const { page } = screen()
  await page.getByRole("link", { name: "Board", exact: true }).click()
  await bar(page).getByRole("button", { name: "Back to now" }).click()
  await bar(page).waitFor({ state: "detached" })
  expect(page.url()).not.toContain("at=")
  await page.getByText("Made meanwhile").first().waitFor()
  await page.locator(".live-live").waitFor()
  await page.goBack()
  await bar(page).waitFor()
  await page.goForward()
  await bar(page).waitFor({ state: "detached" })
  await screen().add({ title: "After all that" })
  await page.getByText("After all that").waitFor()
})

test("a moment that there is not is refused in words, with the way back", async () => {
  const { page, server } = screen()
  await page.goto(`${server.url}/dashboard?at=99999999`)
  await bar(page).getByRole("alert").getByText("This moment is outside the log").waitFor()
  await bar(page).getByRole("button", { name: "Back to now" }).click()
  await card(page, "T-1").waitFor()
})

test("it is accessible in both themes, and fits", async () => {
  const page = await openBrowser()
  await page.goto(`${screen().server.url}/dashboard?at=40`)
  await card(page, "T-1").first().waitFor()
  await bar(page).getByText("event 40 of").waitFor()
  expect(await bar(page).getByText("Read-only").isVisible()).toBe(true)
  await expectAccessibleAtWidths(page)
  await page.goto(`${screen().server.url}/dashboard/tasks/T-1?at=40`)
  await panel(page).getByRole("heading", { name: "Comments" }).waitFor()
  await expectAccessibleAtWidths(page, ".panel")
  afterwards(() => page.context().close())
})
