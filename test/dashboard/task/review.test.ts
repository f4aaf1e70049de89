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

test("an approval needs no words", async () => {
  const { page, send } = await openScreen({ given: inReview, path: "/dashboard/tasks/T-1" })
  const review = panel(page).getByRole("region", { name: "Review" })
  await review.getByRole("button", { name: "Request changes" }).click()
  await review.getByRole("alert").waitFor()
  await review.getByRole("button", { name: "Approve" }).click()
  await review.waitFor({ state: "detached" })
  expect((await send("GET", "/tasks/T-1")).body["task"]).toMatchObject({ status: "done" })
})
