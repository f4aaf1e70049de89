import { createHmac } from "node:crypto"
import { cp, readFile } from "node:fs/promises"
import { join } from "node:path"
import { afterEach, describe, expect, test, vi } from "vitest"
import { createKeyUses } from "../../src/config/key-uses.ts"
import { hashToken } from "../../src/config/token.ts"
import { call, startServerHere, type RunningServer } from "../support/server.ts"
import { temporaryDirectory } from "../storage/support.ts"
import { expectProblem, startAccess } from "./support.ts"

describe("a token of the configuration", () => {
  const free = { authorization: "Bearer free" }
  const bound = { authorization: "Bearer bound" }
  const tokens = [{ hash: hashToken("free") }, { hash: hashToken("bound"), agent: "ann" }]

  test("may do everything, as before, and makes the board ask without a fact", async () => {
    const board = await startAccess({ tokens })
    expectProblem(await board.server.ask("/tasks"), "unauthorized")
    const body = { title: "Paint", createdBy: "bob" }
    const made = await board.server.ask("/tasks", { method: "POST", body, headers: free })
    expect(made).toMatchObject({ status: 201, json: { task: { createdBy: "bob" } } })
    expect(board.service.board.counters.accessRequired).toBe(false)
    const change = { done_criteria: [], reviewer: null, metadata: { reflection_exempt: true } }
    for (const headers of [free, bound])
      expect(await board.server.ask("/tasks/T-1", { method: "PATCH", body: change, headers })).toMatchObject({
        status: 200,
      })
    const account = { name: "dan", role: "read" }
    expect(
      await board.server.ask("/accounts", { method: "POST", body: account, headers: free }),
    ).toMatchObject({ status: 201 })
  })

  test("that is bound to an agent acts as that agent only", async () => {
    const board = await startAccess({ tokens })
    const body = { title: "Paint" }
    const own = await board.server.ask("/tasks", { method: "POST", body, headers: bound })
    expect(own).toMatchObject({ status: 201, json: { task: { createdBy: "ann" } } })
    const asBob = { ...body, createdBy: "bob" }
    expectProblem(
      await board.server.ask("/tasks", { method: "POST", body: asBob, headers: bound }),
      "actor_mismatch",
    )
  })
})

describe("a home of before", () => {
  let server: RunningServer | undefined
  afterEach(async () => {
    vi.useRealTimers()
    await server?.stop()
    server = undefined
  })

  /** As they were signed before uses of the key had labels. */
  async function oldLeaseToken(home: string, task: string, epoch: number): Promise<string> {
    const key = await readFile(join(home, "data", "key"))
    const mac = createHmac("sha256", key).update(`${task}.${epoch}`).digest("base64url")
    return `${task}.${epoch}.${mac.slice(0, 22)}`
  }

  test("is read, gets an id, and asks from its first token on", async () => {
    const kept = join(import.meta.dirname, "../storage/kept/before-heard-at")
    vi.useFakeTimers({
      toFake: ["Date"],
      now: new Date(((await json(join(kept, "home.json"))) as { at: string }).at),
    })
    const home = await temporaryDirectory()
    await cp(join(kept, "home"), home, { recursive: true })
    server = await startServerHere({ home })
    const before = (await call(server.url, "GET", "/tasks")).body
    expect(await call(server.url, "POST", "/tasks", { title: "New" })).toMatchObject({ status: 201 })
    const { board } = (await call(server.url, "GET", "/health")).body
    expect(board).toMatch(/^[\w-]{16}$/)
    const keys = createKeyUses(await readFile(join(home, "data", "key")))
    const proof = keys.proveHome(
      { method: "POST", host: new URL(server.url).host, path: "/tokens" },
      Date.now(),
    )
    const headers = { authorization: `Upnext-Home ${proof}` }
    const { secret } = (await call(server.url, "POST", "/tokens", { account: "ann" }, headers)).body
    await server.stop()

    server = await startServerHere({ home })
    expect(await call(server.url, "GET", "/tasks")).toMatchObject({ status: 401 })
    const after = await call(server.url, "GET", "/tasks", undefined, { authorization: `Bearer ${secret}` })
    expect(after.body.tasks).toHaveLength(Number(before.tasks.length) + 1)
    expect((await call(server.url, "GET", "/health")).body.board).toBe(board)
  })

  test("and a lease token of that time holds", async () => {
    const home = await temporaryDirectory()
    server = await startServerHere({ home })
    await call(server.url, "POST", "/tasks", { title: "Paint" })
    const { lease } = (await call(server.url, "POST", "/tasks/T-1/claim", { agent: "ann" })).body
    const old = await oldLeaseToken(home, "T-1", 1)
    expect(old).not.toBe(lease.token)
    for (const leaseToken of [lease.token, old])
      expect(await call(server.url, "POST", "/tasks/T-1/heartbeat", { leaseToken })).toMatchObject({
        status: 200,
      })
    const wrong = `${old.slice(0, -1)}${old.endsWith("A") ? "B" : "A"}`
    for (const leaseToken of [wrong, await oldLeaseToken(home, "T-1", 2)])
      expect(await call(server.url, "POST", "/tasks/T-1/heartbeat", { leaseToken })).toMatchObject({
        status: 409,
      })
    expect(
      await call(server.url, "POST", "/tasks/T-1/complete", { leaseToken: old, reflection: "x" }),
    ).toMatchObject({ status: 200 })
  })

  test("and UPNEXT_TOKEN opens it to who knows it", async () => {
    server = await startServerHere({ home: await temporaryDirectory(), env: { UPNEXT_TOKEN: "a-token" } })
    const headers = { authorization: "Bearer a-token" }
    expect(await call(server.url, "GET", "/tasks")).toMatchObject({ status: 401 })
    expect(await call(server.url, "DELETE", "/tasks/T-1", undefined, headers)).toMatchObject({ status: 404 })
    const { access } = (await call(server.url, "GET", "/access", undefined, headers)).body
    expect(access).toEqual({
      required: true,
      account: null,
      name: null,
      role: "admin",
      agent: null,
      person: false,
    })
  })
})

// --- internal ---

async function json(file: string): Promise<unknown> {
  return JSON.parse(await readFile(file, "utf8"))
}
