import { expect, test } from "vitest"
import { card, inColumn, openScreen, panel, pick } from "./fixture.ts"

test("a task is created by keyboard, and the person's name is asked for once", async () => {
  const { page, send } = await openScreen({ name: null })
  await page.getByText("Nothing is up next").waitFor()
  await page.keyboard.press("n")
  const dialog = page.getByRole("dialog", { name: "New task" })
  await page.keyboard.type("Fix the login")
  await page.keyboard.press("Shift+Enter")
  await dialog.getByLabel("Description").fill("See `auth.ts`.")
  await dialog.getByLabel("Done when").fill("The test passes\n\nNo warning is left")
  await dialog.getByLabel("Priority").selectOption("P0")
  await pick(dialog.getByLabel("Assignee"), "otto")
  await dialog.getByLabel("Tags").fill("bug, auth")
  await dialog.getByLabel("Estimate").fill("soon")
  await dialog.getByRole("button", { name: "Create task" }).click()

  const who = page.getByRole("dialog", { name: "What is your name?" })
  await who.getByLabel("Your name").fill("Zoë 🦉")
  await page.keyboard.press("Enter")
  await dialog.getByText("expected a duration such as").waitFor()
  await dialog.getByLabel("Estimate").fill("2h")
  await dialog.getByLabel("Description").press("Control+Enter")
  await inColumn(page, "todo", "T-1").waitFor()
  await dialog.waitFor({ state: "detached" })

  const { body } = await send("GET", "/tasks/T-1")
  expect(body["task"]).toMatchObject({
    title: "Fix the login",
    description: "See `auth.ts`.",
    done_criteria: ["The test passes", "No warning is left"],
    priority: "P0",
    assignee: "otto",
    tags: ["bug", "auth"],
    eta: "2h",
    createdBy: "Zoë 🦉",
  })
  const agent = await send("GET", `/agents/${encodeURIComponent("Zoë 🦉")}`)
  expect(agent.body["agent"]).toMatchObject({ name: "Zoë 🦉", kind: "person" })
})

test("one field and Enter make a task of what the board is narrowed to, and another one like it", async () => {
  const { page, send } = await openScreen({
    path: "/dashboard?project=shop&tag=ui",
    given: ({ add }) => add({ title: "One", project: "shop", tags: ["ui"] }),
  })
  await card(page, "T-1").waitFor()
  await page.keyboard.press("n")
  const dialog = page.getByRole("dialog", { name: "New task" })
  await dialog.getByLabel("Create another").check()
  await dialog.getByLabel("Title").fill("Two")
  await page.keyboard.press("Enter")
  await card(page, "T-2").waitFor()
  expect(await dialog.getByLabel("Title").inputValue()).toBe("")
  await page.keyboard.type("Three")
  await page.keyboard.press("Enter")
  await expect.poll(async () => (await send("GET", "/tasks")).body["total"]).toBe(3)
  const { body } = await send("GET", "/tasks?sort=created&fields=title,project,tags")
  expect(body["tasks"]).toMatchObject([
    {},
    { title: "Two", project: "shop", tags: ["ui"] },
    { title: "Three", project: "shop", tags: ["ui"] },
  ])
  await dialog.getByRole("button", { name: "Cancel" }).click()
  await dialog.waitFor({ state: "detached" })
})

test("Ctrl-Enter creates a task from each of its fields", async () => {
  const { page, send } = await openScreen()
  await page.getByText("Nothing is up next").waitFor()
  const dialog = page.getByRole("dialog", { name: "New task" })
  for (const field of ["Title", "Description", "Done when", "Priority", "Assignee", "Tags", "Estimate"]) {
    await page.keyboard.press("n")
    await dialog.getByLabel("Title").fill(`From ${field}`)
    await dialog.getByRole("button", { name: "More" }).click()
    await dialog.getByLabel(field).press("Control+Enter")
    await dialog.waitFor({ state: "detached" })
    await page.locator(".card", { hasText: `From ${field}` }).waitFor()
  }
  await page.keyboard.press("n")
  await dialog.getByLabel("Title").fill("From a button")
  await dialog.getByRole("button", { name: "Cancel" }).press("Control+Enter")
  await page.keyboard.press("Escape")
  await dialog.waitFor({ state: "detached" })
  expect((await send("GET", "/tasks")).body["total"]).toBe(7)
})

test("Enter opens a task, a comment can be written, and Esc gives the focus back", async () => {
  const { page, send } = await openScreen({
    given: async ({ add }) => {
      await add({ title: "First", done_criteria: ["It works"] })
      await add({ title: "Second", blockedBy: ["T-1"] })
    },
  })
  await card(page, "T-2").getByText("T-1").waitFor()
  await page.keyboard.press("ArrowDown")
  await page.keyboard.press("ArrowDown")
  await page.keyboard.press("ArrowUp")
  await page.keyboard.press("Enter")
  await panel(page).getByText("It works").waitFor()
  expect(new URL(page.url()).pathname).toBe("/dashboard/tasks/T-1")
  await panel(page).getByLabel("New comment").fill("Looks *good*, see https://example.org")
  await panel(page).getByRole("button", { name: "Comment" }).click()
  await panel(page).locator(".comment em", { hasText: "good" }).waitFor()
  expect(await panel(page).getByLabel("New comment").inputValue()).toBe("")
  const link = panel(page).getByRole("link", { name: "https://example.org" })
  expect(await link.getAttribute("rel")).toContain("noopener")

  await panel(page).getByRole("link", { name: "T-2 Second" }).click()
  await panel(page).getByRole("heading", { name: "Second" }).waitFor()
  await page.keyboard.press("Escape")
  await panel(page).waitFor({ state: "detached" })
  await expect.poll(() => page.evaluate("document.activeElement.dataset.task")).toBe("T-2")
  const { body } = await send("GET", "/tasks/T-1/comments")
  expect(body["comments"]).toMatchObject([{ author: "ada" }])
})

test("the panel stands beside the board, which still scrolls, or covers it in a narrow window", async () => {
  const { page } = await openScreen({
    given: async ({ add, send }) => {
      await add({ title: "Beside" })
      await send("PATCH", `/tasks/${await add({ title: "Far right" })}`, { status: "blocked" })
      for (const id of ["T-1", "T-2"]) await send("POST", `/tasks/${id}/comments`, { content: "hm" })
    },
    path: "/dashboard/tasks/T-2",
    width: 1000,
  })
  await panel(page).locator(".comment").waitFor()
  const board = page.locator(".board")
  const [left, right] = [await board.boundingBox(), await panel(page).boundingBox()]
  const end = (left?.x ?? 0) + (left?.width ?? 0)
  expect(end).toBeLessThanOrEqual(right?.x ?? 0)
  expect(right?.width).toBeLessThan(450)
  expect(await board.evaluate(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)).toBe(true)
  const open = await card(page, "T-2").boundingBox()
  expect((open?.x ?? 0) + (open?.width ?? 0)).toBeLessThanOrEqual(end)
  await page.setViewportSize({ width: 1280, height: 700 })
  await card(page, "T-1").click()
  await panel(page).getByRole("heading", { name: "Beside" }).waitFor()
  await panel(page).getByRole("button", { name: "More moves" }).click()
  await page.setViewportSize({ width: 800, height: 700 })
  await board.waitFor({ state: "hidden" })
  await page.keyboard.press("Escape")
  await panel(page).getByRole("button", { name: "Cancel task" }).waitFor({ state: "detached" })
  await page.keyboard.press("Escape")
  await page.locator("[data-task=T-1]:focus").waitFor()
})

test("a move that needs a reflection asks for it in place, and then succeeds", async () => {
  const { page } = await openScreen({
    given: ({ add }) => add({ title: "Learn", assignee: "ada", status: "doing" }),
    path: "/dashboard/tasks/T-1",
  })
  await panel(page).getByRole("button", { name: "Done" }).click()
  await panel(page).getByText("A lesson is required").waitFor()
  await panel(page).getByLabel("What have you learned?").fill("Ask first.")
  await panel(page).getByRole("button", { name: "Save and move to Done" }).click()
  await inColumn(page, "done", "T-1").waitFor()
  await panel(page).getByRole("button", { name: "Reopen" }).waitFor()
})

test("a refused move says why, and what can be done", async () => {
  const { page } = await openScreen({
    given: ({ add }) =>
      add({
        title: "Check me",
        assignee: "ada",
        reviewer: "ines",
        metadata: { reflection_exempt: true },
        status: "doing",
      }),
  })
  await card(page, "T-1").dragTo(page.locator("[data-column=done]"))
  const dialog = page.getByRole("dialog", { name: "Move T-1" })
  await dialog.getByText("T-1 first needs a review by ines.").waitFor()
  await dialog.getByText("Choose Send to review.").waitFor()
  await dialog.getByRole("button", { name: "Send to review" }).click()
  await inColumn(page, "review", "T-1").waitFor()
  await dialog.waitFor({ state: "detached" })
})

test("a card dropped where the rules forbid the move stays, and the page says why", async () => {
  const { page, send } = await openScreen({
    given: ({ add, send }) =>
      add({ title: "Over" }).then((id) => send("PATCH", `/tasks/${id}`, { status: "done" })),
  })
  await card(page, "T-1").dragTo(page.locator("[data-column=doing]"))
  await page
    .getByText(/^T-1 was not moved\. From Done, a task can move to \w+\.$/)
    .first()
    .waitFor()
  expect((await send("GET", "/tasks/T-1")).body["task"]).toMatchObject({ status: "done" })
})

test("a card is moved by dropping it, and by keyboard", async () => {
  const { page } = await openScreen({ given: ({ add }) => add({ title: "Drag me" }) })
  await card(page, "T-1").dragTo(page.locator("[data-column=doing]"))
  await inColumn(page, "doing", "T-1").waitFor()
  await card(page, "T-1").getByLabel("ada").waitFor()
  await card(page, "T-1").focus()
  await page.keyboard.press("m")
  const dialog = page.getByRole("dialog", { name: "Move T-1" })
  await dialog.getByRole("button", { name: "Block" }).click()
  await page.keyboard.type("waits for the key")
  await dialog.locator("form").getByRole("button", { name: "Block" }).click()
  await inColumn(page, "blocked", "T-1").getByText("waits for the key").waitFor()
})

test("a review requests changes with a comment, and later approves", async () => {
  const finish = { agent: "otto", reflection: "Twice is once." }
  const { page, send } = await openScreen({
    given: async ({ add, send }) => {
      await add({ title: "Review me", assignee: "otto", reviewer: "ada", status: "doing" })
      await send("POST", "/tasks/T-1/complete", finish)
    },
    path: "/dashboard/tasks/T-1",
  })
  const review = panel(page).getByRole("region", { name: "Review" })
  await review.getByLabel("Review comment").fill("One test is missing.")
  await review.getByRole("button", { name: "Request changes" }).click()
  await inColumn(page, "doing", "T-1").waitFor()
  await panel(page).locator(".comment", { hasText: "One test is missing." }).waitFor()
  await send("POST", "/tasks/T-1/claim", { agent: "otto" })
  await send("POST", "/tasks/T-1/complete", finish)
  await review.getByRole("button", { name: "Approve" }).click()
  await inColumn(page, "done", "T-1").waitFor()
})

test("an edit that came too late overwrites nothing and shows what changed", async () => {
  const { page, send } = await openScreen({
    given: ({ add }) => add({ title: "Contested" }),
    path: "/dashboard/tasks/T-1",
  })
  await panel(page).getByLabel("Assignee").waitFor()
  await page.getByText("Live").waitFor()
  // The page hears of the other change only after it has sent its own.
  let release: () => void = () => undefined
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route("**/tasks/T-1*", async (route) => {
    if (route.request().method() === "GET") await held
    await route.continue()
  })
  await send("PATCH", "/tasks/T-1", { priority: "P0", assignee: "otto" })
  await panel(page).getByLabel("Priority").selectOption("P3")
  await page.waitForResponse((response) => response.status() === 412)
  release()
  await panel(page).getByText("The task was changed in the meantime").waitFor()
  await panel(page).getByText("assignee was unassigned, is now otto").waitFor()
  const { body } = await send("GET", "/tasks/T-1")
  expect(body["task"]).toMatchObject({ priority: "P0", assignee: "otto" })
  expect(await panel(page).getByLabel("Priority").inputValue()).toBe("P0")
})
