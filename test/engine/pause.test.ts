import { readCommands } from "../../src/domain/board/upcast.ts"
import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { openJournal } from "../../src/storage/journal/journal.ts"
import { createGate } from "../support/gate.ts"
import { dump, given, startService, type Step } from "../support/service.ts"
import { claims, idsOf, settled, waitFor } from "../support/waiting.ts"
import { temporaryDirectory } from "../storage/support.ts"

beforeEach(
  () => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval"] }),
)
afterEach(() => void vi.useRealTimers())

const tasks = (n: number): Step[] => Array.from({ length: n }, (_, i) => ["task.create", { title: `${i}` }])
const peek: [string, object] = ["task.next", { agent: "agent 0" }]
const ends: [string, Step, Step][] = [
  ["an agent's pause is ended", ["agent.pause", { name: "agent 0" }], ["agent.resume", { name: "AGENT 0" }]],
  ["the team's pause is ended", ["team.pause", {}], ["team.resume", {}]],
  ["an agent's pause runs out", ["agent.pause", { name: "agent 0", for: "20s" }], 20_000],
  ["the team's pause runs out", ["team.pause", { for: "20s" }], 20_000],
  ["a paused agent is deleted", ["agent.pause", { name: "agent 0" }], ["agent.delete", { name: "agent 0" }]],
]

test.each(ends)("a peek and a claim that wait are woken when %s", async (_, pause, end) => {
  const service = await given(...tasks(1), pause)
  const all = await waitFor(service, peek, ...claims(1))
  expect(idsOf(all)).toEqual(["waits", "waits"])
  if (typeof end === "number") await service.pass(end)
  else await service.run(...end)
  await settled(service)
  expect(idsOf(all)).toEqual(["T-1", "T-1"])
})

test("timers alone end a pause for waiting calls", async () => {
  const service = await given(...tasks(1), ["team.pause", { for: "20s" }])
  const [claim] = await waitFor(service, ...claims(1))
  service.sleep(20_000)
  await vi.advanceTimersByTimeAsync(20_001)
  await claim?.done
  expect(claim?.answer).toMatchObject({ task: { id: "T-1" } })
})

test("when the team is resumed, each ready task ends one wait, the oldest first", async () => {
  const service = await given(...tasks(3), ["team.pause", {}])
  const all = await waitFor(service, ...claims(5))
  await service.run("team.resume")
  await settled(service)
  expect(idsOf(all)).toEqual(["T-1", "T-2", "T-3", "waits", "waits"])
})

test("while the oldest waiting agent is paused, a new task goes to the next; once resumed, it gets another", async () => {
  const service = await given(["agent.pause", { name: "agent 0" }])
  const all = await waitFor(service, ...claims(2))
  await service.run("task.create", { title: "one" })
  await service.run("task.create", { title: "two" })
  await settled(service)
  expect(idsOf(all)).toEqual(["waits", "T-1"])
  await service.run("agent.resume", { name: "agent 0" })
  await settled(service)
  expect(idsOf(all)).toEqual(["T-2", "T-1"])
})

test("a waiting agent that is paused gets null at its deadline", async () => {
  const service = await given(...tasks(1), ["team.pause", {}])
  const all = await waitFor(service, peek, ...claims(1))
  await vi.advanceTimersByTimeAsync(30_000)
  expect(idsOf(all)).toEqual([null, null])
})

test("a batch that fails takes back its notices, pauses, agents, hosts and checks", async () => {
  const gate = createGate()
  const service = await startService({ openLog: gate.openLog })
  const story: Exclude<Step, number>[] = [
    ["task.create", { title: "x", assignee: "bob", done_criteria: ["a"] }],
    ["agent.pause", { name: "bob", for: "1h" }],
    ["team.pause", { for: "2h" }],
  ]
  for (const [name, input] of story) await service.run(name, input)
  const before = dump(service.board)
  const writes: Exclude<Step, number>[] = [
    ["task.comment", { id: "T-1", author: "ann", content: "@bob" }],
    ["inbox.ack", { name: "bob", seq: 2 }],
    ["agent.resume", { name: "bob" }],
    ["agent.pause", { name: "eve", for: "1m" }],
    ["team.resume", {}],
    ["team.pause", { for: "1s" }],
    ["agent.heartbeat", { name: "zoë", host: "mac" }],
    ["task.check", { id: "T-1", criterion: 1, agent: "ann" }],
    ["agent.describe", { name: "bob", role: "dev" }],
    ["agent.delete", { name: "bob" }],
  ]
  gate.break("storage_full")
  const results = await Promise.allSettled(writes.map(([name, input]) => service.run(name, input)))
  for (const result of results) expect(result).toMatchObject({ reason: { code: "storage_full" } })
  expect(dump(service.board)).toEqual(before)
  gate.break(undefined)
  await Promise.all(writes.map(([name, input]) => service.run(name, input)))
  expect(dump(service.board)).not.toEqual(before)
})

test("a restart brings inboxes, pauses and checks back, from the journal and from a checkpoint", async () => {
  vi.useRealTimers()
  const directory = await temporaryDirectory()
  const warnings: string[] = []
  const openLog = () => openJournal({ readCommands, directory, warn: (message) => warnings.push(message) })
  const service = await startService({ openLog })
  for (const [name, input] of [
    ["task.create", { title: "x", assignee: "bob", done_criteria: ["a"] }],
    ["task.comment", { id: "T-1", author: "ann", content: "@bob" }],
    ["task.check", { id: "T-1", criterion: 1, agent: "ann" }],
    ["inbox.ack", { name: "bob", seq: 2 }],
    ["agent.pause", { name: "bob", for: "1h", reason: "lunch" }],
    ["team.pause", { reason: "flood" }],
  ] as const)
    await service.run(name, input)
  const board = dump(service.board)
  await service.restart()
  expect(dump(service.board)).toEqual(board)
  expect((await service.run("inbox.list", { name: "bob" })).inbox).toMatchObject([{ kind: "mention" }])
  expect(warnings).toEqual([])
})
