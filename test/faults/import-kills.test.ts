import { writeFile } from "node:fs/promises"
import { join } from "node:path"
import { afterAll, beforeAll, expect, test } from "vitest"
import { freePort } from "../support/free-port.js"
import { boardAt, chainOf, startImport, watchNext } from "../support/import-run.ts"
import { call, startServer, temporaryHome } from "../support/server.ts"

/** `UPNEXT_TEST_IMPORT=20000 UPNEXT_TEST_KILLS=40` for the size that is promised. */
const count = Number(process.env["UPNEXT_TEST_IMPORT"] ?? 1_200)
const kills = Number(process.env["UPNEXT_TEST_KILLS"] ?? 4)

const space = await temporaryHome()
afterAll(space.remove)
const file = join(space.home, "issues.jsonl")
const last = `Issue ${count}`

/** What one run without a break gives, and how many requests it takes to write. */
let whole: unknown[] = []
let writes = 0
beforeAll(async () => {
  await writeFile(file, chainOf(count))
  const { home, remove } = await temporaryHome()
  const server = await startServer({ home })
  expect(await startImport(file, server.url).ended).toBe(0)
  whole = await boardAt(server.url)
  writes = (await seqOf(server.url)) ?? 0
  server.kill("SIGTERM")
  await server.exited
  await remove()
})

test("one run brings all of them", () => {
  expect(whole).toHaveLength(count)
  expect(writes).toBeGreaterThanOrEqual(2 + 2 * Math.ceil(count / 500))
})

const points = Array.from({ length: kills }, (_, i) => i)
test.each(points)(
  "killed at point %i, the server or the command, the same command again gives the board that one run gives",
  async (i) => {
    const { home, remove } = await temporaryHome()
    const port = await freePort()
    let server = await startServer({ home, port })
    const watch = watchNext(() => [server.url])
    const first = startImport(file, server.url)
    // The sweep goes by what the server has written, not by time.
    const until = Math.floor(((i + 0.5) / kills) * writes)
    const ending = new AbortController()
    void first.ended.then(() => ending.abort())
    while (!ending.signal.aborted && ((await seqOf(server.url)) ?? 0) < until)
      await new Promise((resolve) => setTimeout(resolve, 3))
    const isServer = i % 2 === 0
    if (isServer) {
      server.kill("SIGKILL")
      await server.exited
      // It would ask for seconds whether the server is back.
      first.child.kill("SIGKILL")
    } else first.child.kill("SIGKILL")
    await first.ended
    if (isServer) server = await startServer({ home, port })
    expect(await startImport(file, server.url).ended).toBe(0)
    const offered = await watch.stop()
    expect([...offered].filter((title) => title !== last)).toEqual([])
    expect(await boardAt(server.url)).toEqual(whole)
    server.kill("SIGTERM")
    expect(await server.exited).toBe(0)
    await remove()
  },
  300_000 + count * 20,
)

// --- internal ---

async function seqOf(url: string): Promise<number | undefined> {
  const answer = await call(url, "GET", "/imports?limit=1").catch(() => undefined)
  const seq = answer?.headers["upnext-seq"]
  return typeof seq === "string" ? Number(seq) : undefined
}
