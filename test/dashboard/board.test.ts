import { expect, test } from "vitest"
import { card, filterBy, groupBy, inColumn, openScreen, panel } from "./fixture.ts"

test("the keyboard picks up, carries, drops and puts back a card, and each step is read out", async () => {
  const { page, send } = await openScreen({ given: ({ add }) => add({ title: "Carry me" }) })
  const said = page.locator("[aria-live=polite]")
  await card(page, "T-1").focus()
  await page.keyboard.press("Space")
  await said.getByText("Picked up T-1 in Ready.").waitFor()
  await page.keyboard.press("ArrowRight")
  await said.getByText("Over Doing.").waitFor()
  await inColumn(page, "doing", "T-1").waitFor()
  await page.keyboard.press("Escape")
  await said.getByText("T-1 is back in its column.").waitFor()
  await inColumn(page, "todo", "T-1").waitFor()
  expect((await send("GET", "/tasks/T-1")).body["task"]).toMatchObject({ status: "todo" })

  await page.locator("[data-task=T-1]:focus").waitFor()
  await page.keyboard.press("Space")
  await page.keyboard.press("ArrowRight")
  await page.keyboard.press("Space")
  await said.getByText("T-1 is in Doing.").waitFor()
  await page.locator("[data-column=doing] [data-task=T-1]:focus").waitFor()
  expect((await send("GET", "/tasks/T-1")).body["task"]).toMatchObject({ status: "doing", assignee: "ada" })
})

test("a move shows at once, and is undone with the reason if the server refuses it", async () => {
  const { page } = await openScreen({
    given: ({ add }) => add({ title: "Learn", assignee: "ada", status: "doing" }),
  })
  await inColumn(page, "doing", "T-1").waitFor()
  let release: () => void = () => undefined
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route("**/tasks/T-1", async (route) => {
    if (route.request().method() === "PATCH") await held
    await route.continue()
  })
  await card(page, "T-1").dragTo(page.locator("[data-column=done]"))
  await inColumn(page, "done", "T-1").waitFor()
  release()
  await inColumn(page, "doing", "T-1").waitFor()
  const dialog = page.getByRole("dialog", { name: "Move T-1" })
  // The move that was chosen is a whole button, with its edges.
  await dialog.getByLabel("What have you learned?").waitFor()
  const masks = await dialog
    .locator(".move-buttons .chosen")
    .evaluateAll((all) => all.map((each) => getComputedStyle(each).maskImage))
  expect(masks).toEqual(["none"])
  await dialog.getByLabel("What have you learned?").fill("Ask first.")
  await dialog.getByRole("button", { name: "Save and move to Done" }).click()
  await inColumn(page, "done", "T-1").waitFor()
  await dialog.waitFor({ state: "detached" })
})

test("a card shows blockers, the lease, how long it rests, met criteria and comments", async () => {
  const { page } = await openScreen({
    given: async ({ add, send }) => {
      await add({ title: "First", done_criteria: ["a", "b"] })
      await add({ title: "Second", blockedBy: ["T-1"], project: "web", tags: ["w", "x", "y", "z"] })
      await add({ title: "Third", done_criteria: ["c"] })
      await add({ title: "Fourth" })
      await add({ title: "Fifth", notBefore: new Date(Date.now() + 7_500_000).toISOString() })
      const later = new Date(Date.now() + 86_400_000).toISOString()
      await add({ title: "Sixth", notBefore: later })
      await send("PATCH", "/tasks/T-6", { status: "blocked", reason: "Legal" })
      await send("POST", "/tasks/T-4/claim", { agent: "otto" })
      await send("POST", "/tasks/T-4/release", { agent: "otto", failed: true })
      await send("POST", "/tasks/T-1/claim", { agent: "otto", lease: "2h" })
      await send("POST", "/tasks/T-1/criteria", { criterion: "A", agent: "otto" })
      await send("POST", "/tasks/T-1/comments", { author: "otto", content: "Half of it." })
    },
  })
  await card(page, "T-1").getByTitle("Held by otto, 1h").waitFor()
  await card(page, "T-1").getByTitle("1 of 2 criteria met").waitFor()
  await card(page, "T-1").getByTitle("1 comment").waitFor()
  await card(page, "T-3").getByTitle("0 of 1 criteria met").waitFor()
  await card(page, "T-2").getByTitle("Waits for T-1").waitFor()
  await card(page, "T-4")
    .getByTitle(/^Retries at .* after a failed attempt$/)
    .waitFor()
  expect(
    await card(page, "T-5")
      .getByTitle(/^Not before /)
      .textContent(),
  ).toBe("in 2h")
  expect(
    await card(page, "T-6")
      .getByTitle(/^Not before /)
      .count(),
    "nobody would take it anyway",
  ).toBe(0)
  await card(page, "T-2").getByText("w, x, y, z").waitFor()
  await card(page, "T-2").getByText("web").waitFor()
  await card(page, "T-4").click()
  await page.getByText(/^1, retries in \d+s$/).waitFor()
  await page.getByRole("button", { name: "Retry now" }).click()
  await page.getByRole("status").getByText("T-4 can be claimed now.").waitFor()
  await card(page, "T-4")
    .getByTitle(/^Retries at/)
    .waitFor({ state: "detached" })
  expect(await page.getByRole("button", { name: "Retry now" }).count()).toBe(0)
})

test("a card warns when its lease is about to run out", async () => {
  const skewed = "const now = Date.now; window.later = 0; Date.now = () => now() + window.later"
  const { page, send } = await openScreen({
    ownBrowser: true,
    given: async ({ page, add }) => {
      await page.context().addInitScript({ content: skewed })
      await add({ title: "Short" })
    },
  })
  const passed = (minutes: number) => page.evaluate(`window.later = ${minutes * 60_000}`)
  const asked = new Set<unknown>()
  page.on("request", (request) => request.resourceType() === "fetch" && asked.add(request))
  page.on("requestfinished", (request) => asked.delete(request))
  page.on("requestfailed", (request) => asked.delete(request))
  await card(page, "T-1").waitFor()
  await page.locator(".live-live").waitFor()
  await send("POST", "/tasks/T-1/claim", { agent: "otto", lease: "2h" })
  await card(page, "T-1").locator(".lease-calm").waitFor()
  // The next answer would tell the page that its clock is wrong, also one that is on its way.
  await page.context().setOffline(true)
  await expect.poll(() => asked.size).toBe(0)
  await passed(90)
  await card(page, "T-1").getByTitle("Held by otto, 29m").waitFor()
  await card(page, "T-1").locator(".lease-calm").waitFor()
  await passed(100)
  await card(page, "T-1").locator(".lease-soon").waitFor()
  await passed(119)
  await card(page, "T-1").locator(".lease-urgent").waitFor()
})

test("the filter and the rows stand in the address, and the rows are remembered", async () => {
  const { page, server } = await openScreen({
    given: async ({ add }) => {
      await add({ title: "One", assignee: "otto", project: "web", tags: ["bug"], priority: "P0" })
      await add({ title: "Two", assignee: "ines", project: "web" })
      await add({ title: "Three", project: "infra", tags: ["bug"] })
    },
  })
  await filterBy(page, "Project", "web")
  await card(page, "T-3").waitFor({ state: "detached" })
  await filterBy(page, "Assignee", "ines")
  await card(page, "T-1").waitFor({ state: "detached" })
  expect(new URL(page.url()).search).toBe("?assignee=ines&project=web")
  await card(page, "T-2").click()
  await panel(page).getByRole("heading", { name: "Two" }).waitFor()
  expect(new URL(page.url()).search).toBe("?assignee=ines&project=web")
  await page.reload()
  await card(page, "T-2").waitFor()
  expect(await page.locator("[data-task]").count()).toBe(1)
  await page.keyboard.press("Escape")
  await page.getByRole("button", { name: "Clear" }).click()
  await card(page, "T-3").waitFor()
  expect(new URL(page.url()).search).toBe("")

  await groupBy(page, "assignee")
  const heads = page.locator(".lane-head")
  await heads.first().waitFor()
  expect(await heads.allInnerTexts()).toEqual(["IN\nines\n1", "OT\notto\n1", "Nobody\n1"])
  expect(new URL(page.url()).search).toBe("?rows=assignee")
  await page.goto(`${server.url}/dashboard?tag=bug`)
  await heads.filter({ hasText: "otto" }).waitFor()
  await card(page, "T-2").waitFor({ state: "detached" })
})

test("the help sheet lists the shortcuts, and they work", async () => {
  const { page } = await openScreen({
    given: ({ add }) => add({ title: "One" }),
    path: "/dashboard/tasks/T-1",
  })
  await panel(page).getByLabel("New comment").waitFor()
  await page.keyboard.press("?")
  const help = page.getByRole("dialog", { name: "Keyboard shortcuts" })
  for (const label of ["New task", "Move the card to…", "Next line of the change", "Board"])
    await help.getByText(label, { exact: true }).first().waitFor()
  for (const label of ["Redo", "Request changes (Ctrl-Enter sends)"])
    expect(await help.getByText(label, { exact: true }).count(), label).toBe(1)
  await page.keyboard.press("Escape")
  await help.waitFor({ state: "detached" })
  await page.keyboard.press("c")
  await page.locator("textarea:focus[aria-label='New comment']").waitFor()
  await page.keyboard.type("g b n ?")
  expect(await panel(page).getByLabel("New comment").inputValue()).toBe("g b n ?")
  await panel(page).focus()
  await page.keyboard.press("g")
  await page.keyboard.press("b")
  await panel(page).waitFor({ state: "detached" })
})

test("an unknown address says so and offers the way back", async () => {
  const { page } = await openScreen({ path: "/dashboard/nowhere", given: ({ add }) => add({ title: "One" }) })
  await page.getByRole("heading", { name: "This page does not exist" }).waitFor()
  await page.getByRole("link", { name: "Go to the board" }).click()
  await card(page, "T-1").waitFor()
})
