import { expect, test } from "vitest"
import { openScreen, panel } from "../fixture.ts"

const path = "/dashboard/needs-you"

test("Needs you shows my reviews, those that anybody may decide, and blocked tasks, as they change", async () => {
  const { page, send, add } = await openScreen({ path })
  await page.getByText("Nothing waits for you").waitFor()
  const review = async (reviewer: string) => {
    const id = await add({ title: `For ${reviewer}`, reviewer })
    await send("POST", `/tasks/${id}/claim`, { agent: "otto" })
    await send("POST", `/tasks/${id}/complete`, { agent: "otto", reflection: "Done." })
    return id
  }
  const mine = await review("Ada")
  const other = await review("ines")
  const stuck = await add({ title: "Stuck" })
  await send("PATCH", `/tasks/${stuck}`, { status: "blocked", reason: "needs a signature" })

  const part = (name: string) => page.getByRole("region", { name })
  await part("Your reviews").getByText(mine, { exact: true }).waitFor()
  await part("Reviews that anybody may decide").getByText(other, { exact: true }).waitFor()
  // Each thing asked of me is listed once.
  expect((await send("GET", "/agents/ada")).body["agent"]).toMatchObject({ unread: 1 })
  expect(await part("Inbox").count()).toBe(0)
  await part("Blocked").getByText("needs a signature").waitFor()
  await page.getByRole("link", { name: "Needs you 2 waiting" }).waitFor()

  await page.locator(`[data-task=${mine}]`).first().click()
  await panel(page).getByRole("button", { name: "Approve" }).click()
  await part("Your reviews").waitFor({ state: "detached" })
  await page.getByRole("link", { name: "Needs you 1 waiting" }).waitFor()
  expect(await part("Inbox").count()).toBe(0)
  expect((await send("GET", "/agents/ada")).body["agent"]).toMatchObject({ unread: 0 })
})

test("Needs you shows work that failed more than once", async () => {
  const { page, send, add } = await openScreen({ path })
  const id = await add({ title: "Flaky" })
  const fail = async () => {
    await send("PATCH", `/tasks/${id}`, { status: "doing", assignee: "otto" })
    await send("POST", `/tasks/${id}/claim`, { agent: "otto" })
    await send("POST", `/tasks/${id}/release`, { agent: "otto", failed: true, reason: "no luck" })
  }
  await fail()
  await fail()
  const { body } = await send("GET", `/tasks/${id}`)
  expect(body["task"]).toMatchObject({ attempts: 2, status: "todo" })
  await page.getByRole("region", { name: "Tried in vain" }).getByText("2 failed attempts").waitFor()
})

test("the inbox updates by itself, and what was read leaves it", async () => {
  const { page, send, add } = await openScreen({
    path,
    given: ({ send }) => send("PUT", "/agents/ada", { kind: "person" }),
  })
  await page.getByText("Nothing waits for you").waitFor()
  const id = await add({ title: "Name it", assignee: "ada", createdBy: "otto" })
  await send("POST", `/tasks/${id}/comments`, { author: "ines", content: "@ada how about *Aurora*?" })
  const other = await add({ title: "Name the other one" })
  await send("POST", `/tasks/${other}/comments`, { author: "mira", content: "@ada or Boreas?" })

  const inbox = page.getByRole("region", { name: "Inbox" })
  await inbox.getByText("otto assigned you").waitFor()
  await inbox.getByText("@ada or Boreas?").waitFor()
  await inbox.getByRole("listitem").filter({ hasText: "Aurora" }).getByRole("button").click()
  await inbox.getByText("otto assigned you").waitFor({ state: "detached" })
  expect(await inbox.getByRole("listitem").count()).toBe(1)
  expect((await send("GET", "/agents/ada")).body["agent"]).toMatchObject({ unread: 1 })

  await inbox.getByRole("button", { name: "Mark all as read" }).click()
  await inbox.waitFor({ state: "detached" })
  expect((await send("GET", "/agents/ada")).body["agent"]).toMatchObject({ unread: 0 })
  await page.getByText("Nothing waits for you").waitFor()
})

test("Needs you asks for a name and shows the inbox of that name", async () => {
  const { page, send } = await openScreen({
    path,
    name: null,
    given: ({ send }) => send("POST", "/tasks", { title: "Yours", assignee: "Zoë", createdBy: "otto" }),
  })
  await page.getByRole("button", { name: "Tell your name" }).click()
  await page.getByRole("dialog").getByLabel("Your name").fill("zoë")
  await page.keyboard.press("Enter")
  await page.getByRole("region", { name: "Inbox" }).getByText("otto assigned you").waitFor()
  expect((await send("GET", "/agents/zo%C3%AB")).body["agent"]).toMatchObject({ name: "Zoë", kind: "agent" })
})

test("the navigation, the list and the team show the same number of tasks that need me", async () => {
  const { page, send, add } = await openScreen({
    path,
    given: async ({ send, add }) => {
      await send("PUT", "/agents/ada", { kind: "person" })
      // Blocked, assigned to me, and mentioned in two notices: still one task.
      await add({ title: "Stuck", assignee: "ada", createdBy: "otto" })
      await send("PATCH", "/tasks/T-1", { status: "blocked", reason: "needs a signature" })
      for (const content of ["@ada look", "@ada please"])
        await send("POST", "/tasks/T-1/comments", { author: "mira", content })
      // Mine to review, and mentioned in a notice: one task.
      await add({ title: "Read me", reviewer: "ada" })
      await send("POST", "/tasks/T-2/claim", { agent: "otto" })
      await send("POST", "/tasks/T-2/complete", { agent: "otto", reflection: "Done." })
      await send("POST", "/tasks/T-2/comments", { author: "otto", content: "@ada it is short" })
    },
  })
  await page.getByText("2 tasks need you").waitFor()
  await page.getByRole("link", { name: "Needs you 2 waiting" }).waitFor()
  const part = (name: string) => page.getByRole("region", { name })
  await part("Inbox").getByText("@ada please").waitFor()
  await part("Inbox").getByText("needs a signature").waitFor()
  await part("Your reviews").getByText("@ada it is short").waitFor()
  expect(await part("Blocked").count()).toBe(0)
  for (const name of ["T-1", "T-2"]) expect(await page.locator(`main [data-task=${name}]`).count()).toBe(1)
  const counts = await page.locator("main .part-head .column-count").allInnerTexts()
  expect(counts.map(Number).reduce((a, b) => a + b)).toBe(2)

  await page.getByRole("link", { name: "Team", exact: true }).click()
  const me = page.getByRole("listitem", { name: "ada", exact: true })
  await me.getByText("2 tasks need you").waitFor()
  expect(await me.getByText(/unread|review/).count()).toBe(0)

  await page.getByRole("link", { name: "Needs you 2 waiting" }).click()
  await part("Inbox").getByRole("button", { name: "Mark all as read" }).click()
  await part("Inbox").waitFor({ state: "detached" })
  await part("Blocked").getByText("Stuck").waitFor()
  await part("Your reviews").getByText("@ada it is short").waitFor({ state: "detached" })
  await page.getByText("2 tasks need you").waitFor()
  await send("PATCH", "/tasks/T-1", { status: "todo" })
  const next = await add({ title: "More", assignee: "ada", createdBy: "otto" })
  await part("Inbox").getByText(next, { exact: true }).waitFor()
  await page.getByText("2 tasks need you").waitFor()
})
