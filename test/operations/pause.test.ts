import { describe, expect, test } from "vitest"
import { eventsOf, expectRefused, given, problemsOf, type Service, type Step } from "../support/service.ts"

const minute = 60_000
/** As a sentence says it. */
const plain = (iso: string) => `${iso.slice(0, 19).replace("T", " ")} UTC`
const byBob = { actor: "Bob" }
const create: Step = ["task.create", { title: "x" }]
const next = async (service: Service, agent = "ann") =>
  (await service.run("task.next", { agent })).task?.id ?? null
const claim = async (service: Service, agent = "ann") =>
  (await service.run("task.claimNext", { agent })).task?.id ?? null
const paused = async (service: Service) => (await service.run("agent.read", { name: "ann" })).agent.paused

describe.each([
  ["an agent", ["agent.pause", { name: "Ann" }], ["agent.resume", { name: "ANN" }]],
  ["the whole team", ["team.pause", {}], ["team.resume", {}]],
] as [string, readonly [string, object], Step & readonly unknown[]][])(
  "while %s is paused",
  (_, [name, input], resume) => {
    const pause = (more = {}): Step => [name, { ...input, ...more }, byBob]

    test("next and the claim of the next answer null, until it is resumed", async () => {
      const service = await given(create, pause())
      expect([await next(service), await claim(service)]).toEqual([null, null])
      await service.run(...(resume as Exclude<Step, number>))
      expect([await next(service), await claim(service)]).toEqual(["T-1", "T-1"])
    })

    test("who claims the next, or asks why there is none, is told the pause", async () => {
      const service = await given(create, pause({ for: "10m", reason: "lunch" }))
      const told = {
        isTeam: name === "team.pause",
        by: "Bob",
        until: new Date(service.now() + 10 * minute).toISOString(),
        reason: "lunch",
      }
      expect(await service.run("task.claimNext", { agent: "ann" })).toMatchObject({
        task: null,
        paused: told,
      })
      const { task, explain } = await service.run("task.next", { agent: "ann", explain: true })
      expect([task, explain]).toMatchObject([null, { paused: told }])
      expect(await service.run("task.next", { agent: "ann" })).toEqual({ task: null })
    })

    test("a claim that waits is not told, as the pause may end meanwhile", async () => {
      const service = await given(pause())
      expect(await service.run("task.claimNext", { agent: "ann", wait: "1s" })).toEqual({ task: null })
    })

    test("work in progress is not offered either", async () => {
      const service = await given(create, ["task.claim", { id: "T-1", agent: "ann" }], pause())
      expect([await next(service), await claim(service)]).toEqual([null, null])
    })

    test("a claim by id is refused, saying by whom and until when", async () => {
      const service = await given(create, pause({ for: "10m", reason: "the flood" }))
      const until = new Date(service.now() + 10 * minute).toISOString()
      const asked = ["task.claim", { id: "T-1", agent: "ann" }] as const
      await expectRefused(service, asked, "agent_paused", { until })
      await expect(service.run(...asked)).rejects.toThrow(
        `ann is paused by Bob until ${plain(until)}: the flood.`,
      )
    })

    test("work in progress goes on: heartbeats, comments, checks, and its end", async () => {
      const service = await given(
        ["task.create", { title: "x", done_criteria: ["a"] }],
        ["task.claim", { id: "T-1", agent: "ann" }],
        pause(),
        ["agent.heartbeat", { name: "ann" }],
        ["task.heartbeat", { id: "T-1", agent: "ann" }],
        ["task.comment", { id: "T-1", author: "ann", content: "nearly" }],
        ["task.check", { id: "T-1", agent: "ann", criterion: 1 }],
        ["task.complete", { id: "T-1", agent: "ann" }],
      )
      expect((await service.run("task.read", { id: "T-1" })).task.status).toBe("done")
    })

    test("explain names the pause, its reason, and the task that waits for its end", async () => {
      const service = await given(create, pause({ reason: "lunch" }))
      const { explain } = await service.run("task.next", { agent: "ann", explain: true })
      expect(explain.summary).toMatch(/paused by Bob until somebody resumes it: lunch\.$/)
      expect(explain).toMatchObject({ passedOver: [{ task: "T-1", reason: "paused" }], more: false })
      await service.run("task.edit", { id: "T-1", status: "done" })
      const later = await service.run("task.next", { agent: "ann", explain: true })
      expect(later.explain.passedOver).toEqual([])
    })

    test("a pause for a time ends by the clock, as an event of upnext", async () => {
      const service = await given(create, pause({ for: "10m" }), 10 * minute - 1)
      expect(await next(service)).toBeNull()
      await service.pass(1)
      expect(await next(service)).toBe("T-1")
      expect((await eventsOf(service)).at(-1)?.type).toBe(
        resume[0] === "team.resume" ? "team.resumed" : "agent.resumed",
      )
      const history = []
      for await (const events of service.engine.history(service.engine.seq - 1)) history.push(...events)
      expect(history).toMatchObject([{ actor: "upnext" }])
    })

    test("a request after its end never sees the pause, even before any timer has run", async () => {
      const service = await given(create, pause({ for: "10m" }))
      service.sleep(10 * minute)
      expect(await next(service)).toBe("T-1")
    })

    test("it lasts over a restart, and ends while the server is down", async () => {
      const service = await given(create, pause({ for: "1h" }))
      await service.restart(59 * minute)
      expect(await next(service)).toBeNull()
      await service.restart(minute)
      expect(await next(service)).toBe("T-1")
      await service.expectFold()
    })

    test("a second pause takes the place of the first", async () => {
      const service = await given(create, pause({ for: "1m" }), pause({ for: "10m" }), minute)
      expect(await next(service)).toBeNull()
      await service.run(...(pause() as Exclude<Step, number>))
      await service.pass(20 * minute)
      expect(await next(service)).toBeNull()
    })

    test("resuming without a pause changes nothing", async () => {
      const service = await given(create, ["agent.describe", { name: "ann" }])
      const { seq } = service.engine
      await service.run(...(resume as Exclude<Step, number>))
      expect(service.engine.seq).toBe(seq)
    })
  },
)

test("the pause of one agent does not concern others", async () => {
  const service = await given(create, ["agent.pause", { name: "Ann" }])
  expect([await next(service, "bob"), await next(service, "aNN")]).toEqual(["T-1", null])
})

test("an agent that is paused itself stays so when the team is resumed", async () => {
  const service = await given(
    create,
    ["agent.pause", { name: "ann" }],
    ["team.pause", {}],
    ["team.resume", {}],
  )
  expect([await next(service), await next(service, "bob")]).toEqual([null, "T-1"])
})

test("a pause shows by whom, since when and until when, at the agent and in the list", async () => {
  const service = await given(["agent.describe", { name: "Bob" }])
  const pause = {
    until: new Date(service.now() + 30_000).toISOString(),
    by: "Bob",
    at: new Date(service.now()).toISOString(),
    reason: "lunch",
  }
  const asked = { for: "30s", reason: "lunch" }
  const { agent } = await service.run("agent.pause", { name: "ann", ...asked }, { actor: "BOB" })
  expect([agent.paused, await paused(service)]).toEqual([pause, pause])
  expect(await service.run("team.pause", asked, { actor: "BOB" })).toEqual({ paused: pause })
  expect((await service.run("agent.list")).teamPaused).toEqual(pause)
  expect(await service.run("team.resume")).toEqual({ paused: null })
  expect((await service.run("agent.list")).teamPaused).toBeNull()
  expect((await service.run("agent.resume", { name: "ann" })).agent.paused).toBeNull()
})

test("pauses end at their times, together or one after the other", async () => {
  const service = await given(
    ["agent.pause", { name: "a", for: "10s" }],
    ["agent.pause", { name: "b", for: "10s" }],
    ["agent.pause", { name: "c", for: "20s" }],
    ["agent.pause", { name: "d" }],
    10_000,
  )
  const still = async () =>
    (await service.run("agent.list")).agents.flatMap(({ name, paused }: { name: string; paused: unknown }) =>
      paused ? [name] : [],
    )
  expect(await still()).toEqual(["c", "d"])
  await service.pass(10_000)
  expect(await still()).toEqual(["d"])
})

test.each([
  [{ for: "forever" }, ["for"]],
  [{ for: null, reason: 1 }, ["for", "reason"]],
  [{ until: "2030-01-01T00:00:00Z" }, [""]],
  [{ for: "52w", reason: "x" }, []],
])("of a pause of the team with %j these are wrong: %j", (input, wrong) => {
  expect(problemsOf("team.pause", input)).toEqual(wrong)
  if (wrong.length > 0) expect(problemsOf("team.resume", input)).not.toEqual([])
})
