import { describe, expect, test } from "vitest"
import { roles, type AccessRole } from "../../src/domain/wire/access/access.ts"
import { operations } from "../../src/operations/index.ts"
import type { Operation } from "../../src/operation.ts"
import { expectProblem, startAccess, type AccessBoard, type Member } from "./support.ts"
import { table } from "./table.ts"

const all: readonly Operation[] = operations
const withBody = all.filter(({ http }) => http.method !== "GET" && http.method !== "DELETE")

/** A board, and an account of each role. */
async function startWithRoles(): Promise<{ board: AccessBoard; members: Record<AccessRole, Member> }> {
  const board = await startAccess()
  const joined = await Promise.all(
    roles.map(async (role) => [role, await board.join(role, { role })] as const),
  )
  return { board, members: Object.fromEntries(joined) as Record<AccessRole, Member> }
}

/** The highest role that an operation does not take, by the contract; undefined where every role will do. */
function tooLow({ name }: Operation): AccessRole | undefined {
  const rows = (table as Record<string, (typeof table)[keyof typeof table] | undefined>)[name] ?? []
  const lowest = Math.min(...rows.map(({ from }) => (from === "nobody" ? roles.length : roles.indexOf(from))))
  return roles[Math.min(lowest, roles.length) - 1]
}

describe("a token that is missing or of too low a role is refused", () => {
  test("before there is an answer of 404", async () => {
    const { board, members } = await startWithRoles()
    for (const operation of all) {
      const { http, name } = operation
      const path = http.path
        .replace("{id}", name === "token.revoke" ? "K-99" : "T-99")
        .replace("{name}", "ghost")
      const role = tooLow(operation)
      await board.expectUntouched(async () => {
        expectProblem(await board.server.ask(path, { method: http.method }), "unauthorized")
        if (role !== undefined && name !== "access.lift")
          expectProblem(await members[role].ask(path, { method: http.method }), "not_allowed")
      })
    }
  })

  test.each([
    ["is no JSON", "{{{"],
    ["names what there is not", '{"nonsense":1}'],
    ["is too large", `{"title":"${"x".repeat(2_000_000)}"}`],
  ])("before a body is read that %s", async (_, body) => {
    const { board, members } = await startWithRoles()
    for (const operation of withBody) {
      const { method, path } = operation.http
      const role = tooLow(operation)
      expectProblem(await board.server.ask(path, { method, body }), "unauthorized")
      if (role !== undefined) expectProblem(await members[role].ask(path, { method, body }), "not_allowed")
    }
  })

  test("while its body is still to come", async () => {
    const { board, members } = await startWithRoles()
    const isWhole = (text: string) => text.includes("}") && text.includes('"code"')
    for (const operation of withBody) {
      const role = tooLow(operation)
      for (const token of ["", role === undefined ? "" : members[role].token]) {
        const { method, path } = operation.http
        const head = [
          `${method} ${path} HTTP/1.1`,
          "host: 127.0.0.1",
          "content-type: application/json",
          "content-length: 1000000",
          ...(token === "" ? [] : [`authorization: Bearer ${token}`]),
        ]
        const answer = await board.server.raw(`${head.join("\r\n")}\r\n\r\n{"`, isWhole)
        expect(answer, operation.name).toContain(token === "" ? "HTTP/1.1 401" : "HTTP/1.1 403")
      }
    }
  })

  test("at whatever else tells of the board", async () => {
    const { board, members } = await startWithRoles()
    for (const [method, path] of [
      ["GET", "/events"],
      ["GET", "/events?after=0"],
      ["GET", "/metrics"],
      ["POST", "/mcp"],
      ["HEAD", "/tasks"],
    ] as const) {
      const { status } = await board.server.ask(path, { method })
      expect(`${method} ${path} ${status}`).toBe(`${method} ${path} 401`)
    }
    expect(await members.read.ask("/metrics")).toMatchObject({ status: 200 })
  })

  test("and the health of the server, its docs and its page are for everybody", async () => {
    const { board } = await startWithRoles()
    for (const path of ["/health", "/docs", "/openapi.json"])
      expect(await board.server.ask(path), path).toMatchObject({ status: 200 })
    // A token that has ended does not keep anybody out of what is open to all.
    const headers = { authorization: "Bearer upn_ended" }
    expect(await board.server.ask("/health", { headers })).toMatchObject({ status: 200 })
  })
})

test("who names a role is told which one it takes", async () => {
  const { members } = await startWithRoles()
  const { json } = await members.work.ask("/team/pause", { method: "POST", body: {} })
  expect(json).toMatchObject({
    code: "not_allowed",
    facts: { needs: "manage", role: "work", account: "work" },
    detail: expect.stringMatching(/role work .*requires the role manage/) as string,
  })
})
