import { mkdir, writeFile } from "node:fs/promises"
import { createHash } from "node:crypto"
import { request } from "node:http"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { connectBridge, connectHttp } from "../support/mcp.ts"
import { startServer, temporaryHome, type Server } from "../support/server.ts"

const space = await temporaryHome()
const token = "a-token-that-belongs-to-ann"
let server: Server
beforeAll(async () => {
  await mkdir(space.home, { recursive: true })
  const hash = createHash("sha256").update(token).digest("hex")
  await writeFile(join(space.home, "config.json"), JSON.stringify({ tokens: [{ hash, agent: "ann" }] }), {
    mode: 0o600,
  })
  server = await startServer({ home: space.home })
})
afterAll(async () => {
  server.kill("SIGTERM")
  await server.exited
  await space.remove()
})

const list = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list", params: {} })

function post(
  headers: Readonly<Record<string, string>>,
  body = list,
  method = "POST",
): Promise<{ status: number; code: unknown; text: string }> {
  return new Promise((resolve, reject) => {
    const all = {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      authorization: `Bearer ${token}`,
      ...headers,
    }
    const sent = request(`${server.url}/mcp`, { method, headers: all }, (response) => {
      let text = ""
      response.on("data", (chunk: Buffer) => (text += chunk.toString()))
      response.on("end", () => {
        const isJson = /json/.test(response.headers["content-type"] ?? "")
        const { code } = (isJson ? JSON.parse(text) : {}) as { code?: unknown }
        resolve({ status: response.statusCode ?? 0, code, text })
      })
    })
    sent.once("error", reject)
    sent.end(method === "POST" ? body : undefined)
  })
}

describe("/mcp is behind the same guard as every path", () => {
  test("a request with the token is answered", async () => {
    expect(await post({})).toMatchObject({
      status: 200,
      text: expect.stringContaining("next_task") as string,
    })
  })

  test.each([
    ["a page of another origin", { origin: "http://evil.example" }, 403, "forbidden_origin"],
    ["a page of another site", { "sec-fetch-site": "cross-site" }, 403, "forbidden_origin"],
    ["a name that is not ours (DNS rebinding)", { host: "evil.example:4445" }, 403, "forbidden_host"],
    ["no token that is known", { authorization: "Bearer wrong" }, 401, "unauthorized"],
    ["a body that is not JSON", { "content-type": "text/plain" }, 415, "unsupported_media_type"],
  ])("%s is refused before any tool runs", async (_, headers, status, code) => {
    expect(await post(headers)).toMatchObject({ status, code })
  })

  test("a body of more than 1 MiB is refused", async () => {
    expect(await post({}, JSON.stringify({ pad: "x".repeat(1024 * 1024) }))).toMatchObject({
      status: 413,
      code: "body_too_large",
    })
  })

  test.each(["GET", "DELETE"])("%s is not offered: nothing is kept between requests", async (method) => {
    expect(await post({}, "", method)).toMatchObject({ status: 405, code: "method_not_allowed" })
  })

  test("nonsense gets an error of JSON-RPC, and the server goes on", async () => {
    const { status, text } = await post({}, JSON.stringify({ hello: "world" }))
    expect(status).toBe(400)
    expect(JSON.parse(text)).toMatchObject({ jsonrpc: "2.0", error: { code: expect.any(Number) as number } })
    expect(await post({})).toMatchObject({ status: 200 })
  })
})

describe("a message that no tool can see is refused as JSON-RPC says", () => {
  test.each([
    ["text that is not JSON", "{oops", -32700],
    ["nothing", "", -32700],
    ["a text without its end", '{"jsonrpc":"2.0","id":1,"method":"tools/list"', -32700],
    ["a batch, which only revision 2025-03-26 had", `[${list}]`, -32600],
    ["an empty batch", "[]", -32600],
    ["a number", "7", -32600],
    ["an object of another kind", '{"hello":"world"}', -32600],
  ])("%s", async (_, body, code) => {
    const { status, text } = await post({}, body)
    expect([status, JSON.parse(text)]).toMatchObject([400, { jsonrpc: "2.0", id: null, error: { code } }])
  })

  test.each([
    ["2025-11-25", "2025-11-25"],
    ["2025-06-18", "2025-06-18"],
    ["2025-03-26", "2025-11-25"],
    ["2024-11-05", "2024-11-05"],
  ])("a client that opens with %s is offered %s", async (asked, offered) => {
    const params = { protocolVersion: asked, capabilities: {}, clientInfo: { name: "c", version: "1" } }
    const open = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "initialize", params })
    const { text } = await post({}, open)
    expect(text).toContain(`"protocolVersion":"${offered}"`)
  })
})

describe("a token that belongs to an agent", () => {
  test("names the caller over HTTP, whatever the client calls itself", async () => {
    const mcp = await connectHttp(server.url, { headers: { authorization: `Bearer ${token}` } })
    expect(await mcp.call("add_tasks", { tasks: [{ title: "one" }] })).toBe("T-1")
    expect(await mcp.call("next_task")).toContain('assignee "ann"')
    expect(await mcp.call("give_back", { task: "T-1@1" })).toBe("T-1 is todo.")
    await mcp.close()
  })

  test("names the caller of the bridge, too", async () => {
    const mcp = await connectBridge(server.url, { env: { UPNEXT_TOKEN: token } })
    expect(await mcp.call("next_task")).toContain('assignee "ann"')
    expect(await mcp.call("give_back", { task: "T-1" })).toBe("T-1 is todo.")
    await mcp.close()
  })

  test("lets nobody act under a name that was set to another", async () => {
    const mcp = await connectBridge(server.url, { env: { UPNEXT_TOKEN: token, UPNEXT_AGENT: "bo" } })
    expect(await mcp.call("next_task")).toMatch(/^actor_mismatch: /)
    await mcp.close()
  })
})
