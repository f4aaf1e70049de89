import { expect, test } from "vitest"
import { openScreen, panel } from "../fixture.ts"

const path = "/dashboard/team"

test("Team shows who is there, what each one does, and the hosts, as they change", async () => {
  const { page, send, add } = await openScreen({
    path,
    given: ({ send }) => send("POST", "/team/starter", {}),
  })
  const agent = (name: string) => page.getByRole("listitem", { name, exact: true })
  await agent("mira").getByRole("link", { name: "T-1" }).waitFor()
  await agent("otto").getByText("Nothing in progress").waitFor()
  await agent("ines").getByText("1 review to decide").waitFor()

  const id = await add({ title: "Sweep the floor" })
  await send("POST", `/tasks/${id}/claim`, { agent: "nora", host: "workshop" })
  await agent("nora").getByText("Sweep the floor").waitFor()
  await agent("nora").getByText("Live").waitFor()
  await page.getByRole("region", { name: "Hosts" }).getByText("workshop").waitFor()
  await agent("nora").getByRole("link").click()
  await panel(page).getByRole("heading", { name: "Sweep the floor" }).waitFor()

  await send("POST", `/tasks/${id}/complete`, { agent: "nora", reflection: "Brooms wear out." })
  await agent("nora").getByText("Nothing in progress").waitFor()
})

test("people are listed apart from agents: those marked as people, and whoever uses the dashboard", async () => {
  const { page, send, add } = await openScreen({
    path,
    given: async ({ send, add }) => {
      await send("PUT", "/agents/ines", { kind: "person", role: "Editor" })
      await add({ title: "Hers", assignee: "Ada" })
      await add({ title: "Its", assignee: "otto" })
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
  const id = await add({ title: "Sweep" })
  await send("POST", `/tasks/${id}/claim`, { agent: "nora" })
  await page.getByRole("region", { name: "Agents" }).getByRole("listitem", { name: "nora" }).waitFor()
})

test("Team pauses an agent for a while and resumes it", async () => {
  const { page, send } = await openScreen({
    path,
    given: ({ send }) => send("POST", "/team/starter", {}),
  })
  const otto = page.getByRole("listitem", { name: "otto", exact: true })
  await otto.getByRole("button", { name: "Pause otto" }).click()
  await page.getByRole("button", { name: "For 30 minutes" }).waitFor()
  await page.keyboard.press("Escape")
  await page.getByRole("button", { name: "For 30 minutes" }).waitFor({ state: "detached" })
  await page.keyboard.press("Enter")
  await page.getByRole("button", { name: "For 2 hours" }).click()
  await otto.getByText("by ada").waitFor()
  const { paused } = (await send("GET", "/agents/otto")).body["agent"] as {
    paused: { until: string; by: string }
  }
  expect(paused.by).toBe("ada")
  expect(paused.until).not.toBeNull()
  await otto.getByRole("button", { name: "Resume otto" }).click()
  await otto.getByRole("button", { name: "Pause otto" }).waitFor()
  expect((await send("GET", "/agents/otto")).body["agent"]).toMatchObject({ paused: null })
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
  expect(await time.innerText()).toBe("2h")
  expect(await time.getAttribute("title")).toMatch(/^This attempt began .*; the work began /)
  await page.getByRole("link", { name: "Board", exact: true }).click()
  expect(await page.locator("[data-task=T-1] .card-age").innerText()).toBe("2h")
})
