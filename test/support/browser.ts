import { chromium, type Browser } from "playwright-core"
import { findChromium, flags } from "./chromium.js"
import { ensureProgram, untilInstalled } from "./debian.ts"

/** Without what is only recommended a page would have no fonts. */
export const browserPackages = ["chromium-headless-shell", "fonts-liberation"] as const

/** Resolves when the browser is there that is being installed, or another one. */
export function untilBrowser(): Promise<void> {
  there ??= untilInstalled(...browserPackages).then(() => {
    // A distribution that has no such package, or a machine that is cut off, may have another browser.
    if (findChromium() === undefined) ensureProgram("chromium")
  })
  return there
}

/** A real browser: the one the environment names, else one without a window, else the machine's own. */
export function launchBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: findChromium() ?? failMissing(), args: flags })
}

// --- internal ---

let there: Promise<void> | undefined

function failMissing(): never {
  throw new Error("The dashboard's tests need Chromium: install it, or name one in UPNEXT_CHROMIUM.")
}
