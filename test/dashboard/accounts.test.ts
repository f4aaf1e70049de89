import type { Page } from "playwright-core"
import { expect, test } from "vitest"
import { call } from "../support/server.ts"
import { expectAccessible, expectAccessibleAtWidths } from "./axe.ts"
import { card, openScreen, openTab, ownMenu, panel, pick, type Screen } from "./fixture.ts"

const root = "the-servers-own"
const env = { UPNEXT_TOKEN: root }

/** Makes a token, as the server's own token may. */
async function tokenFor({ send }: Pick<Screen, "send">, account: string, fields = {}): Promise<string> {
  const { status, body } = await send("POST", "/tokens", { account, ...fields })
  expect(status, JSON.stringify(body)).toBe(201)
  return body["secret"] as string
}

const question = (page: Page) => page.getByRole("dialog", { name: "This server requires a token" })
const who = (page: Page) => page.locator(".own > button")
const named = (page: Page, name: string | RegExp) => page.getByRole("dialog", { name })

async function signIn(page: Page, token: string): Promise<void> {
  await question(page).getByLabel("Token").fill(token)
  await page.keyboard.press("Enter")
  await question(page).waitFor({ state: "detached" })
}

/** A board with a task, opened by somebody with a token of an account. */
async function openAs(account: string, fields: object, path = "/dashboard") {
  let token = ""
  const screen = await openScreen({
    env,
    name: null,
    path,
    given: async (given) => {
      await given.add({ title: "Begin", reviewer: "ines" })
      token = await tokenFor(given, account, fields)
    },
  })
  await signIn(screen.page, token)
  await screen.page.locator(".who-role").waitFor({ state: "attached" })
  return { ...screen, token }
}

test("the page asks once for a token, keeps it in the browser, and drops it when one signs out", async () => {
  const { page, send, token } = await openAs("zoe", { role: "manage" })
  await card(page, "T-1").waitFor()
  expect(await who(page).innerText()).toMatch(/zoe\s+manage/)
  await page.reload()
  await card(page, "T-1").waitFor()
  const other = await openTab(page.context())
  await other.goto(page.url())
  await card(other, "T-1").waitFor()

  await (await ownMenu(page)).getByRole("button", { name: "Who you are" }).click()
  await named(page, "Who you are here").getByText("may change all work and the team").waitFor()
  await expectAccessible(page, "", "dialog[open]")
  await page.getByRole("button", { name: "Sign out" }).click()
  await question(page).waitFor()
  expect(await card(page, "T-1").count()).toBe(0)
  expect(await page.evaluate("JSON.stringify([localStorage, sessionStorage])")).not.toContain(token)
  // The other tab shows no more either, and goes on as soon as one signs in here.
  await question(other).waitFor()
  await signIn(page, await tokenFor({ send }, "bob", { role: "manage" }))
  await question(other).waitFor({ state: "detached" })
  await card(page, "T-1").waitFor()
  for (const tab of [page, other]) await expect.poll(() => who(tab).innerText()).toMatch(/bob\s+manage/)
})

test("while a page is open its token is revoked: it asks for another, and what was being typed is kept", async () => {
  const { page, send, token, server } = await openAs("zoe", { role: "work" }, "/dashboard/tasks/T-1")
  const comment = panel(page)
    .getByRole("textbox", { name: /comment/i })
    .first()
  await comment.fill("Half of a")
  expect((await send("DELETE", "/tokens/K-1")).status).toBe(200)
  await question(page).getByText("Your token has expired or was revoked").waitFor()
  await question(page).getByLabel("Token").fill(token)
  await page.keyboard.press("Enter")
  await question(page).getByText("The token was not accepted.").waitFor()
  await signIn(page, await tokenFor({ send }, "zoe"))
  expect(await comment.inputValue()).toBe("Half of a")
  await comment.press("Control+Enter")
  await expect.poll(() => panel(page).locator(".comment").count()).toBe(1)
  const said = await call(server.url, "GET", "/tasks/T-1/comments", undefined, {
    authorization: `Bearer ${root}`,
  })
  expect(said.body["comments"]).toMatchObject([{ author: "zoe", content: "Half of a" }])
  // It follows again, with the new token.
  await send("POST", "/tasks", { title: "Later" })
  await card(page, "T-2").waitFor()
})

test("Accounts makes a token, shows it once, and ends it", async () => {
  const { page, server } = await openAs("root", { role: "admin", person: true })
  await (await ownMenu(page)).getByRole("button", { name: "Accounts" }).click()
  const row = (name: string) => page.getByRole("listitem", { name, exact: true })
  await row("root").getByText("admin, a person").waitFor()
  await page.getByRole("button", { name: "New token" }).click()
  await named(page, "A new token").getByLabel("Account", { exact: true }).fill("ci")
  await pick(page.getByLabel("Acts as"), "ann")
  await page.getByLabel("The new token is valid for").selectOption("30 days")
  await expectAccessible(page, "", "main")
  await page.getByRole("button", { name: "Create the token" }).click()
  const shown = named(page, "The token K-2 of ci").getByLabel("Token")
  const secret = await shown.inputValue()
  expect(secret).toMatch(/^upn_/)
  await page.getByRole("button", { name: "Copy" }).waitFor()
  await expectAccessible(page, "", "main")
  await page.keyboard.press("Escape")
  expect(await shown.inputValue()).toBe(secret)
  const asCi = () => call(server.url, "GET", "/access", undefined, { authorization: `Bearer ${secret}` })
  expect((await asCi()).body["access"]).toMatchObject({ account: "ci", role: "work", agent: "ann" })

  await page.getByRole("button", { name: "Done" }).click()
  await row("ci").getByText("work, acts as ann: may work as one agent").waitFor()
  const kept = "document.documentElement.outerHTML + JSON.stringify([localStorage, sessionStorage])"
  expect(await page.evaluate(kept)).not.toContain(secret)
  await expectAccessibleAtWidths(page)

  await page.getByRole("button", { name: "Revoke K-2" }).click()
  await page.getByRole("button", { name: "Revoke the token" }).click()
  await row("ci").getByText("No token, so nobody can use it").waitFor()
  expect((await asCi()).status).toBe(401)
})

test("Accounts changes and deletes an account, and follows what others do", async () => {
  const { page, send } = await openAs("root", { role: "admin" }, "/dashboard/accounts")
  const ci = page.getByRole("listitem", { name: "ci", exact: true })
  await page.getByRole("listitem", { name: "K-1" }).waitFor()
  await tokenFor({ send }, "ci")
  await ci.getByText("work: may work as one agent").waitFor()
  const choose = async (name: string) => {
    await ci.getByRole("button", { name: "More for ci" }).click()
    await page.getByRole("list", { name: "More for ci" }).getByRole("button", { name, exact: true }).click()
  }
  await choose("Edit")
  await page.getByLabel("Role").selectOption("manage")
  await page.getByLabel("A person uses this account").check()
  await page.getByRole("button", { name: "Save" }).click()
  await ci.getByText("manage, a person").waitFor()
  expect(await ci.locator(".avatar").getAttribute("class")).toBe("avatar")
  await choose("Delete")
  await page.getByText("Its token stops working immediately").waitFor()
  await expectAccessible(page, "", "main")
  await page.getByRole("button", { name: "Delete the account" }).click()
  await ci.waitFor({ state: "detached" })
})

test("who replaces the tokens of their own account goes on with the new one", async () => {
  const { page, token } = await openAs("root", { role: "admin" }, "/dashboard/accounts")
  await page.getByRole("button", { name: "More for root" }).click()
  await page.getByRole("button", { name: "Replace all tokens" }).click()
  await page.getByRole("button", { name: "Replace the tokens" }).click()
  const shown = named(page, "The token K-2 of root").getByLabel("Token")
  const secret = await shown.inputValue()
  await page.getByRole("button", { name: "Done" }).click()
  await page.getByRole("listitem", { name: "K-2" }).waitFor()
  expect(secret).not.toBe(token)
  expect(await page.evaluate(`localStorage.getItem("upnext.token")`)).toBe(secret)
  await page.reload()
  await page.getByRole("listitem", { name: "K-2" }).waitFor()
})

test("with the role work there is no room of accounts, and nothing that takes more", async () => {
  const { page, send } = await openAs("ci", { role: "work", agent: "ann" }, "/dashboard/team")
  await page.getByRole("region", { name: "Agents" }).waitFor()
  expect(await who(page).innerText()).toMatch(/ann\s+work/)
  expect(await (await ownMenu(page)).getByRole("button", { name: "Accounts" }).count()).toBe(0)
  await page.keyboard.press("Escape")
  expect(await page.getByRole("button", { name: /^Pause/ }).count()).toBe(0)

  // It may say of itself what it can do, and not on what it draws.
  await send("PUT", "/agents/ann", { resources: ["plan"] })
  await send("PUT", "/agents/bo", { role: "painter" })
  await send("POST", "/agents/bo/heartbeat", {})
  await send("POST", "/resources/plan/close", { reason: "quota" })
  const listed = (name: string) => page.getByRole("listitem", { name, exact: true })
  await listed("plan").getByText("Closed until").waitFor()
  await listed("bo").getByText("painter").waitFor()
  expect(
    await page.getByRole("button", { name: /^(Open|Change plan|Change bo|Add a resource)/ }).count(),
  ).toBe(0)
  await page.getByRole("button", { name: "Change ann" }).click()
  await page.getByRole("button", { name: "Describe…" }).click()
  await named(page, "Describe ann").getByLabel("Skills").fill("gpu")
  expect(await named(page, "Describe ann").getByLabel("Draws on").count()).toBe(0)
  await page.keyboard.press("Enter")
  await listed("ann").getByText("Draws on plan · Skills: gpu").waitFor()
  await page.keyboard.press("Control+k")
  await page.getByRole("option", { name: "New task" }).waitFor()
  expect(await page.getByRole("option", { name: /Accounts|Pause/ }).count()).toBe(0)
  await page.keyboard.press("Escape")
  await (await ownMenu(page)).getByRole("button", { name: "Who you are" }).click()
  await named(page, "Who you are here").getByText("fixed for this account").waitFor()
  expect(await page.getByRole("button", { name: "Change the name" }).count()).toBe(0)
  await page.keyboard.press("Escape")
  await page.goto(new URL("/dashboard/accounts", page.url()).href)
  await page.getByText("Accounts and tokens require the role admin. Yours is work.").waitFor()

  // Whoever is made an admin meanwhile sees it at once.
  await send("PATCH", "/accounts/ci", { role: "admin" })
  await page.getByRole("listitem", { name: "K-1" }).waitFor()
  await (await ownMenu(page)).getByRole("button", { name: "Accounts" }).waitFor()
})

test("with the role read the page offers no change, and says why", async () => {
  const { page } = await openAs("guest", { role: "read" }, "/dashboard/tasks/T-1")
  const why = "Your role is read. This requires the role work."
  await expect.poll(() => page.locator("button.new").getAttribute("title")).toBe(why)
  await panel(page).getByRole("heading", { name: "Begin" }).waitFor()
  expect(await panel(page).locator("fieldset.changing:not(:disabled)").count()).toBe(0)
  expect(await panel(page).locator("fieldset.changing").first().getAttribute("title")).toBe(why)
  await panel(page).focus()
  await page.keyboard.press("n")
  await page.locator(".toast").getByText(why).waitFor()
  expect(await page.getByRole("dialog").count()).toBe(0)
  await expectAccessible(page, "", ".toast")
})

test("what came by an account of another name says so in the history", async () => {
  const { page, send, server, token } = await openAs("ci", { role: "manage" }, "/dashboard/tasks/T-1")
  const by = { authorization: `Bearer ${token}`, "upnext-actor": "ann" }
  await call(server.url, "POST", "/tasks/T-1/comments", { content: "Seen" }, by)
  await call(server.url, "PATCH", "/tasks/T-1", { priority: "P0" }, { ...by, "upnext-actor": "ci" })
  const entry = (words: string) => panel(page).locator(".history li", { hasText: words })
  await entry("edited it").waitFor()
  await entry("ann via ci commented").waitFor()
  expect(await entry("edited it").innerText()).not.toContain("via")
  await send("GET", "/health")
  await page.getByRole("link", { name: "Activity" }).click()
  await page.locator(".event", { hasText: "ann via ci commented on" }).waitFor()
})

test("on a board that asks nobody, the room says how the first token is made", async () => {
  const { page } = await openScreen({ path: "/dashboard/accounts" })
  await page.getByText("upnext token create").waitFor()
  expect(await (await ownMenu(page)).getByRole("button", { name: "Accounts" }).count()).toBe(0)
  await page.keyboard.press("Escape")
  await expectAccessibleAtWidths(page)
})
