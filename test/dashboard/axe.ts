import { readFileSync } from "node:fs"
import type { Page } from "playwright-core"
import { expect } from "vitest"

const axe = readFileSync("node_modules/axe-core/axe.min.js", "utf8")

/** Expects that axe finds no serious or critical fault, in the light and in the dark theme. */
export async function expectAccessible(page: Page): Promise<void> {
  await page.evaluate(axe)
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" })
    const found =
      await page.evaluate(`axe.run(document, { resultTypes: ["violations"] }).then(({ violations }) =>
      violations
        .filter(({ impact }) => impact === "serious" || impact === "critical")
        .map(({ id, nodes }) => id + ": " + nodes.map(({ html }) => html).join(" ")))`)
    expect(found, colorScheme).toEqual([])
  }
}
