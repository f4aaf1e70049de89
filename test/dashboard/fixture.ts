import type { Browser, BrowserContext, Page } from "playwright-core"
import { afterAll, afterEach, beforeAll, expect } from "vitest"
import { launchBrowser } from "../support/browser.ts"
import { call, startServer, temporaryHome, type Answer, type Server } from "../support/server.ts"

export interface Screen {
  readonly page: Page
  readonly server: Server
  /** Another client of the same server. */
  send(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>
  /** Creates a task and answers its id. */
  add(task: Record<string, unknown>): Promise<string>
}

export interface ScreenOptions {
  width?: number
  height?: number
  path?: string
  /** Who looks; null for someone whose name was never asked. */
  name?: string | null
  env?: NodeJS.ProcessEnv
  theme?: "light" | "dark"
  /** Before the page is opened. */
  given?: (screen: Screen) => Promise<unknown>
}

let browser: Browser
let cleanups: (() => Promise<unknown>)[] = []
let complaints: string[] = []

beforeAll(async () => {
  browser = await launchBrowser()
}, 180_000)
afterAll(() => browser.close())

afterEach(async () => {
  for (const clean of cleanups.reverse()) await clean()
  cleanups = []
  const found = complaints
  complaints = []
  expect(found, "errors on the console, violations of the policy among them").toEqual([])
})

/** A server of its own, with the dashboard open in a browser of its own. */
export async function openScreen(options: ScreenOptions = {}): Promise<Screen> {
  const { home, remove } = await temporaryHome()
  cleanups.push(remove)
  const server = await startServer({ home, ...(options.env && { env: options.env }) })
  cleanups.push(() => stop(server))
  const page = await openBrowser(options)
  const token = options.env?.["UPNEXT_TOKEN"]
  const auth: Record<string, string> = token === undefined ? {} : { authorization: `Bearer ${token}` }
  const screen: Screen = {
    page,
    server,
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

/** A browser of its own for somebody else, with nothing opened yet. */
export async function openBrowser(options: ScreenOptions = {}): Promise<Page> {
  const { width = 1280, height = 800, name = "ada", theme = "light" } = options
  const context = await browser.newContext({ viewport: { width, height }, colorScheme: theme })
  cleanups.push(() => context.close())
  if (name !== null)
    await context.addInitScript({ content: `localStorage.setItem("upnext.name", ${JSON.stringify(name)})` })
  return openTab(context)
}

/** One more tab of a browser. */
export async function openTab(context: BrowserContext): Promise<Page> {
  const page = await context.newPage()
  page.setDefaultTimeout(10_000)
  page.on("pageerror", (error) => complaints.push(String(error.stack)))
  page.on("console", (message) => {
    // What the server refuses, and a server that is gone, are told on the console by the browser itself.
    if (message.type() === "error" && !message.text().startsWith("Failed to load resource"))
      complaints.push(message.text())
  })
  page.on("request", (request) => {
    if (!request.url().startsWith("http://127.0.0.1:")) complaints.push(`asked elsewhere: ${request.url()}`)
  })
  return page
}

/** Runs something after the test, before what was set up earlier is taken down. */
export function afterwards(clean: () => Promise<unknown>): void {
  cleanups.push(clean)
}

/** Starts the server again where it was: same directory, same port. */
export async function startAgain({ home, port }: Server): Promise<Server> {
  const server = await startServer({ home, port })
  cleanups.push(() => stop(server))
  return server
}

export const cards = (page: Page, column: string) => page.locator(`[data-column=${column}] [data-task]`)
export const card = (page: Page, id: string) => page.locator(`[data-task="${id}"]`)
export const panel = (page: Page) => page.locator(".panel")
export const inColumn = (page: Page, column: string, id: string) =>
  page.locator(`[data-column=${column}] [data-task="${id}"]`)

/** True where the page is no wider than the window. */
export function fitsWidth(page: Page): Promise<boolean> {
  return page.evaluate(
    "document.documentElement.scrollWidth <= innerWidth && document.body.scrollWidth <= innerWidth",
  )
}

// --- internal ---

async function stop(server: Server): Promise<void> {
  server.kill("SIGTERM")
  await server.exited
}
