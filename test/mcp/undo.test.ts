import { afterAll, beforeAll, expect, test } from "vitest"
import { connectBridge, type McpClient } from "../support/mcp.ts"
import { call, startServer, temporaryHome, type Server } from "../support/server.ts"

const space = await temporaryHome()
let server: Server
let mcp: McpClient
beforeAll(async () => {
  server = await startServer({ home: space.home })
  mcp = await connectBridge(server.url, { name: "claude-code" })
})
afterAll(async () => {
  await mcp.close()
  server.kill("SIGTERM")
  await server.exited
  await space.remove()
})

test("an agent takes back its last change of a task, and no other's", async () => {
  for (const title of ["Paint it", "Dry it"])
    await mcp.call("add_tasks", { tasks: [{ title, description: "In blue." }] })
  await mcp.call("update_task", { task: "T-1", description: "" })
  await mcp.call("update_task", { task: "T-2", priority: "P0" })
  expect(await mcp.call("undo", { task: "T-1" })).toBe("Undone: T-1 task edited.")
  const { body } = await call(server.url, "GET", "/tasks/T-1")
  expect(body["task"]).toMatchObject({ description: "In blue." })

  await call(server.url, "PATCH", "/tasks/T-2", { priority: "P3" })
  expect(await mcp.call("undo", { task: "T-2" })).toMatch(
    /^undo_blocked: T-2 has since been changed: .*get_task/,
  )
  expect(await mcp.call("undo", { task: "T-1" })).toBe("Undone: T-1 task created.")
  expect(await mcp.call("undo", { task: "T-9" })).toMatch(/^task_not_found: /)
})

test("a task that it holds is named as it was given", async () => {
  await mcp.call("add_tasks", { tasks: [{ title: "Hold it", done_criteria: ["dry"] }] })
  const task = / as (\S+)\.$/.exec(await mcp.call("next_task", { task: "T-3" }))?.[1] ?? "T-3"
  await mcp.call("update_task", { task, met: [{ criterion: "1" }] })
  expect(await mcp.call("undo", { task })).toMatch(/^Undone: T-\d+ task checked\.$/)
})
