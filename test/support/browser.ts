import { execFileSync } from "node:child_process"
import { existsSync } from "node:fs"
import { chromium, type Browser } from "playwright-core"
import { findChromium, flags } from "./chromium.js"

/** A real browser: the one the environment names, else the machine's own. */
export function launchBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: findChromium() ?? installChromium(), args: flags })
}

// --- internal ---

/** A fresh machine of CI has none; the lock keeps two test files from installing it at once. */
function installChromium(): string {
  if (process.getuid?.() === 0 && existsSync("/etc/debian_version")) {
    const install = "command -v chromium || { apt-get update && apt-get install -y chromium; }"
    execFileSync("flock", ["/tmp/upnext-chromium.lock", "sh", "-c", install], { stdio: "inherit" })
  }
  return findChromium() ?? failMissing()
}

function failMissing(): never {
  throw new Error("The dashboard's tests need Chromium: install it, or name one in UPNEXT_CHROMIUM.")
}
