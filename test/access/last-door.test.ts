import { randomBytes } from "node:crypto"
import { describe, expect, test } from "vitest"
import { createKeyUses } from "../../src/config/key-uses.ts"
import { hashToken } from "../../src/config/token.ts"
import { operations } from "../../src/operations/index.ts"
import { expectProblem, hostOf, startAccess } from "./support.ts"

describe("a board that asks goes on asking", () => {
  test.each([
    ["the last token is revoked", "token.revoke", { id: "K-1" }],
    ["the last account is deleted", "account.delete", { name: "ann" }],
    ["the last token's time is over", undefined, {}],
  ])("after %s, and after a restart", async (_, operation, input) => {
    const board = await startAccess()
    const ann = await board.join("ann", { role: "admin", expires: "1m" })
    if (operation === undefined) await board.service.pass(60_000)
    else await board.runHome(operation, input)
    const expectShut = async () => {
      expect(board.service.engine.identities.required).toBe(true)
      await board.expectUntouched(async () => {
        for (const path of ["/tasks", "/access", "/events"])
          expectProblem(await board.server.ask(path), "unauthorized")
        const body = { account: "thief" }
        expectProblem(await board.server.ask("/tokens", { method: "POST", body }), "unauthorized")
        expectProblem(await ann.ask("/tokens", { method: "POST", body }), "unauthorized")
      })
    }
    await expectShut()
    // Who has the home can make another one.
    expect(await (await board.join("boss", { role: "admin" })).ask("/tasks")).toMatchObject({ status: 200 })
    await board.runHome("account.delete", { name: "boss" })
    await board.service.restart()
    expect(board.service.engine.identities.required).toBe(true)
  })

  test("until who holds the home lets everybody in; no token does that", async () => {
    const board = await startAccess({ tokens: [{ hash: hashToken("of-the-configuration") }] })
    const boss = await board.join("boss", { role: "admin", person: true })
    const lift = { method: "DELETE" }
    await board.expectUntouched(async () => {
      expectProblem(await boss.ask("/access", lift), "needs_home")
      const headers = { authorization: "Bearer of-the-configuration" }
      expectProblem(await board.server.ask("/access", { ...lift, headers }), "needs_home")
      expectProblem(await board.server.ask("/access", lift), "unauthorized")
    })
    expect(await board.askHome("/access", lift)).toMatchObject({ status: 200, json: { required: false } })
    // The configuration asks on, and the accounts are still there.
    expectProblem(await board.server.ask("/tasks"), "unauthorized")
    expect(await boss.ask("/tasks")).toMatchObject({ status: 200 })
  })

  test("and one that was let open asks again with the next token", async () => {
    const board = await startAccess()
    await board.join("ann")
    await board.askHome("/access", { method: "DELETE" })
    expect(await board.server.ask("/tasks")).toMatchObject({ status: 200 })
    const reply = await board.askHome("/tokens", { method: "POST", body: { account: "ann" } })
    expect(reply).toMatchObject({ status: 201 })
    expectProblem(await board.server.ask("/tasks"), "unauthorized")
  })
})

describe("on a board that asks nobody", () => {
  const requests = operations
    .filter(({ kind, access, opensWithBoard }) => kind === "command" && access === "admin" && !opensWithBoard)
    .map(({ http }): [string, string] => [
      http.method,
      http.path.replace("{name}", "ann").replace("{id}", "K-1"),
    ])

  test("there are seven commands for accounts and tokens", () => {
    expect(requests).toHaveLength(7)
  })

  test("everybody may bring tasks in, and take them back", async () => {
    const board = await startAccess({})
    const send = (path: string, body: unknown) => board.server.ask(path, { method: "POST", body })
    expect(await send("/imports", { kind: "csv", name: "old.csv" })).toMatchObject({ status: 200 })
    const tasks = [{ source: "csv:1", title: "Old" }]
    expect(await send("/imports/parts", { import: "I-1", tasks })).toMatchObject({ status: 200 })
    expect(await send("/imports/I-1/end", {})).toMatchObject({ status: 200 })
    expect(await send("/imports/I-1/abort", {})).toMatchObject({ status: 200 })
  })

  test.each([
    ["asked before", {}],
    ["whose tokens are turned off", { isOff: true }],
  ])("all of them take the home, on a board that was never %s", async (_, options) => {
    const board = await startAccess(options)
    for (const headers of [{}, { authorization: "Bearer upn_any" }, { authorization: "Basic YTpi" }])
      for (const [method, path] of requests)
        await board.expectUntouched(async () =>
          expectProblem(await board.server.ask(path, { method, headers, body: undefined }), "needs_home"),
        )
    const made = await board.askHome("/accounts", { method: "POST", body: { name: "ann", role: "work" } })
    expect(made).toMatchObject({ status: 201 })
    for (const [method, path] of [
      ["PATCH", "/accounts/ann"],
      ["DELETE", "/accounts/ann"],
    ] as const)
      expect(
        await board.askHome(path, { method, ...(method === "PATCH" && { body: { person: true } }) }),
        path,
      ).toMatchObject({
        status: 200,
      })
    const token = await board.askHome("/tokens", { method: "POST", body: { account: "boss" } })
    expect(token).toMatchObject({ status: 201, json: { token: { account: "boss" } } })
    expect(board.service.board.accounts.get("boss")).toMatchObject({ role: "admin" })
  })

  test("everybody may do all the rest, as before", async () => {
    const board = await startAccess()
    const body = { title: "Paint", metadata: { reflection_exempt: true } }
    expect(await board.server.ask("/tasks", { method: "POST", body })).toMatchObject({ status: 201 })
    const change = { status: "done", metadata: { reviewers: "people" } }
    expect(await board.server.ask("/tasks/T-1", { method: "PATCH", body: change })).toMatchObject({
      status: 200,
    })
    expect(await board.server.ask("/tasks/T-1", { method: "DELETE" })).toMatchObject({ status: 200 })
  })
})

describe("a proof of the home is good", () => {
  const request = { method: "POST", host: "localhost:4445", path: "/tokens" }
  const now = Date.UTC(2030, 0, 1)
  const home = createKeyUses(randomBytes(32))
  const proof = home.proveHome(request, now)

  test("for its own request, for a minute", () => {
    expect(home.isHomeProof(proof, request, now)).toBe(true)
    expect(home.isHomeProof(proof, request, now + 60_000)).toBe(true)
    expect(home.isHomeProof(proof, request, now + 60_001)).toBe(false)
    expect(home.isHomeProof(proof, request, now - 60_001)).toBe(false)
  })

  test("for no other method, server, path, home, time or use", () => {
    const [, nonce = "", mac = ""] = proof.split(".")
    for (const [given, asked] of [
      [proof, { ...request, method: "DELETE" }],
      [proof, { ...request, path: "/accounts" }],
      [proof, { ...request, host: "localhost:4446" }],
      [createKeyUses(randomBytes(32)).proveHome(request, now), request],
      [`${now + 1}.${nonce}.${mac}`, request],
      [`${now}.${nonce.replace(/^./, (first) => (first === "_" ? "-" : "_"))}.${mac}`, request],
      [`${now}.`, request],
      [mac, request],
      ["", request],
      [home.leaseToken("T-1", 1), request],
    ] as const)
      expect(home.isHomeProof(given, asked, now), given).toBe(false)
  })

  test("and a request with another one is refused, and slowed down", async () => {
    const board = await startAccess()
    const ask = (authorization: string) =>
      board.server.ask("/tokens", { method: "POST", body: { account: "ann" }, headers: { authorization } })
    const here = { ...request, host: hostOf(board.server) }
    const old = board.home.proveHome(here, Date.now() - 120_000)
    const other = board.home.proveHome({ ...here, path: "/accounts" }, Date.now())
    for (let tries = 0; tries < 5; tries++)
      for (const given of [old, other]) expectProblem(await ask(`Upnext-Home ${given}`), "unauthorized")
    const slowed = await ask(`Upnext-Home ${old}`)
    expectProblem(slowed, "too_many_attempts")
    expect(Number(slowed.headers["retry-after"])).toBeGreaterThan(0)
    const good = `Upnext-Home ${board.home.proveHome(here, Date.now())}`
    expect(await ask(good)).toMatchObject({ status: 201 })
    expectProblem(await ask(good), "too_many_attempts")
  })
})
