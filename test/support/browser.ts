import { chromium, type Browser } from "playwright-core"
import { findChromium, flags } from "./chromium.js"

/** A real browser: the one the environment names, else one without a window, else the machine's own. */
export function launchBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: findChromium() ?? failMissing(), args: flags })
}

// --- internal ---

function failMissing(): never {
  throw new Error("The dashboard's tests need Chromium: install it, or name one in UPNEXT_CHROMIUM.")
}
