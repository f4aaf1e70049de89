import { getEventListeners } from "node:events"
import { describe, expect, test } from "vitest"
import { hashToken } from "../../src/config/token.ts"
import { eventsOf, operationNamed } from "../support/service.ts"
import { make, take } from "./stages.ts"
import { expectProblem, startAccess, type AccessBoard, type Member } from "./support.ts"

const key = { "idempotency-key": "k-1" }

describe("a kept answer belongs to its account", () => {
  test("so two accounts' equal keys are two keys", async () => {
    const board = await startAccess()
    const send = async (member: Member) => {
      const { status, json } = await member.ask("/tasks", {
        method: "POST",
        body: { title: "Paint" },
        headers: key,
      })
      return `${status} ${(json as { task: { id: string } }).task.id}`
    }
    const [ann, bob] = [await board.join("ann"), await board.join("bob")]
    expect([await send(ann), await send(bob)]).toEqual(["201 T-1", "201 T-2"])
    expect([await send(ann), await send(bob), await send(await board.join("ANN"))]).toEqual([
      "201 T-1",
      "201 T-2",
      "201 T-1",
    ])
    const body = { title: "Other" }
    expectProblem(await bob.ask("/tasks", { method: "POST", body, headers: key }), "idempotency_mismatch")
  })

  test("and a repeat is asked again what it may do", async () => {
    const board = await startAccess()
    const ann = await board.join("ann", { role: "manage" })
    const id = await take(await board.join("bob"), { reviewer: "carl" }, "complete")
    const review = { method: "POST", body: { decision: "approve" }, headers: key }
    expect(await ann.ask(`/tasks/${id}/review`, review)).toMatchObject({ status: 200 })
    expect(await ann.ask(`/tasks/${id}/review`, review)).toMatchObject({ status: 200 })
    await board.setRole("ann", "read")
    await board.expectUntouched(async () =>
      expectProblem(await ann.ask(`/tasks/${id}/review`, review), "not_allowed"),
    )
  })

  test("and one of a new token has no secret the second time, nor has the log", async () => {
    const board = await startAccess()
    const boss = await board.join("boss", { role: "admin" })
    const secrets: string[] = []
    for (const [path, body] of [
      ["/tokens", { account: "ann" }],
      ["/accounts/ann/rotate", {}],
    ] as const) {
      const ask = () => boss.ask(path, { method: "POST", body, headers: { "idempotency-key": path } })
      const [first, second] = [await ask(), await ask()]
      expect(first).toMatchObject({ status: 201, json: { secret: expect.any(String) as string } })
      expect(second).toMatchObject({ status: 201, json: { secret: null } })
      expect((second.json as { token: unknown }).token).toEqual((first.json as { token: unknown }).token)
      secrets.push((first.json as { secret: string }).secret)
    }
    const kept = JSON.stringify([
      await eventsOf(board.service),
      await commandsOf(board),
      [...board.service.board.answers.values()],
    ])
    expect(kept).toContain(hashToken(secrets[0] ?? ""))
    for (const secret of [...secrets, boss.token]) expect(kept).not.toContain(secret)
  })
})

describe("what is decided in one round with the end of a right is decided after it", () => {
  /** Sends both in one round: the change of the account first, then the command that was let in before it. */
  async function together(board: AccessBoard, member: Member, change: [string, object]): Promise<unknown> {
    const who = board.service.engine.identities.find(hashToken(member.token))
    const operation = operationNamed("task.create")
    const changed = board.runHome(change[0], { ...change[1] })
    const call = { operation, input: operation.input.parse({ title: "Paint" }), actor: "ann", who }
    const created = Promise.resolve(board.service.engine.run(call)).then(
      () => "created",
      (error: unknown) => (error as { code: string }).code,
    )
    await changed
    return created
  }

  test.each([
    ["a role that is lowered", "account.edit", { name: "ann", role: "read" }, "not_allowed"],
    ["an agent that is another now", "account.edit", { name: "ann", agent: "dora" }, "actor_mismatch"],
    ["a token that is revoked", "token.revoke", { id: "K-1" }, "unauthorized"],
    ["a token that is replaced", "account.rotate", { name: "ann", overlap: "off" }, "unauthorized"],
    ["an account that is deleted", "account.delete", { name: "ann" }, "unauthorized"],
  ])("%s", async (_, operation, input, code) => {
    const board = await startAccess()
    const ann = await board.join("ann")
    await make(ann)
    expect(await together(board, ann, [operation, input])).toBe(code)
    expect(board.service.board.tasks.size).toBe(1)
  })

  test("a token whose time is over by then", async () => {
    const board = await startAccess()
    const ann = await board.join("ann", { expires: "1m" })
    const who = board.service.engine.identities.find(hashToken(ann.token))
    await board.service.pass(60_000)
    const operation = operationNamed("task.create")
    const call = { operation, input: operation.input.parse({ title: "Paint" }), actor: "ann", who }
    await expect(Promise.resolve(board.service.engine.run(call))).rejects.toMatchObject({
      code: "unauthorized",
    })
  })
})

describe("what waits for an answer is refused as soon as its right ends", () => {
  test.each([
    ["GET", "/tasks/next?agent=ann&wait=60s", undefined],
    ["POST", "/tasks/next/claim", { agent: "ann", wait: "60s" }],
    ["GET", "/events", undefined],
  ])("%s %s", async (method, path, body) => {
    const board = await startAccess()
    for (const [i, [operation, input]] of ends.entries()) {
      const ann = await board.join(`ann-${i}`)
      const waiting = ann.ask(path.replace("ann", ann.name), {
        method,
        body: body && { ...body, agent: ann.name },
      })
      await untilHeld(board, ann)
      await board.runHome(operation, input(ann, board))
      const { status, text } = await waiting
      // A stream is under way already, so its refusal is a message.
      if (path === "/events") expect(text).toMatch(/event: refused\ndata: .*"unauthorized"/)
      else
        expect(`${operation} ${status} ${text}`).toMatch(
          / 401 .*The token is no longer valid.*"unauthorized"/,
        )
    }
  })
})

describe("what waits while the account is changed can be sent again, since its token holds", () => {
  test.each([
    ["GET", "/tasks/next?agent=ann&wait=60s", undefined, 503, '"unavailable"'],
    ["POST", "/tasks/next/claim", { agent: "ann", wait: "60s" }, 503, '"unavailable"'],
    ["GET", "/events", undefined, 200, ": open at"],
  ])("%s %s", async (method, path, body, status, text) => {
    const board = await startAccess()
    const ann = await board.join("ann")
    const waiting = ann.ask(path, { method, body })
    await untilHeld(board, ann)
    await board.setRole("ann", "manage")
    const answer = await waiting
    expect(answer).toMatchObject({ status, text: expect.stringContaining(text) })
    expect(answer.text).not.toContain("refused")
    expect(await ann.ask("/access")).toMatchObject({ status: 200, json: { access: { role: "manage" } } })
  })
})

// --- internal ---

const ends: readonly (readonly [string, (member: Member, board: AccessBoard) => Record<string, unknown>])[] =
  [
    ["token.revoke", (_, { service }) => ({ id: `K-${service.board.counters.token}` })],
    ["account.rotate", ({ name }) => ({ name, overlap: "0" })],
    ["account.delete", ({ name }) => ({ name })],
  ]

/** Resolves when a request of this account is held, so that it hears of the end of its token. */
async function untilHeld({ service }: AccessBoard, { token }: Member): Promise<void> {
  const { signal } = service.engine.identities.find(hashToken(token)) ?? {}
  await expect.poll(() => signal && getEventListeners(signal, "abort").length).toBeGreaterThan(0)
}

async function commandsOf({ service }: AccessBoard): Promise<unknown[]> {
  const commands: unknown[] = []
  for await (const commit of service.log.read(0)) commands.push(...commit.commands)
  return commands
}
