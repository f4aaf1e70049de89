import { expect, test } from "vitest"
import { expectRefused, given, type Service } from "../support/service.ts"

const held = ["task.claim", { id: "T-1", agent: "bo", session: "s1" }] as const
const start = () => given(["task.create", { title: "x" }], ["task.create", { title: "y" }], [...held])
const say = (service: Service, author: string, content: string) =>
  service.run("task.comment", { id: "T-1", author, content })
const beat = (service: Service, more: object = {}) =>
  service.run("task.heartbeat", { id: "T-1", agent: "bo", session: "s1", ...more })
const idsIn = ({ said }: { said?: { id: string }[] }) => said?.map(({ id }) => id)

test("what others say reaches the holder with the answer to its next write, until that says it was heard", async () => {
  const service = await start()
  expect(await beat(service)).not.toHaveProperty("said")
  await say(service, "mira", "Use the **old** schema.")
  const unheard = { lease: { unheard: 1 } }
  expect((await service.run("task.read", { id: "T-1" })).task).toMatchObject(unheard)
  const word = [{ id: "C-1", author: "mira", content: "Use the **old** schema." }]
  expect((await beat(service)).said).toEqual(word)
  await service.restart()
  expect((await beat(service)).said).toEqual(word)
  await say(service, "mira", "and the new names")
  expect(idsIn(await beat(service, { heard: "C-1" }))).toEqual(["C-2"])
  expect(await beat(service, { heard: "C-2" })).not.toHaveProperty("said")
  expect((await service.run("task.read", { id: "T-1" })).task.lease).not.toHaveProperty("unheard")
})

test.for<[name: string, input: object]>([
  ["task.comment", { author: "bo", content: "on it" }],
  ["task.edit", { title: "z" }],
  ["task.check", { agent: "bo", criterion: "works" }],
  ["check.report", { agent: "bo", check: "test", status: "passed", exitCode: 0, durationMs: 1 }],
  ["task.sendOutput", { agent: "bo", text: "…" }],
])("the answer to %s has them too", async ([name, input]) => {
  const service = await given(
    ["task.create", { title: "x", done_criteria: ["works"] }],
    ["task.claim", { id: "T-1", agent: "bo" }],
  )
  await say(service, "mira", "hm")
  expect(idsIn(await service.run(name, { id: "T-1", ...input }, { actor: "bo" }))).toEqual(["C-1"])
  if (name === "task.sendOutput") return
  const repeat = { actor: "bo", idempotencyKey: "k" }
  expect(idsIn(await service.run(name, { id: "T-1", ...input }, repeat))).toEqual(["C-1"])
  await beatOf(service, { heard: "C-1" })
  // A repeat has the answer of the first, and the words of its own moment.
  expect(idsIn(await service.run(name, { id: "T-1", ...input }, repeat)) ?? []).toEqual([])
})

const beatOf = (service: Service, more: object) =>
  service.run("task.heartbeat", { id: "T-1", agent: "bo", ...more })

test("nobody but the holder gets them: not another session, not who held it before, not the assignee without a claim", async () => {
  const service = await start()
  await say(service, "mira", "hm")
  expect(await say(service, "cy", "me too")).not.toHaveProperty("said")
  const edit = { id: "T-1", tags: ["a"], session: "s2" }
  expect(await service.run("task.edit", edit, { actor: "bo" })).not.toHaveProperty("said")
  const next = await service.run("task.claim", { id: "T-1", agent: "bo", session: "s2", takeOver: true })
  expect(next.handoff.comments).toMatchObject([{ content: "hm" }, { content: "me too" }])
  const again = { id: "T-1", agent: "bo", session: "s2" }
  expect(await service.run("task.heartbeat", again)).not.toHaveProperty("said")
  await expectRefused(service, ["task.heartbeat", { id: "T-1", agent: "bo", session: "s1" }], "task_taken")
})

test("what the holder says itself is no word to it, and does not hide what others said", async () => {
  const service = await start()
  for (let i = 0; i < 30; i++) await say(service, "bo", `step ${i}`)
  await say(service, "mira", "stop")
  for (let i = 0; i < 30; i++)
    expect(
      idsIn(await service.run("task.comment", { id: "T-1", author: "BO", content: "…", session: "s1" })),
    ).toEqual(["C-31"])
  expect(await beat(service, { heard: "C-31" })).not.toHaveProperty("said")
  await say(service, "mira", "go on")
  expect(idsIn(await beat(service))).toEqual(["C-62"])
})

test("at most 20 at once, the oldest first, and a long one is cut", async () => {
  const service = await start()
  for (let i = 0; i < 25; i++) await say(service, "mira", "x".repeat(i === 0 ? 60_000 : 1))
  const first = await beat(service)
  expect(first.said).toHaveLength(20)
  expect(first.said[0].content).toHaveLength(4000)
  expect(idsIn(await beat(service, { heard: first.said.at(-1).id }))).toHaveLength(5)
})

test("what is not a comment on the task cannot be heard, and nothing changes", async () => {
  const service = await start()
  await say(service, "mira", "hm")
  await service.run("task.comment", { id: "T-2", author: "mira", content: "elsewhere" })
  const seq = service.engine.seq
  for (const heard of ["C-2", "C-99"])
    await expectRefused(
      service,
      ["task.heartbeat", { id: "T-1", agent: "bo", session: "s1", heard }],
      "invalid_input",
    )
  expect(service.engine.seq).toBe(seq)
  expect(idsIn(await beat(service))).toEqual(["C-1"])
})

test("an earlier comment that is heard late takes nothing back", async () => {
  const service = await start()
  await say(service, "mira", "one")
  await say(service, "mira", "two")
  await beat(service, { heard: "C-2" })
  expect(await beat(service, { heard: "C-1" })).not.toHaveProperty("said")
})
