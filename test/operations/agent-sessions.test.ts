import { expect, test } from "vitest"
import { given, type Service } from "../support/service.ts"

const sessionsOf = async (service: Service) => {
  const { agent } = await service.run("agent.read", { name: "ann" })
  const { agents } = await service.run("agent.list")
  expect(agents.find(({ name }: { name: string }) => name === "ann").sessions).toEqual(agent.sessions)
  return agent.sessions as unknown
}
const claim = (n: number, session?: string) =>
  ["task.claim", { id: `T-${n}`, agent: "ann", ...(session && { session }) }] as const

test("the sessions of one name are told apart, each with its tasks and when it was heard last", async () => {
  const service = await given(
    ...[1, 2, 3, 4].map((n) => ["task.create", { title: `task ${n}` }] as const),
    claim(1, "s1"),
    claim(2, "s2"),
    claim(3, "s1"),
    claim(4),
  )
  const claimed = new Date(service.now()).toISOString()
  await service.pass(60_000)
  await service.run("task.heartbeat", { id: "T-3", agent: "ann", session: "s1" })
  expect(await sessionsOf(service)).toEqual([
    { session: "s1", heardAt: new Date(service.now()).toISOString(), tasks: ["T-1", "T-3"] },
    { session: "s2", heardAt: claimed, tasks: ["T-2"] },
    { session: null, heardAt: claimed, tasks: ["T-4"] },
  ])
})

test("a session that gave its tasks back is gone, and work that nobody claimed has been heard of by none", async () => {
  const service = await given(
    ["task.create", { title: "a" }],
    ["task.create", { title: "b", assignee: "ann", status: "doing" }],
    claim(1, "s1"),
  )
  await service.run("task.release", { id: "T-1", agent: "ann", session: "s1" })
  expect(await sessionsOf(service)).toMatchObject([{ session: null, tasks: ["T-2"] }])
})
