import { expect, test } from "vitest"
import { expectAccessible } from "./axe.ts"
import { card, openScreen, panel } from "./fixture.ts"

test("a comment and a description survive a reload, and are gone once they are sent", async () => {
  const { page, send } = await openScreen({
    given: ({ add }) => add({ title: "Write", description: "First" }),
    path: "/dashboard/tasks/T-1",
  })
  const side = panel(page)
  const comment = side.getByLabel("New comment")
  const description = side.getByRole("textbox", { name: "Description" })
  await side.getByRole("button", { name: "Edit: Description" }).click()
  await description.fill("Second, unsaved")
  await comment.fill("Half a comm")
  await page.reload()
  await expect.poll(() => comment.inputValue()).toBe("Half a comm")
  expect(await description.inputValue()).toBe("Second, unsaved")

  // What somebody else wrote meanwhile is still not overwritten without asking.
  await send("PATCH", "/tasks/T-1", { description: "Theirs" })
  await side.locator(".conflict").waitFor()
  await side.getByRole("button", { name: "Save mine" }).click()
  await side.locator(".markdown", { hasText: "Second, unsaved" }).waitFor()
  // What is typed while it is sent stays.
  let answer = () => {}
  const isTyped = new Promise<void>((resolve) => (answer = resolve))
  await page.route("**/tasks/T-1/comments", async (route) => {
    const response = await route.fetch()
    if (route.request().method() === "POST") await isTyped
    await route.fulfill({ response })
  })
  await comment.press("Control+Enter")
  await comment.press("End")
  await page.keyboard.type(" And more")
  answer()
  await side.locator(".comment", { hasText: "Half a comm" }).waitFor()
  await expect.poll(() => comment.inputValue()).toBe("And more")
  await comment.press("Control+Enter")
  await side.locator(".comment", { hasText: "And more" }).waitFor()
  await page.unroute("**/tasks/T-1/comments")
  await page.reload()
  await side.locator(".comment", { hasText: "And more" }).waitFor()
  expect(await side.locator(".comment").count()).toBe(2)
  expect(await comment.inputValue()).toBe("")
  expect(await description.count()).toBe(0)
})

test("a field of one line keeps its text when Esc leaves it, over closing and a reload, until it is saved", async () => {
  const { page, send } = await openScreen({
    given: ({ add }) => add({ title: "Write", eta: "1h" }),
    path: "/dashboard/tasks/T-1",
  })
  const side = panel(page)
  const project = side.getByLabel("Project")
  const unsaved = side.getByText("Not saved: “we” is new here")
  await project.fill("we")
  expect(await unsaved.count()).toBe(0)
  await page.keyboard.press("Escape")
  await unsaved.waitFor()
  await page.keyboard.press("Escape")
  await page.locator(".panel-scroll:focus").waitFor()
  await unsaved.waitFor()
  expect(await project.inputValue()).toBe("we")
  await page.keyboard.press("Escape")
  await side.waitFor({ state: "detached" })
  await card(page, "T-1").click()
  await unsaved.waitFor()
  await page.reload()
  await unsaved.waitFor()
  expect(await project.inputValue()).toBe("we")
  expect((await send("GET", "/tasks/T-1")).body["task"]).toMatchObject({ version: 1, project: "default" })
  await expectAccessible(page, "", ".panel")
  await side.getByRole("button", { name: "Add “we” as a new project" }).click()
  await unsaved.waitFor({ state: "detached" })
  await expect
    .poll(async () => (await send("GET", "/tasks/T-1")).body["task"])
    .toMatchObject({ project: "we" })
})

test("a new task survives Esc, a reload and a refusal, and Cancel throws it away", async () => {
  const { page } = await openScreen({ given: ({ add }) => add({ title: "One" }) })
  const dialog = page.getByRole("dialog", { name: "New task" })
  await card(page, "T-1").waitFor()
  await page.keyboard.press("n")
  await dialog.getByLabel("Title").fill("Second")
  await dialog.getByRole("button", { name: "More" }).click()
  await dialog.getByLabel("Description").fill("All about it")
  await dialog.getByLabel("Priority").selectOption("P0")
  await dialog.getByLabel("Tags").fill("bug")
  await page.keyboard.press("Escape")
  await page.locator("dialog:focus").waitFor()
  expect(await dialog.getByLabel("Tags").inputValue()).toBe("bug")
  await page.keyboard.press("Escape")
  await dialog.waitFor({ state: "detached" })
  await page.reload()
  await card(page, "T-1").waitFor()
  await page.keyboard.press("n")
  expect(await dialog.getByLabel("Title").inputValue()).toBe("Second")
  expect(await dialog.getByLabel("Description").inputValue()).toBe("All about it")
  expect(await dialog.getByLabel("Priority").inputValue()).toBe("P0")
  await dialog.getByRole("button", { name: "Create task" }).click()
  await card(page, "T-2").waitFor()
  await page.keyboard.press("n")
  expect(await dialog.getByLabel("Title").inputValue()).toBe("")

  await dialog.getByLabel("Title").fill("Never mind")
  await dialog.getByRole("button", { name: "Cancel" }).click()
  await page.keyboard.press("n")
  expect(await dialog.getByLabel("Title").inputValue()).toBe("")
})

test("the reason or reflection typed for a move survives a reload", async () => {
  const { page } = await openScreen({
    given: ({ add }) => add({ title: "Move", status: "doing", assignee: "otto" }),
    path: "/dashboard/tasks/T-1",
  })
  const block = panel(page).getByRole("button", { name: "Block" }).first()
  const reason = panel(page).getByLabel("What blocks it?")
  await block.click()
  await reason.fill("The key of the test account")
  await page.reload()
  await block.click()
  expect(await reason.inputValue()).toBe("The key of the test account")
})

test("Esc in a field leaves the field and keeps its text; another Esc closes the task", async () => {
  const { page } = await openScreen({
    given: ({ add }) => add({ title: "Write", description: "First" }),
    path: "/dashboard/tasks/T-1",
  })
  const side = panel(page)
  const comment = side.getByLabel("New comment")
  await comment.fill("Half a comm")
  await page.keyboard.press("Escape")
  expect(await comment.inputValue()).toBe("Half a comm")
  expect(await comment.evaluate((element) => element.ownerDocument.activeElement === element)).toBe(false)
  await side.getByRole("button", { name: "Edit: Description" }).click()
  const description = side.getByRole("textbox", { name: "Description" })
  await description.fill("Second")
  await page.keyboard.press("Escape")
  expect(await description.inputValue()).toBe("Second")
  expect(await description.evaluate((element) => element.ownerDocument.activeElement === element)).toBe(false)
  expect(await side.count()).toBe(1)
  await page.keyboard.press("Escape")
  await side.waitFor({ state: "detached" })
  await card(page, "T-1").click()
  expect(await comment.inputValue()).toBe("Half a comm")
  expect(await description.inputValue()).toBe("Second")
})
