import { expect, test } from "vitest"
import { given, problemsOf, type Service, type Step } from "../support/service.ts"

const hosts = async (service: Service, input = {}) => service.run("host.list", input)
const beat = (name: string, host: string): Step => ["agent.heartbeat", { name, host }]

test.each([
  ["a heartbeat", "agent.heartbeat", { name: "ann", host: "mac" }],
  ["a claim", "task.claim", { id: "T-1", agent: "ann", host: "mac" }],
  ["the claim of what is next", "task.claimNext", { agent: "ann", host: "mac" }],
  ["the heartbeat of a task", "task.heartbeat", { id: "T-2", agent: "bob", host: "mac" }],
])("a host appears when %s names it, with who was heard of from there", async (_, name, input) => {
  const service = await given(
    ["task.create", { title: "x" }],
    ["task.create", { title: "y" }],
    ["task.claim", { id: "T-2", agent: "bob" }],
  )
  await service.run(name, input)
  const at = new Date(service.now()).toISOString()
  expect(await hosts(service)).toEqual({
    hosts: [
      { name: "mac", joinedAt: at, lastSeenAt: at, agents: [name === "task.heartbeat" ? "bob" : "ann"] },
    ],
    next: null,
    total: 1,
  })
})

test("an agent is shown on the host it named last, and a host was last seen when any of its agents was", async () => {
  const service = await given(
    beat("ann", "mac"),
    beat("bob", "mac"),
    1000,
    beat("ann", "linux"),
    beat("eve", "mac"),
  )
  const now = new Date(service.now()).toISOString()
  expect((await hosts(service)).hosts).toMatchObject([
    { name: "linux", agents: ["ann"], lastSeenAt: now },
    { name: "mac", agents: ["bob", "eve"], lastSeenAt: now },
  ])
})

test("hosts come in pages by name, however long the name", async () => {
  const names = ["a", "b".repeat(255), "c"]
  const service = await given(...names.map((name) => beat("ann", name)))
  const found: string[] = []
  for (let cursor: string | null | undefined; cursor !== null;) {
    const page = await hosts(service, { limit: 1, ...(cursor && { cursor }) })
    found.push(...page.hosts.map(({ name }: { name: string }) => name))
    expect(page.total).toBe(3)
    cursor = page.next
  }
  expect(found).toEqual(names)
})

test.each([{ limit: 0 }, { limit: 501 }, { limit: "x" }, { cursor: "" }, { name: "mac" }])(
  "%j is refused",
  (input) => {
    expect(problemsOf("host.list", input)).not.toEqual([])
  },
)

test("the starter team's machine is a host", async () => {
  const service = await given(["team.starter"])
  expect((await hosts(service)).hosts).toMatchObject([{ name: "test-host", agents: [], lastSeenAt: null }])
})
