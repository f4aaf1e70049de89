import { describe, expect, test } from "vitest"
import { expectRefused, given, type Service } from "../support/service.ts"

const minute = 60_000
const start = () =>
  given(
    ["task.create", { title: "x", assignee: "unassigned" }],
    ["task.create", { title: "urgent", priority: "P0" }],
    ["task.claim", { id: "T-1", agent: "bo" }],
  )
const ask = (service: Service, more: object = {}) =>
  service.run("task.comment", { id: "T-1", author: "bo", content: "Which cache?", ask: more })
const answer = (service: Service, author = "mira", content = "redis") =>
  service.run("task.comment", { id: "T-1", author, content, answers: "C-1" })
const park = (service: Service, waitsFor = "C-1") =>
  service.run("task.release", { id: "T-1", agent: "bo", waitsFor })
const read = async (service: Service) => (await service.run("task.read", { id: "T-1" })).task
const needs = async (service: Service, agent?: string) => (await service.run("needs.list", { agent })).needs
const next = async (service: Service, agent: string) =>
  (await service.run("task.next", { agent })).task?.id as string | undefined

describe("a question", () => {
  test("stands on the task and among the needs until it is answered, also over a restart", async () => {
    const service = await start()
    await ask(service, { choices: ["redis", "memory"] })
    const question = {
      id: "C-1",
      author: "bo",
      content: "Which cache?",
      to: null,
      choices: ["redis", "memory"],
    }
    expect((await read(service)).question).toMatchObject(question)
    expect(await needs(service)).toMatchObject([
      { why: "question", task: { id: "T-1" }, question: "C-1", choices: ["redis", "memory"], by: "bo" },
    ])
    expect((await service.run("now.read")).now.needsYou).toBe(1)
    await service.restart()
    expect((await read(service)).question).toMatchObject(question)
    await answer(service)
    expect(await read(service)).not.toHaveProperty("question")
    expect(await needs(service)).toEqual([])
    const { comments } = await service.run("task.comments", { id: "T-1" })
    expect(comments).toMatchObject([{ ask: { to: null } }, { answers: "C-1", content: "redis" }])
  })

  test("to somebody is among their needs and in their inbox, and not among those of others", async () => {
    const service = await start()
    await ask(service, { to: "Mira" })
    expect(await needs(service, "mira")).toMatchObject([{ why: "question" }])
    expect(await needs(service, "cy")).toEqual([])
    expect((await service.run("inbox.list", { name: "mira" })).inbox).toMatchObject([{ kind: "mention" }])
  })

  test("is answered once: who comes second is told what was said", async () => {
    const service = await start()
    await ask(service)
    await answer(service)
    const second = { id: "T-1", author: "cy", content: "memory", answers: "C-1" }
    await expectRefused(service, ["task.comment", second], "already_answered")
    const { message } = await service.run("task.comment", second).catch((error: unknown) => error as Error)
    expect(message).toBe("mira has answered C-1 with C-2: redis")
  })

  test("the answer reaches the one who asked, in this attempt and in the inbox", async () => {
    const service = await start()
    await ask(service)
    await answer(service)
    expect((await service.run("task.heartbeat", { id: "T-1", agent: "bo" })).said).toEqual([
      { id: "C-2", author: "mira", content: "redis", answers: "C-1" },
    ])
    expect((await service.run("inbox.list", { name: "bo" })).inbox).toMatchObject([{ text: "redis" }])
  })

  test("of another task, or what asks nothing, cannot be answered", async () => {
    const service = await start()
    await ask(service)
    await service.run("task.comment", { id: "T-1", author: "bo", content: "hm" })
    for (const [id, answers] of [
      ["T-2", "C-1"],
      ["T-1", "C-2"],
      ["T-1", "C-9"],
    ])
      await expectRefused(
        service,
        ["task.comment", { id, author: "m", content: "x", answers }],
        "invalid_input",
      )
  })

  test("on a task that is closed waits for nobody", async () => {
    const service = await start()
    await ask(service)
    await service.run("task.complete", { id: "T-1", agent: "bo" })
    expect(await needs(service)).toEqual([])
    expect(await read(service)).not.toHaveProperty("question")
  })

  test("asked after the task was closed waits like any other, also behind one that no longer does", async () => {
    const service = await start()
    await ask(service)
    await service.run("task.complete", { id: "T-1", agent: "bo" })
    await service.pass(minute)
    await service.run("task.comment", { id: "T-1", author: "ada", content: "Why redis?", ask: {} })
    expect(await needs(service)).toMatchObject([{ why: "question", question: "C-2", detail: "Why redis?" }])
    expect((await read(service)).question).toMatchObject({ id: "C-2" })
  })
})

describe("a task that is parked", () => {
  test("is blocked for its question at no cost, and is offered to who asked, before all else, once it is answered", async () => {
    const service = await start()
    await ask(service, { to: "mira" })
    await park(service)
    expect(await read(service)).toMatchObject({
      ...{
        status: "blocked",
        reason: "asks mira: Which cache?",
        attempts: 0,
        lease: null,
        assignee: "unassigned",
      },
    })
    expect(await needs(service)).toMatchObject([{ why: "question", question: "C-1" }])
    await answer(service)
    expect(await read(service)).toMatchObject({
      status: "todo",
      assignee: "bo",
      attempts: 0,
      expiries: 0,
      ready: true,
    })
    expect(await next(service, "cy")).toBe("T-2")
    expect(await next(service, "bo")).toBe("T-1")
    await expectRefused(service, ["task.claim", { id: "T-1", agent: "cy" }], "task_taken")
    await expectRefused(service, ["task.heartbeat", { id: "T-1", agent: "bo" }], "invalid_transition")
    const claimed = await service.run("task.claimNext", { agent: "bo" })
    expect(claimed).toMatchObject({
      task: { id: "T-1", status: "doing" },
      handoff: { comments: [{ content: "Which cache?" }, { content: "redis", answers: "C-1" }] },
    })
    await service.run("task.release", { id: "T-1", agent: "bo" })
    expect(await read(service)).toMatchObject({ status: "todo", assignee: "unassigned" })
  })

  test("goes to whoever comes, once who asked has not taken it up within a lease", async () => {
    const service = await start()
    await ask(service)
    await park(service)
    await answer(service)
    await service.pass(30 * minute - 1)
    expect(await next(service, "cy")).toBe("T-2")
    await service.pass(1)
    expect(await read(service)).toMatchObject({
      status: "todo",
      assignee: "unassigned",
      lease: null,
      expiries: 0,
    })
    expect((await service.run("task.claim", { id: "T-1", agent: "cy" })).task).toMatchObject({
      status: "doing",
    })
  })

  test("keeps its failed attempts: nobody gets new ones by a question to themselves", async () => {
    const service = await start()
    await service.run("task.release", { id: "T-1", agent: "bo", failed: true })
    await service.pass(10 * minute)
    await service.run("task.claim", { id: "T-1", agent: "bo" })
    await ask(service)
    await park(service)
    await answer(service, "bo", "I know")
    expect(await read(service)).toMatchObject({ status: "todo", attempts: 1 })
  })

  test("cannot be parked for what is answered already, nor with a reason of its own", async () => {
    const service = await start()
    await ask(service)
    await answer(service)
    await expectRefused(
      service,
      ["task.release", { id: "T-1", agent: "bo", waitsFor: "C-1" }],
      "already_answered",
    )
    await ask(service)
    for (const more of [{ failed: true }, { blocked: true }, { reason: "x" }, { limit: {} }])
      await expectRefused(
        service,
        ["task.release", { id: "T-1", agent: "bo", waitsFor: "C-3", ...more }],
        "invalid_input",
      )
  })

  test("is told of the answer where the request is repeated after it", async () => {
    const service = await start()
    await ask(service)
    await park(service)
    await answer(service)
    await expectRefused(
      service,
      ["task.release", { id: "T-1", agent: "bo", waitsFor: "C-1" }],
      "already_answered",
    )
  })

  test("stays where somebody has put it since, and the answer is kept all the same", async () => {
    const service = await start()
    await ask(service)
    await park(service)
    await service.run("task.edit", { id: "T-1", status: "todo" }, { actor: "cy" })
    await service.run("task.edit", { id: "T-1", status: "blocked", reason: "later" }, { actor: "cy" })
    await answer(service)
    expect(await read(service)).toMatchObject({ status: "blocked", reason: "later" })
  })

  test("stays where somebody has blocked it for another reason: its answer is no way around them", async () => {
    const service = await start()
    await ask(service)
    await park(service)
    await service.run("task.edit", { id: "T-1", status: "blocked", reason: "not now" }, { actor: "ada" })
    await answer(service, "bo", "I know")
    expect(await read(service)).toMatchObject({ status: "blocked", reason: "not now" })
    expect(await next(service, "bo")).toBe("T-2")
  })

  test("goes to whom it was given while it waited, not to who asked", async () => {
    const service = await start()
    await ask(service)
    await park(service)
    await service.run("task.edit", { id: "T-1", assignee: "cy" }, { actor: "ada" })
    await answer(service, "bo", "I know")
    expect(await read(service)).toMatchObject({ status: "todo", assignee: "cy" })
    expect([await next(service, "bo"), await next(service, "cy")]).toEqual(["T-2", "T-1"])
    await service.pass(31 * minute)
    expect(await read(service)).toMatchObject({ status: "todo", assignee: "cy" })
  })

  test("goes on with who asked, also without a skill that they were said to have: as `next` says, so does a claim", async () => {
    const service = await given(
      ["agent.describe", { name: "bo", skills: ["go"] }],
      ["task.create", { title: "x", skills: ["go"] }],
      ["task.claim", { id: "T-1", agent: "bo" }],
    )
    await ask(service)
    await park(service)
    await service.run("agent.describe", { name: "bo", skills: [] })
    await answer(service)
    expect(await next(service, "bo")).toBe("T-1")
    expect((await service.run("task.claim", { id: "T-1", agent: "bo" })).task.status).toBe("doing")
  })

  test("whose offer a person gives to somebody else is theirs", async () => {
    const service = await start()
    await ask(service)
    await park(service)
    await answer(service)
    await service.run("task.edit", { id: "T-1", assignee: "cy" }, { actor: "ada" })
    expect(await next(service, "bo")).toBe("T-2")
    await service.pass(31 * minute)
    expect(await read(service)).toMatchObject({ assignee: "cy", status: "todo" })
  })

  test("goes back to waiting where the answer is taken back, and the answer stays as a comment", async () => {
    const service = await start()
    await ask(service)
    await park(service)
    await answer(service)
    await service.run("command.undo", { task: "T-1" }, { actor: "mira" })
    expect(await read(service)).toMatchObject({ status: "blocked" })
    expect(await next(service, "bo")).toBe("T-2")
  })
})
