import { afterAll, beforeAll, expect, test } from "vitest"
import { createClient } from "../../src/client/client.ts"
import { connectBridge, type McpClient } from "../support/mcp.ts"
import { freePort } from "../support/free-port.js"
import { call, startServer, temporaryHome, type Server } from "../support/server.ts"

const space = await temporaryHome()
const port = await freePort()
let server: Server
beforeAll(async () => {
  server = await startServer({ home: space.home, port })
})
afterAll(async () => {
  server.kill("SIGTERM")
  await server.exited
  await space.remove()
})

const count = 50

test("two bridges go through 50 tasks while the server and they are killed: none is done twice, none is lost", async () => {
  for (let i = 0; i < count; i += 10)
    await call(server.url, "POST", "/tasks/batch", {
      tasks: Array.from({ length: 10 }, (_, k) => ({ title: `Task ${i + k}` })),
    })
  const finished: string[] = []
  const unsure = new Set<string>()

  /** Works until nothing is left. After its bridge was killed it goes on with a new one, and takes its task over. */
  async function worker(name: string, dies: readonly number[]): Promise<void> {
    let bridge: McpClient | undefined = await connectBridge(server.url, { name })
    for (let round = 0; ; round += 1) {
      const text: string = await bridge.call("next_task", { take_over: true }).catch(() => "")
      const id = / as (T-\d+)\.$/.exec(text)?.[1]
      if (id === undefined) {
        if (text === "Nothing is ready.") break
        continue
      }
      if (dies.includes(round)) {
        process.kill(bridge.pid ?? 0, "SIGKILL")
        bridge = await connectBridge(server.url, { name })
        continue
      }
      const said = await bridge.call("finish_task", { task: id, reflection: `${name} did it` })
      if (said === `${id} is done.`) finished.push(id)
      else {
        // The server stayed away longer than the bridge asks again. Only the board knows what came of it.
        expect(said).toMatch(/^(unreachable|unavailable): /)
        unsure.add(id)
      }
    }
    await bridge.close()
  }

  async function killServer(): Promise<void> {
    while (finished.length < count / 3) await new Promise((resolve) => setImmediate(resolve))
    server.kill("SIGKILL")
    await server.exited
    server = await startServer({ home: space.home, port })
  }

  await Promise.all([worker("claude-code", [5, 11]), worker("codex", [3, 17]), killServer()])
  const { body } = await call(server.url, "GET", "/tasks?status=done&limit=100")
  expect(body["total"]).toBe(count)
  expect(new Set(finished).size).toBe(finished.length)
  expect(new Set([...finished, ...unsure]).size, "each was told as done, or not told").toBe(count)
  const completed = await completedSoFar(server.url)
  expect(new Set(completed).size).toBe(count)
  expect(completed, "completions in the log").toHaveLength(count)
  const { body: learned } = await call(server.url, "GET", "/reflections?limit=100")
  const tasks = (learned["reflections"] as { taskId: string }[]).map(({ taskId }) => taskId)
  expect(new Set(tasks).size).toBe(count)
  expect(tasks).toHaveLength(count)
})

// --- internal ---

/** The tasks of all completions in the log. */
async function completedSoFar(url: string): Promise<string[]> {
  const { body } = await call(url, "POST", "/tasks", { title: "The last event" })
  const last = (body["task"] as { id: string }).id
  const found: string[] = []
  for await (const event of createClient({ url }).events({ after: 0 })) {
    if (event.type === "reset") continue
    if (event.type === "task.completed") found.push(event.task ?? "none")
    if (event.task === last) break
  }
  return found
}
