import { expect, test } from "vitest"
import { sayEnds } from "../../../src/dashboard/words/history-words.ts"
import { expectAccessible, expectAccessibleAtWidths } from "../axe.ts"
import { openScreen, panel, type Screen } from "../fixture.ts"

async function failed({ add, send }: Screen) {
  await add({ title: "Deploy it", done_criteria: ["tests pass", "the page loads"], reviewer: "ada" })
  await send("POST", "/tasks/T-1/claim", { agent: "bo" })
  await send("POST", "/tasks/T-1/release", { agent: "bo", failed: true, reason: "no key in this shell" })
}

const completed = (send: Screen["send"]) =>
  send("POST", "/tasks/T-1/complete", {
    agent: "otto",
    reflection: "Ask for the key first.",
    summary: "Deployed.",
  })

test("the panel of a task that came back says how the last attempt ended, and what the review asks for", async () => {
  const { page, send } = await openScreen({ given: failed, path: "/dashboard/tasks/T-1" })
  const before = panel(page).getByRole("region", { name: "What happened before" })
  await before.getByText("bo failed").waitFor()
  await before.getByText("no key in this shell").waitFor()
  expect(await panel(page).getByRole("status", { name: "Left open" }).count()).toBe(0)

  await send("PATCH", "/tasks/T-1", { status: "doing", assignee: "otto" })
  await send("POST", "/tasks/T-1/claim", { agent: "otto" })
  await send("POST", "/tasks/T-1/criteria/1", { checked: true })
  await completed(send)
  const review = panel(page).getByRole("region", { name: "Review" })
  await review.getByLabel("Review comment").fill("Add a test for *null*.")
  await review.getByRole("button", { name: "Request changes" }).click()
  await before.getByText("ada requested changes").waitFor()
  await before.getByText("Add a test for null.").waitFor()
  expect(await before.getByText("bo failed").count()).toBe(0)
  await expectAccessible(page, "", ".panel")

  // What is said of lines stands below the words of the next request.
  await completed(send)
  const place = { file: "src/a.ts", line: 12 }
  await send("POST", "/tasks/T-1/comments", { author: "zoe", content: "May be *empty*.", place })
  await panel(page).getByRole("region", { name: "Comments" }).getByText("src/a.ts:12").waitFor()
  await send("POST", "/tasks/T-1/review", { reviewer: "ada", decision: "request_changes" })
  expect(await before.getByRole("listitem").innerText()).toBe("src/a.ts:12 zoe\n\nMay be empty.")
  await expectAccessible(page, "", ".panel")

  // A new completion answers the request.
  await completed(send)
  await before.waitFor({ state: "detached" })
})

test("where attempts are used up, the panel says who failed, and that trying again starts over", async () => {
  const { page, send } = await openScreen({
    path: "/dashboard/tasks/T-1",
    async given({ add, send }) {
      await add({ title: "Deploy it" })
      for (const agent of ["bo", "otto", "kim"]) {
        await send("PATCH", "/tasks/T-1", { status: "doing", assignee: agent })
        await send("POST", "/tasks/T-1/claim", { agent })
        await send("POST", "/tasks/T-1/release", { agent, failed: true })
      }
    },
  })
  await panel(page).getByText("bo, otto and kim failed").waitFor()
  await panel(page).getByText("Try again resets the number of attempts.").waitFor()
  await panel(page).getByText("reason: needs attention", { exact: true }).waitFor()
  await panel(page).getByRole("button", { name: "Try again" }).click()
  await panel(page).getByText("Try again resets").waitFor({ state: "detached" })
  expect((await send("GET", "/tasks/T-1")).body["task"]).toMatchObject({ status: "todo", attempts: 0 })
})

test("the names of those whose claims expired stand before those who failed, the first one first", () => {
  const ends = [
    ["bo", "failed"],
    ["pico", "expired"],
    ["juno", "expired"],
    ["wren", "expired"],
  ] as const
  const attempts = ends.map(([agent, outcome]) => ({ agent, outcome }))
  expect(sayEnds(attempts)).toBe("wren, juno and pico let their claims expire; bo failed")
  expect(sayEnds([...attempts.slice(1, 2), ...attempts.slice(1, 2)])).toBe("pico let the claim expire")
})

test("the criteria that finished work leaves open are named", async () => {
  const { page, send } = await openScreen({ given: failed, path: "/dashboard/tasks/T-1" })
  const metadata = { reflection_exempt: true }
  await send("PATCH", "/tasks/T-1", { status: "doing", assignee: "ada", reviewer: null, metadata })
  await panel(page).getByRole("checkbox", { name: "tests pass" }).click()
  await panel(page).getByRole("checkbox", { name: "tests pass", checked: true }).waitFor()
  await panel(page).locator(".move-buttons").getByRole("button", { name: "Done" }).click()
  const open = panel(page).getByRole("status", { name: "Left open" })
  await open.getByText("Finished with 1 criterion open").waitFor()
  expect(await open.getByRole("listitem").allInnerTexts()).toEqual(["the page loads"])
  await expectAccessibleAtWidths(page)
})

test("where criteria are required, the page names what is open and what to do", async () => {
  const given = async (screen: Screen) => {
    await failed(screen)
    const metadata = { criteria_required: true, reflection_exempt: true }
    await screen.send("PATCH", "/tasks/T-1", { status: "doing", assignee: "ada", reviewer: null, metadata })
  }
  const { page } = await openScreen({ given, path: "/dashboard/tasks/T-1" })
  await panel(page).locator(".move-buttons").getByRole("button", { name: "Done" }).click()
  const refused = panel(page).getByRole("alert")
  await refused.getByText("tests pass").first().waitFor()
  await refused.getByText("Check off the criteria that are met, then finish the task.").waitFor()
})
