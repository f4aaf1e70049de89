import { execFileSync } from "node:child_process"
import { existsSync } from "node:fs"
import { chromium, type Browser } from "playwright-core"

/** A real browser: the one the environment names, else the machine's own. */
export function launchBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: findChromium() ?? installChromium(),
    args: [
      "--headless",
      "--no-sandbox",
      "--disable-dev-shm-usage",
      "--disable-gpu",
      "--disable-background-networking",
    ],
  })
}

// --- internal ---

const usual = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/usr/bin/google-chrome-stable",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
]

function findChromium(): string | undefined {
  const named = process.env["UPNEXT_CHROMIUM"] ?? process.env["CHROME_PATH"]
  if (named !== undefined && !existsSync(named)) throw new Error(`There is no browser at ${named}.`)
  return named ?? usual.find((path) => existsSync(path))
}

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
