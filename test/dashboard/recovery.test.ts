import { expect, test } from "vitest"
import { openScreen, panel, startAgain } from "./fixture.ts"

test("an error for want of the server goes when the server is back, and what was typed is there to be sent", async () => {
  const { page, server, kill, send } = await openScreen({
    killable: true,
    path: "/dashboard/tasks/T-1",
    given: ({ add }) => add({ title: "Talk" }),
  })
  const side = panel(page)
  const comment = side.getByLabel("New comment")
  const project = side.getByLabel("Project")
  await page.locator(".live-live").waitFor()
  await comment.fill("Half said")
  await kill()
  await comment.press("Control+Enter")
  const form = side.locator("form.compose")
  await form.getByRole("alert").getByText("The server cannot be reached").waitFor()
  await project.fill("web")
  await project.press("Enter")
  await expect.poll(() => side.getByRole("alert").count()).toBe(2)

  await startAgain(server)
  await side.getByRole("alert").first().waitFor({ state: "detached" })
  await expect.poll(() => side.getByRole("alert").count()).toBe(0)
  await side.getByText("Not saved").waitFor()
  expect(await project.inputValue()).toBe("web")
  expect(await comment.inputValue()).toBe("Half said")
  await form.getByRole("button", { name: "Comment" }).click()
  await side.locator(".comment", { hasText: "Half said" }).waitFor()
  expect((await send("GET", "/tasks/T-1/comments")).body["comments"]).toHaveLength(1)
})

test("an error for want of room on the disk goes when there is room again; a refusal of the words stays", async () => {
  const { page } = await openScreen({
    path: "/dashboard/tasks/T-1",
    given: ({ add }) => add({ title: "Talk" }),
  })
  const form = panel(page).locator("form.compose")
  const comment = form.getByLabel("New comment")
  const full = { code: "storage_full", status: 507, title: "The disk is full", detail: "No.", hint: "" }
  let refusal = full
  let health: "full" | "ok" = "full"
  await page.route("**/tasks/T-1/comments", (route) =>
    route.request().method() === "POST"
      ? route.fulfill({ status: refusal.status, json: refusal })
      : route.continue(),
  )
  await page.route("**/health", (route) =>
    health === "full"
      ? route.fulfill({ status: 503, json: { status: "storage_full", detail: "The disk is full." } })
      : route.continue(),
  )
  // The page asks again every 15 s, and at once when the machine comes online.
  const askAgain = () => page.evaluate("dispatchEvent(new Event('online'))")
  await comment.fill("Half said")
  await comment.press("Control+Enter")
  await form.getByRole("alert").waitFor()
  health = "ok"
  await askAgain()
  await form.getByRole("alert").waitFor({ state: "detached" })

  refusal = { ...full, code: "invalid_input", status: 400, title: "Not so" }
  await comment.press("Control+Enter")
  await form.getByRole("alert").waitFor()
  health = "full"
  await askAgain()
  await page.getByText("Nothing can be saved.").waitFor()
  health = "ok"
  await askAgain()
  await page.getByText("Nothing can be saved.").waitFor({ state: "detached" })
  expect(await form.getByRole("alert").count()).toBe(1)
})
