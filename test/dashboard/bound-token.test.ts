import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { test } from "vitest"
import { hashToken } from "../../src/config/token.ts"
import { card, openScreen } from "./fixture.ts"

test("with a token of an agent the page acts as this agent, whatever name it had before", async () => {
  const tokens = [{ hash: hashToken("of-ann"), agent: "ann" }]
  const { page } = await openScreen({
    name: "zoe",
    before: (home) => writeFileSync(join(home, "config.json"), JSON.stringify({ tokens }), { mode: 0o600 }),
    given: ({ send }) => send("POST", "/tasks", { title: "Seen" }, { authorization: "Bearer of-ann" }),
  })
  const dialog = page.getByRole("dialog", { name: "This server requires a token" })
  await dialog.getByLabel("Token").fill("of-ann")
  await page.keyboard.press("Enter")
  await card(page, "T-1").waitFor()
  await page.getByRole("button", { name: "ann" }).waitFor()
})
