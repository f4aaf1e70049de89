import { describe, expect, test } from "vitest"
import { roles, type AccessRole } from "../../src/domain/wire/access/access.ts"
import { operations } from "../../src/operations/index.ts"
import type { Operation } from "../../src/operation.ts"
import type { Reply } from "../support/http.ts"
import type { Row, Stage } from "./stages.ts"
import { expectProblem, startAccess } from "./support.ts"
import { table } from "./table.ts"

const all: readonly Operation[] = operations

test("every operation has its rows, and one about a task has them for own, foreign and nobody's work", () => {
  expect(Object.keys(table).sort()).toEqual(all.map(({ name }) => name).sort())
  for (const operation of all) {
    const isOfTask = "subject" in operation
    const whose = new Set(rowsOf(operation.name).map((row) => row.whose))
    if (isOfTask)
      expect([...whose], operation.name).toEqual(expect.arrayContaining(["own", "foreign", "nobody's"]))
  }
})

describe.each(all.map((operation) => [operation.name, operation] as const))("%s", (name, operation) => {
  test.each(rowsOf(name).map((row) => [titleOf(row), row] as const))("%s", async (_, row) => {
    const board = await startAccess()
    const bob = await board.join("bob")
    await bob.run("agent.heartbeat", { name: "bob" })

    /** Sends the request of the row by an account with this role, or with another token than its own. */
    async function answerTo(name: string, role: AccessRole, authorization?: string): Promise<void> {
      const me = await board.join(name, { role: "admin" })
      await me.run("agent.heartbeat", { name: me.name })
      const before = { board, me, bob }
      const stage: Stage = { ...before, id: (await row.given?.(before)) ?? "" }
      await board.setRole(me.name, role)
      const [path, init] = requestOf(operation, row.send?.(stage) ?? {})
      const headers = {
        ...("headers" in init && init.headers),
        ...(authorization !== undefined && { authorization }),
      }
      const expected = authorization === undefined ? refusalOf(row, role) : "unauthorized"
      let reply: Reply | undefined
      const ask = async () => void (reply = await me.ask(path, { ...init, headers }))
      await (expected === undefined ? ask() : board.expectUntouched(ask))
      if (!reply) throw new Error("no answer")
      if (expected === undefined)
        expect(reply, `${role}: ${reply.text}`).toMatchObject({ status: statusOf(operation) })
      else expectProblem(reply, expected)
    }

    await answerTo("nobody", "admin", "")
    await answerTo("stranger", "admin", "Bearer upn_unknown")
    for (const role of roles) await answerTo(`an-${role}`, role)
  })
})

// --- internal ---

function rowsOf(name: string): readonly Row[] {
  return (table as Record<string, readonly Row[] | undefined>)[name] ?? []
}

function titleOf({ whose, what, from }: Row): string {
  return [whose, what, `from ${from}`].filter((part) => part !== undefined).join(" ")
}

function statusOf({ http }: Operation): number {
  return http.status ?? 200
}

/** The code with which this role is refused; undefined if it is not. */
function refusalOf({ from, refused = {}, state }: Row, role: AccessRole): string | undefined {
  const may = from !== "nobody" && roles.indexOf(role) >= roles.indexOf(from)
  return may ? state : (refused[role] ?? "not_allowed")
}

/** An input as it is sent: in the path, the query and the body. */
function requestOf(operation: Operation, input: Record<string, unknown>) {
  const { http } = operation
  const inPath = [...http.path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name)
  const path = http.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(input[name])))
  const rest = Object.fromEntries(Object.entries(input).filter(([name]) => !inPath.includes(name)))
  const inQuery = http.method === "GET" || http.method === "DELETE"
  const query = inQuery ? `?${new URLSearchParams(rest as Record<string, string>).toString()}` : ""
  if (operation.kind === "command" && operation.takesFile)
    return [path, { method: http.method, headers: { "content-disposition": named }, body: "b" }] as const
  return [path + query, { method: http.method, ...(!inQuery && { body: rest }) }] as const
}

const named = "attachment; filename=b.txt"
