import { expect, test } from "vitest"
import { expectAccessible, expectAccessibleAtWidths } from "../axe.ts"
import { addProperty, openScreen, panel } from "../fixture.ts"

test("a name that is cut in half a row takes the whole row", async () => {
  const assignee = "an-agent-with-a-long-name"
  const { page } = await openScreen({
    given: ({ add }) => add({ title: "One", assignee }),
    path: "/dashboard/tasks/T-1",
  })
  const field = panel(page).getByLabel("Assignee")
  await field.waitFor()
  expect(await field.inputValue()).toBe(assignee)
  expect(await field.evaluate((each) => each.scrollWidth - each.clientWidth)).toBe(0)
})

test("empty properties are added on demand, links to the work are chips, and short texts are Markdown everywhere", async () => {
  const { page, send } = await openScreen({
    width: 1440,
    path: "/dashboard/tasks/T-1",
    given: async ({ add, send }) => {
      await send("PUT", "/agents/ada", { kind: "person" })
      await add({
        title: "Store tokens",
        tags: ["data"],
        metadata: { branch: "tokens", pr: "https://github.com/acme/shop/pull/7", url: "javascript:alert(1)" },
        done_criteria: ["`npm test` is **green**, see [the run](https://ci.example.org/1)", "Told"],
      })
      await send("POST", "/tasks/T-1/claim", { agent: "otto" })
      await send("POST", "/tasks/T-1/criteria", {
        ...{ criterion: 1, agent: "otto" },
        evidence: "Run **7**, `12 passed`",
      })
      await send("POST", "/tasks/T-1/comments", {
        ...{ author: "otto" },
        content: "## May I **delete** them, @ada?\n\nSee [the list](https://example.org/list).",
      })
      await add({ title: "Wait", dueAt: "2020-01-01T00:00:00Z" })
      await send("PATCH", "/tasks/T-2", { status: "blocked", reason: "until `main` is green" })
    },
  })
  const side = panel(page)
  const labels = () => side.locator(".properties dt").allInnerTexts()
  await side.locator(".criteria strong", { hasText: "green" }).waitFor()
  expect(await labels()).toEqual(["Priority", "Project", "Assignee", "Tags", "Held by", "Created", "Changed"])
  await addProperty(page, "Reviewer")
  expect(await side.getByLabel("Reviewer").evaluate((each) => each.matches(":focus"))).toBe(true)
  await page.keyboard.type("ines")
  await page.keyboard.press("Enter")
  await expect
    .poll(async () => (await send("GET", "/tasks/T-1")).body["task"])
    .toMatchObject({ reviewer: "ines" })
  expect(await labels()).toContain("Reviewer")
  await side.getByLabel("Tags").fill("")
  await page.keyboard.press("Enter")
  await expect.poll(async () => (await send("GET", "/tasks/T-1")).body["task"]).toMatchObject({ tags: [] })
  expect(await labels()).toContain("Tags")
  await side.getByRole("button", { name: "Add property" }).click()
  const offered = side.getByRole("list", { name: "Add property" }).getByRole("button")
  expect(await offered.allInnerTexts()).toEqual([
    ...["Estimate", "Not before", "Due", "Waits for", "Parent", "Found in", "Fallbacks", "Result"],
    ...["Needs", "Skills"],
  ])
  await page.keyboard.press("Escape")

  const links = side.getByRole("list", { name: "Where the work is" })
  expect(await links.getByRole("listitem").allInnerTexts()).toEqual(["branch tokens", "pull request #7"])
  const link = links.getByRole("link")
  expect(await link.getAttribute("href")).toBe("https://github.com/acme/shop/pull/7")
  expect(await link.getAttribute("rel")).toContain("noopener")

  const criterion = side.locator(".criteria li").first()
  expect(await criterion.locator("label code").innerText()).toBe("npm test")
  expect(await criterion.getByRole("link", { name: "the run" }).getAttribute("target")).toBe("_blank")
  expect(await criterion.locator(".criterion-check strong").innerText()).toBe("7")
  await expectAccessibleAtWidths(page, ".panel")
  await page.setViewportSize({ width: 1440, height: 900 })

  await page.goto(new URL("/dashboard/needs-you", page.url()).href)
  const need = page.locator(".need", { hasText: "T-1" })
  await need.locator(".said strong", { hasText: "delete" }).waitFor()
  expect(await need.locator("a a").count()).toBe(0)
  const stuck = page.locator(".need", { hasText: "T-2" })
  await stuck.locator(".why code", { hasText: "main" }).waitFor()
  await expectAccessible(page, "", ".need")

  await page.goto(new URL("/dashboard/activity", page.url()).href)
  const said = page.locator(".event", { hasText: "otto commented on T-1" })
  await said.locator("strong", { hasText: "delete" }).waitFor()
  expect(await said.innerText()).toContain("Store tokens: May I delete them, @ada?")
  await expectAccessible(page, "", ".event")
})

test("of many comments the newest ten are shown, and of a long description twelve lines, until somebody asks", async () => {
  const { page } = await openScreen({
    path: "/dashboard/tasks/T-1",
    given: async ({ add, send }) => {
      await add({
        title: "Talk",
        description: Array.from({ length: 60 }, (_, i) => `- point ${i}`).join("\n"),
      })
      for (let i = 1; i <= 24; i++)
        await send("POST", "/tasks/T-1/comments", { author: "otto", content: `Word ${i}` })
    },
  })
  const comments = panel(page).locator(".comment")
  await comments.getByText("Word 24", { exact: true }).waitFor()
  expect(await comments.count()).toBe(10)
  await panel(page).getByRole("button", { name: "Show 14 earlier" }).click()
  expect(await comments.count()).toBe(24)
  const last = panel(page).getByText("point 59", { exact: true })
  const isSeen = () =>
    last.evaluate((line) => {
      const { bottom } = line.getBoundingClientRect()
      const fold = line.closest(".twelve-lines")?.getBoundingClientRect().bottom ?? Infinity
      return bottom <= fold
    })
  expect(await isSeen()).toBe(false)
  await panel(page).getByRole("button", { name: "Show all" }).click()
  expect(await isSeen()).toBe(true)
})
