import { createServer } from "node:net"
import { expect, test } from "vitest"
import { afterwards, card, inColumn, openScreen, panel, startAgain } from "./fixture.ts"

test("the board shows each step as it happens, without a reload", async () => {
  const { page, send, add } = await openScreen()
  await page.getByText("Nothing is up next").waitFor()
  await page.evaluate("window.isStillHere = true")

  const id = await add({ title: "Write the README", priority: "P1", tags: ["docs"] })
  await inColumn(page, "todo", id).waitFor()

  const { body } = await send("POST", "/tasks/next/claim", { agent: "otto", lease: "2h" })
  await inColumn(page, "doing", id).waitFor()
  await card(page, id).getByLabel("otto").waitFor()
  await card(page, id).getByText("1h").waitFor()

  await send("POST", `/tasks/${id}/comments`, { author: "otto", content: "Half of it is there." })
  await card(page, id).getByTitle("1 comment").waitFor()

  const lease = body["lease"] as { token: string }
  await send("POST", `/tasks/${id}/complete`, {
    leaseToken: lease.token,
    agent: "otto",
    reflection: "Short is better.",
  })
  await inColumn(page, "done", id).waitFor()
  expect(await page.locator("[data-column=done]").getAttribute("aria-label")).toBe("Done, 1")

  await send("DELETE", `/tasks/${id}`)
  await page.getByText("Nothing is up next").waitFor()
  expect(await page.evaluate("window.isStillHere")).toBe(true)
})

test("what waits for finished work becomes ready in the open page once that has landed", async () => {
  const commit = "a".repeat(40)
  const size = { files: 1, additions: 1, deletions: 0 }
  const work = { repository: "shop", branch: "upnext/T-1.1-one", base: "main", tree: commit, commit, ...size }
  const { page, send } = await openScreen({
    given: async ({ add, send: say }) => {
      await add({ title: "One" })
      await add({ title: "Two", blockedBy: ["T-1"] })
      await say("POST", "/tasks/T-1/claim", { agent: "ann" })
      await say("POST", "/tasks/T-1/work", { agent: "ann", ...work })
      await say("POST", "/tasks/T-1/complete", { agent: "ann", noReflection: "a test" })
    },
  })
  await inColumn(page, "waits", "T-2").getByText("T-1").waitFor()
  await card(page, "T-1").getByText("not landed").waitFor()
  await send("POST", "/tasks/T-1/land", { epoch: 1, commit, base: "main", result: "landed" })
  await inColumn(page, "ready", "T-2").waitFor()
  expect(await card(page, "T-2").getByText("T-1").count()).toBe(0)
})

test("how its pull request stands shows on the card, and where it needs somebody, with the link", async () => {
  const commit = "a".repeat(40)
  const url = "https://github.com/acme/shop/pull/7"
  const work = { repository: "shop", branch: "upnext/T-1.1-one", base: "main", tree: commit, commit, url }
  const { page, send } = await openScreen({
    given: async ({ add, send: say }) => {
      await add({ title: "One" })
      await say("POST", "/tasks/T-1/claim", { agent: "ann" })
      await say("POST", "/tasks/T-1/work", { agent: "ann", ...work, files: 1, additions: 1, deletions: 0 })
      await say("POST", "/tasks/T-1/complete", { agent: "ann", noReflection: "a test" })
    },
  })
  const seen = (more: object) =>
    send("POST", "/tasks/T-1/pull", { epoch: 1, pull: { url, base: "main", state: "open", ...more } })
  await card(page, "T-1").getByText("PR open").waitFor()
  await seen({ review: "approved", optionalFailed: ["lint"] })
  await card(page, "T-1").getByText("PR approved").waitFor()
  await seen({ state: "closed" })
  await inColumn(page, "blocked", "T-1").getByText("PR closed").waitFor()
  await page.getByRole("link", { name: /^Needs you/ }).click()
  expect(await page.getByRole("link", { name: "github.com/acme/shop/pull/7" }).getAttribute("href")).toBe(url)
  await seen({ state: "merged" })
  await page.getByText("Nothing is waiting for you").waitFor()
})

test("an open task follows changes as well", async () => {
  const { page, send } = await openScreen({
    given: ({ add }) => add({ title: "Name the release" }),
    path: "/dashboard/tasks/T-1",
  })
  await panel(page).getByRole("heading", { name: "Name the release" }).waitFor()
  await send("PATCH", "/tasks/T-1", { title: "Name the first release", description: "With **care**." })
  await panel(page).getByRole("heading", { name: "Name the first release" }).waitFor()
  await panel(page).locator("strong", { hasText: "care" }).waitFor()
  await send("POST", "/tasks/T-1/comments", { author: "otto", content: "How about *Aurora*?" })
  await panel(page).locator(".comment em", { hasText: "Aurora" }).waitFor()
})

test("every change of a burst arrives", async () => {
  const { page, add, send } = await openScreen()
  await page.getByText("Live").waitFor()
  const ids = await Promise.all(Array.from({ length: 150 }, (_, i) => add({ title: `Task ${i}` })))
  await Promise.all(ids.slice(0, 30).map((id) => send("PATCH", `/tasks/${id}`, { status: "done" })))
  await page.locator("[data-column=ready][aria-label='Ready, 120']").waitFor()
  await page.locator("[data-column=done][aria-label='Done, 30']").waitFor()
})

test("the tasks of a burst are read together, and only the open one is read in full", async () => {
  const { page, add, send } = await openScreen({
    given: async ({ add }) => {
      for (let i = 0; i < 40; i++) await add({ title: `Task ${i}` })
    },
    path: "/dashboard/tasks/T-1",
  })
  await panel(page).getByLabel("New comment").waitFor()
  await page.locator(".live-live").waitFor()
  const asked: string[] = []
  page.on("request", (request) => asked.push(new URL(request.url()).pathname))
  await Promise.all(
    Array.from({ length: 40 }, (_, i) => send("PATCH", `/tasks/T-${i + 1}`, { status: "done" })),
  )
  await page.locator("[data-column=done][aria-label='Done, 40']").waitFor()
  const last = await add({ title: "The last" })
  await inColumn(page, "todo", last).waitFor()
  const reads = asked.filter((path) => /^\/tasks(\/T-\d+)?$/.test(path))
  expect(new Set(reads)).toEqual(new Set(["/tasks", "/tasks/T-1"]))
  expect(reads.length).toBeLessThan(20)
})

test("a blocked task turns silent while the page stands open, at the moment that the server names", async () => {
  const { page } = await openScreen({
    ownBrowser: true,
    given: async ({ page, add, send }) => {
      await page.clock.install()
      // The server's own clock goes on as always. So an answer is of the time at which the page hears it, which is after its
      // body: one that is under way while the clock is moved would be of the day before.
      await page.addInitScript(`{
        const { get } = Headers.prototype
        Headers.prototype.get = function (name) {
          return name === "date" ? new Date().toUTCString() : get.call(this, name)
        }
      }`)
      for (const title of ["Wait for the key", "Wait for the host"]) {
        const id = await add({ title })
        await send("PATCH", `/tasks/${id}`, { status: "blocked", reason: "Not there yet" })
      }
      // As if somebody had said a word on it six hours from now.
      const laterBy = { "T-1": 0, "T-2": 6 * 3_600_000 }
      await page.route(/\/tasks\?/, async (route) => {
        const response = await route.fetch()
        const now = await page.evaluate<number>("Date.now()")
        const body = (await response.json()) as { tasks: { id: "T-1" | "T-2"; silentAt: string }[] }
        const tasks = body.tasks.map((each) => {
          const at = Date.parse(each.silentAt) + laterBy[each.id]
          const isSilent = at <= now
          return { ...each, silentAt: new Date(at).toISOString(), ...(isSilent && { stuck: ["silent"] }) }
        })
        await route.fulfill({ response, json: { ...body, tasks } })
      })
    },
  })
  await inColumn(page, "blocked", "T-2").waitFor()
  await page.clock.fastForward("24:00:10")
  await card(page, "T-1").getByText("silent for a day").waitFor()
  expect(await card(page, "T-2").getByText("silent for a day").count()).toBe(0)
  await page.clock.fastForward("06:00:10")
  await card(page, "T-2").getByText("silent for a day").waitFor()
})

test("an open page misses nothing when its server is killed and started again", async () => {
  const { page, server, kill, add, send } = await openScreen({
    killable: true,
    given: ({ add }) => add({ title: "Before" }),
  })
  await inColumn(page, "todo", "T-1").waitFor()
  await page.getByText("Live").waitFor()
  await add({ title: "Just before" })
  await kill()
  await page.getByText("The server cannot be reached.").waitFor()
  await page.locator(".live-offline").waitFor()

  await startAgain(server)
  await send("PATCH", "/tasks/T-1", { status: "blocked", reason: "nobody was looking" })
  await add({ title: "Meanwhile" })
  await inColumn(page, "blocked", "T-1").waitFor()
  await inColumn(page, "todo", "T-2").waitFor()
  await inColumn(page, "todo", "T-3").waitFor()
  await page.getByText("The server cannot be reached.").waitFor({ state: "detached" })
  await page.locator(".live-live").waitFor()
})

test("while the server is away, the page says when it was last heard, however often it tries since then", async () => {
  const { page, server, kill } = await openScreen({
    killable: true,
    given: async ({ page, add }) => {
      await page.clock.install()
      await add({ title: "Before" })
    },
  })
  await page.locator(".live-live").waitFor()
  const before = Date.now()
  await kill()
  const line = page.getByText("The server cannot be reached.").locator("..")
  await line.waitFor()
  const said = await line.innerText()
  const heard = await page.evaluate<string[]>(
    `Array.from({ length: Math.ceil((Date.now() - ${before}) / 1000) + 2 }, (_, i) => new Date(${before} + (i - 1) * 1000).toLocaleTimeString())`,
  )
  expect(
    heard.some((time) => said.includes(`This is the board as of ${time}.`)),
    said,
  ).toBe(true)

  await page.clock.fastForward("01:00:00")
  // A program that never answers has taken the place of the server, and tells of each try.
  let tries = 0
  const deaf = createServer((socket) => {
    tries += 1
    socket.destroy()
  })
  await new Promise<void>((resolve) => deaf.listen(server.port, "127.0.0.1", resolve))
  afterwards(() => new Promise((resolve) => deaf.close(resolve)))
  await expect.poll(() => tries, { timeout: 60_000 }).toBeGreaterThan(3)
  expect(await line.innerText()).toBe(said)
})
