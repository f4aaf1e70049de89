import { readFileSync } from "node:fs"
import type { Page } from "playwright-core"
import { expect, test } from "vitest"
import { card, fitsWidth, openScreen, panel, type Screen } from "./fixture.ts"

const axe = readFileSync("node_modules/axe-core/axe.min.js", "utf8")

/** What is serious or critical to people who read a page by other means. */
async function violations(page: Page): Promise<unknown> {
  // What slides or fades in has no contrast on the way.
  await page.evaluate("Promise.all(document.getAnimations().map((each) => each.finished.catch(() => 0)))")
  await page.evaluate(axe)
  return page.evaluate(`axe.run().then(({ violations }) => violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .map(({ id, nodes }) => ({ id, nodes: nodes.map(({ html, failureSummary }) => [html.slice(0, 200), failureSummary]) })))`)
}

async function rich({ add, send }: Screen) {
  await send("POST", "/team/starter", {})
  for (const priority of ["P0", "P1", "P2", "P3"])
    await add({ title: `A ${priority}`, priority, tags: ["bug"], project: "web" })
  await send("POST", "/tasks/T-6/claim", { agent: "otto", lease: "20s" })
  await send("PATCH", "/tasks/T-7", { status: "blocked", reason: "waits for the key" })
  await send("PATCH", "/tasks/T-8", { status: "done" })
  await send("PATCH", "/tasks/T-9", {
    description: "# Why\n\n`code`, [a link](https://example.org)\n\n> quoted",
    done_criteria: ["a", "b"],
  })
  await send("POST", "/tasks/T-9/criteria", { criterion: 1, agent: "otto", evidence: "run 47" })
  await send("POST", "/tasks/T-9/comments", { author: "otto", content: "Look, @ines." })
}

test.each(["light", "dark"] as const)(
  "the board, a task and the dialogs can be used by everybody, in the %s theme",
  async (theme) => {
    const { page, send } = await openScreen({ theme, given: rich })
    await card(page, "T-9").waitFor()
    expect(await violations(page)).toEqual([])
    await page.getByLabel("Grouping").selectOption("project")
    await page.getByLabel("Tag").selectOption("bug")
    await page.locator(".group-head").first().waitFor()
    expect(await violations(page)).toEqual([])

    await card(page, "T-9").click()
    await panel(page).getByRole("region", { name: "History" }).waitFor()
    await panel(page).locator(".mention").waitFor()
    expect(await violations(page)).toEqual([])
    await panel(page).getByRole("button", { name: "Edit: Description" }).click()
    await panel(page).getByRole("textbox", { name: "Description" }).fill("Mine")
    await send("PATCH", "/tasks/T-9", { description: "Theirs" })
    await panel(page).locator(".conflict").waitFor()
    expect(await violations(page)).toEqual([])

    await panel(page).focus()
    await page.keyboard.press("?")
    await page.getByRole("dialog", { name: "Keyboard shortcuts" }).waitFor()
    expect(await violations(page)).toEqual([])
    await page.keyboard.press("Escape")
    await page.keyboard.press("n")
    await page.getByRole("dialog", { name: "New task" }).waitFor()
    expect(await violations(page)).toEqual([])
    await page.keyboard.press("Escape")
    await page.keyboard.press("Escape")
    await card(page, "T-9").focus()
    await page.keyboard.press("m")
    const dialog = page.getByRole("dialog", { name: "Move T-9" })
    await dialog.getByRole("button", { name: "Block" }).click()
    await dialog.locator("textarea").waitFor()
    expect(await violations(page)).toEqual([])
  },
)

test("an empty board and a server that is away can be read by everybody", async () => {
  const { page, server } = await openScreen({ theme: "dark" })
  await page.getByText("Nothing is up next").waitFor()
  expect(await violations(page)).toEqual([])
  server.kill("SIGKILL")
  await page.getByText("The server cannot be reached.").waitFor()
  expect(await violations(page)).toEqual([])
})

test("on a phone the filters open, and everything can be used", async () => {
  const { page } = await openScreen({ width: 380, height: 760, given: rich })
  await card(page, "T-9").waitFor()
  await page.getByRole("button", { name: "Filters" }).click()
  await page.getByLabel("Project").selectOption("web")
  await page.getByRole("button", { name: "Filters (1)" }).waitFor()
  expect(await violations(page)).toEqual([])
  expect(await fitsWidth(page)).toBe(true)
  await card(page, "T-9").click()
  await panel(page).locator(".mention").waitFor()
  expect(await violations(page)).toEqual([])
  expect(await fitsWidth(page)).toBe(true)
})

const word = "W".repeat(64 * 1024)
const script = `<script>document.title="owned"</script><img src=x onerror="document.title='owned'">`
const bidi = "\u202Egnp.exe \u2066 \u202A אבג"

test.each([380, 1280])("hostile text in every field breaks no layout at %i px", async (width) => {
  const { page } = await openScreen({
    width,
    height: 760,
    given: async ({ add, send }) => {
      await add({ title: "W".repeat(500) })
      await add({
        title: `${script} ${bidi}`.slice(0, 500),
        description: word.slice(0, 60_000),
        assignee: "W".repeat(64),
        reviewer: `<b>${bidi}</b>`.slice(0, 64),
        createdBy: "W".repeat(64),
        project: "W".repeat(64),
        tags: ["W".repeat(64), script.slice(0, 64), bidi],
        done_criteria: [script, "W".repeat(1000), bidi],
        blockedBy: ["T-1"],
      })
      await send("POST", "/tasks/T-2/comments", { author: "W".repeat(64), content: word })
      await send("POST", "/tasks/T-2/comments", {
        author: script.slice(0, 60),
        content: `@${"W".repeat(64)} ${bidi} ${script} [x](javascript:document.title='owned')`,
      })
      await send("PATCH", "/tasks/T-2", { status: "blocked", reason: "W".repeat(500) })
    },
  })
  await card(page, "T-2").waitFor()
  await page
    .getByLabel("Grouping")
    .selectOption("project", { force: true })
    .catch(() => undefined)
  expect(await fitsWidth(page)).toBe(true)
  const wide =
    "[...document.querySelectorAll('.card')].filter((each) => each.scrollWidth > each.clientWidth).length"
  expect(await page.evaluate(wide)).toBe(0)
  await page.goto(page.url().replace(/\/dashboard.*/, "/dashboard/tasks/T-2"))
  await panel(page).getByRole("region", { name: "History" }).waitFor()
  await panel(page).locator(".comment").nth(1).waitFor()
  await panel(page).getByRole("button", { name: "Edit: Description" }).click()
  await panel(page).getByRole("textbox", { name: "Description" }).fill(word)
  await panel(page)
    .getByRole("button", { name: script.slice(0, 20) })
    .click()
  expect(await fitsWidth(page)).toBe(true)
  const side = await page.evaluate(
    "(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)(document.querySelector('.panel'))",
  )
  expect(side).toBe(0)
  expect(await panel(page).locator("script, img, a[href^='javascript:']").count()).toBe(0)
  expect(await page.title()).not.toBe("owned")
})
