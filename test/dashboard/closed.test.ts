import { expect, test } from "vitest"
import {
  card,
  cards,
  filterBy,
  groupBy,
  inColumn,
  openColumn,
  openScreen,
  panel,
  type Screen,
} from "./fixture.ts"

/** Finishes tasks, the oldest first. Every second one is in the project `web`. */
async function finish({ add, send }: Screen, count: number): Promise<void> {
  for (let i = 1; i <= count; i++) {
    const id = await add({ title: `Task ${i}`, project: i % 2 === 0 ? "web" : "api", assignee: "otto" })
    await send("PATCH", `/tasks/${id}`, { status: "done" })
  }
}

test("a filtered column of finished tasks counts all that match and shows the newest", async () => {
  const { page, send, add } = await openScreen({ given: (screen) => finish(screen, 130) })
  await page.locator("[data-column=done][aria-label='Done, 130']").waitFor()
  await filterBy(page, "Project", "web")
  const done = page.locator("[data-column=done]")
  await page.locator("[data-column=done][aria-label='Done, 65']").waitFor()
  expect(await cards(page, "done").first().getAttribute("data-task")).toBe("T-130")
  await done.locator(".cards").evaluate((list) => list.scrollTo(0, list.scrollHeight))
  await done.getByText("and 15 older").waitFor()
  await inColumn(page, "done", "T-32").waitFor()

  // A card that the filter found can be moved like any other, and the count follows.
  await send("PATCH", "/tasks/T-32", { status: "todo" })
  await page.locator("[data-column=done][aria-label='Done, 64']").waitFor()
  const more = await add({ title: "One more", project: "web" })
  await send("PATCH", `/tasks/${more}`, { status: "done" })
  await page.locator("[data-column=done][aria-label='Done, 65']").waitFor()

  await page.getByRole("button", { name: "Clear" }).click()
  await page.locator("[data-column=done][aria-label='Done, 130']").waitFor()
  await done.locator(".cards").evaluate((list) => list.scrollTo(0, list.scrollHeight))
  // Without the filter the column shows the newest 50 and the one that came later, without gaps.
  await done.getByText("and 79 older").waitFor()
})

test("a row says how many finished tasks it has and that it shows only some", async () => {
  const { page } = await openScreen({ given: (screen) => finish(screen, 130) })
  await page.locator("[data-column=done][aria-label='Done, 130']").waitFor()
  await groupBy(page, "project")
  await page.getByRole("group", { name: "Done, api, 65" }).getByText("+64").waitFor()
})

test("a word finds finished tasks that the board has not loaded", async () => {
  const { page } = await openScreen({
    given: async (screen) => {
      const id = await screen.add({ title: "Paint the harbour" })
      await screen.send("PATCH", `/tasks/${id}`, { status: "done" })
      await finish(screen, 55)
    },
  })
  await page.locator("[data-column=done][aria-label='Done, 56']").waitFor()
  await page.getByRole("searchbox", { name: "Filter" }).fill("harbour")
  await inColumn(page, "done", "T-1").waitFor()
  await page.locator("[data-column=done][aria-label='Done, 1']").waitFor()
})

test("the filter stays in other views, beside a task, and on going back and forward", async () => {
  const { page } = await openScreen({
    given: async ({ add }) => {
      await add({ title: "Kept", tags: ["ui"] })
      await add({ title: "Left out" })
    },
  })
  await card(page, "T-2").waitFor()
  const isKept = async (path: string) => {
    await expect.poll(() => new URL(page.url()).pathname + new URL(page.url()).search).toBe(`${path}?tag=ui`)
  }
  await card(page, "T-1").click()
  await panel(page).waitFor()
  await filterBy(page, "Tag", "ui")
  await card(page, "T-2").waitFor({ state: "detached" })
  await page.goBack()
  await panel(page).waitFor({ state: "detached" })
  await isKept("/dashboard")
  expect(await page.locator(".column [data-task]").count()).toBe(1)

  const places = page.getByRole("navigation", { name: "Views" })
  await places.getByRole("link", { name: "Activity" }).click()
  await page.getByRole("heading", { name: "Activity" }).waitFor()
  await isKept("/dashboard/activity")
  await page.reload()
  await places.getByRole("link", { name: "Board" }).click()
  await card(page, "T-1").waitFor()
  await isKept("/dashboard")
  expect(await page.locator(".column [data-task]").count()).toBe(1)
  await page.keyboard.press("g")
  await page.keyboard.press("t")
  await isKept("/dashboard/team")
})

test("a card of a closed task shows no blockers", async () => {
  const { page, send } = await openScreen({
    given: async ({ add }) => {
      await add({ title: "Before" })
      await add({ title: "After", blockedBy: ["T-1"] })
    },
  })
  await card(page, "T-2").locator(".waits").waitFor()
  await send("PATCH", "/tasks/T-2", { status: "done" })
  await inColumn(page, "done", "T-2").waitFor()
  expect(await card(page, "T-2").locator(".waits").count()).toBe(0)
})

test("while open tasks are still on their way, finished ones are shown, and no column is said to be empty", async () => {
  let letGo = () => {}
  const held = new Promise<void>((resolve) => (letGo = resolve))
  const { page } = await openScreen({
    given: async (screen) => {
      await finish(screen, 3)
      await screen.add({ title: "Still open" })
      await screen.page.route(/\/tasks\?.*status=todo/, async (route) => {
        await held
        await route.continue()
      })
    },
  })
  await page.locator("[data-column=done][aria-label='Done, 3']").waitFor()
  await inColumn(page, "done", "T-3").waitFor()
  expect(await page.locator(".column-empty").allInnerTexts()).toEqual([])
  letGo()
  await inColumn(page, "ready", "T-4").waitFor()
  await openColumn(page, "doing")
  await page.locator("[data-column=doing]").getByText("No work in progress").waitFor()
})
