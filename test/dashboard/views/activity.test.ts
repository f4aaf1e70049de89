import { expect, test } from "vitest"
import { openScreen, panel, pick } from "../fixture.ts"

const path = "/dashboard/activity"

test("Activity tells in words what happens, at once, with a link to the task", async () => {
  const { page, send, add } = await openScreen({ path })
  await page.getByText("No events yet.").waitFor()
  const id = await add({ title: "Write the README", createdBy: "ada" })
  const line = (text: string) => page.getByRole("listitem").filter({ hasText: text })
  await line("ada created T-1 Write the README").waitFor()
  const claimed = await send("POST", `/tasks/${id}/claim`, { agent: "otto" })
  await line("otto claimed T-1 Write the README").waitFor()
  // The stream of events begins with what commands have printed, which is no event.
  const { token } = claimed.body["lease"] as { token: string }
  await send("POST", `/tasks/${id}/output`, { leaseToken: token, text: "1 of 2 pages\n" })
  await page.reload()
  await line("otto claimed T-1 Write the README").waitFor()
  await send("POST", `/tasks/${id}/heartbeat`, { agent: "otto" })
  await send("POST", `/tasks/${id}/release`, { agent: "otto", failed: true, reason: "no paper" })
  await line("otto failed on T-1 Write the README: no paper").waitFor()
  expect(await line("still working").count()).toBe(0)
  await line("otto claimed").getByRole("link").click()
  await panel(page).getByRole("heading", { name: "Write the README" }).waitFor()
})

test("Activity is filtered by kind, agent and task", async () => {
  const { page, add } = await openScreen({
    path,
    given: async ({ send }) => {
      await send("POST", "/team/starter", {})
      await send("POST", "/tasks/T-1/comments", { author: "ines", content: "Well." })
    },
  })
  const lines = page.locator(".event")
  await lines.filter({ hasText: "joined the team" }).first().waitFor()
  await pick(page.getByLabel("Kind"), "Reviews and comments")
  await lines.filter({ hasText: "joined the team" }).first().waitFor({ state: "detached" })
  await pick(page.getByLabel("Agent"), "ines")
  await page.getByRole("searchbox", { name: "Task" }).fill("1")
  await lines.filter({ hasText: "mira" }).first().waitFor({ state: "detached" })
  expect(await lines.allInnerTexts()).toEqual([expect.stringContaining("commented on T-1")])
  // A new event that does not match stays out as well.
  await pick(page.getByLabel("Kind"), "Everything")
  await page.getByRole("searchbox", { name: "Task" }).fill("T-6")
  await page.getByText("events of this kind").waitFor()
  await add({ title: "Not by her" })
  await add({ title: "Hers", assignee: "ines" })
  await page.getByRole("searchbox", { name: "Task" }).fill("T-7")
  await lines.filter({ hasText: "created T-7 Hers" }).waitFor()
  expect(await lines.count()).toBe(1)
})

test("on a phone the filters are behind a button that counts them", async () => {
  const { page, add } = await openScreen({ path, width: 380, height: 760 })
  await add({ title: "Seen" })
  const lines = page.locator(".event")
  await lines.filter({ hasText: "created T-1" }).waitFor()
  expect(await page.getByLabel("Kind").isVisible()).toBe(false)
  expect((await lines.first().boundingBox())?.y).toBeLessThan(200)
  await page.getByRole("button", { name: "Filters", exact: true }).click()
  await pick(page.getByLabel("Kind"), "Changes to tasks")
  await page.getByRole("searchbox", { name: "Task" }).fill("1")
  await page.getByRole("button", { name: "Filters (2)" }).click()
  expect(await page.getByLabel("Kind").isVisible()).toBe(false)
  await lines.filter({ hasText: "created T-1" }).waitFor()
})

test("Activity can go further back in time than what it shows at first", async () => {
  const { page, server } = await openScreen({
    given: async ({ add, send }) => {
      await add({ title: "The very first" })
      await Promise.all(Array.from({ length: 60 }, (_, i) => add({ title: `Task ${i}` })))
      await send("POST", "/tasks/T-1/claim", { agent: "otto" })
      for (let i = 0; i < 20; i++)
        await Promise.all(
          Array.from({ length: 30 }, () => send("POST", "/tasks/T-1/heartbeat", { agent: "otto" })),
        )
      await Promise.all(
        Array.from({ length: 260 }, (_, i) =>
          send("PATCH", `/tasks/T-${2 + (i % 60)}`, { title: `New ${i}` }),
        ),
      )
    },
  })
  await page.goto(`${server.url}${path}`)
  const lines = page.locator(".event")
  await lines.first().waitFor()
  const first = lines.filter({ hasText: /created T-1 / })
  const earlier = page.getByRole("button", { name: "Load earlier" })
  await expect
    .poll(
      async () => {
        // The button disappears while earlier events are read.
        if (await earlier.isVisible()) await earlier.click({ timeout: 500 }).catch(() => undefined)
        return first.count()
      },
      { timeout: 20_000 },
    )
    .toBe(1)
  expect(await first.textContent()).toContain("The very first")
})
