import type { Page } from "playwright-core"
import { expect, test } from "vitest"
import { card, inColumn, openScreen, panel, type Screen } from "./fixture.ts"

const toast = (page: Page) => page.getByRole("region", { name: "Last change" })
const said = (page: Page, text: string | RegExp) => toast(page).getByText(text).waitFor()
const button = (page: Page, name: string) => toast(page).getByRole("button", { name })
const read = async ({ send }: Screen, id: string) => (await send("GET", `/tasks/${id}`)).body["task"]

test("Ctrl-Z takes back what was done last, also when its message has gone, and Ctrl-Shift-Z does it again", async () => {
  const screen = await openScreen({
    given: async ({ add }) => {
      await add({ title: "One" })
      await add({ title: "Two" })
    },
  })
  const { page, send } = screen
  await card(page, "T-1").click()
  await panel(page).getByLabel("Priority").selectOption("P0")
  await said(page, "T-1: Priority is P0.")
  await panel(page).focus()
  await page.keyboard.press("Escape")
  await card(page, "T-2").focus()
  await card(page, "T-2").dragTo(page.locator("[data-column=doing]"))
  await said(page, "T-2 is in Doing.")
  await page.reload()
  await inColumn(page, "doing", "T-2").waitFor()
  // Somebody else's work is theirs to take back.
  await send("PATCH", "/tasks/T-2", { tags: ["theirs"] }, { "upnext-actor": "otto" })

  await page.keyboard.press("Control+z")
  await said(page, "Undone: moving T-2.")
  await inColumn(page, "ready", "T-2").waitFor()
  await page.keyboard.press("Control+z")
  await said(page, "Undone: changing T-1.")
  await page.getByRole("link", { name: "Activity" }).click()
  for (const words of ["ada undid moving T-2", "ada undid changing the priority of T-1"])
    await page.locator(".event", { hasText: words }).waitFor()
  expect(await page.getByText("undid changes").count()).toBe(0)
  await page.goBack()
  expect([await read(screen, "T-1"), await read(screen, "T-2")]).toMatchObject([
    { priority: "P2" },
    { status: "todo", tags: ["theirs"] },
  ])
  await page.keyboard.press("Control+z")
  await said(page, "There is nothing to undo.")

  await page.keyboard.press("Control+Shift+z")
  await said(page, "Redone: changing T-1.")
  await page.keyboard.press("Control+y")
  await said(page, "Redone: changing T-2.")
  await inColumn(page, "doing", "T-2").waitFor()
  await page.keyboard.press("Control+y")
  await said(page, "There is nothing to redo.")
  expect(await read(screen, "T-1")).toMatchObject({ priority: "P0" })
})

test("in a field the browser takes back what was typed, and nothing else", async () => {
  const screen = await openScreen({ given: ({ add }) => add({ title: "One" }), path: "/dashboard/tasks/T-1" })
  const { page } = screen
  await panel(page).getByLabel("Priority").selectOption("P0")
  await said(page, "T-1: Priority is P0.")
  const comment = panel(page).getByLabel("New comment")
  await comment.pressSequentially("ab")
  await page.keyboard.press("Control+z")
  await expect.poll(() => comment.inputValue()).not.toBe("ab")
  await panel(page).focus()
  await page.keyboard.press("Control+z")
  await said(page, "Undone: changing T-1.")
  expect(await read(screen, "T-1")).toMatchObject({ priority: "P2", version: 3 })
})

test("the message takes back its own change and none that came after it", async () => {
  const screen = await openScreen({
    given: async ({ add, send }) => {
      await add({ title: "One" })
      await add({ title: "Look", reviewer: "ada" })
      await send("POST", "/tasks/T-2/claim", { agent: "otto" })
      await send("POST", "/tasks/T-2/complete", { agent: "otto", reflection: "Ask." })
    },
    path: "/dashboard/tasks/T-2",
  })
  const { page, send } = screen
  await panel(page).getByRole("button", { name: "Approve" }).click()
  await said(page, "T-2 was approved.")
  // The same person, elsewhere.
  await send("PATCH", "/tasks/T-1", { title: "Later" }, { "upnext-actor": "ada" })
  await button(page, "Undo").click()
  await said(page, "Undone: the review of T-2.")
  // It is shown by then, so that whoever goes on from there is not told that somebody was faster.
  expect(await panel(page).getByRole("region", { name: "Review" }).count()).toBe(1)
  expect([await read(screen, "T-1"), await read(screen, "T-2")]).toMatchObject([
    { title: "Later" },
    { status: "review" },
  ])
  await button(page, "Redo").click()
  await said(page, "Redone: the review of T-2.")
  await expect.poll(async () => (await read(screen, "T-2"))["status"]).toBe("done")
  await button(page, "Undo").click()
  await said(page, "Undone: changing T-2.")

  // Taken back by another way, it is not taken back twice.
  await panel(page).getByLabel("Review comment").fill("More, please.")
  await panel(page).getByRole("button", { name: "Request changes" }).click()
  await said(page, "T-2 was sent back for changes.")
  expect((await send("POST", "/undo", {}, { "upnext-actor": "ada" })).status).toBe(200)
  await button(page, "Undo").click()
  await said(page, "This can no longer be undone.")
  expect(await read(screen, "T-1")).toMatchObject({ title: "Later" })
})

test("what stands in the way of an undo is said in plain words", async () => {
  const screen = await openScreen({
    given: ({ add }) => add({ title: "One", done_criteria: ["It works"] }),
    path: "/dashboard/tasks/T-1",
  })
  const { page, send } = screen
  const doneWhen = (...criteria: string[]) => send("PATCH", "/tasks/T-1", { done_criteria: criteria }, ada)
  const ada = { "upnext-actor": "ada" }
  await doneWhen("It works", "It is fast")
  await send("PATCH", "/tasks/T-1", { done_criteria: ["Theirs"] }, { "upnext-actor": "otto" })
  await panel(page).getByLabel("Theirs").waitFor()
  await panel(page).focus()
  await page.keyboard.press("Control+z")
  await said(page, "Not undone. T-1 has since been changed: “Done when” is different now.")
  expect(await read(screen, "T-1")).toMatchObject({ done_criteria: ["Theirs"] })
})

test("a pause, and its end, are taken back by their messages", async () => {
  const { page, send } = await openScreen({
    given: ({ send }) => send("POST", "/agents/otto/heartbeat", {}),
    path: "/dashboard/team",
  })
  const paused = async () => (await send("GET", "/agents/otto")).body["agent"].paused as unknown
  await page.getByRole("button", { name: "Change otto" }).click()
  await page.getByRole("button", { name: "Pause until resumed" }).click()
  await said(page, "otto is paused until resumed.")
  await button(page, "Undo").click()
  await said(page, "Undone: pausing an agent.")
  expect(await paused()).toBeNull()
  await page.getByRole("button", { name: "Change otto" }).click()
  await page.getByRole("button", { name: "Pause until resumed" }).click()
  await said(page, "otto is paused until resumed.")
  await page.getByRole("button", { name: "Resume otto" }).click()
  await said(page, "otto is no longer paused.")
  await page.keyboard.press("Control+z")
  await said(page, "Undone: resuming an agent.")
  expect(await paused()).toMatchObject({ by: "ada" })
})

test("a new task is taken back into the trash, and comes back by a redo", async () => {
  const { page } = await openScreen({ given: ({ add }) => add({ title: "One" }) })
  await page.locator(".live-live").waitFor()
  await page.keyboard.press("n")
  await page.getByRole("dialog").getByLabel("Title").fill("Two")
  await page.keyboard.press("Enter")
  await said(page, "T-2 was created.")
  await card(page, "T-2").waitFor()
  await button(page, "Undo").click()
  await said(page, "Undone: creating T-2.")
  await card(page, "T-2").waitFor({ state: "detached" })
  await button(page, "Redo").click()
  await said(page, "Redone: creating T-2.")
  await card(page, "T-2").waitFor()
})

test("Ctrl-Z in a text field takes back what was typed there, and in a list of choices the last change", async () => {
  const screen = await openScreen({ given: ({ add }) => add({ title: "One" }) })
  const { page } = screen
  await card(page, "T-1").click()
  const priority = panel(page).getByLabel("Priority")
  await priority.focus()
  await priority.selectOption("P0")
  await said(page, "T-1: Priority is P0.")
  await page.keyboard.press("Control+z")
  await said(page, "Undone: changing T-1.")
  expect(await priority.inputValue()).toBe("P2")
  await page.keyboard.press("Control+Shift+z")
  await said(page, "Redone: changing T-1.")
  const comment = panel(page).getByLabel("New comment")
  await comment.focus()
  // On a busy machine the browser takes back two letters one by one.
  await page.keyboard.insertText("Hm")
  await page.keyboard.press("Control+z")
  expect(await comment.inputValue()).toBe("")
  expect(await read(screen, "T-1")).toMatchObject({ priority: "P0" })
})
