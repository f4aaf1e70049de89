import { expect, test } from "vitest"
import { expectAccessible, expectAccessibleAtWidths } from "./axe.ts"
import { barMenu, card, filterBy, fitsWidth, openScreen, ownMenu, panel, type Screen } from "./fixture.ts"

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

test("axe finds nothing in the dialog that asks for a token, and a name is given afterwards", async () => {
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
})

test("axe finds nothing on the page of a server that is away", async () => {
  const { page, kill } = await openScreen({ killable: true })
  await page.getByText("Nothing is up next").waitFor()
  await kill()
  await page.getByText("The server cannot be reached.").waitFor()
  await expectAccessibleAtWidths(page)
})

test("on a phone the filters open, and nothing sticks out", async () => {
  const { page } = await openScreen({ width: 380, height: 760, given: rich })
  await card(page, "T-9").waitFor()
  for (const name of ["Display", "Filter"] as const) {
    await barMenu(page, name)
    await page.locator(".bar-menu").getByRole("button", { name: "Done" }).click()
  }
  await filterBy(page, "Project", "web")
  await (await barMenu(page, "Filter")).getByRole("button", { name: "Ready" }).click()
  await page.keyboard.press("Escape")
  const chips = page.getByRole("list", { name: "Active filters" })
  await chips.getByText("Ready", { exact: true }).waitFor()
  await chips.getByRole("button", { name: "Without Ready" }).click()
  await chips.getByText("Ready", { exact: true }).waitFor({ state: "detached" })
  expect(await fitsWidth(page)).toBe(true)
  await card(page, "T-9").click()
  await panel(page).locator(".mention").waitFor()
  expect(await fitsWidth(page)).toBe(true)
})
