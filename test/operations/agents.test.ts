import { describe, expect, test } from "vitest"
import { eventsOf, expectRefused, given, problemsOf, type Service } from "../support/service.ts"

const read = async (service: Service, name = "ann") => (await service.run("agent.read", { name })).agent
const names = async (service: Service, input = {}) =>
  ((await service.run("agent.list", input)).agents as { name: string }[]).map(({ name }) => name)

test("a described agent can be read with all that is known of it", async () => {
  const service = await given([
    "agent.describe",
    { name: "Ann", kind: "person", role: "lead", description: "# me" },
    { actor: "bob" },
  ])
  expect(await read(service)).toEqual({
    name: "Ann",
    kind: "person",
    role: "lead",
    description: "# me",
    resources: [],
    skills: [],
    joinedAt: new Date(service.now()).toISOString(),
    live: false,
    lastSeenAt: null,
    host: null,
    session: null,
    tasks: [],
    sessions: [],
    paused: null,
    unread: 0,
  })
})

test("a description changes only the fields sent, and null empties; spelling, joining time and pause stay", async () => {
  const service = await given(
    ["agent.describe", { name: "Ann", role: "lead", description: "x" }],
    ["agent.pause", { name: "ann", reason: "lunch" }],
    60_000,
  )
  const { joinedAt } = await read(service)
  await service.run("agent.describe", { name: "ANN", role: "dev" })
  await service.run("agent.describe", { name: "ann", description: null })
  expect(await read(service)).toMatchObject({
    name: "Ann",
    role: "dev",
    description: null,
    joinedAt,
    paused: { reason: "lunch" },
  })
})

test("the same description again adds nothing to the log", async () => {
  const service = await given(["agent.describe", { name: "Ann", role: "lead" }])
  const { seq } = service.engine
  await service.run("agent.describe", { name: "ann", role: "lead" })
  await service.run("agent.describe", { name: "ann" })
  expect(service.engine.seq).toBe(seq)
})

test("an agent lists its tasks in doing by number, without those it gave back", async () => {
  const service = await given(
    ["task.create", { title: "a", assignee: "ann", status: "doing" }],
    ["task.create", { title: "b" }],
    ["task.create", { title: "c" }],
    ["task.claim", { id: "T-3", agent: "Ann" }],
    ["task.claim", { id: "T-2", agent: "ANN" }],
  )
  expect((await read(service)).tasks).toEqual(["T-1", "T-2", "T-3"])
  await service.run("task.release", { id: "T-2", agent: "ann" })
  await service.run("task.edit", { id: "T-3", assignee: "bob" })
  expect((await read(service)).tasks).toEqual(["T-1"])
})

test("agents are listed by name, in pages, without regard to case", async () => {
  const service = await given(
    ...["bob", "Ann", "eve", "Zoë", "ann lee"].map((name) => ["agent.describe", { name }] as const),
  )
  const sorted = ["Ann", "ann lee", "bob", "eve", "Zoë"]
  expect(await names(service)).toEqual(sorted)
  const pages: string[] = []
  for (let cursor: string | null | undefined; cursor !== null;) {
    const page = await service.run("agent.list", { limit: 2, ...(cursor && { cursor }) })
    expect(page.total).toBe(5)
    pages.push(...page.agents.map(({ name }: { name: string }) => name))
    cursor = page.next
  }
  expect(pages).toEqual(sorted)
})

describe("deleting", () => {
  test("an agent goes with its inbox and its pause; tasks and comments keep its name", async () => {
    const service = await given(
      ["task.create", { title: "x", assignee: "Ann" }],
      ["task.comment", { id: "T-1", author: "ann", content: "mine" }],
      ["agent.pause", { name: "ann" }],
    )
    expect((await read(service)).unread).toBe(1)
    expect(await service.run("agent.delete", { name: "ANN" })).toEqual({ deleted: "Ann", openTasks: ["T-1"] })
    await expectRefused(service, ["agent.read", { name: "ann" }], "agent_not_found")
    expect(await names(service)).toEqual([])
    expect((await service.run("task.read", { id: "T-1" })).task.assignee).toBe("Ann")
    await service.run("task.claim", { id: "T-1", agent: "ann" })
    expect(await read(service)).toMatchObject({ name: "ann", unread: 0, paused: null })
  })

  test("is refused while it has work in doing, naming it", async () => {
    const service = await given(["task.create", { title: "x" }], ["task.claim", { id: "T-1", agent: "ann" }])
    await expectRefused(service, ["agent.delete", { name: "ann" }], "agent_busy", { tasks: ["T-1"] })
    await service.run("task.complete", { id: "T-1", agent: "ann" })
    await service.run("agent.delete", { name: "ann" })
    await expectRefused(service, ["agent.delete", { name: "ann" }], "agent_not_found")
  })
})

test.each(["agent.read", "agent.delete", "agent.resume"])(
  "%s of somebody unknown is agent_not_found, and makes nobody known",
  async (name) => {
    const service = await given(["team.pause", {}])
    await expectRefused(service, [name, { name: "ann" }], "agent_not_found")
  },
)

test.each(["a b", "a/b", "Zoë", "next", "..", "李雷", "x".repeat(64), "<b>", '"'])(
  "%j is a name like any other",
  async (name) => {
    const service = await given(["agent.describe", { name }])
    expect(await names(service)).toEqual([name])
  },
)

test.each(["", " ", "x".repeat(65), "a\nb", "a\0", "\ud800", "upnext", "Anonymous", "UNASSIGNED", "\u200b"])(
  "%j is no name for an agent, whatever is asked",
  (name) => {
    for (const operation of [
      "agent.read",
      "agent.describe",
      "agent.delete",
      "agent.heartbeat",
      "agent.pause",
      "agent.resume",
      "inbox.list",
    ])
      expect([operation, problemsOf(operation, { name })]).toEqual([
        operation,
        expect.arrayContaining(["name"]),
      ])
    expect(problemsOf("inbox.ack", { name, seq: 1 })).toContain("name")
  },
)

test.each([
  ["agent.describe", { kind: "robot" }, ["kind"]],
  ["agent.describe", { kind: null }, ["kind"]],
  ["agent.describe", { role: "" }, ["role"]],
  ["agent.describe", { role: "x".repeat(201), description: 1 }, ["role", "description"]],
  ["agent.describe", { pause: {} }, [""]],
  ["agent.describe", { role: null, description: null }, []],
  ["agent.heartbeat", { host: "" }, ["host"]],
  ["agent.heartbeat", { host: "x".repeat(256), session: "x".repeat(65) }, ["host", "session"]],
  ["agent.pause", { for: "0s" }, ["for"]],
  ["agent.pause", { for: 60 }, ["for"]],
  ["agent.pause", { for: "53w", reason: "" }, ["for", "reason"]],
  ["agent.pause", { for: "1h30m", reason: null }, []],
  ["agent.resume", { for: "1h" }, [""]],
])("of %s %j these are wrong: %j", (operation, input, wrong) => {
  expect(problemsOf(operation, { name: "ann", ...input })).toEqual(wrong)
})

test("an agent joins once, however often one request names it", async () => {
  const service = await given(["task.create", { title: "x", assignee: "Ann", reviewer: "ANN" }])
  expect((await eventsOf(service)).map(({ type }) => type)).toEqual(["agent.joined", "task.created"])
})
