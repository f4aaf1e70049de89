import { appendFile, mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect, test } from "vitest"
import { useDatabase } from "../../support/postgres.ts"
import { call, startServerHere, temporaryHome } from "../../support/server.ts"
import { startWorker } from "../../support/worker.ts"
import { expectAccessibleAtWidths } from "../axe.ts"
import { afterwards, card, openScreen, panel, startAgain } from "../fixture.ts"

const database = useDatabase()

const green = "\\033[32m"
const plain = "\\033[0m"

/** A page with a task that `upnext work` does. Its command prints what is written to a file, and ends at `end`. */
async function openWorking() {
  const cwd = await mkdtemp(join(tmpdir(), "upnext-output-"))
  afterwards(() => rm(cwd, { recursive: true, force: true }))
  const file = join(cwd, "lines")
  await writeFile(file, "")
  const screen = await openScreen({ killable: true, given: ({ add }) => add({ title: "Print" }) })
  const script = `printf '${green}ready${plain} to print\\n'; tail -n +1 -f lines & until grep -q '^end$' lines; do sleep 0.05; done; sleep 0.2; kill $!`
  const worker = startWorker(["--agent", "otto", "--once", "--", "sh", "-c", script], {
    url: screen.server.url,
    cwd,
  })
  afterwards(async () => {
    worker.kill("SIGKILL")
    await worker.exited
  })
  return { ...screen, worker, say: (text: string) => appendFile(file, `${text}\n`) }
}

test("what upnext work runs is followed on the card and in the panel line by line, over a restart too", async () => {
  const { page, server, kill, worker, say } = await openWorking()
  const last = card(page, "T-1").locator(".last-line")
  await expect.poll(() => last.textContent()).toBe("ready to print")
  await card(page, "T-1").click()
  const output = panel(page).getByRole("log")
  await output.getByText("ready to print").waitFor()
  const lines = () => output.locator(".line").allTextContents()
  expect(await output.locator(".ansi-green").textContent()).toBe("ready")

  /** Each line is on the card and in the panel before the next one is printed. */
  async function follow(...all: string[]): Promise<void> {
    for (const line of all) {
      await say(line)
      await Promise.all([output.getByText(line, { exact: true }).waitFor(), last.getByText(line).waitFor()])
    }
  }
  await follow("one", "two", "three")

  await kill()
  await say("while it was away")
  await startAgain(server)
  await output.getByText("while it was away").waitFor()
  await follow("four", "five", "six")
  const all = ["ready to print", "one", "two", "three", "while it was away", "four", "five", "six"]
  expect(await lines()).toEqual(all)
  // The restarted server has all of it again.
  await page.reload()
  await output.getByText("six").waitFor()
  expect(await lines()).toEqual(all)

  await say("<b>bold</b>")
  await say("end")
  expect(await worker.exited, worker.stderr()).toBe(0)
  await output.getByText("end", { exact: true }).waitFor()
  expect(await output.locator("b").count()).toBe(0)
  expect(await lines()).toContain("<b>bold</b>")
  await expect.poll(() => last.count()).toBe(0)
})

test("output is searched, stays at its end, and shows the attempt before; what is no longer kept is said", async () => {
  const { page, send, add } = await openScreen({ height: 900 })
  const id = await add({ title: "Print much" })
  const path = `/tasks/${id}`
  const claim = async (agent: string) =>
    (await send("POST", `${path}/claim`, { agent })).body["lease"] as { token: string }
  const print = (leaseToken: string, ...lines: string[]) =>
    send("POST", `${path}/output`, { leaseToken, text: lines.map((line) => `${line}\n`).join("") })
  const first = await claim("ann")
  await print(first.token, "by ann")
  await send("POST", `${path}/release`, { leaseToken: first.token })
  const { token } = await claim("bob")
  for (const from of [0, 500])
    await print(token, ...Array.from({ length: 500 }, (_, i) => `line ${from + i} ${"x".repeat(60)}`))
  await print(
    token,
    ...Array.from({ length: 200 }, (_, i) => `more ${i} \u001b[41m FAIL \u001b[0m \u001b[33mwarn\u001b[0m`),
  )
  await page.goto(page.url().replace(/\/dashboard.*/, `/dashboard/tasks/${id}`))
  const output = panel(page).getByRole("log")
  await output.getByText("more 199").waitFor()
  await output.getByText("Earlier output is no longer kept.").waitFor()
  const isAtEnd = () => output.evaluate((box) => box.scrollHeight - box.scrollTop - box.clientHeight < 24)
  expect(await isAtEnd()).toBe(true)
  await print(token, "and more")
  await output.getByText("and more").waitFor()
  expect(await isAtEnd()).toBe(true)

  const search = panel(page).getByLabel("Search the output")
  await search.fill("LINE 99")
  await panel(page).getByText("1 of 10").waitFor()
  expect(await output.locator(".is-current").textContent()).toMatch(/^line 990 /)
  await search.press("Enter")
  await panel(page).getByText("2 of 10").waitFor()
  await search.press("Shift+Enter")
  await search.press("Shift+Enter")
  await panel(page).getByText("10 of 10").waitFor()
  await output.locator(".is-current", { hasText: "line 999" }).waitFor()
  await print(token, "unseen")
  await output.getByText("unseen").waitFor({ state: "attached" })
  expect(await isAtEnd()).toBe(false)
  await search.fill("nowhere")
  await panel(page).getByText("Not found").waitFor()
  await search.press("Escape")
  expect(await search.inputValue()).toBe("")
  await panel(page).getByRole("button", { name: "To the end" }).click()
  await expect.poll(isAtEnd).toBe(true)

  await expectAccessibleAtWidths(page, ".panel")
  await page.setViewportSize({ width: 1440, height: 900 })

  await panel(page).getByLabel("Attempt").selectOption({ index: 1 })
  await output.getByText("by ann").waitFor()
  expect(await output.locator(".line").count()).toBe(1)
  await panel(page).getByLabel("Attempt").selectOption({ index: 0 })
  await output.getByText("unseen").waitFor()
})

test("the panel says which server of the board keeps the output, and leads there", async () => {
  const env = { UPNEXT_DATABASE: database.url }
  const { page, server, send, add } = await openScreen({ env })
  const { home, remove } = await temporaryHome()
  const other = await startServerHere({ home, env })
  afterwards(async () => {
    await other.stop()
    await remove()
  })
  const id = await add({ title: "Print" })
  const { token: leaseToken } = (await send("POST", `/tasks/${id}/claim`, { agent: "ann" })).body[
    "lease"
  ] as {
    token: string
  }
  await page.goto(`${server.url}/dashboard/tasks/${id}`)
  await panel(page).getByText("Print", { exact: true }).first().waitFor()
  await call(other.url, "POST", `/tasks/${id}/output`, { leaseToken, text: "far away\n" })
  const link = panel(page).getByLabel("Output").getByRole("link", { name: other.url })
  await link.click()
  await panel(page).getByRole("log").getByText("far away").waitFor()
  expect(page.url()).toBe(`${other.url}/dashboard/tasks/${id}`)
})
