import { expect, test } from "vitest"
import { card, inColumn, openScreen, panel, pick } from "../fixture.ts"

test("a change answers with one message; undo takes it back where that is possible, and only then is it offered", async () => {
  const { page, send, add } = await openScreen({
    given: async ({ add, send }) => {
      await add({ title: "Plain", assignee: "otto", tags: ["a"] })
      await add({ title: "Held" })
      await send("POST", "/tasks/T-2/claim", { agent: "otto" })
    },
  })
  const toast = page.getByRole("region", { name: "Last change" })
  const undo = toast.getByRole("button", { name: "Undo" })
  const read = async (id: string) => {
    const { task } = (await send("GET", `/tasks/${id}`)).body as { task: Record<string, unknown> }
    const { version: _v, updatedAt: _u, startedAt: _s, ...rest } = task
    return rest
  }
  await inColumn(page, "doing", "T-2").waitFor()
  const before = await read("T-1")

  await card(page, "T-1").dragTo(page.locator("[data-column=doing]"))
  await toast.getByText("T-1 is in Doing.").waitFor()
  await inColumn(page, "doing", "T-1").waitFor()
  await page.setViewportSize({ width: 380, height: 800 })
  expect((await toast.boundingBox())?.height, "one line on a phone").toBeLessThan(50)
  await page.setViewportSize({ width: 1280, height: 800 })
  await undo.click()
  await toast.getByText("Undone: moving T-1.").waitFor()
  await inColumn(page, "ready", "T-1").waitFor()
  expect(await read("T-1")).toEqual(before)
  expect(await undo.count()).toBe(0)

  await card(page, "T-1").click()
  await panel(page).getByLabel("Priority").selectOption("P0")
  await toast.getByText("T-1: Priority is P0.").waitFor()
  expect(await toast.getByRole("button", { name: "Open" }).count(), "it is open").toBe(0)
  await pick(panel(page).getByLabel("Assignee"), "ines")
  await toast.getByText("T-1: Assignee is ines").waitFor()
  await panel(page).focus()
  await page.keyboard.press("z")
  await toast.getByText("Undone: changing T-1.").waitFor()
  expect(await read("T-1")).toEqual({ ...before, priority: "P0" })

  // Somebody else was there in between, first at another field and then at the same.
  await panel(page).getByLabel("Priority").selectOption("P3")
  await toast.getByText("T-1: Priority is P3.").waitFor()
  await send("PATCH", "/tasks/T-1", { title: "Theirs" })
  await undo.click()
  await toast.getByText("Undone: changing T-1.").waitFor()
  expect(await read("T-1")).toMatchObject({ title: "Theirs", priority: "P0" })
  await panel(page).getByLabel("Priority").selectOption("P2")
  await toast.getByText("T-1: Priority is P2.").waitFor()
  await send("PATCH", "/tasks/T-1", { priority: "P1" })
  await undo.click()
  await toast.getByText("Not undone. T-1 has since been changed: “Priority” is different now.").waitFor()
  expect(await read("T-1")).toMatchObject({ priority: "P1" })
  await panel(page).getByLabel("New comment").fill("Hm.")
  await page.keyboard.press("Control+Enter")
  await toast.getByText("Your comment was added to T-1.").waitFor()
  expect(await undo.count(), "it was said").toBe(0)
  await panel(page).focus()
  await page.keyboard.press("Escape")

  // Whose lease has ended is offered the task.
  await card(page, "T-2").dragTo(page.locator("[data-column=blocked]"))
  await page.getByRole("dialog").getByRole("button", { name: "Block", exact: true }).last().click()
  await toast.getByText("T-2 is in Blocked · otto held T-2; the claim has ended").waitFor()
  await undo.click()
  await toast.getByText("Undone: moving T-2.").waitFor()
  expect(await read("T-2")).toMatchObject({ status: "doing", assignee: "otto", lease: { holder: "otto" } })
  await toast.getByRole("button", { name: "Open" }).click()
  await panel(page).getByRole("heading", { name: "Held" }).waitFor()
  await toast.getByRole("button", { name: "Close the message" }).click()
  await toast.waitFor({ state: "detached" })
  expect(await add({ title: "By somebody else" })).toBe("T-3")
  await card(page, "T-3").waitFor()
  expect(await toast.count(), "only one's own changes").toBe(0)
})

test("several tasks are selected by x and Shift-click, changed together, and taken back together", async () => {
  const { page, send } = await openScreen({
    given: async ({ add, send }) => {
      for (const title of ["One", "Two", "Three", "Four"]) await add({ title, tags: ["old"] })
      await add({ title: "Mine", assignee: "ada", status: "doing" })
      await send("PUT", "/agents/otto", { kind: "agent" })
    },
  })
  const toast = page.getByRole("region", { name: "Last change" })
  const bar = page.getByRole("group", { name: "Change the selected tasks" })
  const read = async (id: string) => (await send("GET", `/tasks/${id}`)).body["task"]
  await card(page, "T-1").focus()
  await page.keyboard.press("x")
  await bar.getByText("1 selected").waitFor()
  await card(page, "T-3").click({ modifiers: ["Shift"] })
  await bar.getByText("3 selected").waitFor()
  await page.keyboard.press("Escape")
  await bar.waitFor({ state: "detached" })

  await card(page, "T-1").click({ modifiers: ["Shift"] })
  await card(page, "T-2").click({ modifiers: ["Shift"] })
  await pick(bar.getByLabel("Assign to"), "otto")
  await toast.getByText("2 tasks: the assignee changed.").waitFor()
  expect([await read("T-1"), await read("T-2")]).toMatchObject([{ assignee: "otto" }, { assignee: "otto" }])
  await toast.getByRole("button", { name: "Undo" }).click()
  await toast.getByText("Undone: changing T-1, T-2.").waitFor()
  expect([await read("T-1"), await read("T-2")]).toMatchObject([
    { assignee: "unassigned" },
    { assignee: "unassigned" },
  ])

  const posts: string[] = []
  page.on("request", (each) => {
    if (each.method() !== "GET") posts.push(`${each.method()} ${new URL(each.url()).pathname}`)
  })
  await card(page, "T-3").focus()
  await page.keyboard.press("Control+a")
  await bar.getByText("4 selected").waitFor()
  await pick(bar.getByLabel("Set the project"), "web")
  await toast.getByText("4 tasks: the project changed.").waitFor()
  await bar.waitFor({ state: "detached" })
  expect([await read("T-1"), await read("T-4")]).toMatchObject([{ project: "web" }, { project: "web" }])
  await page.keyboard.press("Control+z")
  await toast.getByText("Undone: changing 4 tasks.").waitFor()
  expect([await read("T-1"), await read("T-4")]).toMatchObject([
    { project: "default" },
    { project: "default" },
  ])
  expect(posts).toEqual(["POST /tasks/edit", "POST /undo"])

  for (const id of ["T-1", "T-2"]) await card(page, id).click({ modifiers: ["Shift"] })
  await bar.getByLabel("Tags to add").fill("new, -old")
  await page.keyboard.press("Enter")
  await toast.getByText("2 tasks: the tags changed.").waitFor()
  expect(await read("T-2")).toMatchObject({ tags: ["new"] })

  // What is refused stays selected, with the reason.
  for (const id of ["T-4", "T-5"]) await card(page, id).click({ modifiers: ["Shift"] })
  await pick(bar.getByLabel("Move to"), "Done")
  await toast.getByText(/^1 task moved to Done\. T-5 stays as it is: /).waitFor()
  await bar.getByText("1 selected").waitFor()
  await inColumn(page, "done", "T-4").waitFor()
  await card(page, "T-5").locator(":scope.is-selected").waitFor()
  expect(await read("T-5")).toMatchObject({ status: "doing" })
})
