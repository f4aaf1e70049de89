/**
 * Pictures of every view of the dashboard, in both themes, on a desktop, a tablet and a phone, and some on a wall.
 *
 *   npm run screenshots [-- <directory>]   without one, a new temporary directory, which is printed
 *   npm run screenshots -- --only=<words>  only those whose name, size and theme have these words: `board-desktop-dark`
 *   npm run screenshots -- --docs          only the two that the README shows
 */
import { spawn } from "node:child_process"
import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import { once } from "node:events"
import { createServer } from "node:net"
import { chromium } from "playwright-core"
import { findChromium, flags } from "../support/chromium.js"
import { writePast } from "./past.js"
import { addPresent } from "./present.js"
import { addOdd, emptyShots, oddShots, shotsOf } from "./shots.js"

const sizes = {
  desktop: { width: 1440, height: 900 },
  tablet: { width: 1024, height: 768 },
  phone: { width: 380, height: 780 },
}
const wall = { width: 3840, height: 2160 }
/** What is worth a picture on the largest screen. */
const onWall = ["board", "now", "task", "flow", "list"]
const themes = ["light", "dark"]
const root = resolve(import.meta.dirname, "../..")

async function main() {
  const executablePath = findChromium()
  if (executablePath === undefined)
    throw new Error("There is no browser: install Chromium, or name one in UPNEXT_CHROMIUM.")
  const isDocs = process.argv.includes("--docs")
  const given = process.argv.slice(2).find((each) => !each.startsWith("-"))
  const space = mkdtempSync(join(tmpdir(), "upnext-screenshots-"))
  const servers = []
  const browser = await chromium.launch({ executablePath, args: flags })
  try {
    const home = join(space, "home")
    const ids = writePast(home)
    const full = await start(home, servers)
    await addPresent(full, ids)
    const shots = shotsOf(ids)
    if (isDocs) return await takeForDocs(browser, full, shots)
    const empty = await start(join(space, "empty"), servers)
    const odd = await start(join(space, "odd"), servers)
    await addOdd(odd)
    const target = given ? resolve(given) : mkdtempSync(join(tmpdir(), "upnext-pictures-"))
    mkdirSync(target, { recursive: true })
    const boards = [
      [full, shots],
      [empty, emptyShots],
      [odd, oddShots],
    ]
    const [, only = ""] = process.argv.map((each) => each.split("--only=")).find(([, words]) => words) ?? []
    for (const colorScheme of themes)
      for (const [size, viewport] of [...Object.entries(sizes), ["wall", wall]])
        for (const [url, all] of boards)
          for (const shot of size === "wall" ? all.filter(({ name }) => onWall.includes(name)) : all) {
            const name = `${shot.name}-${size}-${colorScheme}`
            if (!name.includes(only)) continue
            await take(browser, url, shot, { viewport, colorScheme }, join(target, `${name}.png`))
          }
    console.log(target)
  } finally {
    await browser.close()
    for (const child of servers) {
      child.kill("SIGTERM")
      if (child.exitCode === null) await once(child, "exit")
    }
    rmSync(space, { recursive: true, force: true })
  }
}

async function takeForDocs(browser, url, shots) {
  for (const [name, shot, colorScheme, height] of [
    ["board", "task", "light", 720],
    ["flow", "flow", "dark", 820],
  ]) {
    const file = join(root, "docs", `${name}.webp`)
    const options = { viewport: { width: 1360, height }, colorScheme, deviceScaleFactor: 2 }
    await take(
      browser,
      url,
      shots.find((each) => each.name === shot),
      options,
      file,
    )
    console.log(`${file} ${Math.round(statSync(file).size / 1000)} KB`)
  }
}

/** Answers the address at which it listens. */
async function start(home, servers) {
  const args = ["dist/cli.cjs", "start", "--json", "--port", String(await freePort()), "--home", home]
  const child = spawn(process.execPath, args, { cwd: root, stdio: ["ignore", "pipe", "inherit"] })
  servers.push(child)
  let text = ""
  for await (const chunk of child.stdout.iterator({ destroyOnReturn: false })) {
    text += chunk
    const [, url] = /"url":\s*"([^"]+)"/.exec(text) ?? []
    if (url !== undefined) {
      child.stdout.resume()
      return url
    }
  }
  throw new Error("The server ended at once.")
}

/** A port that nobody listens on at this moment. */
async function freePort() {
  const server = createServer().listen(0, "127.0.0.1")
  await once(server, "listening")
  const { port } = server.address()
  server.close()
  await once(server, "close")
  return port
}

async function take(browser, url, shot, options, file) {
  const context = await browser.newContext({ ...options, reducedMotion: "reduce" })
  const stored = {
    "upnext.name": "mira",
    "upnext.grouping": shot.grouping ?? "none",
    "upnext.density": shot.density ?? "roomy",
  }
  await context.addInitScript((all) => {
    for (const [key, value] of Object.entries(all)) localStorage.setItem(key, value)
  }, stored)
  const page = await context.newPage()
  page.setDefaultTimeout(15_000)
  await page.goto(`${url}/dashboard${shot.path ?? ""}`)
  await page.locator(".live-live, .wall").first().waitFor({ state: "attached" })
  await page.locator(shot.wait).first().waitFor()
  await shot.act?.(page)
  if (shot.scrollTo) await page.locator(shot.scrollTo).first().scrollIntoViewIfNeeded()
  await settle(page)
  if (file.endsWith(".webp")) writeFileSync(file, await toWebp(context, page))
  else await page.screenshot({ path: file, animations: "disabled" })
  await context.close()
}

/** The page as WebP, which takes a third of what PNG does. Playwright itself cannot write it. */
async function toWebp(context, page) {
  const session = await context.newCDPSession(page)
  const { data } = await session.send("Page.captureScreenshot", { format: "webp", quality: 82 })
  return Buffer.from(data, "base64")
}

/** Fonts are there, and nothing has changed on the page for a while. */
function settle(page) {
  return page.evaluate(async () => {
    await document.fonts.ready
    await new Promise((resolve) => {
      const quiet = () => setTimeout(() => requestAnimationFrame(() => requestAnimationFrame(resolve)), 400)
      let timer = quiet()
      const watch = new MutationObserver(() => {
        clearTimeout(timer)
        timer = quiet()
      })
      watch.observe(document.body, { subtree: true, childList: true })
    })
  })
}

try {
  await main()
} catch (error) {
  console.error(error.message)
  process.exitCode = 1
}
