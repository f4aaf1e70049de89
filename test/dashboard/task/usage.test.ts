import { expect, test } from "vitest"
import { openScreen } from "../fixture.ts"

test("the panel says in one line what the attempts have used, as soon as one tells", async () => {
  const { page, send } = await openScreen({
    path: "/dashboard/board/tasks/T-1",
    async given({ add, send: before }) {
      await add({ title: "Paint" })
      await before("POST", "/tasks/T-1/claim", { agent: "otto" })
    },
  })
  const properties = page.locator(".properties")
  await properties.getByText("Created").waitFor()
  expect(await properties.getByText("Used").count()).toBe(0)
  const usage = { inputTokens: 12_340, outputTokens: 3100, cacheReadTokens: 9000, cost: 0.42, model: "opus" }
  expect((await send("POST", "/tasks/T-1/heartbeat", { agent: "otto", usage })).status).toBe(200)
  const line = properties.getByText("12.3k in (9k cached), 3.1k out, $0.42, by opus")
  await line.waitFor()
  expect(await line.locator("xpath=ancestor-or-self::span[@title]").getAttribute("title")).toContain(
    "As reported",
  )
})
