import { expect, test } from "vitest"
import { expectAccessible } from "../axe.ts"
import { fitsWidth, openScreen, panel } from "../fixture.ts"

test("in review what was done and the criteria stand above the decision; the panel's width is remembered; code can be copied", async () => {
  const { page } = await openScreen({
    ownBrowser: true,
    width: 1440,
    path: "/dashboard/tasks/T-1",
    given: async ({ add, send }) => {
      await add({
        title: "Look at it",
        reviewer: "ada",
        description: "```\nnpm test\n```",
        done_criteria: ["It works"],
      })
      await send("POST", "/tasks/T-1/claim", { agent: "otto" })
      await send("POST", "/tasks/T-1/criteria", { criterion: 1, evidence: "build 7", agent: "otto" })
      await send("POST", "/tasks/T-1/complete", {
        agent: "otto",
        reflection: "x",
        summary: "Made **it** work",
      })
    },
  })
  const side = panel(page)
  const topOf = async (text: string) => (await side.getByText(text).first().boundingBox())?.y ?? Infinity
  await side.locator(".markdown strong", { hasText: "it" }).waitFor()
  await side.getByText("· build 7").waitFor()
  const decision = (await side.getByRole("button", { name: "Approve" }).boundingBox())?.y ?? 0
  for (const text of ["What was done", "It works", "· build 7"])
    expect(await topOf(text), text).toBeLessThan(decision)

  const width = async () => (await side.boundingBox())?.width ?? 0
  const before = await width()
  const edge = page.getByRole("separator", { name: "Width of the panel" })
  await edge.press("ArrowLeft")
  await edge.press("ArrowLeft")
  const wider = await width()
  expect(wider).toBeGreaterThan(before + 40)
  await page.reload()
  await side.getByText("· build 7").waitFor()
  expect(await width()).toBe(wider)
  await edge.dblclick()
  await expect.poll(width).toBe(before)

  await page.context().grantPermissions(["clipboard-read", "clipboard-write"])
  await side.locator(".code").hover()
  await side.getByRole("button", { name: "Copy" }).click()
  await side.getByRole("button", { name: "Copied" }).waitFor()
  expect(await page.evaluate("navigator.clipboard.readText()")).toBe("npm test\n")
  for (const size of [380, 1024, 1440]) {
    await page.setViewportSize({ width: size, height: 800 })
    await expectAccessible(page, "", ".panel")
    expect(await fitsWidth(page)).toBe(true)
  }
})

test("what one agent does on one task is one row of the activity, which opens, and a time is shown once", async () => {
  const { page, send } = await openScreen({
    path: "/dashboard/activity",
    given: async ({ add, send }) => {
      await add({ title: "Busy", createdBy: "ada" })
      for (let i = 1; i <= 4; i += 1)
        await send("POST", "/tasks/T-1/comments", { author: "otto", content: `${i}` })
    },
  })
  const lines = page.locator(".event", { hasText: "otto commented on T-1" })
  await page.getByRole("button", { name: "and 3 earlier" }).click()
  await expect.poll(() => lines.count()).toBe(4)
  expect(await lines.locator("time.is-known").count()).toBeGreaterThanOrEqual(2)
  await page.getByRole("button", { name: "Show less" }).click()
  await expect.poll(() => lines.count()).toBe(1)
  await send("POST", "/tasks/T-1/comments", { author: "otto", content: "5" })
  await page.getByRole("button", { name: "and 4 earlier" }).waitFor()
})
