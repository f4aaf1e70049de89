import type { Page } from "playwright-core"
import { expect, test } from "vitest"
import { card, inColumn, openScreen } from "./fixture.ts"

/** The requests that the page sends from now on, as `GET 200 /agents`. */
function listen(page: Page): string[] {
  const asked: string[] = []
  page.on("response", (response) => {
    const { pathname } = new URL(response.url())
    asked.push(`${response.request().method()} ${response.status()} ${pathname}`)
  })
  return asked
}

test("a person who is new to the server works without a single refused request", async () => {
  let asked: string[] = []
  const { page, send } = await openScreen({
    name: null,
    given: async ({ page, add }) => {
      asked = listen(page)
      await add({ title: "Start" })
    },
  })
  await page.locator(".live-live").waitFor()
  await page.evaluate(`localStorage.setItem("upnext.name", "Zoë")`)
  await page.reload()
  await page.getByRole("link", { name: "Needs you" }).click()
  await page.getByText("Nothing is waiting for you").waitFor()
  await page.evaluate("localStorage.clear()")
  await page.goto(page.url().replace("/needs-you", ""))
  await card(page, "T-1").dragTo(page.locator("[data-column=doing]"))
  await page.getByRole("dialog").getByLabel("Your name").fill("Zoë")
  await page.keyboard.press("Enter")
  await inColumn(page, "doing", "T-1").waitFor()
  // The page shows the move before the server has it.
  const newcomer = async () => (await send("GET", "/agents/zo%C3%AB")).body["agent"]
  await expect.poll(newcomer).toMatchObject({ name: "Zoë", kind: "person" })
  expect(asked.filter((line) => / [45]\d\d /.test(line))).toEqual([])
})

test("somebody whose name the browser remembers from another board is a person on this one too", async () => {
  const { page, send } = await openScreen({ given: ({ add }) => add({ title: "Start" }) })
  await page.locator(".live-live").waitFor()
  await card(page, "T-1").dragTo(page.locator("[data-column=doing]"))
  const writer = async () => (await send("GET", "/agents/ada")).body["agent"]
  await expect.poll(writer).toMatchObject({ name: "ada", kind: "person" })
})

test.each(["/dashboard", "/dashboard/team"])("%s asks for the agents once", async (path) => {
  let asked: string[] = []
  const { page } = await openScreen({
    path,
    given: async ({ page, send }) => {
      asked = listen(page)
      await send("POST", "/team/starter", {})
    },
  })
  await page.locator(".live-live").waitFor()
  const once = ["GET 200 /now", "GET 200 /agents", ...(path === "/dashboard" ? [] : ["GET 200 /hosts"])]
  for (const line of once)
    await expect.poll(() => asked.filter((each) => each === line).length, { message: line }).toBe(1)
  expect(asked.filter((line) => line.endsWith("/inbox"))).toEqual([])
  expect(asked.filter((line) => line.endsWith("/hosts"))).toHaveLength(path === "/dashboard" ? 0 : 1)
})
