import type { Browser, BrowserContext, Locator, Page } from "playwright-core"
import { afterAll, beforeAll, expect } from "vitest"
import { launchBrowser } from "../support/browser.ts"
import { freePort } from "../support/free-port.js"
import {
  call,
  startServer,
  startServerHere,
  temporaryHome,
  type Answer,
  type RunningServer,
  type ServerOptions,
} from "../support/server.ts"

export interface Screen {
  readonly page: Page
  readonly server: RunningServer
  /** Kills the server, if it is killable. */
  kill(): Promise<void>
  /** Sends a request to the same server as another client would. */
  send(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>
  /** Creates a task and answers its id. */
  add(task: Record<string, unknown>): Promise<string>
}

export interface ScreenOptions {
  width?: number
  height?: number
  path?: string
  /** The name of the person at the dashboard; null for somebody who was not asked for it yet. */
  name?: string | null
  env?: NodeJS.ProcessEnv
  theme?: "light" | "dark"
  /** The server is a process of its own, which takes longer to start. */
  killable?: boolean
  /** For a test that changes what outlives a page: its clock, the scripts that run before it, its rights, its other tabs. */
  ownBrowser?: boolean
  /** Writes what the server finds when it starts. */
  before?: (home: string) => unknown
  /** Runs before the page is opened. */
  given?: (screen: Screen) => Promise<unknown>
}

/** One for all files of a worker. It ends with the worker. */
let browser: Promise<Browser> | undefined
let cleanups: (() => Promise<unknown>)[] = []
let complaints: string[] = []

/**
 * A page at an address that most tests of a worker use, one after the other. The browser has the dashboard's code compiled by
 * then, which is two fifths of what it takes to open one.
 */
interface Usual {
  readonly page: Page
  readonly port: number
}
let usual: Usual | undefined
let isUsualTaken = false

/** Starts a server and opens its dashboard, with nothing that an earlier test has left in the browser. */
export async function openScreen(options: ScreenOptions = {}): Promise<Screen> {
  const { home, remove } = await temporaryHome()
  cleanups.push(remove)
  options.before?.(home)
  const own = { home, ...(options.env && { env: options.env }) }
  const taken = await takeUsual(options, own)
  const { server, kill } = taken ?? (await serve(own, options))
  const page = taken?.page ?? (await openBrowser(options))
  const token = options.env?.["UPNEXT_TOKEN"]
  const auth: Record<string, string> = token === undefined ? {} : { authorization: `Bearer ${token}` }
  const screen: Screen = {
    page,
    server,
    kill,
    send: (method, path, body, headers) => call(server.url, method, path, body, { ...auth, ...headers }),
    async add(task) {
      const { body, status } = await screen.send("POST", "/tasks", task)
      expect(status, JSON.stringify(body)).toBe(201)
      return (body as { task: { id: string } }).task.id
    },
  }
  await options.given?.(screen)
  await page.goto(server.url + (options.path ?? "/dashboard"))
  return screen
}

/**
 * One server and one page for all tests of a file, which is much faster than one for each. A test begins with what the
 * one before has left.
 */
export function shareScreen(options: ScreenOptions = {}): () => Screen {
  let screen: Screen | undefined
  let shared: typeof cleanups = []
  beforeAll(async () => {
    screen = await openScreen(options)
    shared = cleanups
    cleanups = []
  })
  afterAll(async () => {
    for (const clean of shared.reverse()) await clean()
  })
  return () => {
    if (!screen) throw new Error("The screen is opened before the first test.")
    return screen
  }
}

/** Starts another browser for another person, with no page open yet. */
export async function openBrowser(options: ScreenOptions = {}): Promise<Page> {
  const page = await openPage(options)
  cleanups.push(async () => {
    const context = page.context()
    // An answer that a route is still changing may come too late; the test has ended.
    for (const each of context.pages()) await each.unrouteAll({ behavior: "ignoreErrors" })
    await context.close()
  })
  return page
}

async function openPage({
  width = 1280,
  height = 800,
  name = "ada",
  theme = "light",
}: ScreenOptions): Promise<Page> {
  browser ??= launchBrowser()
  const context = await (await browser).newContext({ viewport: { width, height }, colorScheme: theme })
  if (name !== null)
    await context.addInitScript({
      content: `if (location.host) localStorage.setItem("upnext.name", ${JSON.stringify(name)})`,
    })
  return openTab(context)
}

/** Opens another tab in a browser. */
export async function openTab(context: BrowserContext): Promise<Page> {
  const page = await context.newPage()
  page.setDefaultTimeout(60_000)
  listen(page)
  return page
}

/** Notes what goes wrong in a page. */
function listen(page: Page): void {
  page.on("pageerror", (error) => complaints.push(String(error.stack)))
  page.on("console", (message) => {
    // The browser itself reports refused requests and a missing server on the console.
    if (message.type() === "error" && !message.text().startsWith("Failed to load resource"))
      complaints.push(message.text())
  })
  page.on("request", (request) => {
    // An address of what the page itself holds is asked for from nobody.
    if (!/^(?:blob:)?http:\/\/127\.0\.0\.1:/.test(request.url()))
      complaints.push(`asked elsewhere: ${request.url()}`)
  })
}

/** Removes what a test has opened, and expects that no page has complained. */
export async function endScreens(): Promise<void> {
  for (const clean of cleanups.reverse()) await clean()
  cleanups = []
  const found = complaints
  complaints = []
  expect(found, "errors on the console, violations of the policy among them").toEqual([])
}

/** Runs something after the test, before what was set up earlier is removed. */
export function afterwards(clean: () => Promise<unknown>): void {
  cleanups.push(clean)
}

/** Starts the server again with the same directory and the same port. */
export async function startAgain({ home, port }: RunningServer): Promise<void> {
  await serve({ home, port })
}

/** A column by its id. What is in todo stands in the columns `ready` and `waits`. */
export const column = (page: Page, id: string) =>
  page.locator(id === "todo" ? ":is([data-column=ready], [data-column=waits])" : `[data-column=${id}]`)
export const cards = (page: Page, id: string) => column(page, id).locator("[data-task]")
export const card = (page: Page, id: string) => page.locator(`[data-task="${id}"]`)
/** What stands under one's own name. */
export async function ownMenu(page: Page) {
  await page.locator(".own > button").click()
  return page.getByRole("list", { name: "Yours" })
}

/** What a button of the bar above the board shows. */
export async function barMenu(page: Page, name: "Filter" | "Display") {
  const button = page
    .locator(".bar-menu")
    .getByRole("button", { name: new RegExp(`^${name}( \\d+ active)?$`) })
  if ((await button.getAttribute("aria-expanded")) === "false") await button.click()
  return page.locator(".bar-menu > .menu-list")
}

/** Chooses one more value of a field that the board is filtered by. */
export async function filterBy(page: Page, label: string, value: string): Promise<void> {
  const field = (await barMenu(page, "Filter")).getByLabel(label, { exact: true })
  await pick(field, value)
  await page.keyboard.press("Escape")
}

/** Gives the board rows, or takes them away: `none`. */
export async function groupBy(page: Page, grouping: string): Promise<void> {
  await pick((await barMenu(page, "Display")).getByLabel("Grouping"), grouping)
  await page.keyboard.press("Escape")
}

/** Opens a column that is folded. */
export async function openColumn(page: Page, id: string): Promise<void> {
  await page.locator(`#column-${id} .fold[aria-expanded=false]`).click()
}

export const panel = (page: Page) => page.locator(".panel")
export const inColumn = (page: Page, place: string, id: string) =>
  column(page, place).locator(`[data-task="${id}"]`)

/** Shows an empty property of the open task, and gives its field the focus. */
export async function addProperty(page: Page, name: string): Promise<void> {
  await panel(page).getByRole("button", { name: "Add property" }).click()
  await panel(page)
    .getByRole("list", { name: "Add property" })
    .getByRole("button", { name, exact: true })
    .click()
  await panel(page).locator("input:focus, select:focus").waitFor()
}

/** Fills a field from its list. */
export async function pick(field: Locator, text: string): Promise<void> {
  await field.fill(text)
  await field.press("Enter")
}

/** True if the page is no wider than the window. */
export function fitsWidth(page: Page): Promise<boolean> {
  return page.evaluate(
    "document.documentElement.scrollWidth <= innerWidth && document.body.scrollWidth <= innerWidth",
  )
}

// --- internal ---

/** The usual page and a server at its address, where that is enough for a test and nobody else has them. */
async function takeUsual(
  { name, theme, killable, ownBrowser, width = 1280, height = 800 }: ScreenOptions,
  server: ServerOptions,
): Promise<(Pick<Screen, "server" | "kill"> & Usual) | undefined> {
  const isUsual = name === undefined && theme === undefined && !killable && !ownBrowser
  if (!isUsual || isUsualTaken) return undefined
  isUsualTaken = true
  const own = await openUsual()
  await own.page.setViewportSize({ width, height })
  const served = await serve({ ...server, port: own.port })
  // The page is left before its server ends, which would refuse what the page still asks for.
  cleanups.push(async () => {
    isUsualTaken = false
    await leaveEmpty(own).catch(async () => {
      usual = undefined
      await own.page.context().close()
    })
  })
  return { ...own, ...served }
}

async function openUsual(): Promise<Usual> {
  usual ??= { page: await openPage({}), port: await freePort() }
  return usual
}

/** The page as it was when it was new. */
async function leaveEmpty({ page }: Usual): Promise<void> {
  page.removeAllListeners()
  listen(page)
  await page.unrouteAll({ behavior: "ignoreErrors" })
  await page.evaluate("localStorage.clear(); sessionStorage.clear()")
  await page.goto("about:blank")
  await page.emulateMedia({ colorScheme: null, reducedMotion: null })
}

async function serve(
  options: ServerOptions,
  { killable = false }: ScreenOptions = {},
): Promise<Pick<Screen, "server" | "kill">> {
  if (!killable) {
    const server = await startServerHere(options)
    cleanups.push(() => server.stop())
    return {
      server,
      kill: () => Promise.reject(new Error("Only a server that is `killable` can be killed.")),
    }
  }
  const server = await startServer(options)
  const end = async (signal: NodeJS.Signals) => {
    server.kill(signal)
    await server.exited
  }
  const stop = () => end("SIGTERM")
  cleanups.push(stop)
  return { server: { ...server, stop }, kill: () => end("SIGKILL") }
}
