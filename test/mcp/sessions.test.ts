import { once } from "node:events"
import { connect } from "node:net"
import { afterAll, beforeAll, expect, test } from "vitest"
import { connectBridge, connectHttp } from "../support/mcp.ts"
import { call, startServer, temporaryHome, type Server } from "../support/server.ts"
import { passEleven, slowClock } from "../support/slow-server.ts"

const space = await temporaryHome()
let server: Server
beforeAll(async () => {
  server = await startServer({ home: space.home, env: slowClock })
})
afterAll(async () => {
  server.kill("SIGTERM")
  await server.exited
  await space.remove()
})

async function add(title: string): Promise<string> {
  const { body } = await call(server.url, "POST", "/tasks", { title, createdBy: "mira" })
  return (body["task"] as { id: string }).id
}

const statusOf = async (id: string) =>
  (await call(server.url, "GET", `/tasks/${id}`)).body["task"]?.status as string

const heldAs = (text: string) => / as (\S+)\.$/.exec(text)?.[1] ?? ""

test("two bridges of one name are two sessions: each gets its own task, and neither ends the other's", async () => {
  const [a, b] = [await connectBridge(server.url), await connectBridge(server.url)]
  await add("one")
  await add("two")
  const [one, two] = [heldAs(await a.call("next_task")), heldAs(await b.call("next_task"))]
  expect(new Set([one, two]).size).toBe(2)
  expect(await b.call("finish_task", { task: one, reflection: "-" })).toMatch(/^(task_taken|lease_lost): /)
  expect(await statusOf(one)).toBe("doing")
  await a.call("finish_task", { task: one, reflection: "-" })
  await b.call("finish_task", { task: two, reflection: "-" })
  await Promise.all([a.close(), b.close()])
})

test("a bridge that was killed leaves its task to the next one of its name, which takes it over", async () => {
  const first = await connectBridge(server.url)
  const id = await add("survives")
  expect(heldAs(await first.call("next_task"))).toBe(id)
  process.kill(first.pid ?? 0, "SIGKILL")
  const second = await connectBridge(server.url)
  expect(await second.call("next_task", { task: id })).toMatch(
    /^task_taken: .* Another session of yours is working on it\. next_task takes another task\.$/,
  )
  await passEleven(server)
  expect(await second.call("next_task", { task: id })).toMatch(
    new RegExp(`^task_taken: .*take ${id} over: call next_task with task and take_over\\.$`),
  )
  expect(await second.call("next_task", { task: id, take_over: true })).toContain(`You hold it as ${id}.`)
  expect(await second.call("finish_task", { task: id, reflection: "-" })).toBe(`${id} is done.`)
  await second.close()
})

test("a session that is given nothing is told what a silent session of its name holds", async () => {
  const [first, second] = [await connectBridge(server.url), await connectBridge(server.url)]
  const id = await add("held elsewhere")
  expect(heldAs(await first.call("next_task"))).toBe(id)
  expect(await second.call("next_task")).toBe("Nothing is ready.")
  await passEleven(server)
  expect(await second.call("next_task")).toMatch(
    new RegExp(
      `^Nothing is ready\\. ${id} is held by another session of yours, last heard at 20\\S+ \\S+ UTC\\. If that session has ended, take ${id} over: call next_task with task and take_over\\.$`,
    ),
  )
  await first.call("finish_task", { task: id, reflection: "-" })
  expect(await second.call("next_task")).toBe("Nothing is ready.")
  await Promise.all([first.close(), second.close()])
})

test("a bridge whose task left its hands by an edit may still speak on it", async () => {
  const mcp = await connectBridge(server.url)
  const id = await add("blocked by its holder")
  await mcp.call("next_task", { task: id })
  await mcp.call("update_task", { task: id, status: "blocked", reason: "no key" })
  expect(await mcp.call("comment", { task: id, text: "The key is asked for." })).toMatch(`is on ${id}.`)
  await call(server.url, "PATCH", `/tasks/${id}`, { status: "cancelled" })
  await mcp.close()
})

test("over HTTP, to know how a task is named is not enough", async () => {
  const holder = await connectHttp(server.url)
  const id = await add("held over HTTP")
  const held = heldAs(await holder.call("next_task"))
  expect(held).toBe(`${id}@1`)
  const sameName = await connectHttp(server.url)
  const otherName = await connectHttp(server.url, { name: "codex" })
  for (const other of [sameName, otherName]) {
    expect(await other.call("finish_task", { task: held, reflection: "-" })).toMatch(
      /^(task_taken|lease_lost): /,
    )
    expect(await other.call("give_back", { task: held })).toMatch(/^(task_taken|lease_lost): /)
    expect(await statusOf(id)).toBe("doing")
  }
  expect(await holder.call("finish_task", { task: held, reflection: "-" })).toBe(`${id} is done.`)
  await Promise.all([holder, sameName, otherName].map((each) => each.close()))
})

test("over HTTP a claim that was overtaken by a later one of the same session is refused", async () => {
  const mcp = await connectHttp(server.url)
  const id = await add("claimed twice")
  expect(heldAs(await mcp.call("next_task"))).toBe(`${id}@1`)
  expect(heldAs(await mcp.call("next_task"))).toBe(`${id}@2`)
  expect(await mcp.call("finish_task", { task: `${id}@1`, reflection: "-" })).toMatch(/^lease_lost: /)
  expect(await mcp.call("finish_task", { task: `${id}@2`, reflection: "-" })).toBe(`${id} is done.`)
  await mcp.close()
})

test.each([
  ["the bridge", (name: string) => connectBridge(server.url, { name })],
  ["HTTP", (name: string) => connectHttp(server.url, { name })],
])("over %s a client whose name is too long for an agent acts under its beginning", async (_, connect) => {
  const mcp = await connect("名".repeat(80))
  const id = await add("for a long name")
  const held = heldAs(await mcp.call("next_task", { task: id }))
  expect((await call(server.url, "GET", `/tasks/${id}`)).body["task"]?.assignee).toBe("名".repeat(64))
  expect(await mcp.call("finish_task", { task: held, reflection: "-" })).toBe(`${id} is done.`)
  await mcp.close()
})

test("a client that leaves while it waits takes no task with it", async () => {
  await call(server.url, "PUT", "/agents/leaver", {})
  const leaving = await connectHttp(server.url, { name: "leaver" })
  const waiting = leaving.call("next_task", { wait: 50 }).catch(() => "left")
  while (!(await call(server.url, "GET", "/agents/leaver")).body["agent"]?.live) continue
  await leaving.close()
  expect(await waiting).toBe("left")
  const staying = await connectHttp(server.url, { name: "stayer" })
  const id = await add("after the leaver")
  expect(heldAs(await staying.call("next_task", { wait: 10 }))).toBe(`${id}@1`)
  await staying.call("give_back", { task: `${id}@1` })
  await staying.close()
})

test("neither a client that leaves while it waits nor a request that is refused is a fault of the server", async () => {
  const own = await temporaryHome()
  const { url, kill, exited, output } = await startServer({ home: own.home })
  await call(url, "PUT", "/agents/leaver", {})
  const leaving = await connectHttp(url, { name: "leaver" })
  const waiting = leaving.call("next_task", { wait: 50 }).catch(() => "left")
  while (!(await call(url, "GET", "/agents/leaver")).body["agent"]?.live) continue
  await leaving.close()
  expect(await waiting).toBe("left")
  expect((await call(url, "POST", "/mcp", { hello: "world" })).status).toBe(400)
  const staying = await connectHttp(url, { name: "stayer" })
  await call(url, "POST", "/tasks", { title: "after the leaver" })
  expect(heldAs(await staying.call("next_task", { wait: 10 }))).toBe("T-1@1")
  await staying.close()
  kill("SIGTERM")
  await exited
  expect(output()).not.toContain("[warn]")
  await own.remove()
})

test("a call that is cancelled ends its wait without a word from the bridge", async () => {
  const bridge = await connectBridge(server.url, { name: "waiter" })
  await call(server.url, "PUT", "/agents/waiter", {})
  const cancel = new AbortController()
  const input = { name: "next_task", arguments: { wait: 50 } }
  const waiting = bridge.client.callTool(input, { signal: cancel.signal }).catch(() => "cancelled")
  while (!(await call(server.url, "GET", "/agents/waiter")).body["agent"]?.live) continue
  cancel.abort()
  expect(await waiting).toBe("cancelled")
  expect(await bridge.call("inbox")).toBe("Nothing unread.")
  await bridge.close()
  expect(bridge.warnings()).toBe("")
})

test.each(["legacy", "auto"] as const)("a client without a name is called mcp (%s)", async (era) => {
  const mcp = await connectHttp(server.url, { era, name: " " })
  const id = await add("for nobody")
  const text = await mcp.call("next_task")
  expect(text).toContain('assignee "mcp"')
  expect(await mcp.call("finish_task", { task: heldAs(text), reflection: "-" })).toBe(`${id} is done.`)
  await mcp.close()
})

test("a client that has ended its side while it waits gets its task without a warning of Node", async () => {
  const own = await temporaryHome()
  const { url, port, kill, exited, output } = await startServer({ home: own.home })
  await call(url, "PUT", "/agents/half", {})
  const params = { name: "next_task", arguments: { wait: 50 } }
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params })
  const socket = connect({ port, host: "127.0.0.1", allowHalfOpen: true }).setEncoding("utf8")
  socket.end(
    [
      "POST /mcp HTTP/1.1",
      "Host: localhost",
      "Upnext-Actor: half",
      "Content-Type: application/json",
      "Accept: application/json, text/event-stream",
      `Content-Length: ${body.length}`,
      "",
      body,
    ].join("\r\n"),
  )
  while (!(await call(url, "GET", "/agents/half")).body["agent"]?.live) continue
  await call(url, "POST", "/tasks", { title: "for half a client" })
  for (let text = ""; !text.includes("You hold it as T-1@1.");)
    text += String(((await once(socket, "data")) as unknown[])[0])
  kill("SIGTERM")
  await exited
  socket.destroy()
  expect(output()).not.toContain("MaxListeners")
  await own.remove()
})

test("a model that is paused hears by whom and until when, whether it waited or not", async () => {
  const mcp = await connectHttp(server.url, { name: "paused" })
  await call(server.url, "POST", "/agents/paused/pause", { for: "2h", reason: "lunch" })
  const said =
    /^Nothing is ready\. You are paused by "anonymous" until 20\d\d-\d\d-\d\d \d\d:\d\d:\d\d UTC, because "lunch"\. Wait until the pause ends, or ask a person to end it\. Work in progress may be finished\.$/
  expect(await mcp.call("next_task")).toMatch(said)
  expect(await mcp.call("next_task", { wait: 1 })).toMatch(said)
  await call(server.url, "POST", "/agents/paused/resume", {})
  expect(await mcp.call("next_task")).toBe("Nothing is ready.")
  await mcp.close()
})
