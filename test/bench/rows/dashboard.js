/** The dashboard in a browser. */
import { chromium } from "playwright-core"
import { findChromium, flags } from "../../support/chromium.js"
import { seeded } from "../boards.js"
import { lazily } from "../compare.js"
import { openPage } from "../page.js"
import { endServers } from "../programs.js"

let browser

/** A browser with the dashboard at 5,000 tasks and at 50. */
const pages = lazily(async () => {
  endServers()
  browser = await chromium.launch({ executablePath: findChromium(), args: flags })
  const opened = []
  for (const tasks of [5000, 50]) opened.push(await openPage(browser, (await seeded(tasks)).port, tasks))
  return opened
})

export const close = () => browser?.close()

const acts = [
  ["opening a task", (page) => page.openTask()],
  ["dropping a card", (page) => page.dropCard()],
]
const interactions = [
  ...acts,
  ["typing in the filter", (page) => page.typeInFilter()],
  ["selecting a task", (page) => page.selectTask()],
  ["grouping", (page) => page.group()],
  ["opening the list", (page) => page.openList()],
  ["sorting the list", (page) => page.sortList()],
  ["going back to the board", (page) => page.switchView()],
  ["opening the palette", (page) => page.openPalette()],
  ["opening the wall", (page) => page.openWall()],
]

export const isMissing =
  findChromium() === undefined ? "There is no browser: the rows of the dashboard are left out." : undefined

export const rows = [
  ...acts.map(([what, act]) => ({
    what: `${what} in the dashboard at 5,000 open tasks : at 50`,
    unit: "ms",
    gate: "≤ 2",
    slices: 5,
    ours: async () => act((await pages())[0]),
    theirs: async () => act((await pages())[1]),
  })),
  ...interactions.map(([what, act]) => ({
    what: `${what} in the dashboard at 5,000 open tasks : a tenth of a second`,
    unit: "ms",
    gate: "≤ 1",
    slices: 5,
    restMs: 50,
    ours: async () => act((await pages())[0]),
    theirs: () => 100,
  })),
]
