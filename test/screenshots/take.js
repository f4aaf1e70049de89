import { statSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { ask } from "./present.js"

const sizes = {
  desktop: { width: 1440, height: 900 },
  tablet: { width: 1024, height: 768 },
  phone: { width: 380, height: 780 },
  wall: { width: 3840, height: 2160 },
}
const themes = ["light", "dark"]

/**
 * Takes each shot at each size and in each theme. A page is opened once for a shot, and then only resized: opening it
 * anew takes ten times as long.
 */
export async function takeAll(browser, { url, shots, only, target, before, stop }) {
  for (const shot of shots) {
    const names = themes.flatMap((theme) =>
      Object.keys(sizes)
        .filter((size) => shot.sizes?.includes(size) ?? (size !== "wall" || shot.isOnWall))
        .map((size) => ({ size, theme, name: `${shot.name}-${size}-${theme}` })),
    )
    const wanted = names.filter(({ name }) => name.includes(only))
    if (wanted.length === 0) continue
    await before?.()
    const [first] = shot.sizes ?? ["desktop"]
    const page = await openPage(browser, shot, { viewport: sizes[first], colorScheme: "light" })
    try {
      await goTo(page, url, shot, stop)
      for (const { size, theme, name } of wanted) {
        await page.setViewportSize(sizes[size])
        await page.emulateMedia({ colorScheme: theme, reducedMotion: "reduce" })
        if (shot.scrollTo) await page.locator(shot.scrollTo).first().scrollIntoViewIfNeeded()
        await settle(page)
        await page.screenshot({ path: join(target, `${name}.png`), animations: "disabled" })
      }
      await shot.after?.(page, (...given) => ask(url, ...given))
    } catch (error) {
      // The others are worth seeing all the same.
      console.error(`${shot.name}: ${error.message}`)
      process.exitCode = 1
    }
    await page.context().close()
  }
}

/** The picture of the README, in the width that a page shows it in. It is a part of the package, so it is small. */
export async function takeForDocs(browser, url, shots, folder) {
  const file = join(folder, "board.webp")
  const size = { width: 1360, height: 640 }
  const found = shots.find(({ name }) => name === "task")
  const page = await openPage(browser, found, { viewport: size, colorScheme: "light", deviceScaleFactor: 1 })
  await goTo(page, url, found)
  await settle(page)
  writeFileSync(file, await toWebp(page, { clip: { x: 0, y: 0, ...size, scale: 0.8 } }))
  await page.context().close()
  console.log(`${file} ${Math.round(statSync(file).size / 1000)} KB`)
}

/** Opens what a shot shows. */
export async function goTo(page, url, { path = "", wait, act }, stop) {
  await page.goto(`${url}/dashboard${path}`)
  await page.locator(".live-live, .live-loading, .wall, dialog[open]").first().waitFor({ state: "attached" })
  await page.locator(wait).first().waitFor()
  await act?.(page, (...given) => ask(url, ...given), stop)
}

/** What the browser remembers of its person when a shot is opened. */
export function storedFor({ stored }) {
  return { name: "mira", grouping: "none", density: "roomy", ...stored }
}

/** Runs on the page. */
export function remember(stored) {
  localStorage.clear()
  for (const [key, value] of Object.entries(stored))
    if (value !== null) localStorage.setItem(`upnext.${key}`, value)
}

export async function openPage(browser, shot, options) {
  const context = await browser.newContext({ ...options, reducedMotion: "reduce" })
  await context.addInitScript(remember, storedFor(shot))
  const page = await context.newPage()
  page.setDefaultTimeout(15_000)
  return page
}

/** Fonts are there, and nothing has changed on the page for a while. */
export function settle(page) {
  return page.evaluate(async () => {
    await document.fonts.ready
    await new Promise((resolve) => {
      const quiet = () => setTimeout(() => requestAnimationFrame(() => requestAnimationFrame(resolve)), 250)
      let timer = quiet()
      const watch = new MutationObserver(() => {
        clearTimeout(timer)
        timer = quiet()
      })
      watch.observe(document.body, { subtree: true, childList: true })
    })
  })
}

// --- internal ---

/** The page as WebP, which takes a third of what PNG does. Playwright itself cannot write it. */
async function toWebp(page, options) {
  const session = await page.context().newCDPSession(page)
  const { data } = await session.send("Page.captureScreenshot", { format: "webp", quality: 40, ...options })
  return Buffer.from(data, "base64")
}
