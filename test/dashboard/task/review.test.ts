import { expect, test } from "vitest"
import { expectAccessible } from "../axe.ts"
import { card, openScreen, panel, type Screen } from "../fixture.ts"
import { withChange, withReviews } from "../story-boards.ts"

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
  await review.getByRole("alert").getByText("Tell the assignee what needs to change").waitFor()
  expect(await comment.evaluate((element) => element.ownerDocument.activeElement === element)).toBe(true)
  expect(await comment.getAttribute("aria-invalid")).toBe("true")
  expect(sent).toEqual([])
  expect((await send("GET", "/tasks/T-1")).body["task"]).toMatchObject({ status: "review" })
  await expectAccessible(page, "", ".panel")

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
      const done_criteria = ["It works", "It is tested"]
      await add({ title: "Look at it", reviewer: "ada", checks: ["lint"], done_criteria })
      await send("POST", "/tasks/T-1/claim", { agent: "otto" })
      const summary = `${lines.join("\n").slice(0, 4000)}\n\nIt **works** now.\n\nreflection: ask first`
      await send("POST", "/tasks/T-1/complete", { agent: "otto", reflection: "Ask first.", summary })
    },
  })
  const done = panel(page).getByRole("region", { name: "What was done" })
  // What an agent says last is what it has done, and what it learned is no part of that.
  await done.getByText("It works now.").waitFor()
  expect(await done.getByText(/ok 0|ask first/).count()).toBe(0)
  const approve = panel(page).getByRole("button", { name: "Approve" })
  const bottom = async () => {
    const { y = Infinity, height: own = 0 } = (await approve.boundingBox()) ?? {}
    return y + own
  }
  expect(await bottom()).toBeLessThanOrEqual(height)
  expect(await approve.innerText()).toContain("Approve despite 2 objections")
  await expectAccessible(page, "", ".panel")
  await done.getByRole("button", { name: "Show all" }).click()
  await done.getByText("ok 0").waitFor()
  expect(await bottom()).toBeLessThanOrEqual(height)
})

test("on a phone the decisions stand side by side, and the field comes with the request", async () => {
  const { page } = await openScreen({
    ...{ width: 380, height: 800, path: "/dashboard/tasks/T-1" },
    given: inReview,
  })
  const review = panel(page).getByRole("region", { name: "Review" })
  const request = review.getByRole("button", { name: "Request changes" })
  const approve = review.getByRole("button", { name: "Approve" })
  expect((await request.boundingBox())?.y).toBe((await approve.boundingBox())?.y)
  expect((await request.boundingBox())?.height).toBe((await approve.boundingBox())?.height)
  const height = async () => (await review.boundingBox())?.height ?? 0
  expect(await height()).toBeLessThan(80)
  await request.click()
  await review.getByRole("alert").waitFor()
  expect((await review.getByLabel("Review comment").boundingBox())?.height).toBeGreaterThanOrEqual(36)
  await page.keyboard.type("One case is missing.")
  await request.click()
  await review.waitFor({ state: "detached" })
})

test("on a phone what stands above a change folds while it is read, and the text stays where it was", async () => {
  const { page } = await openScreen({
    ...{ width: 380, height: 800, path: "/dashboard/tasks/T-1" },
    given: (screen) => withChange(screen, "failed"),
  })
  const box = panel(page).locator(".panel-scroll")
  await panel(page).locator(".diff-line").first().waitFor()
  // A reload begins at the first line, too.
  await page.reload()
  await panel(page).locator(".diff-line").first().waitFor()
  expect(await box.evaluate((each) => each.scrollTop)).toBe(0)
  const top = async () => (await box.boundingBox())?.y ?? 0
  const facts = panel(page).locator(".review-facts")
  const line = panel(page).locator(".diff-line").nth(8)
  expect(await top()).toBeGreaterThan(140)
  const at = await box.evaluate((each) => {
    each.scrollTo(0, 300)
    return each.querySelectorAll(".diff-line")[8]?.getBoundingClientRect().top
  })
  await facts.waitFor({ state: "hidden" })
  expect(await top()).toBeLessThanOrEqual(48)
  expect((await line.boundingBox())?.y).toBeCloseTo(at ?? 0, 0)
  await expectAccessible(page, "", ".panel")
  await box.evaluate((each) => each.scrollTo(0, 0))
  await facts.waitFor()
})

test("a note about the name of the reviewer stands behind the decision", async () => {
  const { page } = await openScreen({
    path: "/dashboard/tasks/T-1",
    name: "oto",
    given: async (screen) => {
      await inReview(screen)
      // The name is told by the decision itself then.
      await screen.page.route("**/agents/oto", (route) => route.abort())
    },
  })
  const review = panel(page).getByRole("region", { name: "Review" })
  await review.getByRole("button", { name: "Approve" }).click()
  await expect
    .poll(() => page.locator(".toast-text").innerText())
    .toBe("T-1 was approved · oto is new here; did you mean otto?")
})

test("an approval needs no words, and is all that is said, also where somebody else was asked", async () => {
  const { page, send } = await openScreen({
    path: "/dashboard/tasks/T-1",
    async given(screen) {
      await inReview(screen)
      await screen.send("PATCH", "/tasks/T-1", { reviewer: "mira" })
    },
  })
  const review = panel(page).getByRole("region", { name: "Review" })
  await review.getByRole("button", { name: "Request changes" }).click()
  await review.getByRole("alert").waitFor()
  await review.getByRole("button", { name: "Approve" }).click()
  await review.waitFor({ state: "detached" })
  await expect.poll(() => page.locator(".toast-text").innerText()).toBe("T-1 was approved.")
  expect((await send("GET", "/tasks/T-1")).body["task"]).toMatchObject({ status: "done" })
})

test("a review shows its change at once, and typing moves nothing of it; red is red everywhere", async () => {
  const { page, send } = await openScreen({
    ...{ width: 1440, height: 900, path: "/dashboard/tasks/T-1" },
    given: (screen) => withChange(screen, "failed"),
  })
  const side = panel(page)
  await side.locator(".diff-line").first().waitFor()
  const foot = (await side.locator(".review").boundingBox())?.y ?? 0
  const seen = await side
    .locator(".diff-line")
    .evaluateAll((all, end) => all.filter((line) => line.getBoundingClientRect().bottom <= end).length, foot)
  expect(seen).toBeGreaterThanOrEqual(15)
  await side.locator(".code-kwd").first().waitFor()

  const comment = side.getByLabel("Review comment")
  const scroller = side.locator(".panel-scroll")
  await scroller.evaluate((box) => box.scrollTo(0, 200))
  await comment.focus()
  await page.keyboard.type("This is not yet what was asked for, and so it is long. ".repeat(12))
  expect(await scroller.evaluate((box) => box.scrollTop)).toBe(200)
  expect((await side.locator(".decide").boundingBox())?.height).toBeLessThan(160)

  // The card, the head and the button say it; a green button is not offered, and it asks once.
  await card(page, "T-1").getByText("lint").waitFor()
  await side.locator(".review-facts .check-failed", { hasText: "lint" }).waitFor()
  await page.keyboard.press("Escape")
  // Held down, the key asks, and does not answer itself.
  for (let i = 0; i < 5; i += 1) await page.keyboard.down("a")
  await page.keyboard.up("a")
  await side.getByRole("button", { name: "Approve it anyway?" }).waitFor()
  await expectAccessible(page, "", ".panel")
  expect((await send("GET", "/tasks/T-1")).body["task"]).toMatchObject({ status: "review" })
  await page.keyboard.press("a")
  await side.getByRole("region", { name: "Review" }).waitFor({ state: "detached" })
  expect((await send("GET", "/tasks/T-1")).body["task"]).toMatchObject({ status: "done" })
  expect(await side.getByRole("region", { name: "Files" }).getByText("T-1.1.patch").count()).toBe(0)
})

test("at 2,560 px the change is side by side, and what was typed on a line is there after a reload", async () => {
  const { page } = await openScreen({
    ...{ width: 2560, height: 1300, path: "/dashboard/tasks/T-1", ownBrowser: true },
    given: (screen) => withChange(screen, "passed"),
  })
  const side = panel(page)
  await side.locator(".diff-pair").first().waitFor()
  expect(await side.locator(".diff-pair").count()).toBe(40)
  await side.getByRole("button", { name: "Comment on a.ts:3 (before the change)" }).click()
  await page.keyboard.type("Why so?")
  await page.reload()
  const form = side.getByRole("form", { name: "Comment on a.ts:3 (before the change)" })
  expect(await form.getByRole("textbox").inputValue()).toBe("Why so?")
  // A comment is counted beside the name of the file, at the height of its words.
  await form.getByRole("textbox").press("Control+Enter")
  const middles = await side.locator(".file-list-short .icon").evaluate((icon) =>
    [icon, icon.closest("button")?.querySelector("bdi")].map((each) => {
      const { y = 0, height = 0 } = each?.getBoundingClientRect() ?? {}
      return y + height / 2
    }),
  )
  expect(Math.abs((middles[0] ?? 0) - (middles[1] ?? 9))).toBeLessThan(2)
  await expectAccessible(page, "", ".panel")
  await side.getByRole("checkbox", { name: "Viewed" }).check()
  await side.locator(".diff").waitFor({ state: "detached" })
  await page.reload()
  await side.getByRole("checkbox", { name: "Viewed", checked: true }).waitFor()
  expect(await side.locator(".diff").count()).toBe(0)
})

test("a file that is all new, or all gone, has no empty half beside it", async () => {
  const [add, drop] = ["--- /dev/null\n+++ b/new.ts", "--- a/old.ts\n+++ /dev/null"]
  const more = `diff --git a/new.ts b/new.ts
new file mode 100644
${add}
@@ -0,0 +1,2 @@
+one
+two
diff --git a/old.ts b/old.ts
deleted file mode 100644
${drop}
@@ -1,1 +0,0 @@
-gone
`
  const { page } = await openScreen({
    ...{ width: 2560, height: 1300, path: "/dashboard/tasks/T-1" },
    given: (screen) => withChange(screen, "passed", "Look at it", more),
  })
  const side = panel(page)
  await side.locator("[data-file='a.ts'] .diff-pair").first().waitFor()
  await side.locator("[data-file='old.ts'] .diff-line", { hasText: "gone" }).waitFor()
  expect(await side.locator(":is([data-file='new.ts'], [data-file='old.ts']) .diff-pair").count()).toBe(0)
})

test("ten reviews, two of them with a comment on a line, take at most 60 keys beside the words", async () => {
  const { page, send } = await openScreen({
    ...{ width: 1440, height: 900, path: "/dashboard/needs-you" },
    given: withReviews,
  })
  const side = panel(page)
  let keys = 0
  const press = async (...pressed: string[]) => {
    keys += pressed.length
    for (const key of pressed) await page.keyboard.press(key)
  }
  await page.locator("#main a[data-task]").first().focus()
  await press("Enter")
  for (let i = 1; i <= 10; i += 1) {
    await side.getByRole("region", { name: "Review" }).waitFor()
    await side.locator(".diff-line").first().waitFor()
    if (i === 3 || i === 7) {
      const height = async () => (await side.locator(".decide").boundingBox())?.height
      const before = await height()
      await press("j", "j", "Enter")
      await page.keyboard.type("Say why.")
      await press("Control+Enter")
      await side.getByRole("button", { name: "Request changes · 1 comment" }).waitFor()
      expect(await height(), "the decision takes nothing of the change").toBe(before)
      await press("r")
      expect(await page.evaluate("document.activeElement.ariaLabel")).toBe("Review comment")
      await page.keyboard.type("Shorter, please.")
      await press("Control+Enter")
    } else await press("a")
    await side.getByRole("region", { name: "Review" }).waitFor({ state: "detached" })
    const next = side.getByRole("button", { name: /^Next review: T-/ })
    // What comes next is offered, by name, as long as there is one.
    if (i < 10) await next.waitFor()
    else expect(await next.count()).toBe(0)
    if (i === 5) await next.click()
    else if (i < 10) await press("]")
  }
  expect(keys).toBeLessThanOrEqual(60)
  const { body } = await send("GET", "/tasks?status=done&fields=id")
  expect(body["total"]).toBe(8)
})
