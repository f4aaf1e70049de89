import { expect, test } from "vitest"
import { eventsOf, given, startService, type Service } from "../support/service.ts"

const minute = 60_000
const read = async (service: Service, name = "ann") => (await service.run("agent.read", { name })).agent
const seen = async (service: Service) => {
  const { live, lastSeenAt, host, session } = await read(service)
  return { live, ago: lastSeenAt && service.now() - Date.parse(lastSeenAt), host, session }
}
const nowhere = { host: null, session: null }

test.each([
  ["asks for the next task", "task.next", { agent: "ANN" }, {}],
  ["asks to claim the next task", "task.claimNext", { agent: "ann" }, {}],
  ["lists tasks", "task.list", {}, { actor: "Ann" }],
  ["reads a task that is not there", "task.read", { id: "T-9" }, { actor: "ann" }],
  ["comments", "task.comment", { id: "T-1", author: "ann", content: "x" }, {}],
  ["is refused", "task.complete", { id: "T-1", agent: "ann" }, {}],
  ["edits a task", "task.edit", { id: "T-1", title: "y" }, { actor: "ann" }],
  ["reads its mail", "inbox.ack", { name: "ann", seq: 1 }, {}],
  ["says that it is there", "agent.heartbeat", { name: "ann" }, {}],
])("who %s is there", async (_, name, input, asker) => {
  const service = await given(
    ["task.create", { title: "x", assignee: "bob" }],
    ["agent.describe", { name: "Ann" }],
    minute,
  )
  expect(await seen(service)).toEqual({ live: false, ago: null, ...nowhere })
  await service.run(name, input, asker).catch(() => undefined)
  expect(await seen(service)).toEqual({ live: true, ago: 0, ...nowhere })
})

test.each([
  ["agent.read", { name: "ann" }],
  ["inbox.list", { name: "ann" }],
  ["agent.describe", { name: "ann", role: "dev" }],
  ["agent.pause", { name: "ann" }],
  ["task.list", { assignee: "ann" }],
  ["task.create", { title: "x", assignee: "ann" }],
])("%s of somebody does not make them there", async (name, input) => {
  const service = await given(["agent.describe", { name: "Ann" }])
  await service.run(name, input)
  await service.run(name, input, { actor: "bob" })
  expect((await seen(service)).live).toBe(false)
})

test("two minutes after its last request an agent is no longer live, and shows when that was", async () => {
  const service = await given(["agent.heartbeat", { name: "ann" }], 2 * minute)
  expect(await seen(service)).toEqual({ live: true, ago: 2 * minute, ...nowhere })
  await service.pass(1)
  expect(await seen(service)).toEqual({ live: false, ago: 2 * minute + 1, ...nowhere })
})

test("an agent that waits for work is live from the moment it asks", async () => {
  const service = await given(["agent.describe", { name: "ann" }])
  const gone = new AbortController()
  void service.run("task.next", { agent: "ann", wait: "60s" }, { signal: gone.signal })
  expect((await seen(service)).live).toBe(true)
  gone.abort()
})

test("the host and the session named last are kept until others are named", async () => {
  const service = await given(
    ["task.create", { title: "x" }],
    ["agent.heartbeat", { name: "ann", host: "mac", session: "s1" }],
    minute,
    ["task.list", {}, { actor: "ann" }],
  )
  expect(await seen(service)).toEqual({ live: true, ago: 0, host: "mac", session: "s1" })
  await service.run("task.claimNext", { agent: "ann", host: "linux" })
  await service.run("task.heartbeat", { id: "T-1", agent: "ann", session: "s2" })
  expect(await seen(service)).toMatchObject({ host: "linux", session: "s2" })
})

test("a caller known only by its lease token is live too; one with an invalid token is not", async () => {
  const service = await given(["task.create", { title: "x" }], ["agent.describe", { name: "ann" }])
  const { lease } = await service.run("task.claim", { id: "T-1", agent: "ann" })
  await service.pass(3 * minute)
  const beat = (leaseToken: string) => service.run("task.heartbeat", { id: "T-1", leaseToken, host: "mac" })
  await expect(beat("T-1.1.wrong")).rejects.toMatchObject({ code: "lease_lost" })
  expect((await seen(service)).live).toBe(false)
  await beat(lease.token)
  expect(await seen(service)).toMatchObject({ live: true, ago: 0, host: "mac" })
})

test("live=1 lists only live agents, and live=0 only the others", async () => {
  const service = await given(
    ["agent.heartbeat", { name: "old" }],
    3 * minute,
    ["agent.describe", { name: "never" }],
    ["agent.heartbeat", { name: "Ann" }],
  )
  const list = async (live?: string) => {
    const { agents, total } = await service.run("agent.list", { ...(live && { live }), limit: 1 })
    return [agents.map(({ name }: { name: string }) => name), total]
  }
  expect([await list("1"), await list("0"), await list()]).toEqual([
    [["Ann"], 1],
    [["never"], 2],
    [["Ann"], 3],
  ])
})

test("a query makes no agent, and presence writes nothing to the log", async () => {
  const service = await startService()
  await service.run("task.next", { agent: "stranger" })
  await service.run("task.claimNext", { agent: "stranger", host: "mac" })
  await service.run("task.list", {}, { actor: "stranger" })
  expect([await eventsOf(service), (await service.run("agent.list")).total]).toEqual([[], 0])
  await service.run("agent.heartbeat", { name: "ann", host: "mac", session: "s" })
  const { seq } = service.engine
  for (let i = 0; i < 3; i++)
    await service.run("agent.heartbeat", { name: "ann", host: "mac", session: `s${i}` })
  expect(service.engine.seq).toBe(seq)
  expect((await eventsOf(service)).map(({ type }) => type)).toEqual(["agent.joined", "host.joined"])
})

test("presence begins anew with each start; agents and hosts do not", async () => {
  const service = await given(["agent.heartbeat", { name: "ann", host: "mac", session: "s" }])
  await service.restart()
  expect(await seen(service)).toEqual({ live: false, ago: null, ...nowhere })
  expect((await service.run("host.list")).hosts).toMatchObject([
    { name: "mac", agents: [], lastSeenAt: null },
  ])
})

test("beyond ten thousand names, those heard of least recently are forgotten", async () => {
  const service = await given(["agent.heartbeat", { name: "ann" }], ["agent.heartbeat", { name: "bob" }])
  await service.pass(1_000)
  await service.run("task.list", {}, { actor: "ann" })
  for (let i = 0; i < 9_999; i++) await service.run("task.next", { agent: `a${i}` })
  expect([(await read(service, "ann")).live, (await read(service, "bob")).live]).toEqual([true, false])
})

test("each call counts, also within a second of the last, and after the clock was set back", async () => {
  const service = await given(
    ["agent.heartbeat", { name: "ann" }],
    ["agent.heartbeat", { name: "bob" }],
    minute,
  )
  const call = (actor: string) => service.run("task.list", {}, { actor })
  for (const _ of [1, 2]) {
    service.sleep(400)
    await call("ann")
    expect(await seen(service)).toMatchObject({ live: true, ago: 0 })
  }
  service.sleep(5_000)
  await call("bob")
  service.sleep(-30_000)
  await call("ann")
  for (let i = 0; i < 9_999; i++) await service.run("task.next", { agent: `a${i}` })
  expect([(await read(service, "ann")).live, (await read(service, "bob")).live]).toEqual([true, false])
})
