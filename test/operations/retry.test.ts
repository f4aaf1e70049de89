import { describe, expect, test } from "vitest"
import { expectRefused, given, type Service, type Step } from "../support/service.ts"

const create = (fields = {}): Step => ["task.create", { title: "x", ...fields }]
const failed: Step[] = [
  ["task.claim", { id: "T-1", agent: "ann" }],
  ["task.release", { id: "T-1", agent: "ann", failed: true, reason: "no disk" }],
]
const retry: Step = ["task.retry", { id: "T-1" }, { actor: "mira" }]
const read = async (service: Service) => (await service.run("task.read", { id: "T-1" })).task
const next = async (service: Service) => (await service.run("task.next", { agent: "bob" })).task?.id ?? null

describe("task.retry", () => {
  test("ends the rest after a failed attempt, which still counts", async () => {
    const service = await given(create(), ...failed)
    expect(await next(service)).toBeNull()
    const { task } = await service.run("task.retry", { id: "t-1" }, { actor: "mira" })
    expect(task).toMatchObject({ status: "todo", ready: true, backoffUntil: null, attempts: 1 })
    expect(await next(service)).toBe("T-1")
    await service.restart()
    expect(await next(service)).toBe("T-1")
  })

  test("of a lease that ran out it ends the rest too", async () => {
    const service = await given(create(), ["task.claim", { id: "T-1", agent: "ann", lease: "1s" }])
    await service.pass(2_000)
    expect(await next(service)).toBeNull()
    await service.run("task.retry", { id: "T-1" })
    expect(await next(service)).toBe("T-1")
  })

  test("who waits for work is given it", async () => {
    const service = await given(create(), ...failed)
    const waiting = service.run("task.claimNext", { agent: "bob", wait: "60s" })
    await service.run("task.retry", { id: "T-1" })
    expect((await waiting).task.id).toBe("T-1")
  })

  test("where nothing rests, nothing is changed", async () => {
    const service = await given(create(), ...failed, retry)
    const { version } = await read(service)
    await service.run("task.retry", { id: "T-1" })
    await service.run("task.claim", { id: "T-1", agent: "ann" })
    const { seq } = service.engine
    expect((await service.run("task.retry", { id: "T-1" })).task.status).toBe("doing")
    expect((await read(service)).version).toBe(Number(version) + 1)
    expect(service.engine.seq).toBe(seq)
  })

  test("a rest that is over by itself needs no retry", async () => {
    const service = await given(create(), ...failed)
    await service.pass(31_000)
    const { version } = await read(service)
    await service.run("task.retry", { id: "T-1" })
    expect((await read(service)).version).toBe(version)
  })

  test.each(["blocked", "cancelled", "done"])("a task in %s has no rest to end", async (status) => {
    const service = await given(create(), ["task.edit", { id: "T-1", status }])
    await expectRefused(service, ["task.retry", { id: "T-1" }], "invalid_transition", { status })
  })

  test("what waits for others or for a date goes on waiting, and says for what", async () => {
    const service = await given(create(), ...failed, create({ title: "first" }))
    await service.run("task.edit", { id: "T-1", blockedBy: ["T-2"] })
    const { task } = await service.run("task.retry", { id: "T-1" })
    expect(task).toMatchObject({ ready: false, backoffUntil: null, waitsFor: ["T-2"] })
    await service.run("task.edit", { id: "T-2", status: "done" })
    expect(await read(service)).not.toHaveProperty("waitsFor")
  })

  test("it is in the history, by whom", async () => {
    const service = await given(create(), ...failed, retry)
    const { history } = await service.run("task.history", { id: "T-1" })
    expect(history[0]).toMatchObject({ type: "task.retried", actor: "mira", changes: [] })
  })
})
