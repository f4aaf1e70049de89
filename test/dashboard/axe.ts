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
 * An open menu lies over a part of what is below it, another part with every font, and so does what stays in its place
 * while the rest is scrolled. Whoever opened the menu can close it, and the rest can be scrolled: what is covered is no
 * target that is too small.
 */
const isCovered = `(function isCovered({ any }) {
  const staysInPlace = (one) =>
    one.matches(".menu-list") ||
    ["fixed", "sticky"].includes(getComputedStyle(one).position) ||
    (one.parentElement !== null && staysInPlace(one.parentElement))
  return any.some(({ data, relatedNodes }) => data?.messageKey === "partiallyObscured" &&
    relatedNodes.every(({ target }) => staysInPlace(document.querySelector(target[0]))))
})`

/** With UPNEXT_LONG axe looks at every width in both themes. */
const isLong = Boolean(process.env["UPNEXT_LONG"])

/**
 * Expects that axe finds no serious or critical fault: by all its rules in the light theme, with the one that is off by
 * default and asks for targets of 24 px, then by those of colours in the dark one.
 * @param part a selector of what is looked at; default: the whole page
 */
export async function expectAccessible(page: Page, message = "", part = "html"): Promise<void> {
  await expectNoFault(page, "dark", message, part, ofColours)
  await expectNoFault(page, "light", message, part)
}

/**
 * The same, and that nothing sticks out, in windows of the widths of a desktop, a tablet and a phone. What differs on a
 * phone is what is there and how large it is, and a tablet has nothing that neither of the others has. So the one is looked
 * at in the dark theme, the other in the light one.
 */
export async function expectAccessibleAtWidths(page: Page, part = "html"): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 })
    const message = `${width} px`
    expect(await fitsWidth(page), message).toBe(true)
    if (isLong) await expectAccessible(page, message, part)
    else if (width === widths[0]) await expectNoFault(page, "dark", message, part)
    else if (width === widths.at(-1)) await expectNoFault(page, "light", message, part)
  }
}

// --- internal ---

async function expectNoFault(
  page: Page,
  theme: "dark" | "light",
  message: string,
  part: string,
  rules?: readonly string[],
) {
  if ((await page.evaluate("typeof axe")) === "undefined") await page.evaluate(axe)
  expect(await page.locator(part).count(), part).toBeGreaterThan(0)
  await page.emulateMedia({ colorScheme: theme, reducedMotion: "reduce" })
  const chosen = rules ? { runOnly: rules } : { rules: { "target-size": { enabled: true } } }
  // Nothing that is asked for needs the styles to be fetched again.
  const options = { resultTypes: ["violations"], preload: false, ...chosen }
  const found = await page.evaluate(
    `axe.run(${JSON.stringify(part)}, ${JSON.stringify(options)}).then(({ violations }) =>
      violations
        .map(({ nodes, ...fault }) => ({ ...fault, nodes: nodes.filter((node) => !${isCovered}(node)) }))
        .filter(({ nodes }) => nodes.length > 0)
        .filter(({ id, impact }) => impact === "serious" || impact === "critical" || ${JSON.stringify(also)}.includes(id))
        .map(({ id, nodes }) => id + ": " + nodes.map(({ html }) => html).join(" ")))`,
  )
  expect(found, `${message} ${theme}`).toEqual([])
}
