import { expect, test } from "vitest"
import type { ErrorCode } from "../../src/errors.ts"
import { eventsOf, expectRefused, given, givenPolicy, type Service, type Step } from "../support/service.ts"

const create = (fields: Record<string, unknown> = {}): Step => ["task.create", { title: "x", ...fields }]
const done = (fields: Record<string, unknown> = {}) =>
  ["task.complete", { id: "T-1", agent: "ann", claim: true, ...fields }] as const
const read = async (service: Service) => (await service.run("task.read", { id: "T-1" })).task

test("a free task is claimed and finished in one commit", async () => {
  const service = await given(create({ done_criteria: ["a"] }))
  const before = service.engine.seq
  const { task, unmet } = await service.run(...done())
  expect([task.status, task.assignee, unmet]).toEqual(["done", "ann", ["a"]])
  const events = await eventsOf(service, before)
  expect(events.map(({ type }) => type)).toEqual(["agent.joined", "task.claimed", "task.completed"])
  const attempts = (await service.run("task.history", { id: "T-1" })).attempts
  expect(attempts).toMatchObject([{ agent: "ann", outcome: "done" }])
})

test("so is one that is assigned to the sender; without the wish, neither is", async () => {
  const service = await given(create({ assignee: "Ann" }))
  await expectRefused(service, ["task.complete", { id: "T-1", agent: "ann" }], "invalid_transition")
  await service.run(...done())
  expect(await read(service)).toMatchObject({ status: "done", assignee: "Ann" })
})

const claimed = (agent: string, id = "T-1"): Step => ["task.claim", { id, agent }]
test.each<[string, readonly Step[], ErrorCode]>([
  ["is somebody else's", [create({ assignee: "bo" })], "task_taken"],
  ["is held by another", [create(), claimed("bo")], "task_taken"],
  [
    "waits for another",
    [create(), create(), ["task.edit", { id: "T-1", blockedBy: ["T-2"] }]],
    "task_not_ready",
  ],
  ["is blocked", [create({ status: "blocked" })], "invalid_transition"],
  [
    "needs what another task holds",
    [create({ resources: ["gpu"] }), create({ resources: ["gpu"] }), claimed("bo", "T-2")],
    "resource_taken",
  ],
  ["is not for this team now", [create(), ["team.pause", {}]], "agent_paused"],
  [
    "was given back by the sender",
    [create(), claimed("ann"), ["task.release", { id: "T-1", agent: "ann" }]],
    "lease_lost",
  ],
])("a task that %s is refused, and nothing is kept", async (_, steps, code) => {
  const service = await given(...steps)
  await expectRefused(service, done({ noReflection: "none" }), code)
})

test("a lease that the server has taken back is told with its end, and a person may go on", async () => {
  const service = await given(create(), ["task.claim", { id: "T-1", agent: "ann", lease: "1m" }])
  await service.pass(120_000)
  await service.run("task.claim", { id: "T-1", agent: "bo" })
  await service.run("task.release", { id: "T-1", agent: "bo" })
  await expectRefused(service, done({ agent: "bo" }), "lease_lost")
  await service.run("agent.describe", { name: "bo", kind: "person" })
  await service.run(...done({ agent: "bo" }))
  expect(await read(service)).toMatchObject({ status: "done", assignee: "bo" })
})

test("what is proven for an earlier attempt proves nothing of this one", async () => {
  const service = await givenPolicy(
    { reflection: "required", checks: "required" },
    create({ checks: ["test"] }),
    ["task.claim", { id: "T-1", agent: "bo" }],
    ["task.reflect", { id: "T-1", agent: "bo", content: "learned" }],
    ["check.report", { id: "T-1", agent: "bo", check: "test", status: "passed", exitCode: 0 }],
    ["task.release", { id: "T-1", agent: "bo" }],
  )
  await expectRefused(service, done({ reflection: "mine" }), "checks_unmet")
  await service.run("task.edit", { id: "T-1", checks: [] })
  await expectRefused(service, done(), "reflection_required")
  await service.run(...done({ reflection: "mine" }))
  expect(await read(service)).toMatchObject({ status: "done" })
})

test("what the worker that lost the task has left does not bind who finishes it", async () => {
  const service = await givenPolicy(
    { reflection: "agents" },
    create({ checks: ["test"] }),
    ["task.claimNext", { agent: "wk", session: "work-7", lease: "1m", finishedBy: "worker" }],
    [
      "check.report",
      { id: "T-1", agent: "wk", session: "work-7", check: "test", status: "passed", exitCode: 0 },
    ],
  )
  await service.pass(200_000)
  const { task, finished, unmet } = await service.run(...done({ agent: "bob", summary: "by bob" }))
  expect([task.status, task.assignee, task.summary, finished, unmet]).toEqual([
    "done",
    "bob",
    "by bob",
    undefined,
    ["check: test"],
  ])
})

const person = { account: "k", role: "work", name: "ann", isPerson: true } as const
const program = { account: "k", role: "work", name: "ann", isPerson: false } as const
test.each<[string, readonly Step[], Step, string | null]>([
  ["a person's account", [], [...done(), { who: person }] as Step, "account"],
  ["a program's account", [], [...done(), { who: program }] as Step, null],
  [
    "a program's account that calls itself a person",
    [["agent.describe", { name: "ann", kind: "person" }]],
    [...done(), { who: program }] as Step,
    null,
  ],
  [
    "an agent that is described as a person",
    [["agent.describe", { name: "ann", kind: "person" }]],
    done({ session: "s" }),
    "description",
  ],
  ["anybody, where nobody is asked", [], done(), "open board"],
  ["a terminal", [], done({ session: "terminal:tmux 1" }), "open board"],
  ["a session", [], done({ session: "claude-1" }), null],
  [
    "who claimed in a session",
    [["task.claim", { id: "T-1", agent: "ann", session: "claude-1" }]],
    done({ session: "claude-1" }),
    null,
  ],
])("where agents are asked what they learned, %s", async (_, before, finish, sign) => {
  const service = await givenPolicy({ reflection: "agents" }, create(), ...before)
  if (sign === null) {
    await expectRefused(service, finish as never, "reflection_required")
    return
  }
  await service.run(...(finish as readonly [string]))
  const stored = service.board.tasks.get(1)
  expect(stored?.status).toBe("done")
  expect(JSON.stringify(await commitsOf(service))).toContain(`"person":${JSON.stringify(sign)}`)
})

test("a move by hand goes by the same rule", async () => {
  const service = await givenPolicy({ reflection: "agents" }, create(), [
    "task.claim",
    { id: "T-1", agent: "ann", session: "claude-1" },
  ])
  const move = ["task.edit", { id: "T-1", status: "done", session: "claude-1" }, { actor: "ann" }] as const
  await expectRefused(service, move, "reflection_required")
  await service.run("agent.describe", { name: "ann", kind: "person" })
  await service.run(...move)
  expect(await read(service)).toMatchObject({ status: "done" })
  expect(JSON.stringify((await eventsOf(service)).at(-1))).toContain('"person":"description"')
})

async function commitsOf(service: Service) {
  const commits = []
  for await (const commit of service.log.read(0)) commits.push(commit)
  return commits
}

test("the end that is said again adds nothing, so one that says more is refused", async () => {
  const said = { criteria: [{ criterion: "a" }], reflection: "learned", summary: "made" }
  const service = await given(create({ done_criteria: ["a", "b"] }), done(said))
  const { seq } = service.engine
  await service.run(...done(said))
  await service.run(...done())
  expect(service.engine.seq).toBe(seq)
  const more = { criteria: [{ criterion: "b" }], reflection: "more" }
  await expectRefused(service, done(more), "invalid_transition", { unsaid: ["criteria", "lesson"] })
  await expectRefused(service, done({ summary: "other" }), "invalid_transition", { unsaid: ["summary"] })
  const bare = await given(create(), done())
  await expectRefused(bare, done({ summary: "made" }), "invalid_transition", { unsaid: ["summary"] })
})
