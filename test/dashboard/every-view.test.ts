import { afterAll, beforeAll, expect, test } from "vitest"
import { addPresent } from "../screenshots/present.js"
import { writePast } from "../screenshots/past.js"
import { startServerHere, temporaryHome, type RunningServer } from "../support/server.ts"
import { expectAccessible } from "./axe.ts"
import { fitsWidth, openBrowser } from "./fixture.ts"

/** One server for all tests of this file: a busy board of 241 tasks and ten agents. */
let server: RunningServer
let remove: () => Promise<void>

beforeAll(async () => {
  const home = await temporaryHome()
  remove = home.remove
  const ids = writePast(home.home)
  server = await startServerHere({ home: home.home })
  await addPresent(server.url, ids)
}, 60_000)

afterAll(async () => {
  await server.stop()
  await remove()
})

test.each([
  ["list", ".list [data-task]"],
  ["working", "main li"],
  ["stuck", "main li"],
  ["ready", "main li"],
  ["needs-you", "main li"],
  ["team", "main li"],
  ["activity", "main li"],
])("axe finds nothing in %s at three widths, in both themes, and nothing sticks out", async (view, shown) => {
  const page = await openBrowser({ name: "mira" })
  await page.goto(`${server.url}/dashboard/${view}`)
  await page.locator(shown).first().waitFor()
  for (const width of [1440, 1024, 380]) {
    await page.setViewportSize({ width, height: 800 })
    await page.locator(shown).first().waitFor()
    await expectAccessible(page)
    expect(await fitsWidth(page), `${width} px`).toBe(true)
  }
})
