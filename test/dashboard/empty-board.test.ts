import { expect, test } from "vitest"
import { expectAccessibleAtWidths } from "./axe.ts"
import { openScreen, ownMenu } from "./fixture.ts"

test("an empty board shows how to connect an agent, in lines that can be copied", async () => {
  const { page, server } = await openScreen({ ownBrowser: true })
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"])
  await page.getByRole("heading", { name: "Connect an agent" }).waitFor()
  const lines = page.getByRole("region", { name: "Connect an agent" }).getByRole("listitem")
  const copied: string[] = []
  for (const line of await lines.all()) {
    await line.getByRole("button", { name: "Copy" }).click()
    await line.getByRole("button", { name: "Copied" }).waitFor()
    copied.push(await page.evaluate("navigator.clipboard.readText()"))
  }
  expect(copied).toEqual([
    `upnext init --agents --url ${server.url}`,
    `claude mcp add --transport http upnext ${server.url}/mcp`,
    `upnext work --agent ann --url ${server.url} -- ./do-the-work`,
  ])
  expect(await lines.getByRole("code").allTextContents()).toEqual(copied)
})

test("how to connect an agent is also shown from Agents, the palette and under one's own name", async () => {
  const { page, server } = await openScreen({
    path: "/dashboard/team",
    given: ({ add }) => add({ title: "One" }),
  })
  const dialog = page.getByRole("dialog", { name: "Connect an agent" })
  const isShown = async () => {
    await dialog.getByText(`upnext init --agents --url ${server.url}`).waitFor()
    await dialog.getByRole("button", { name: "Copy" }).nth(2).waitFor()
    await page.keyboard.press("Escape")
    await dialog.waitFor({ state: "detached" })
  }
  await page.getByText("No agents yet.").last().waitFor()
  expect(await page.getByRole("button", { name: "Pause team" }).count(), "there is none to pause").toBe(0)
  const button = page.getByRole("button", { name: "Connect an agent" })
  await button.click()
  await expectAccessibleAtWidths(page, "dialog[open]")
  await page.setViewportSize({ width: 1280, height: 800 })
  await isShown()
  await page.getByRole("link", { name: "Board", exact: true }).click()
  await button.waitFor({ state: "detached" })
  await (await ownMenu(page)).getByRole("button", { name: "Connect an agent" }).click()
  await isShown()
  await page.keyboard.press("Control+k")
  await page.getByRole("combobox", { name: "Search tasks and commands" }).fill("connect")
  await page.getByRole("option", { name: "Connect an agent" }).click()
  await isShown()
})

test("where the browser gives no clipboard, the button says so", async () => {
  const { page } = await openScreen()
  await page.getByRole("heading", { name: "Connect an agent" }).waitFor()
  await page.evaluate(`navigator.clipboard.writeText = () => Promise.reject(new Error("denied"))`)
  await page.getByRole("button", { name: "Copy" }).first().click()
  await page.getByRole("button", { name: "Cannot copy here" }).waitFor()
})

test("axe finds nothing on an empty board, in both themes and on a phone, and nothing sticks out", async () => {
  const { page } = await openScreen()
  await page.getByRole("heading", { name: "Connect an agent" }).waitFor()
  await expectAccessibleAtWidths(page)
  // A command that is wider goes on in the next line, and no flag is broken.
  await page.setViewportSize({ width: 380, height: 800 })
  const cut = (code: HTMLElement) => code.scrollWidth - code.clientWidth
  for (const line of await page.locator(".code-line code").all()) expect(await line.evaluate(cut)).toBe(0)
  for (const word of await page.locator(".code-line code span").all())
    expect((await word.boundingBox())?.height, await word.innerText()).toBeLessThan(24)
})
