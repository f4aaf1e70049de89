import { expect, test } from "vitest"
import { expectAccessibleAtWidths } from "./axe.ts"
import { openScreen } from "./fixture.ts"

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
})
