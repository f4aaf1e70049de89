import { expect, test } from "vitest"
import { addProperty, card, cards, openScreen, panel } from "./fixture.ts"

test("every field is edited in its place", async () => {
  const { page, send } = await openScreen({
    given: async ({ add }) => {
      await add({ title: "Old", description: "Old *text*" })
      await add({ title: "Before" })
    },
    path: "/dashboard/tasks/T-1",
  })
  const side = panel(page)
  const saved = (status: number) =>
    page.waitForResponse((answer) => answer.request().method() === "PATCH" && answer.status() === status)
  const enter = async (label: string, text: string) => {
    await side.getByLabel(label, { exact: true }).fill(text)
    const answer = saved(200)
    await page.keyboard.press("Enter")
    await answer
  }
  await side.getByRole("button", { name: "Old", exact: true }).click()
  await enter("Title", "New")
  await side.getByRole("heading", { name: "New" }).waitFor()
  for (const [label, text] of [
    ["Project", "web"],
    ["Assignee", "otto"],
    ["Reviewer", "ines"],
    ["Estimate", "2h"],
    ["Waits for", "t-2"],
    ["Tags", "bug, slow"],
  ] as const) {
    if (!["Project", "Assignee"].includes(label)) await addProperty(page, label)
    await enter(label, text)
  }
  for (const [label, text, said] of [
    ["Due", "2031-05-06T07:08", /^Due: .*7:08/],
    ["Not before", "2030-01-02T03:04", /^Not before: .*3:04/],
  ] as const) {
    await addProperty(page, label)
    await enter(label, text)
    await side.getByRole("button", { name: said }).and(page.locator(":focus")).waitFor()
  }
  await addProperty(page, "Result")
  await side.getByLabel("Result").selectOption("text")
  await side.getByRole("button", { name: "Edit: Description" }).click()
  await side.getByRole("textbox", { name: "Description" }).fill("New **text**")
  await page.keyboard.press("Control+Enter")
  await side.locator(".markdown strong", { hasText: "text" }).waitFor()
  await side.getByRole("button", { name: "Add criteria" }).click()
  await side.getByRole("textbox", { name: "Done when" }).fill("It works\n\nIt is told")
  await side.getByRole("button", { name: "Save" }).click()
  await side.getByLabel("It is told").waitFor()
  await side.getByRole("link", { name: "T-2 Before" }).waitFor()

  const { body } = await send("GET", "/tasks/T-1")
  expect(body["task"]).toMatchObject({
    ...{ title: "New", description: "New **text**", project: "web", assignee: "otto", reviewer: "ines" },
    ...{ eta: "2h", blockedBy: ["T-2"], tags: ["bug", "slow"], done_criteria: ["It works", "It is told"] },
    result: "text",
    dueAt: new Date("2031-05-06T07:08").toISOString(),
    notBefore: new Date("2030-01-02T03:04").toISOString(),
  })

  await side.getByLabel("Estimate").fill("soon")
  await page.keyboard.press("Enter")
  await side.getByText("expected a duration such as").waitFor()
  await side.getByLabel("Estimate").press("Escape")
  expect(await side.getByLabel("Estimate").inputValue()).toBe("soon")
  await side.getByRole("button", { name: "Restore" }).click()
  expect(await side.getByLabel("Estimate").inputValue()).toBe("2h")
  await enter("Project", "")
  await enter("Assignee", "")
  const emptied = (await send("GET", "/tasks/T-1")).body["task"]
  expect(emptied).toMatchObject({ project: "default", assignee: "unassigned" })
})

test("a date is shown in words until it is edited; Esc leaves it unsaved, as it does the title, and it can be restored", async () => {
  const { page, send } = await openScreen({
    given: ({ add }) => add({ title: "Dated", dueAt: "2031-05-06T07:08:00.000Z" }),
    path: "/dashboard/tasks/T-1",
  })
  const side = panel(page)
  const due = side.getByRole("button", { name: /^Due: .*2031/ })
  await due.waitFor()
  expect(await side.locator("input[type=datetime-local]").count()).toBe(0)
  await due.click()
  const field = side.getByLabel("Due", { exact: true })
  await page.keyboard.press("Escape")
  await due.and(page.locator(":focus")).waitFor()
  await due.click()
  await field.fill("2032-01-01T00:00")
  await page.keyboard.press("Escape")
  await page.locator(".panel-scroll:focus").waitFor()
  expect(await field.inputValue()).toBe("2032-01-01T00:00")
  await side.getByRole("button", { name: "Restore" }).click()
  await due.waitFor()
  await side.getByRole("button", { name: "Dated", exact: true }).click()
  await side.getByLabel("Title").fill("Not this")
  await page.keyboard.press("Escape")
  expect(await side.getByLabel("Title").inputValue()).toBe("Not this")
  await side.getByRole("button", { name: "Restore" }).click()
  await side.getByRole("heading", { name: "Dated" }).waitFor()
  expect((await send("GET", "/tasks/T-1")).body["task"]).toMatchObject({ version: 1, title: "Dated" })
  await due.click()
  await side.getByLabel("Due", { exact: true }).fill("")
  await page.keyboard.press("Tab")
  await panel(page).focus()
  await side.getByRole("button", { name: "Due: None" }).waitFor()
  expect((await send("GET", "/tasks/T-1")).body["task"]).toMatchObject({ dueAt: null })
})

test("criteria are checked off, with the name of whoever did it, and everybody sees it", async () => {
  const { page, send } = await openScreen({
    given: ({ add }) => add({ title: "Check", done_criteria: ["It works", "It is told"] }),
    path: "/dashboard/tasks/T-1",
  })
  await panel(page).getByLabel("It works").click()
  await panel(page).locator(".criterion-check", { hasText: "ada" }).waitFor()
  expect(await panel(page).getByLabel("It works").isChecked()).toBe(true)
  await send("POST", "/tasks/T-1/criteria", { criterion: 2, agent: "otto", evidence: "run 47" })
  await panel(page).locator(".criterion-check", { hasText: "otto, just now · run 47" }).waitFor()
  const history = panel(page).getByRole("region", { name: "History" })
  await history.getByText(/^otto checked off It is told .*run 47$/).waitFor()
  await panel(page).getByLabel("It works").click()
  await panel(page).locator(".criterion-check", { hasText: "ada" }).waitFor({ state: "detached" })
  await history.getByText(/^ada unchecked It works/).waitFor()
  const { criteria } = (await send("GET", "/tasks/T-1")).body["task"]
  expect(criteria).toMatchObject([{ check: null }, { check: { by: "otto" } }])
})

test("unsaved text survives another's change of the same task, and does not overwrite it", async () => {
  const { page, send } = await openScreen({
    given: ({ add }) => add({ title: "Contested", description: "First" }),
    path: "/dashboard/tasks/T-1",
  })
  const side = panel(page)
  const description = async () => (await send("GET", "/tasks/T-1")).body["task"].description as string
  await side.getByRole("button", { name: "Edit: Description" }).click()
  const area = side.getByRole("textbox", { name: "Description" })
  await area.fill("Mine")
  await side.getByLabel("New comment").fill("Half a comm")
  await send("PATCH", "/tasks/T-1", { title: "Renamed" })
  await side.getByRole("heading", { name: "Renamed" }).waitFor()
  expect(await area.inputValue()).toBe("Mine")
  expect(await side.getByLabel("New comment").inputValue()).toBe("Half a comm")

  await send("PATCH", "/tasks/T-1", { description: "Theirs" })
  const conflict = side.locator(".conflict")
  await conflict.waitFor()
  expect(await conflict.locator("dd").allInnerTexts()).toEqual(["Theirs", "Mine"])
  await area.press("Control+Enter")
  expect(await description()).toBe("Theirs")
  await page.keyboard.press("Escape")
  await side.getByRole("button", { name: "Close" }).click()
  await page.locator("[data-task=T-1]").click()
  await conflict.waitFor()
  expect(await area.inputValue()).toBe("Mine")
  await conflict.getByRole("button", { name: "Save mine" }).click()
  await side.locator(".markdown", { hasText: "Mine" }).waitFor()
  expect(await description()).toBe("Mine")
})

test("the choice in the conflict of a title looks like the choice in any other conflict", async () => {
  const { page, send } = await openScreen({
    given: ({ add }) => add({ title: "Contested", description: "First" }),
    path: "/dashboard/tasks/T-1",
  })
  const side = panel(page)
  await side.getByRole("button", { name: "Edit: Description" }).click()
  await side.getByRole("textbox", { name: "Description" }).fill("Mine")
  await side.getByRole("button", { name: "Contested" }).click()
  await side.getByLabel("Title").fill("Mine")
  await send("PATCH", "/tasks/T-1", { title: "Theirs", description: "Theirs" })
  await expect.poll(() => side.locator(".conflict").count()).toBe(2)
  const looks = (name: string) =>
    side.getByRole("button", { name }).evaluateAll((all) =>
      all.map((button) => {
        const { font, padding, borderColor, backgroundColor, boxShadow, cursor } = getComputedStyle(button)
        const { width, height } = button.getBoundingClientRect()
        return { font, padding, borderColor, backgroundColor, boxShadow, cursor, width, height }
      }),
    )
  for (const name of ["Keep theirs", "Save mine"]) {
    const [inTitle, inText] = await looks(name)
    expect(inTitle, name).toEqual(inText)
  }
  await side.locator(".panel-title").getByRole("button", { name: "Keep theirs" }).click()
  await side.getByRole("heading", { name: "Theirs" }).waitFor()
})

test("if two people edit the same field, the later one sees both texts; edits of different fields both succeed", async () => {
  const { page, send } = await openScreen({
    given: ({ add }) => add({ title: "Contested", eta: "1h" }),
    path: "/dashboard/tasks/T-1",
  })
  const side = panel(page)
  await side.getByLabel("Estimate").waitFor()
  await page.locator(".live-live").waitFor()
  // The page hears of the other changes only after it has sent its own.
  let release: () => void = () => undefined
  const held = new Promise<void>((resolve) => (release = resolve))
  let isFirst = true
  await page.route("**/tasks/T-1*", async (route) => {
    if (route.request().method() === "GET" && isFirst) await held
    await route.continue()
  })
  await send("PATCH", "/tasks/T-1", { title: "Renamed", eta: "3h" })
  const lost = page.waitForResponse((response) => response.status() === 412)
  await side.getByLabel("Project").fill("web")
  await page.keyboard.press("Enter")
  await lost
  await side.getByLabel("Estimate").fill("2h")
  const lostToo = page.waitForResponse((response) => response.status() === 412)
  await page.keyboard.press("Enter")
  isFirst = false
  release()
  await lostToo
  const conflict = side.locator(".conflict")
  await conflict.waitFor()
  expect(await conflict.locator("dd").allInnerTexts()).toEqual(["3h", "2h"])
  await expect
    .poll(async () => (await send("GET", "/tasks/T-1")).body["task"])
    .toMatchObject({ title: "Renamed", eta: "3h", project: "web" })
  await conflict.getByRole("button", { name: "Keep theirs" }).click()
  expect(await side.getByLabel("Estimate").inputValue()).toBe("3h")
})

test("the panel shows the history, the reflections and what others learned from similar work", async () => {
  const { page, send } = await openScreen({
    given: async ({ add, send }) => {
      await add({ title: "Fix the login form", tags: ["auth"] })
      await add({ title: "Fix the login page", tags: ["auth"] })
      await send("PATCH", "/tasks/T-1", { priority: "P0" })
      await send("POST", "/tasks/T-2/claim", { agent: "ines" })
      await send("POST", "/tasks/T-2/complete", { agent: "ines", reflection: "Ask *first*." })
    },
    path: "/dashboard/tasks/T-1",
  })
  const history = panel(page).getByRole("region", { name: "History" })
  const lessons = panel(page).getByRole("region", { name: "Lessons" })
  await history.getByText("priority: P2 → P0").waitFor()
  await lessons.locator("em", { hasText: "first" }).waitFor()
  await lessons.getByRole("link", { name: "T-2 Fix the login page" }).waitFor()
  await send("POST", "/tasks/T-1/claim", { agent: "otto" })
  await history.getByText("otto claimed it").waitFor()
  await panel(page).getByRole("button", { name: "Add a lesson" }).click()
  await panel(page).getByLabel("Lesson", { exact: true }).fill("Look twice.")
  await panel(page).getByRole("button", { name: "Save" }).click()
  await panel(page).getByRole("region", { name: "What was learned" }).getByText("Look twice.").waitFor()
  await history.getByText("ada recorded a lesson").waitFor()
})

test("the panel leaves out the history, lessons and reflections if the server has none", async () => {
  const asked = new Set<string>()
  const { page } = await openScreen({
    given: async ({ page, add }) => {
      await add({ title: "Plain" })
      for (const path of ["**/tasks/T-1?lessons=*", "**/tasks/T-1/history?*", "**/reflections?*"])
        await page.route(path, async (route) => {
          await route.fulfill({ status: 404, json: { status: 404 } })
          asked.add(path)
        })
    },
    path: "/dashboard/tasks/T-1",
  })
  await panel(page).getByLabel("New comment").waitFor()
  await expect.poll(() => asked.size).toBe(3)
  expect(
    await panel(page)
      .getByRole("region", { name: /History|Lessons/ })
      .count(),
  ).toBe(0)
  expect(await panel(page).getByRole("heading", { name: "What was learned" }).count()).toBe(0)
})

test("Done shows the tasks that changed last, however old they are", async () => {
  const { page } = await openScreen({
    given: async ({ add, send }) => {
      for (let i = 1; i <= 60; i++) await add({ title: `Task ${i}` })
      for (let i = 60; i >= 2; i--) await send("PATCH", `/tasks/T-${i}`, { status: "done" })
      const { body } = await send("GET", "/tasks/T-2")
      // Of two that changed in the same millisecond the higher number comes first.
      await expect
        .poll(() => Date.now())
        .toBeGreaterThan(Date.parse((body["task"] as { updatedAt: string }).updatedAt))
      await send("PATCH", "/tasks/T-1", { status: "done" })
    },
  })
  await page.locator("[data-column=done][aria-label='Done, 60']").waitFor()
  expect(await cards(page, "done").first().getAttribute("data-task")).toBe("T-1")
})

test("a date that could not be saved stays open for editing, and is sent only when the person says so", async () => {
  const { page, send } = await openScreen({
    given: ({ add }) => add({ title: "Later" }),
    path: "/dashboard/tasks/T-1",
  })
  let writes = 0
  await page.route("**/tasks/T-1", async (route) => {
    if (route.request().method() !== "PATCH") return route.continue()
    writes++
    return writes === 1 ? route.abort() : route.continue()
  })
  await addProperty(page, "Due")
  await panel(page).getByLabel("Due", { exact: true }).fill("2031-05-06T07:08")
  await page.keyboard.press("Enter")
  await panel(page).getByRole("alert").first().waitFor()
  await panel(page).getByRole("button", { name: "Close" }).click()
  await panel(page).waitFor({ state: "detached" })
  await card(page, "T-1").click()
  await panel(page).getByLabel("Due", { exact: true }).waitFor()
  await page.waitForTimeout(300)
  expect([writes, (await send("GET", "/tasks/T-1")).body["task"].dueAt]).toEqual([1, null])
})
