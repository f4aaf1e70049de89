import { expect, test } from "vitest"
import { expectAccessible } from "../axe.ts"
import { openScreen, panel, type Screen } from "../fixture.ts"

async function inReview({ add, send }: Screen) {
  await add({ title: "Look at it", reviewer: "ada" })
  await send("POST", "/tasks/T-1/claim", { agent: "otto" })
  await send("POST", "/tasks/T-1/complete", { agent: "otto", reflection: "Ask first." })
}

test("“Request changes” asks for words before anything is sent", async () => {
  const { page, send } = await openScreen({ given: inReview, path: "/dashboard/tasks/T-1" })
  const review = panel(page).getByRole("region", { name: "Review" })
  const comment = review.getByLabel("Review comment")
  const request = review.getByRole("button", { name: "Request changes" })
  const sent: string[] = []
  page.on("request", (each) => {
    if (each.method() === "POST") sent.push(each.url())
  })
  await comment.fill("   ")
  await request.click()
  await review.getByRole("alert").getByText("Say what is to be changed.").waitFor()
  expect(await comment.evaluate((element) => element.ownerDocument.activeElement === element)).toBe(true)
  expect(await comment.getAttribute("aria-invalid")).toBe("true")
  expect(sent).toEqual([])
  expect((await send("GET", "/tasks/T-1")).body["task"]).toMatchObject({ status: "review" })
  await expectAccessible(page)

  await comment.fill("The second case is missing.")
  await review.getByRole("alert").waitFor({ state: "detached" })
  expect(await comment.getAttribute("aria-invalid")).toBe("false")
  await request.click()
  await panel(page).locator(".comment", { hasText: "The second case is missing." }).waitFor()
  expect((await send("GET", "/tasks/T-1")).body["task"]).toMatchObject({ status: "doing", assignee: "otto" })
})

test.each([
  [1440, 900],
  [390, 844],
])("a long account of what was done leaves the decision in view at %i × %i px", async (width, height) => {
  const lines = Array.from({ length: 120 }, (_, n) => `ok ${n} - a line of the output of a command`)
  const { page } = await openScreen({
    width,
    height,
    path: "/dashboard/tasks/T-1",
    given: async ({ add, send }) => {
      await add({ title: "Look at it", reviewer: "ada", done_criteria: ["It works", "It is tested"] })
      await send("POST", "/tasks/T-1/claim", { agent: "otto" })
      const summary = lines.join("\n").slice(0, 4096)
      await send("POST", "/tasks/T-1/complete", { agent: "otto", reflection: "Ask first.", summary })
    },
  })
  const done = panel(page).getByRole("region", { name: "What was done" })
  await done.getByText("ok 0").waitFor()
  const approve = panel(page).getByRole("button", { name: "Approve" })
  const bottom = async () => {
    const { y = Infinity, height: own = 0 } = (await approve.boundingBox()) ?? {}
    return y + own
  }
  expect(await bottom()).toBeLessThanOrEqual(height)
  await expectAccessible(page)
  await done.getByRole("button", { name: "Show all" }).click()
  expect(await bottom()).toBeGreaterThan(height)
  await done.getByRole("button", { name: "Show less" }).click()
  expect(await bottom()).toBeLessThanOrEqual(height)
})

test("an approval needs no words", async () => {
  const { page, send } = await openScreen({ given: inReview, path: "/dashboard/tasks/T-1" })
  const review = panel(page).getByRole("region", { name: "Review" })
  await review.getByRole("button", { name: "Request changes" }).click()
  await review.getByRole("alert").waitFor()
  await review.getByRole("button", { name: "Approve" }).click()
  await review.waitFor({ state: "detached" })
  expect((await send("GET", "/tasks/T-1")).body["task"]).toMatchObject({ status: "done" })
})
