import { readFileSync } from "node:fs"
import type { Page } from "playwright-core"
import { expect } from "vitest"
import { fitsWidth } from "./fixture.ts"

const axe = readFileSync("node_modules/axe-core/axe.min.js", "utf8")

/** The widths of a desktop, a tablet and a phone, in px. */
export const widths = [1440, 1024, 380]

/** A theme changes colours only, so these are the rules that can find something else in the other one. */
const ofColours = ["color-contrast", "link-in-text-block"]

/** Rules whose faults axe calls moderate. All of the page stands in a landmark, so that none of it is passed over. */
const also = ["region"]

/**
 * Expects that axe finds no serious or critical fault: by all its rules in the light theme, with the one that is off by
 * default and asks for targets of 24 px, then by those of colours in the dark one.
 * @param part a selector of what is looked at; default: the whole page
 */
export async function expectAccessible(page: Page, message = "", part = "html"): Promise<void> {
  if ((await page.evaluate("typeof axe")) === "undefined") await page.evaluate(axe)
  expect(await page.locator(part).count(), part).toBeGreaterThan(0)
  for (const [colorScheme, rules] of [
    ["dark", ofColours],
    ["light", null],
  ] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" })
    const runOnly = rules ? JSON.stringify(rules) : "undefined"
    const more = rules ? "{}" : '{ "target-size": { enabled: true } }'
    const found =
      await page.evaluate(`axe.run(${JSON.stringify(part)}, { resultTypes: ["violations"], rules: ${more}, runOnly: ${runOnly} }).then(({ violations }) =>
      violations
        .filter(({ id, impact }) => impact === "serious" || impact === "critical" || ${JSON.stringify(also)}.includes(id))
        .map(({ id, nodes }) => id + ": " + nodes.map(({ html }) => html).join(" ")))`)
    expect(found, `${message} ${colorScheme}`).toEqual([])
  }
}

/** The same, and that nothing sticks out, in windows of the widths of a desktop, a tablet and a phone. */
export async function expectAccessibleAtWidths(page: Page, part = "html"): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 })
    await expectAccessible(page, `${width} px`, part)
    expect(await fitsWidth(page), `${width} px`).toBe(true)
  }
}
