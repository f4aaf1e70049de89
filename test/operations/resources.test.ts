import { expect, test } from "vitest"
import { expectRefused, given, type Service, type Step } from "../support/service.ts"

const hour = 3_600_000

const create = (title: string, resources: string[] = []) => ["task.create", { title, resources }] as const
const claim = (agent: string, more = {}) => ["task.claimNext", { agent, ...more }] as const

async function next(service: Service, agent: string): Promise<string | undefined> {
  return (await service.run("task.next", { agent })).task?.id
}

async function reasons(service: Service, agent: string): Promise<[string, string, string][]> {
  const { explain } = await service.run("task.next", { agent, explain: true })
  return explain.passedOver.map(({ task, reason, detail }: Record<string, string>) => [task, reason, detail])
}

test("what somebody is at work in keeps out what is above and below it, and nothing beside it", async () => {
  const service = await given(
    create("the server", ["src/http/"]),
    create("all of it", ["src"]),
    create("a part", ["src/http/app"]),
    create("beside it", ["src/cli"]),
    create("of that name", ["src/httpd"]),
    claim("ann"),
  )
  expect(await next(service, "bob")).toBe("T-4")
  expect(await reasons(service, "bob")).toEqual([
    ["T-1", "held", expect.stringMatching(/^ann holds it/)],
    ["T-2", "resource_taken", "T-1 (ann) holds src."],
    ["T-3", "resource_taken", "T-1 (ann) holds src/http."],
  ])
  await expectRefused(service, ["task.claim", { id: "T-2", agent: "bob" }], "resource_taken", {
    task: "T-2",
    resource: "src",
    holders: [{ task: "T-1", agent: "ann" }],
  })
  const { tasks } = await service.run("task.list", { ready: true, sort: "created" })
  expect(tasks.map(({ id }: { id: string }) => id)).toEqual(["T-1", "T-4", "T-5"])
  expect((await service.run("now.read")).now.ready).toBe(2)
  expect((await service.run("task.read", { id: "T-3" })).task).toMatchObject({
    ready: false,
    taken: { resource: "src/http", by: [{ task: "T-1", agent: "ann" }] },
  })
  await service.run("task.complete", { id: "T-1", agent: "ann" })
  expect(await next(service, "bob")).toBe("T-2")
  await service.expectFold()
})

test("who waits gets a task as soon as its resource is free", async () => {
  const service = await given(create("one", ["db"]), create("two", ["db"]), claim("ann"))
  const waiting = service.run("task.claimNext", { agent: "bob", wait: "30s" })
  await service.run("task.release", { id: "T-1", agent: "ann" })
  expect((await waiting).task.id).toBe("T-1")
  const more = service.run("task.claimNext", { agent: "ann", wait: "30s" })
  await service.run("task.complete", { id: "T-1", agent: "bob" })
  expect((await more).task.id).toBe("T-2")
})

test("a declared resource lends as many places as it has, at it or below it", async () => {
  const service = await given(
    ["resource.set", { name: "gpu", capacity: 2 }],
    ...["gpu/0", "gpu/1", "gpu", "gpu/0"].map((name, i) => create(`job ${i}`, [name])),
  )
  for (const agent of ["ann", "bob", "cid"]) await service.run("task.claimNext", { agent })
  expect((await service.run("task.read", { id: "T-2" })).task.assignee).toBe("bob")
  expect(await next(service, "cid")).toBeUndefined()
  await service.run("resource.set", { name: "gpu", capacity: 3 })
  expect(await next(service, "cid"), "T-3 needs gpu, which has room; T-4 needs what T-1 holds").toBe("T-3")
  await service.run("resource.set", { name: "gpu", capacity: 1 })
  expect(await next(service, "ann"), "nothing is taken away").toBe("T-1")
  const { resources } = await service.run("resource.list")
  expect(
    resources.map(({ name, capacity, holders, waitingCount }: never) => [
      name,
      capacity,
      holders,
      waitingCount,
    ]),
  ).toEqual([
    [
      "gpu",
      1,
      [
        { task: "T-1", agent: "ann" },
        { task: "T-2", agent: "bob" },
      ],
      1,
    ],
    ["gpu/0", 1, [{ task: "T-1", agent: "ann" }], 1],
    ["gpu/1", 1, [{ task: "T-2", agent: "bob" }], 0],
  ])
  await service.expectFold()
})

test("agents that draw on one resource share its room, whatever they work on", async () => {
  const service = await given(
    ...["ann", "bob", "cid"].map((name) => ["agent.describe", { name, resources: ["claude-max"] }] as const),
    ["resource.set", { name: "claude-max", capacity: 2 }],
    ...["a", "b", "c"].map((title) => create(title)),
    claim("ann"),
    claim("bob"),
  )
  expect(await next(service, "cid")).toBeUndefined()
  expect((await reasons(service, "cid")).at(-1)).toEqual([
    "T-3",
    "resource_taken",
    "cid uses claude-max: T-1 (ann) and T-2 (bob) hold claude-max.",
  ])
  expect(await next(service, "eve")).toBe("T-3")
  await expectRefused(service, ["task.claim", { id: "T-3", agent: "cid" }], "resource_taken")
  const waits = [service.run("task.claimNext", { agent: "cid", wait: "30s" })]
  await service.run("resource.set", { name: "claude-max", capacity: 3 })
  expect((await waits[0])?.task.id).toBe("T-3")
  await service.expectFold()
})

test("a closed resource keeps out who would begin, not who is at work, and opens by itself", async () => {
  const service = await given(create("one", ["src/a"]), create("two", ["src/b"]), claim("ann"))
  const until = new Date(service.now() + hour).toISOString()
  await service.run("resource.close", { name: "src", until, reason: "a release" })
  expect(await next(service, "bob")).toBeUndefined()
  expect((await service.run("task.read", { id: "T-2" })).task.taken).toEqual({
    resource: "src",
    by: [],
    closedUntil: until,
    reason: "a release",
  })
  expect(await reasons(service, "bob"), "names compare exactly").toContainEqual([
    "T-2",
    "resource_taken",
    expect.stringMatching(/^src is closed until .*: a release\.$/),
  ])
  await service.restart()
  expect((await service.run("task.claim", { id: "T-1", agent: "ann" })).task.status, "goes on").toBe("doing")
  const waiting = service.run("task.claimNext", { agent: "bob", wait: "60s" })
  service.setClock(hour)
  await service.pass(1_000)
  expect((await waiting).task.id).toBe("T-2")
  await service.expectFold()
})

test("a limit costs no attempt, closes what the agent draws on for all, and rests the task for it", async () => {
  const service = await given(
    ...["ann", "bob"].map((name) => ["agent.describe", { name, resources: ["claude-max"] }] as const),
    ["resource.set", { name: "claude-max", capacity: 5 }],
    create("one"),
    claim("ann"),
  )
  const answer = await service.run("task.release", { id: "T-1", agent: "ann", limit: { reason: "quota" } })
  expect(answer).toMatchObject({ closed: ["claude-max"], task: { status: "todo", attempts: 0, ready: true } })
  expect(await next(service, "bob"), "it draws on the same").toBeUndefined()
  expect(await next(service, "eve")).toBe("T-1")
  await service.run("resource.open", { name: "claude-max" })
  expect(await next(service, "bob")).toBe("T-1")
  expect(await next(service, "ann"), "it rests a minute for her").toBeUndefined()
  expect((await reasons(service, "ann"))[0]?.[1]).toBe("rests_for_agent")
  const waiting = service.run("task.claimNext", { agent: "ann", wait: "60s" })
  await service.pass(61_000)
  expect((await waiting).task.id).toBe("T-1")
})

test("an agent that draws on nothing is paused by its limit", async () => {
  const service = await given(create("one"), claim("ann"))
  const until = new Date(service.now() + 2 * hour).toISOString()
  const { paused } = await service.run("task.release", { id: "T-1", agent: "ann", limit: { until } })
  expect(paused).toBe(until)
  expect((await service.run("task.claimNext", { agent: "ann" })).paused).toMatchObject({ until })
  await service.run("task.create", { title: "two", status: "doing", assignee: "bob" })
  await expectRefused(
    service,
    ["task.release", { id: "T-2", agent: "bob", failed: true, limit: {} }],
    "invalid_input",
  )
})

test("who is at work may need more while it is free", async () => {
  const service = await given(create("one", ["a"]), create("two", ["b"]), claim("ann"), claim("bob"))
  await service.run("task.edit", { id: "T-1", resources: ["a", "c"] })
  await expectRefused(service, ["task.edit", { id: "T-1", resources: ["a", "b/x"] }], "resource_taken")
  await service.run("task.create", { title: "three", resources: ["c"] })
  expect(await next(service, "eve")).toBeUndefined()
  await service.expectFold()
})

test("who is refused more is told of others, and not of itself", async () => {
  const service = await given(create("one", ["src/a"]), create("two", ["src/b"]), claim("ann"), claim("bob"))
  await expectRefused(service, ["task.edit", { id: "T-1", resources: ["src/a", "src"] }], "resource_taken", {
    resource: "src",
    holders: [{ task: "T-2", agent: "bob" }],
  })
})

test("of several tasks at work that are to need the same, one is given it", async () => {
  const service = await given(
    ...["ann", "bob", "cid"].flatMap((agent) => [create(`for ${agent}`), claim(agent)]),
  )
  const edit = (ids: string[], changes: object) => service.run("task.editMany", { ids, changes })
  const { tasks, refused } = await edit(["T-1", "T-2"], { resources: ["src"] })
  expect(tasks).toMatchObject([{ id: "T-1", resources: ["src"] }])
  expect(refused).toMatchObject([
    { id: "T-2", code: "resource_taken", facts: { holders: [{ task: "T-1" }] } },
  ])
  const { tasks: both } = await edit(["T-2", "T-3"], { resources: ["db"], status: "done" })
  expect(both, "who leaves off takes nothing from the next").toHaveLength(2)
  await service.expectFold()
})

test("work that comes back from its review is offered when what it needs has room", async () => {
  const service = await given(
    ["task.create", { title: "one", resources: ["a"], reviewer: "rea" }],
    create("two", ["a"]),
    claim("ann"),
    ["task.complete", { id: "T-1", agent: "ann" }],
    claim("bob"),
    ["task.review", { id: "T-1", reviewer: "rea", decision: "request_changes" }],
  )
  expect(await next(service, "ann"), "T-2 is at work there").toBeUndefined()
  await expectRefused(service, ["task.claim", { id: "T-1", agent: "ann" }], "resource_taken")
  await service.run("task.complete", { id: "T-2", agent: "bob" })
  expect(await next(service, "ann")).toBe("T-1")
})

test("work that comes back from its review while what it needs is taken stays with whose it is", async () => {
  const back: Step[] = [
    ["task.create", { title: "one", resources: ["a"], reviewer: "rea" }],
    claim("ann"),
    ["task.complete", { id: "T-1", agent: "ann" }],
    ["task.review", { id: "T-1", reviewer: "rea", decision: "request_changes" }],
  ]
  const read = async (service: Service) => (await service.run("task.read", { id: "T-1" })).task
  for (const step of [
    ["resource.close", { name: "a" }],
    ["agent.describe", { name: "ann", resources: ["max"] }],
  ] as const) {
    const service = await given(...back, ["resource.close", { name: "max" }], step, hour)
    expect(await read(service), step[0]).toMatchObject({ status: "todo", assignee: "ann", expiries: 0 })
    await service.expectFold()
  }
  expect(await read(await given(...back, hour))).toMatchObject({ status: "todo", assignee: "unassigned" })
})

test("a task that takes skills goes to who has them all", async () => {
  const service = await given(
    ["task.create", { title: "paint", skills: ["opus", "gpu"] }],
    create("sweep"),
    ["agent.describe", { name: "ann", skills: ["gpu", "opus", "more"] }],
    ["agent.describe", { name: "bob", skills: ["gpu"] }],
  )
  expect([await next(service, "ann"), await next(service, "bob"), await next(service, "eve")]).toEqual([
    "T-1",
    "T-2",
    "T-2",
  ])
  expect(await reasons(service, "bob")).toEqual([
    ["T-1", "missing_skills", "It needs opus, and bob is not known to have that skill."],
  ])
  await expectRefused(service, ["task.claim", { id: "T-1", agent: "bob" }], "not_able", {
    task: "T-1",
    agent: "bob",
    skills: ["opus"],
  })
})
