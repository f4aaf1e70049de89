import { expect, test } from "vitest"
import { expectAccessible } from "../axe.ts"
import { openScreen, panel, type Screen } from "../fixture.ts"
import { withReviews } from "../story-boards.ts"

const path = "/dashboard/needs-you"
const asPerson = ({ send }: Screen) => send("PUT", "/agents/ada", { kind: "person" })
const part = ({ page }: Screen, name: string) => page.getByRole("region", { name })
const row = ({ page }: Screen, id: string) =>
  page.locator("main .need", { has: page.locator(`[data-task=${id}]`) })

/** The row unfolds, and shows what can be done. */
async function choose(screen: Screen, id: string) {
  await row(screen, id).locator("[data-task]").focus()
  return row(screen, id)
}

async function finish({ send, add }: Screen, reviewer: string): Promise<string> {
  const id = await add({ title: `For ${reviewer}`, reviewer })
  await send("POST", `/tasks/${id}/claim`, { agent: "otto" })
  await send("POST", `/tasks/${id}/complete`, { agent: "otto", reflection: "Done.", summary: "It **works**" })
  return id
}

async function failOften({ send }: Screen, id: string, times: number): Promise<void> {
  for (const agent of ["otto", "nora", "kim"].slice(0, times)) {
    await send("PATCH", `/tasks/${id}`, { status: "doing", assignee: agent })
    await send("POST", `/tasks/${id}/claim`, { agent })
    await send("POST", `/tasks/${id}/release`, { agent, failed: true, reason: "no luck" })
  }
}

test("what needs me stands in the order of urgency, each task once, and the number is the same everywhere", async () => {
  const screen = await openScreen({ path, given: asPerson })
  const { page, send, add } = screen
  await page.getByText("Nothing is waiting for you").waitFor()
  const overdue = await add({ title: "Late", dueAt: "2020-01-01T00:00:00Z" })
  const usedUp = await add({ title: "In vain" })
  await failOften(screen, usedUp, 3)
  const mine = await finish(screen, "Ada")
  const other = await finish(screen, "ines")
  const asked = await add({ title: "Name it", assignee: "ada", createdBy: "otto" })
  await send("POST", `/tasks/${asked}/comments`, { author: "mira", content: "@ada how about *Aurora*?" })
  await send("POST", `/tasks/${mine}/comments`, { author: "mira", content: "@ada it is short" })
  const blocked = await add({ title: "Wait", status: "blocked" })
  const flaky = await add({ title: "Flaky" })
  await failOften(screen, flaky, 2)

  await page.getByText("5 tasks need you").waitFor()
  await page.getByRole("link", { name: "Needs you 5 waiting" }).waitFor()
  await expect.poll(() => page.title()).toMatch(/^\(5\) /)
  await part(screen, "Other reviews").getByText(other, { exact: true }).waitFor()
  const idsOf = (list: string) =>
    page
      .locator(`main ${list} [data-task]`)
      .evaluateAll((all) => all.map((each) => each.getAttribute("data-task")))
  expect(await idsOf(".view-body > .needs")).toEqual([asked, usedUp, mine, blocked, flaky])
  expect(await idsOf("section .needs")).toEqual([other])
  // It is late, and yet anybody may begin it.
  expect(await idsOf("details .needs")).toEqual([overdue])
  await page.getByText("1 task is late and can be claimed").click()
  await row(screen, overdue)
    .getByText(/^overdue by \d+y$/)
    .waitFor()
  await row(screen, usedUp).getByText("no attempt is left").waitFor()
  await (await choose(screen, usedUp)).getByRole("button", { name: "Try again" }).waitFor()
  await row(screen, flaky).getByText("2 failed attempts").waitFor()
  await row(screen, mine).getByText("otto finished it").waitFor()

  await page.getByRole("link", { name: "Agents", exact: true }).click()
  await page.getByRole("listitem", { name: "ada", exact: true }).getByText("5 tasks need you").waitFor()
  await page.getByRole("link", { name: "Board", exact: true }).click()
  const strip = part(screen, "Now")
  await strip.getByRole("link", { name: "5 need you" }).waitFor()
  await strip.getByRole("link", { name: "2 stuck" }).click()
  await page.getByText("2 tasks.").waitFor()
  expect((await send("GET", "/now?agent=ada")).body["now"]).toMatchObject({ needsYou: 5, stuck: 2 })
})

test("a review is decided in place: approved with a click, changes only with words", async () => {
  const screen = await openScreen({ path, given: asPerson })
  const { page, send } = screen
  const first = await finish(screen, "ada")
  const second = await finish(screen, "ada")
  await (await choose(screen, first)).getByRole("button", { name: "Approve" }).click()
  await row(screen, first).waitFor({ state: "detached" })
  expect((await send("GET", `/tasks/${first}`)).body["task"]).toMatchObject({ status: "done" })

  const two = await choose(screen, second)
  await two.getByRole("button", { name: "Request changes" }).click()
  const words = two.getByLabel(`Changes to make in ${second}`)
  await words.waitFor()
  await two.locator("form").getByRole("button", { name: "Request changes" }).click()
  await two.getByRole("alert").getByText("Tell the assignee what needs to change").waitFor()
  await words.fill("The second step fails on Windows")
  // A tab that crashed brings the words back where they were written, and in the open task too.
  await page.reload()
  await two.getByRole("button", { name: "Request changes" }).click()
  expect(await words.inputValue()).toBe("The second step fails on Windows")
  await page.keyboard.press("Escape")
  expect(await words.inputValue()).toBe("The second step fails on Windows")
  await two.locator("form").getByRole("button", { name: "Request changes" }).click()
  await two.waitFor({ state: "detached" })
  expect((await send("GET", `/tasks/${second}`)).body["task"]).toMatchObject({ status: "doing" })
})

test("a request for changes says in the list too how many comments on lines go with it, and they are words enough", async () => {
  const screen = await openScreen({ path, given: withReviews })
  const { page, send } = screen
  const place = {
    file: "a.ts",
    line: 1,
    side: "new",
    commit: (await send("GET", "/tasks/T-1")).body["task"].work.commit,
  }
  await send("POST", "/tasks/T-1/comments", { author: "ada", content: "Say why.", place })
  const one = await choose(screen, "T-1")
  await page.keyboard.press("r")
  await one.locator("form").getByRole("button", { name: "Request changes · 1 comment" }).waitFor()
  await expectAccessible(page, "", ".need.is-chosen")
  await page.keyboard.press("Control+Enter")
  await one.waitFor({ state: "detached" })
  const { body } = await send("GET", "/tasks/T-1?handoff=1")
  expect(body["handoff"].review.lines).toMatchObject([{ content: "Say why." }])
  // Where there are none, it still asks for words.
  const two = await choose(screen, "T-2")
  await page.keyboard.press("r")
  await page.keyboard.press("Control+Enter")
  await two.getByRole("alert").getByText("Tell the assignee what needs to change").waitFor()
})

test("a question is answered in place, and what was answered is read; other notices stay", async () => {
  const screen = await openScreen({ path, given: asPerson })
  const { page, send, add } = screen
  const one = await add({ title: "Name it" })
  const two = await add({ title: "Paint it" })
  for (const id of [one, two])
    await send("POST", `/tasks/${id}/comments`, { author: "mira", content: "@ada which?" })
  await (await choose(screen, one)).getByRole("button", { name: "Reply" }).click()
  const reply = page.getByLabel(`Reply to ${one}`)
  await reply.fill("Aurora")
  await page.keyboard.press("Escape")
  await expect.poll(() => reply.evaluate((area) => area.matches(":focus"))).toBe(false)
  await page.reload()
  await (await choose(screen, one)).getByRole("button", { name: "Reply" }).click()
  expect(await reply.inputValue()).toBe("Aurora")
  await page.keyboard.press("Control+Enter")
  await row(screen, one).waitFor({ state: "detached" })
  const { body } = await send("GET", `/tasks/${one}/comments`)
  expect(body["comments"]).toMatchObject([{}, { author: "ada", content: "Aurora" }])
  await row(screen, two).waitFor()
  expect((await send("GET", "/agents/ada")).body["agent"]).toMatchObject({ unread: 1 })
  await (await choose(screen, two)).getByRole("button", { name: "Mark as read" }).click()
  await row(screen, two).waitFor({ state: "detached" })
  await send("POST", `/tasks/${two}/comments`, { author: "mira", content: "@ada still?" })
  await page.getByRole("button", { name: "Mark all as read" }).click()
  await page.getByRole("button", { name: "Close the message" }).click()
  await page.getByText("Nothing is waiting for you").waitFor()
})

test("to mark as read is taken back, and an open review keeps its summary", async () => {
  const screen = await openScreen({ path, given: asPerson })
  const { page, send, add } = screen
  const review = await finish(screen, "ada")
  const asked = await add({ title: "Name it" })
  await send("POST", `/tasks/${asked}/comments`, { author: "mira", content: "@ada which?" })
  await row(screen, asked).getByText("@ada which?").first().waitFor()
  const all = page.getByRole("button", { name: "Mark all as read" })
  const unread = async () => ((await send("GET", "/agents/ada")).body["agent"] as { unread: number }).unread
  await all.click()
  const toast = part(screen, "Last change")
  await toast.getByText("2 notices are marked as read.").waitFor()
  await row(screen, asked).waitFor({ state: "detached" })
  expect(await unread()).toBe(0)
  await page.keyboard.press("z")
  await toast.getByText("Undone: marking as read.").waitFor()
  await all.waitFor()
  expect(await unread()).toBe(2)
  await row(screen, asked).getByText("@ada which?").first().waitFor()

  await (await choose(screen, asked)).getByRole("button", { name: "Mark as read" }).click()
  await toast.getByText(`${asked} is marked as read.`).waitFor()
  await row(screen, asked).waitFor({ state: "detached" })
  await page.keyboard.press("Control+z")
  await row(screen, asked).getByText("@ada which?").first().waitFor()
  expect(await unread()).toBe(2)
  await all.click()
  await row(screen, asked).waitFor({ state: "detached" })
  expect(await unread()).toBe(0)
  await page.reload()
  const open = await choose(screen, review)
  await open.getByText("It works").waitFor()
  await open.getByRole("button", { name: "Approve" }).click()
  await open.waitFor({ state: "detached" })

  // What was marked as read with a decision comes back with it.
  await send("POST", `/tasks/${asked}/comments`, { author: "mira", content: "@ada still?" })
  await (await choose(screen, asked)).getByRole("button", { name: "Take" }).click()
  await toast.getByText(`${asked} is in Doing.`).waitFor()
  await row(screen, asked).waitFor({ state: "detached" })
  expect(await unread()).toBe(0)
  await toast.getByRole("button", { name: "Undo" }).click()
  await toast.getByText(`Undone: moving ${asked}.`).waitFor()
  await row(screen, asked).getByText("@ada still?").first().waitFor()
  expect(await unread()).toBe(1)
  expect((await send("GET", `/tasks/${asked}`)).body["task"]).toMatchObject({ status: "todo" })
})

/** What has the focus: a task in a list, else the name of the element, else what the element is. */
const focused = ({ page }: Screen) =>
  page.evaluate<string>(`{
    const { dataset, ariaLabel, localName } = document.activeElement
    dataset.task ?? ariaLabel ?? localName
  }`)

test("after each decision the focus is on the next row, then on the row before, and at last on the view", async () => {
  const screen = await openScreen({ path, given: asPerson })
  const { page, add, send } = screen
  await page.getByText("Nothing is waiting for you").waitFor()
  const asked = await add({ title: "Name it" })
  await send("POST", `/tasks/${asked}/comments`, { author: "mira", content: "@ada which?" })
  const blocked = await add({ title: "Wait", status: "blocked" })
  const [last, third, second, first] = [
    await finish(screen, "ada"),
    await finish(screen, "ada"),
    await finish(screen, "ada"),
    await finish(screen, "ada"),
  ] as const
  const press = async (id: string, name: string) =>
    (await choose(screen, id)).getByRole("button", { name }).press("Enter")
  const gone = (id: string) => row(screen, id).waitFor({ state: "detached" })
  await row(screen, last).waitFor()

  // Questions come first, then what has waited longest.
  await press(blocked, "Unblock")
  await gone(blocked)
  expect(await focused(screen)).toBe(last)
  await press(third, "Request changes")
  await page.getByLabel(`Changes to make in ${third}`).fill("The second step")
  await page.keyboard.press("Control+Enter")
  await gone(third)
  expect(await focused(screen)).toBe(second)
  await press(first, "Approve")
  await gone(first)
  expect(await focused(screen), "the row before the last").toBe(second)
  await press(asked, "Mark as read")
  await gone(asked)
  expect(await focused(screen)).toBe(last)

  // The same by keys, from row to row.
  await page.keyboard.press("j")
  expect(await focused(screen)).toBe(second)
  await page.keyboard.press("ArrowUp")
  expect(await focused(screen)).toBe(last)
  await page.keyboard.press("ArrowDown")
  expect(await focused(screen)).toBe(second)
  await page.keyboard.press("k")
  await page.keyboard.press("a")
  await gone(last)
  expect(await focused(screen)).toBe(second)
  await page.keyboard.press("a")
  await gone(second)
  await page.getByText("Nothing is waiting for you").waitFor()
  expect(await focused(screen)).toBe("Needs you")
})

test("a decision that is refused leaves the focus on its button, and one in the open task on the task", async () => {
  const screen = await openScreen({ path, given: asPerson })
  const { page } = screen
  const id = await finish(screen, "ada")
  await page.route(`**/tasks/${id}/review`, (route) =>
    route.fulfill({
      status: 503,
      json: { code: "storage_full", status: 503, title: "Not now", detail: "", hint: "" },
    }),
  )
  const approve = (await choose(screen, id)).getByRole("button", { name: "Approve" })
  await approve.press("Enter")
  await row(screen, id).getByText("Not now").waitFor()
  await expect.poll(() => approve.evaluate((each) => each.matches(":focus"))).toBe(true)
  await page.unroute(`**/tasks/${id}/review`)

  await row(screen, id).locator("[data-task]").press("Enter")
  await panel(page).getByRole("button", { name: "Approve" }).press("Enter")
  await panel(page).locator(".review").waitFor({ state: "detached" })
  await page.locator(".panel-scroll:focus").waitFor()
})

test("a blocked task is unblocked in place, and a stuck one is taken", async () => {
  const screen = await openScreen({ path, given: asPerson })
  const { page, send, add } = screen
  const blocked = await add({ title: "Wait", status: "blocked" })
  const late = await add({ title: "Late", dueAt: "2020-01-01T00:00:00Z" })
  await (await choose(screen, blocked)).getByRole("button", { name: "Unblock" }).click()
  await row(screen, blocked).waitFor({ state: "detached" })
  expect((await send("GET", `/tasks/${blocked}`)).body["task"]).toMatchObject({ status: "todo" })
  await page.getByText("1 task is late and can be claimed").click()
  await (await choose(screen, late)).getByRole("button", { name: "Take" }).click()
  await row(screen, late).getByRole("button", { name: "Take" }).waitFor({ state: "detached" })
  expect((await send("GET", `/tasks/${late}`)).body["task"]).toMatchObject({
    status: "doing",
    assignee: "ada",
  })
})

test("the answer comes first where somebody asked, and work that another agent holds is taken at the second press", async () => {
  const screen = await openScreen({ path, given: asPerson })
  const { page, send, add } = screen
  const id = await add({ title: "Name it" })
  await send("POST", `/tasks/${id}/claim`, { agent: "atlas" })
  await send("POST", `/tasks/${id}/comments`, { author: "atlas", content: "@ada which?" })
  const open = await choose(screen, id)
  const buttons = open.getByRole("group").getByRole("button")
  await expect.poll(() => buttons.allTextContents()).toEqual(["Replyc", "Take from atlast", "Mark as reade"])
  expect(await buttons.evaluateAll((all) => all.map((each) => each.matches(".quiet")))).toEqual([
    false,
    true,
    true,
  ])
  await page.keyboard.press("t")
  await open.getByRole("button", { name: "Take it from atlas?" }).waitFor()
  expect((await send("GET", `/tasks/${id}`)).body["task"]).toMatchObject({ assignee: "atlas" })
  await expectAccessible(page, "", ".need.is-chosen")
  await page.keyboard.press("t")
  await part(screen, "Last change").getByText(`atlas held ${id}; the claim has ended`).waitFor()
  expect((await send("GET", `/tasks/${id}`)).body["task"]).toMatchObject({ assignee: "ada", lease: null })
  await page.keyboard.press("z")
  await part(screen, "Last change").getByText("Undone").waitFor()
  expect((await send("GET", `/tasks/${id}`)).body["task"]).toMatchObject({ assignee: "atlas" })
})

test("what agents may go on with is folded: late and free, late and held, left by a claim that expired; and a review is named by its decision", async () => {
  const screen = await openScreen({
    path,
    given: async (given) => {
      const { add, send } = given
      await asPerson(given)
      const late = { dueAt: "2020-01-01T00:00:00Z" }
      await add({ title: "Free", ...late })
      const held = await add({ title: "Held", ...late })
      await send("POST", `/tasks/${held}/claim`, { agent: "atlas" })
      const mine = await add({ title: "Mine", ...late })
      await send("POST", `/tasks/${mine}/claim`, { agent: "ada" })
      const left = await add({ title: "Left" })
      await send("POST", `/tasks/${left}/claim`, { agent: "atlas", lease: "1s" })
    },
  })
  const { page, send } = screen
  const review = await finish(screen, "ada")
  await send("POST", `/tasks/${review}/comments`, { author: "mira", content: "@ada it is short" })
  const at = (words: string) => page.locator("details", { has: page.getByText(words, { exact: true }) })
  await at("1 task is late and can be claimed").getByText("Free").waitFor({ state: "attached" })
  await at("1 task is late and in progress").getByText("Held").waitFor({ state: "attached" })
  const left = at("1 task is back in the queue after a claim expired")
  await left.getByText("claim expired", { exact: true }).waitFor({ state: "attached" })
  await page.locator(".view-body > .needs").getByText("Mine").waitFor()
  await row(screen, review).getByText("otto finished it").waitFor()
  await (await choose(screen, review)).getByText("mira mentioned you: @ada it is short").waitFor()
})

test("a second press of the pointer decides nothing about the row that came under it; a key does", async () => {
  const screen = await openScreen({ path, given: asPerson })
  const { page, send } = screen
  const [one, two] = [await finish(screen, "ada"), await finish(screen, "ada")]
  await (await choose(screen, one)).getByRole("button", { name: "Approve" }).hover()
  const box = await row(screen, one).getByRole("button", { name: "Approve" }).boundingBox()
  const [x, y] = [(box?.x ?? 0) + 20, (box?.y ?? 0) + 10]
  await page.waitForTimeout(700)
  // A busy machine takes longer than 600 ms to press again.
  await page.evaluate(`{
    const slow = new CSSStyleSheet()
    slow.replaceSync(".need:has([data-task=${two}]) .need-actions { animation-duration: 4s !important }")
    document.adoptedStyleSheets = [slow]
  }`)
  await page.mouse.click(x, y)
  const next = row(screen, two).getByRole("button", { name: "Approve" })
  await next.waitFor()
  expect(await next.boundingBox()).toMatchObject({ y: box?.y })
  await page.mouse.click(x, y)
  await next.hover()
  expect((await send("GET", `/tasks/${two}`)).body["task"]).toMatchObject({ status: "review" })
  await page.keyboard.press("a")
  await row(screen, two).waitFor({ state: "detached" })
})

test("a row has 36 px, only the chosen one has buttons, and of a long list the rest comes on demand; a task opens beside it", async () => {
  const screen = await openScreen({
    ...{ path, width: 1440, height: 900 },
    given: async (given) => {
      const { add, send } = given
      await asPerson(given)
      for (let n = 1; n <= 53; n++) await add({ title: `Wait ${n}`, status: "blocked" })
      for (let n = 1; n <= 5; n++)
        await send("POST", "/tasks/T-7/comments", { author: "mira", content: `@ada ${n}` })
      const content = "@ada the provider answers again, and its rates are those of yesterday, so look"
      await send("POST", "/tasks/T-6/comments", { author: "mira", content })
    },
  })
  const { page } = screen
  const list = page.locator(".view-body > .needs")
  await list.locator(".need").nth(49).waitFor()
  expect(await list.locator(".need-actions").count()).toBe(1)
  expect((await row(screen, "T-2").boundingBox())?.height).toBeLessThanOrEqual(37)
  await row(screen, "T-7").getByText("4 more notices").waitFor()
  // The ring of the focus is around all of an unfolded row.
  await page.keyboard.press("j")
  const focused = list.locator(".need:has(a:focus)")
  expect(await focused.evaluate((each) => getComputedStyle(each).outlineStyle)).toBe("solid")
  expect(await focused.locator("a:focus").evaluate((each) => getComputedStyle(each).outlineStyle)).toBe(
    "none",
  )
  await page.getByRole("button", { name: "Show all 53" }).click()
  expect(await list.locator(".need").count()).toBe(53)
  await list.locator("[data-task=T-53]").click()
  await panel(page).getByRole("heading", { name: "Wait 53" }).waitFor()
  await page.locator(".need.is-open [data-task=T-53]").waitFor()
  expect(await list.locator(".need-actions").count()).toBe(0)
  // In a narrow list the reason is one text of two lines: what was said begins in the first.
  await page.setViewportSize({ width: 1024, height: 900 })
  const lines = () =>
    row(screen, "T-6")
      .locator(".markdown-line")
      .evaluate((said) => {
        const { y = 0 } = said.closest(".why")?.getBoundingClientRect() ?? {}
        return [...new Set(Array.from(said.getClientRects(), (each) => each.y > y + 12))]
      })
  await expect.poll(lines).toEqual([false, true])
})

test("Needs you asks for a name and shows what is asked of that name", async () => {
  const screen = await openScreen({
    path,
    name: null,
    given: async ({ send }) => {
      await send("PUT", "/agents/Zo%C3%AB", {})
      await send("POST", "/tasks", { title: "Yours", assignee: "Zoë", createdBy: "otto" })
    },
  })
  const { page, send } = screen
  await page.getByRole("button", { name: "Enter your name" }).click()
  await page.getByRole("dialog").getByLabel("Your name").fill("zoë")
  await page.keyboard.press("Enter")
  await page.locator(".need").getByText("otto assigned you").first().waitFor()
  expect((await send("GET", "/agents/zo%C3%AB")).body["agent"]).toMatchObject({ name: "Zoë", kind: "agent" })
})

test("the tab and the system tell of the kinds that were chosen, and of nothing before a click", async () => {
  const screen = await openScreen({ path, ownBrowser: true })
  const { page, send, add } = screen
  await page.context().grantPermissions(["notifications"])
  await page.evaluate(`
    window.told = []
    window.Notification = class { static permission = "granted"
      static requestPermission() { told.push("asked"); return Promise.resolve("granted") }
      constructor(title, { body }) { told.push(title + ": " + body) } close() {} }`)
  await asPerson(screen)
  const icon = () => page.locator("link[rel=icon]").getAttribute("href")
  const id = await add({ title: "Name it" })
  const mention = (words: string) =>
    send("POST", `/tasks/${id}/comments`, { author: "mira", content: `@ada ${words}` })
  await mention("first")
  await expect.poll(() => page.title()).toMatch(/^\(1\) /)
  expect(await icon()).toBe("/assets/favicon-dot.svg")
  expect(await page.evaluate("told")).toEqual([])

  await page.getByRole("button", { name: "Notify me" }).click()
  const dialog = page.getByRole("dialog", { name: "Notify me" })
  await expectAccessible(page, "", "dialog[open]")
  // It is on as soon as the browser has been asked.
  await dialog.getByLabel("A system notification").click()
  await dialog.locator("label:has(:checked)", { hasText: "A system notification" }).waitFor()
  await dialog.getByLabel("Show in the title how many tasks need me").uncheck()
  await dialog.getByLabel("A dot on the icon").uncheck()
  await page.keyboard.press("Escape")
  await expect.poll(() => page.title()).toBe("Needs you · Upnext")
  await expect.poll(icon).toBe("/assets/favicon.svg")
  expect(await page.evaluate("told")).toEqual(["asked"])
  // The first reading is not news; wait until it is done.
  const told = () => page.evaluate<string[]>("told")
  await expect
    .poll(
      async () => {
        await mention("again")
        return told()
      },
      { interval: 500, timeout: 10_000 },
    )
    .toContain("T-1 Name it: mira mentioned you: @ada again")
  await add({ title: "Yours", assignee: "ada", createdBy: "otto" })
  await add({ title: "Late", dueAt: "2020-01-01T00:00:00Z" })
  await expect
    .poll(async () => (await told()).filter((each) => each.startsWith("T-3 Late: overdue by ")), {
      timeout: 10_000,
    })
    .toHaveLength(1)
  // That something is assigned to me was not chosen.
  expect((await told()).filter((each) => each.includes("Yours"))).toEqual([])
})

test("a question is answered with the key of a choice, and in the task with words, on a phone too", async () => {
  const screen = await openScreen({ path, given: asPerson })
  const { page, send, add } = screen
  const parked = await add({ title: "Cache the rates" })
  await send("POST", `/tasks/${parked}/claim`, { agent: "otto" })
  await send("POST", `/tasks/${parked}/comments`, { author: "mira", content: "take care" })
  await send("POST", `/tasks/${parked}/comments`, {
    ...{ author: "otto", content: "Which cache?", ask: { to: "ada", choices: ["redis", "memory"] } },
  })
  await send("POST", `/tasks/${parked}/release`, { agent: "otto", waitsFor: "C-2" })
  const open = await choose(screen, parked)
  await open.getByRole("button", { name: "memory" }).waitFor()
  await expectAccessible(page, "", ".need.is-chosen")
  await page.keyboard.press("2")
  await page.getByRole("region", { name: "Last change" }).getByText("Your answer").waitFor()
  await page.getByText("Nothing is waiting for you").waitFor()
  expect((await send("GET", `/tasks/${parked}`)).body["task"]).toMatchObject({
    status: "todo",
    assignee: "otto",
  })

  await send("POST", `/tasks/${parked}/claim`, { agent: "otto" })
  await send("POST", `/tasks/${parked}/comments`, {
    ...{ author: "otto", content: "How long?" },
    ask: { choices: Array.from({ length: 10 }, (_, i) => `${i + 1} days`) },
  })
  await send("POST", `/tasks/${parked}/comments`, { author: "mira", content: "An hour, I think" })
  await page.setViewportSize({ width: 380, height: 800 })
  await page.goto(new URL(`/dashboard/tasks/${parked}`, page.url()).href)
  const question = panel(page).getByRole("region", { name: "Question" })
  await panel(page).getByText("not read yet").waitFor()
  await question.getByRole("button", { name: "10 days" }).click()
  await question.waitFor({ state: "detached" })
  await expectAccessible(page, "", ".panel")
  const { body } = await send("GET", `/tasks/${parked}/comments`)
  expect((body as { comments: object[] }).comments.at(-1)).toMatchObject({
    content: "10 days",
    answers: "C-4",
    author: "ada",
  })
})
