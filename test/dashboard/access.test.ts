import { expect, test } from "vitest"
import { expectAccessible, expectAccessibleAtWidths } from "./axe.ts"
import {
  addProperty,
  barMenu,
  card,
  filterBy,
  fitsWidth,
  groupBy,
  openScreen,
  ownMenu,
  panel,
  type Screen,
} from "./fixture.ts"

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

test("axe finds nothing on a grouped board, in a task and in the dialog of a move", async () => {
  const { page, send } = await openScreen({ given: rich })
  await card(page, "T-9").waitFor()
  await groupBy(page, "project")
  await filterBy(page, "Tag", "bug")
  await page.locator(".lane-head").first().waitFor()
  await expectAccessible(page)

  await card(page, "T-9").click()
  await panel(page).getByRole("region", { name: "History" }).waitFor()
  await panel(page).locator(".mention").waitFor()
  await panel(page).getByRole("button", { name: "More moves" }).click()
  await panel(page).getByRole("button", { name: "Cancel task" }).waitFor()
  await expectAccessible(page, "", ".panel")
  await page.keyboard.press("Escape")
  await panel(page).getByRole("button", { name: "Add property" }).click()
  await expectAccessible(page, "", ".panel")
  await page.keyboard.press("Escape")
  await addProperty(page, "Due")
  await expectAccessible(page, "", ".panel")
  await page.keyboard.press("Escape")
  await panel(page).getByRole("button", { name: "Edit: Description" }).click()
  await panel(page).getByRole("textbox", { name: "Description" }).fill("Mine")
  await send("PATCH", "/tasks/T-9", { description: "Theirs" })
  await panel(page).locator(".conflict").waitFor()
  await expectAccessible(page, "", ".panel")

  await panel(page).focus()
  await page.keyboard.press("Escape")
  await send("POST", "/tasks", { title: "Reflect", tags: ["bug"], assignee: "ada", status: "doing" })
  const added = page.locator("[data-column=doing] [data-task]", { hasText: "Reflect" })
  await added.focus()
  await page.keyboard.press("m")
  const finish = page.getByRole("dialog")
  await finish.getByRole("button", { name: "Done" }).click()
  await finish.getByLabel(/learned|reflection/i).waitFor()
  await expectAccessible(page, "", "dialog[open]")
})

test("axe finds nothing in the dialogs that ask for a token and for a name", async () => {
  const { page } = await openScreen({ name: null, env: { UPNEXT_TOKEN: "open-sesame" } })
  const token = page.getByRole("dialog", { name: "This server requires a token" })
  await token.getByLabel("Token").waitFor()
  await expectAccessible(page)
  await token.getByLabel("Token").fill("wrong")
  await page.keyboard.press("Enter")
  await token.getByText("The token was not accepted.").waitFor()
  await expectAccessibleAtWidths(page, "dialog[open]")
  await token.getByLabel("Token").fill("open-sesame")
  await page.keyboard.press("Enter")
  await (await ownMenu(page)).getByRole("button", { name: "Your name" }).click()
  const name = page.getByRole("dialog", { name: "What is your name?" })
  await name.getByLabel("Your name").waitFor()
  await expectAccessible(page, "", "dialog[open]")
  await name.getByLabel("Your name").fill("ada")
  await expectAccessible(page, "", "dialog[open]")
})

test("axe finds nothing on an empty board and on the page of a server that is away", async () => {
  const { page, kill } = await openScreen({ killable: true })
  await page.getByText("Nothing is up next").waitFor()
  await expectAccessible(page)
  await kill()
  await page.getByText("The server cannot be reached.").waitFor()
  await expectAccessibleAtWidths(page)
})

test("on a phone the filters open, and axe finds nothing", async () => {
  const { page } = await openScreen({ width: 380, height: 760, given: rich })
  await card(page, "T-9").waitFor()
  for (const name of ["Display", "Filter"] as const) {
    await barMenu(page, name)
    await expectAccessible(page, "", ".filter-bar")
    await page.locator(".bar-menu").getByRole("button", { name: "Done" }).click()
  }
  await filterBy(page, "Project", "web")
  await (await barMenu(page, "Filter")).getByRole("button", { name: "Ready" }).click()
  await page.keyboard.press("Escape")
  const chips = page.getByRole("list", { name: "Active filters" })
  await chips.getByText("Ready", { exact: true }).waitFor()
  await chips.getByRole("button", { name: "Without Ready" }).click()
  await chips.getByText("Ready", { exact: true }).waitFor({ state: "detached" })
  await expectAccessible(page)
  expect(await fitsWidth(page)).toBe(true)
  await card(page, "T-9").click()
  await panel(page).locator(".mention").waitFor()
  await expectAccessible(page)
  expect(await fitsWidth(page)).toBe(true)
})

const word = "W".repeat(64 * 1024)
const script = `<script>document.title="owned"</script><img src=x onerror="document.title='owned'">`
const bidi = "\u202Egnp.exe \u2066 \u202A אבג"

test("hostile text in every field breaks no layout", async () => {
  const widths = [1280, 380]
  const { page } = await openScreen({
    given: async ({ add, send }) => {
      await add({ title: "W".repeat(500) })
      await add({
        title: `${script} ${bidi}`.slice(0, 500),
        description: word.slice(0, 60_000),
        assignee: "W".repeat(64),
        reviewer: `<b>${bidi}</b>`.replace(/\p{Cf}/gu, "").slice(0, 64),
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
  await groupBy(page, "project")
  const wide =
    "[...document.querySelectorAll('.card')].filter((each) => each.scrollWidth > each.clientWidth).length"
  for (const width of widths) {
    await page.setViewportSize({ width, height: 760 })
    expect(await fitsWidth(page)).toBe(true)
    expect(await page.evaluate(wide)).toBe(0)
  }
  await page.goto(page.url().replace(/\/dashboard.*/, "/dashboard/tasks/T-2"))
  await panel(page).getByRole("region", { name: "History" }).waitFor()
  await panel(page).locator(".comment").nth(1).waitFor()
  await panel(page).getByRole("button", { name: "Edit: Description" }).click()
  await panel(page).getByRole("textbox", { name: "Description" }).fill(word)
  await panel(page)
    .getByRole("button", { name: script.slice(0, 20) })
    .click()
  for (const width of widths) {
    await page.setViewportSize({ width, height: 760 })
    expect(await fitsWidth(page)).toBe(true)
    const side = await page.evaluate(
      "(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)(document.querySelector('.panel'))",
    )
    expect(side).toBe(0)
  }
  expect(await panel(page).locator("script, img, a[href^='javascript:']").count()).toBe(0)
  expect(await page.title()).not.toBe("owned")
})
