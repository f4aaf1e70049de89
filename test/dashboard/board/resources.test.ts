import { expect, test } from "vitest"
import { expectAccessible } from "../axe.ts"
import { addProperty, card, fitsWidth, inColumn, openScreen, panel } from "../fixture.ts"

const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString()

test("a card that waits for a resource says for what and who is there, and is ready when there is room again", async () => {
  const { page, send } = await openScreen({
    given: async ({ add, send }) => {
      await add({ title: "Router", resources: ["src/http"] })
      await add({ title: "Replies", resources: ["src/http/reply", "db"] })
      await add({ title: "Apart", resources: ["src/cli"], skills: ["gpu", "opus"] })
      await send("POST", "/tasks/T-1/claim", { agent: "ann" })
    },
  })
  await inColumn(page, "waits", "T-2").getByTitle("Waits for src/http — T-1 (ann)").waitFor()
  await card(page, "T-1").getByTitle("Works in src/http").waitFor()
  await inColumn(page, "ready", "T-3").getByText("needs gpu, opus").waitFor()
  await expectAccessible(page, "", ".card")

  // No event speaks of T-2.
  await send("POST", "/tasks/T-1/release", { agent: "ann" })
  await inColumn(page, "ready", "T-2").waitFor()
  await send("POST", "/tasks/T-2/claim", { agent: "bo" })
  await inColumn(page, "waits", "T-1").getByTitle("Waits for src/http — T-2 (bo)").waitFor()
  await send("PATCH", "/tasks/T-2", { resources: ["db"] })
  await inColumn(page, "ready", "T-1").waitFor()

  await send("POST", "/resources/src/close", { until: inAnHour(), reason: "release day" })
  await inColumn(page, "waits", "T-3")
    .getByTitle(/^Waits for src, closed until .*: release day$/)
    .waitFor()
  await inColumn(page, "waits", "T-1").waitFor()
  await send("POST", "/resources/src/open", {})
  await inColumn(page, "ready", "T-3").waitFor()
  await inColumn(page, "ready", "T-1").waitFor()
})

test("what an agent at work draws on keeps others out, as it is said", async () => {
  const { page, send } = await openScreen({
    given: async ({ add, send }) => {
      await send("PUT", "/agents/ann", { resources: ["plan"] })
      await add({ title: "Any" })
      await add({ title: "By hand", resources: ["plan"] })
    },
  })
  await inColumn(page, "ready", "T-2").waitFor()
  await send("POST", "/tasks/T-1/claim", { agent: "ann" })
  await inColumn(page, "waits", "T-2").getByTitle("Waits for plan — T-1 (ann)").waitFor()
  await send("PUT", "/agents/ann", { resources: [] })
  await inColumn(page, "ready", "T-2").waitFor()
  await send("PUT", "/agents/ann", { resources: ["plan"] })
  await inColumn(page, "waits", "T-2").waitFor()
  await send("PUT", "/resources/plan", { capacity: 2 })
  await inColumn(page, "ready", "T-2").waitFor()
})

test("a task says in its panel for what it waits, and what it needs is edited there", async () => {
  const { page, send } = await openScreen({
    path: "/dashboard/tasks/T-2",
    given: async ({ add, send }) => {
      await add({ title: "Router", resources: ["src/http"] })
      await add({ title: "Replies", resources: ["src/http", "db"] })
      await send("POST", "/tasks/T-1/claim", { agent: "ann" })
    },
  })
  const waits = panel(page).locator(".waits-for")
  expect(await waits.innerText()).toBe("Waits for src/http — T-1 (ann)")
  await page.setViewportSize({ width: 380, height: 800 })
  await expectAccessible(page, "", ".panel")
  expect(await fitsWidth(page)).toBe(true)
  await page.setViewportSize({ width: 1280, height: 800 })

  await panel(page).getByRole("textbox", { name: "Needs" }).fill("db, docs/")
  await page.keyboard.press("Enter")
  await waits.waitFor({ state: "detached" })
  await addProperty(page, "Skills")
  await page.keyboard.type("gpu, opus")
  await page.keyboard.press("Enter")
  await expect
    .poll(async () => (await send("GET", "/tasks/T-2")).body["task"] as object)
    .toMatchObject({ resources: ["db", "docs"], skills: ["gpu", "opus"] })

  await send("POST", "/resources/db/close", { reason: "it is moved" })
  await waits.waitFor()
  expect(await waits.innerText()).toBe("Waits for db, closed until someone opens it: it is moved")
  await send("POST", "/resources/db/open", {})
  await waits.waitFor({ state: "detached" })
  await send("PATCH", "/tasks/T-2", { resources: ["src"] })
  await waits.getByRole("link", { name: "T-1" }).click()
  await panel(page).getByRole("heading", { name: "Router" }).waitFor()
})
