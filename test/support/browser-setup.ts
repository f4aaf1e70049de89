import { findChromium, findWindowless } from "./chromium.js"
import { ensureProgram, installPackage } from "./debian.ts"

/** Looks once in a run that there is a browser, and installs the quickest where it may. */
export default function setup(): void {
  if (findWindowless() !== undefined) return
  try {
    installPackage("chromium-headless-shell")
  } catch {
    // A distribution that has no such package, or a machine that is cut off, may have another browser.
  }
  if (findChromium() === undefined) ensureProgram("chromium")
}
