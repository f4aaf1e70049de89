import { chromium, type Browser } from "playwright-core"
import { findChromium, flags } from "./chromium.js"
import { ensureProgram } from "./debian.ts"

/** A real browser: the one the environment names, else the machine's own. */
export function launchBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: findChromium() ?? installChromium(), args: flags })
}

// --- internal ---

function installChromium(): string {
  ensureProgram("chromium")
  return findChromium() ?? failMissing()
}

function failMissing(): never {
  throw new Error("The dashboard's tests need Chromium: install it, or name one in UPNEXT_CHROMIUM.")
}
