import { expect, test } from "vitest"
import { openScreen, panel } from "../fixture.ts"
import { claimAsWorker, withWorkers } from "../story-boards.ts"

const path = "/dashboard/team"

test("Agents shows who is there, what each one does, and the hosts, as they change", async () => {
  const { page, send, add } = await openScreen({
    path,
    given: ({ send }) => send("POST", "/team/starter", {}),
  })
  const agent = (name: string) => page.getByRole("listitem", { name, exact: true })
  await agent("mira").getByRole("link", { name: "T-1" }).waitFor()
  for (const name of ["otto", "ines", "bot-10", "bot-9"]) await send("POST", `/agents/${name}/heartbeat`, {})
  await agent("otto").getByText("Idle").waitFor()
  await agent("bot-10").waitFor()
  const names = await page.locator(".agent").evaluateAll((all) => all.map((each) => each.ariaLabel))
  expect(names.indexOf("bot-9")).toBeLessThan(names.indexOf("bot-10"))
  await agent("ines").getByText("1 review to decide").waitFor()

  const id = await add({ title: "Sweep the floor" })
  await send("POST", `/tasks/${id}/claim`, { agent: "nora", host: "workshop" })
  await agent("nora").getByText("Sweep the floor").waitFor()
  await page.getByRole("region", { name: "Hosts" }).getByText("workshop").waitFor()
  await agent("nora").getByRole("link").click()
  await panel(page).getByRole("heading", { name: "Sweep the floor" }).waitFor()

  await send("POST", `/tasks/${id}/complete`, { agent: "nora", reflection: "Brooms wear out." })
  await agent("nora").getByText("1 done today").waitFor()
  await agent("nora").getByText("1 right first time").waitFor()
})

test("the titles of what one agent does begin below each other", async () => {
  const { page } = await openScreen({
    ...{ path, width: 1440 },
    async given({ send, add }) {
      for (let n = 0; n < 10; n += 1) await add({ title: "Sweep the floor" })
      for (const id of ["T-1", "T-10"]) await send("POST", `/tasks/${id}/claim`, { agent: "otto" })
    },
  })
  const titles = page.locator(".doing > .one-line")
  await titles.nth(1).waitFor()
  const starts = await titles.evaluateAll((all) => all.map((each) => each.getBoundingClientRect().x))
  expect(new Set(starts).size).toBe(1)
})

test.each([
  [2560, 1440],
  [1024, 768],
])(
  "of many agents the whole screen shows as many as fit at %i × %i, above what is stuck and next",
  async (width, height) => {
    const { page } = await openScreen({
      ...{ width, height, path: "/dashboard/now" },
      async given({ send }) {
        const tasks = Array.from({ length: 60 }, (_, n) => ({ title: `Speed up webhook retries, part ${n}` }))
        await send("POST", "/tasks/batch", { tasks })
        for (let n = 1; n <= 50; n += 1) await send("POST", `/tasks/T-${n}/claim`, { agent: `bot-${n % 41}` })
        for (let n = 42; n <= 50; n += 1)
          await send("PATCH", `/tasks/T-${n}`, { status: "blocked", reason: "Which carriers?" })
        await send("PATCH", "/tasks/T-40", { dueAt: "2026-01-01T00:00:00Z" })
      },
    })
    const more = page.locator(".wall-lanes > p").getByText(/^and \d+ more$/)
    await more.waitFor({ timeout: 20000 })
    const counted = async () =>
      (await page.locator(".wall-lanes .agent:visible").count()) +
      Number((await more.innerText()).match(/\d+/))
    await expect.poll(counted).toBe(41)
    // Who is in trouble comes first.
    expect(await page.locator(".wall-lanes .agent").first().getAttribute("aria-label")).toBe("bot-40")
    expect(await page.locator(".wall").evaluate((wall) => wall.scrollHeight - wall.clientHeight)).toBe(0)
    for (const name of ["Stuck, or needs somebody", "Up next"])
      await page.getByRole("region", { name }).locator(".wall-task").nth(2).waitFor()
  },
)

test("people are listed apart from agents: those marked as people, and whoever uses the dashboard", async () => {
  const { page, send, add } = await openScreen({
    path,
    given: async ({ send, add }) => {
      await send("PUT", "/agents/ines", { kind: "person", role: "Editor" })
      await add({ title: "Hers", assignee: "Ada" })
      await add({ title: "Its", assignee: "otto" })
      await send("POST", "/agents/otto/heartbeat", {})
    },
  })
  const named = (region: string) =>
    page
      .getByRole("region", { name: region })
      .getByRole("listitem")
      .evaluateAll((all) => all.map((each) => each.getAttribute("aria-label")))
  await page.getByRole("listitem", { name: "otto", exact: true }).waitFor()
  expect([await named("People"), await named("Agents")]).toEqual([["Ada", "ines"], ["otto"]])
  await page.getByRole("listitem", { name: "Ada" }).getByText("you", { exact: true }).waitFor()

  await send("PUT", "/agents/otto", { kind: "person" })
  await page.getByText("No agents yet. An agent appears here").waitFor()
  expect(await named("People")).toEqual(["Ada", "ines", "otto"])
  await page.getByText("No agents yet", { exact: true }).waitFor()
  const id = await add({ title: "Sweep" })
  await send("POST", `/tasks/${id}/claim`, { agent: "nora" })
  await page.getByRole("region", { name: "Agents" }).getByRole("listitem", { name: "nora" }).waitFor()
  await page.getByText("1 of 1 agent at work").waitFor()
})

test("an agent is paused for a while and resumed, and one that holds no work is removed", async () => {
  const { page, send, add } = await openScreen({
    path,
    given: ({ send }) => send("POST", "/agents/otto/heartbeat", {}),
  })
  const otto = page.getByRole("listitem", { name: "otto", exact: true })
  await otto.getByRole("button", { name: "Change otto" }).click()
  await page.getByRole("button", { name: "Pause for 30 minutes" }).waitFor()
  await page.keyboard.press("Escape")
  await page.getByRole("button", { name: "Pause for 30 minutes" }).waitFor({ state: "detached" })
  await page.keyboard.press("Enter")
  await page.getByRole("button", { name: "Pause for 2 hours" }).click()
  await otto.getByText("by ada").waitFor()
  await page.getByText("0 of 1 agent at work, 1 paused").waitFor()
  const { paused } = (await send("GET", "/agents/otto")).body["agent"] as {
    paused: { until: string; by: string }
  }
  expect(paused.by).toBe("ada")
  expect(paused.until).not.toBeNull()
  await otto.getByRole("button", { name: "Resume otto" }).click()
  await otto.getByText("Idle").waitFor()
  expect((await send("GET", "/agents/otto")).body["agent"]).toMatchObject({ paused: null })

  const remove = page.getByRole("button", { name: "Remove…" })
  await send("POST", `/tasks/${await add({ title: "Sweep" })}/claim`, { agent: "otto" })
  await otto.getByRole("link", { name: "Sweep" }).waitFor()
  await otto.getByRole("button", { name: "Change otto" }).click()
  await page.getByRole("button", { name: "Describe…" }).waitFor()
  expect(await remove.count()).toBe(0)
  await send("POST", "/tasks/T-1/release", { agent: "otto" })
  await remove.click()
  await page.getByRole("dialog", { name: "Remove otto?" }).getByRole("button", { name: "Remove" }).click()
  await otto.waitFor({ state: "detached" })
})

test("every view says that the team is paused, and can resume it", async () => {
  const { page, send } = await openScreen({
    path,
    given: ({ send }) => send("POST", "/team/starter", {}),
  })
  await page.getByRole("button", { name: "Pause team" }).click()
  await page.getByRole("button", { name: "Until resumed" }).click()
  await page.getByText("The team is paused").waitFor()
  expect((await send("GET", "/tasks/next?agent=otto")).body).toEqual({ task: null })
  await page.getByRole("link", { name: "Board", exact: true }).click()
  await page.getByText("The team is paused").waitFor()
  await page.getByRole("button", { name: "Resume team" }).click()
  await page.getByText("The team is paused").waitFor({ state: "detached" })

  await send("POST", "/team/pause", { reason: "release day" }, { "upnext-actor": "ines" })
  await page.getByText("by ines: release day").waitFor()
})

test("the time at work is that of this attempt; when the first one began is said beside it", async () => {
  const ago = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString()
  const { page } = await openScreen({
    path: "/dashboard/team",
    given: async ({ page, add, send }) => {
      await add({ title: "Again", reviewer: "ada" })
      await send("POST", "/tasks/T-1/claim", { agent: "otto" })
      // As if a review had asked for changes in work of this morning, and otto had begun them two hours ago.
      await page.route(/\/tasks\?/, async (route) => {
        const response = await route.fetch()
        const body = (await response.json()) as { tasks: { attemptStartedAt: unknown }[] }
        const tasks = body.tasks.map((each) => ({
          ...each,
          ...{ startedAt: ago(7.5), lease: null },
          ...(each.attemptStartedAt === undefined ? {} : { attemptStartedAt: ago(2.5) }),
        }))
        await route.fulfill({ response, json: { ...body, tasks } })
      })
    },
  })
  const time = page.getByRole("listitem", { name: "otto" }).locator(".since")
  await time.waitFor()
  expect(await time.innerText()).toBe("for 2h")
  expect(await time.getAttribute("title")).toMatch(/^This attempt began .*; the work began /)
  await page.getByRole("link", { name: "Board", exact: true }).click()
  expect(await page.locator("[data-task=T-1] .card-age").innerText()).toBe("2h")
})

const minutes = (count: number) => count * 60_000

test("a lead finds the silent agent with two keys, and red agrees with what the server counts as stuck", async () => {
  const { page, send, add } = await openScreen({ given: withWorkers })
  const bo = await claimAsWorker({ send }, await add({ title: "Hangs" }), "bo")
  await bo.report({ quietMs: minutes(12) })
  await page.locator("[data-task=T-3]").waitFor()
  await page.keyboard.press("g")
  await page.keyboard.press("t")
  const silence = page.locator(".silence")
  await silence.first().waitFor()
  expect(await silence.allInnerTexts()).toEqual(["silent 12m"])
  const isSeen = () =>
    silence.evaluate((each) => each.getBoundingClientRect().bottom < document.documentElement.clientHeight)
  expect(await isSeen()).toBe(true)
  await page.getByRole("listitem", { name: "bo", exact: true }).locator(".silence.is-long").waitFor()

  // The page reads again what a worker reports.
  await bo.report({ quietMs: minutes(31) })
  await page.locator(".silence.is-stuck").getByText("silent 31m").waitFor()
  expect((await send("GET", "/now")).body["now"]).toMatchObject({ stuck: 1 })
  await bo.report({})
  await silence.waitFor({ state: "detached" })
  await bo.report({ quietMs: minutes(20), repeats: "waiting for the lock" })
  await page.locator(".silence.is-long").getByText("nothing new for 20m").waitFor()
})

test("a silence turns amber, then red, by the clock of the page, while nothing arrives", async () => {
  const { page } = await openScreen({
    path,
    ownBrowser: true,
    given: async ({ send, add }) => {
      await send("POST", `/tasks/${await add({ title: "Sweep" })}/claim`, { agent: "nora", lease: "off" })
    },
  })
  const nora = page.getByRole("listitem", { name: "nora", exact: true })
  await nora.getByRole("link", { name: "Sweep" }).waitFor()
  expect(await nora.locator(".silence").count()).toBe(0)
  await page.route("**/*", (route) => route.abort())
  const later = (ms: number) =>
    page.evaluate(`{ const real = window.realNow ??= Date.now; Date.now = () => real() + ${ms} }`)
  for (const [count, tone] of [
    [5, "calm"],
    [11, "long"],
    [31, "stuck"],
  ] as const) {
    await later(minutes(count))
    await nora.locator(`.silence.is-${tone}`).getByText(`last call ${count}m ago`).waitFor()
    await nora.locator(".since").getByText(`for ${count}m`).waitFor()
  }
})

test("no lane moves while leases and states change; agents that are gone unfold from one line", async () => {
  const { page, send, add } = await openScreen({
    path,
    given: async ({ send, add }) => {
      for (const name of ["dee", "ann", "cy", "bo"]) await send("POST", `/agents/${name}/heartbeat`, {})
      await send("PUT", "/agents/old", { kind: "agent" }, { "upnext-actor": "ada" })
      for (const agent of ["dee", "bo"])
        await send("POST", `/tasks/${await add({ title: `Work of ${agent}` })}/claim`, { agent })
    },
  })
  const names = () =>
    page
      .locator("main .agent:visible")
      .evaluateAll((all) => all.map((each) => each.getAttribute("aria-label")))
  const lane = (name: string) => page.getByRole("listitem", { name, exact: true })
  await lane("dee").getByRole("link").waitFor()
  expect(await names()).toEqual(["ann", "bo", "cy", "dee"])
  await send("POST", `/tasks/${await add({ title: "Short" })}/claim`, { agent: "cy", lease: "90s" })
  await send("POST", "/agents/bo/pause", {})
  await send("POST", "/tasks/T-1/release", { agent: "dee" })
  await lane("cy").getByRole("link").waitFor()
  await lane("bo").getByText("Paused until resumed").waitFor()
  await lane("dee").getByText("Idle").waitFor()
  expect(await names()).toEqual(["ann", "bo", "cy", "dee"])
  await page.getByText("1 gone").click()
  await lane("old").getByText("Not seen since the server started").waitFor()

  await page.getByRole("link", { name: "Full screen" }).click()
  await page.locator(".wall").waitFor()
  expect(await names()).toEqual(["ann", "bo", "cy", "dee"])
  await page.keyboard.press("Escape")
  await page.getByRole("link", { name: "Board", exact: true }).click()
  // In the strip the claim that ends first comes first.
  const faces = page.locator(".strip-lanes .avatar")
  expect(await faces.evaluateAll((all) => all.map((each) => each.getAttribute("aria-label")))).toEqual([
    "cy",
    "bo",
  ])
})

test("a claim is named only when it is about to end and was not renewed", async () => {
  const inMs = (ms: number) => new Date(Date.now() + ms).toISOString()
  const { page } = await openScreen({
    path,
    given: async ({ page, add, send }) => {
      for (const agent of ["ann", "bo"])
        await send("POST", `/tasks/${await add({ title: `Work of ${agent}` })}/claim`, { agent })
      await page.route(/\/tasks\?/, async (route) => {
        const response = await route.fetch()
        const body = (await response.json()) as { tasks: { id: string; lease: object }[] }
        const ending = { updatedAt: inMs(-minutes(29)) }
        const tasks = body.tasks.map((each) =>
          each.id === "T-2"
            ? { ...each, ...ending, lease: { ...each.lease, expiresAt: inMs(50_000) } }
            : each,
        )
        await route.fulfill({ response, json: { ...body, tasks } })
      })
    },
  })
  const alarm = page.locator(".silence.is-stuck")
  await alarm.waitFor()
  expect(await alarm.innerText()).toMatch(/^claim ends in \d+s$/)
  await page.getByRole("listitem", { name: "bo", exact: true }).locator(".silence").waitFor()
})
