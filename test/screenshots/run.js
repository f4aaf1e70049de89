/**
 * Pictures of every view and state of the dashboard, in both themes, on a desktop, a tablet and a phone, and some on a wall.
 *
 *   npm run screenshots                          all of them, into a new temporary directory, which is printed
 *   npm run screenshots -- board palette-found   those whose name begins with one of these words
 *   npm run screenshots -- --only=phone-dark     those of one size, one theme, or both
 *   npm run screenshots -- --to=<directory>
 *   npm run screenshots -- --docs                only the one that the README shows
 *   npm run screenshots -- --film                only its moving one, which takes two minutes and img2webp (Debian: webp)
 */
import { spawn } from "node:child_process"
import { mkdirSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import { once } from "node:events"
import { chromium } from "playwright-core"
import { freePort } from "../support/free-port.js"
import { findChromium, flags } from "../support/chromium.js"
import { film } from "./film.js"
import { addOdd, oddShots } from "./odd.js"
import { writePast } from "./past.js"
import { addPresent, renewBriefly } from "./present.js"
import { emptyShots, lockedShots, shotsOf } from "./shots.js"
import { takeAll, takeForDocs } from "./take.js"

const root = resolve(import.meta.dirname, "../..")

async function main() {
  const executablePath = findChromium()
  if (executablePath === undefined)
    throw new Error("There is no browser: install Chromium, or name one in UPNEXT_CHROMIUM.")
  const given = process.argv.slice(2)
  const words = given.filter((each) => !each.startsWith("-"))
  const valueOf = (flag) => given.find((each) => each.startsWith(`${flag}=`))?.slice(flag.length + 1)
  const space = mkdtempSync(join(tmpdir(), "upnext-screenshots-"))
  const servers = []
  const browser = await chromium.launch({ executablePath, args: flags })
  try {
    const home = join(space, "home")
    if (given.includes("--film")) {
      const url = await start(home, servers)
      return await film(browser, { url, home, space, target: join(root, "docs/film.webp") })
    }
    const ids = writePast(home)
    const full = await start(home, servers)
    await addPresent(full, ids)
    const shots = shotsOf(ids)
    if (given.includes("--docs")) return await takeForDocs(browser, full, shots, join(root, "docs"))
    const to = valueOf("--to")
    const target = to ? resolve(to) : mkdtempSync(join(tmpdir(), "upnext-pictures-"))
    mkdirSync(target, { recursive: true })
    const boards = [
      // A lease that lasts for less than a minute does not last for all pictures.
      [shots, () => full, () => renewBriefly(full, ids)],
      [emptyShots, () => start(join(space, "empty"), servers)],
      [oddShots, () => start(join(space, "odd"), servers).then(addOdd)],
      [lockedShots, () => start(join(space, "locked"), servers, { UPNEXT_TOKEN: "open-sesame" })],
    ]
    for (const [all, open, before] of boards) {
      const wanted = all.filter(
        ({ name }) => words.length === 0 || words.some((word) => name.startsWith(word)),
      )
      if (wanted.length === 0) continue
      const url = await open()
      const only = valueOf("--only") ?? ""
      await takeAll(browser, { url, shots: wanted, only, target, before, stop: () => stop(servers.at(-1)) })
    }
    console.log(target)
  } finally {
    await browser.close()
    await Promise.all(servers.map(stop))
    rmSync(space, { recursive: true, force: true })
  }
}

/** Answers the address at which it listens. */
async function start(home, servers, env = {}) {
  const args = ["dist/cli.cjs", "start", "--json", "--port", String(await freePort()), "--home", home]
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "inherit"],
  })
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

async function stop(child) {
  if (child.exitCode !== null) return
  child.kill("SIGTERM")
  await once(child, "exit")
}

try {
  await main()
} catch (error) {
  console.error(error.message)
  process.exitCode = 1
}
