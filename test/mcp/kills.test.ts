import { afterAll, beforeAll, expect, test } from "vitest"
import { connectBridge, type McpClient } from "../support/mcp.ts"
import { freePort } from "../support/free-port.ts"
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
  expect(finished).toHaveLength(count)
  const { body: learned } = await call(server.url, "GET", "/reflections?limit=100")
  const tasks = (learned["reflections"] as { taskId: string }[]).map(({ taskId }) => taskId)
  expect(new Set(tasks).size).toBe(count)
  expect(tasks).toHaveLength(count)
})
