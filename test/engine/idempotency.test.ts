import { expect, test } from "vitest"
import { expectRefused, given, startService } from "../support/service.ts"

const hour = 3_600_000
const key = { idempotencyKey: "k1", actor: "ann" }

test("twenty requests at once with one key make one task and get one answer, as do later ones after a restart", async () => {
  const service = await startService()
  const repeat = () => service.run("task.create", { title: "x" }, key)
  const answers = await Promise.all(Array.from({ length: 20 }, repeat))
  const { seq } = service.engine
  await service.run("task.edit", { id: "T-1", title: "changed since" })
  answers.push(await repeat())
  await service.restart()
  answers.push(...(await Promise.all(Array.from({ length: 20 }, repeat))))
  for (const answer of answers) expect(answer).toEqual(answers[0])
  expect(answers[0].task).toMatchObject({ id: "T-1", title: "x" })
  expect((await service.run("task.list")).total).toBe(1)
  expect(service.engine.seq).toBe(seq + 1)
})

test("the same key after a restart from a checkpoint gets the first answer", async () => {
  const service = await given(["task.create", { title: "x" }, key])
  await service.restart() // a clean stop writes the checkpoint
  await service.restart()
  expect((await service.run("task.create", { title: "x" }, key)).task.id).toBe("T-1")
})

test("the same key with another body, another path or another actor is refused", async () => {
  const service = await given(["task.create", { title: "x" }, key])
  await expectRefused(service, ["task.create", { title: "y" }, key], "idempotency_mismatch")
  await expectRefused(
    service,
    ["task.create", { title: "x" }, { ...key, actor: "bob" }],
    "idempotency_mismatch",
  )
  await expectRefused(service, ["task.comment", { id: "T-1", content: "x" }, key], "idempotency_mismatch")
})

test("of two requests at once with one key and different bodies, the first is done and the other refused", async () => {
  const service = await startService()
  const results = await Promise.allSettled([
    service.run("task.create", { title: "x" }, key),
    service.run("task.create", { title: "y" }, key),
  ])
  expect(results.map(({ status }) => status)).toEqual(["fulfilled", "rejected"])
  expect(results[1]).toMatchObject({ reason: { code: "idempotency_mismatch" } })
})

test.each(["task.claim", "task.claimNext"])(
  "a repeated %s carries the lease token again, and the log holds none",
  async (name) => {
    const service = await given(["task.create", { title: "x" }])
    const claim = () => service.run(name, { ...(name === "task.claim" && { id: "T-1" }), agent: "ann" }, key)
    const first = await claim()
    await service.restart()
    expect(await claim()).toEqual(first)
    expect(service.board.tasks.get(1)?.epoch).toBe(1)
    for await (const commit of service.log.read(0))
      expect(JSON.stringify(commit)).not.toContain(first.lease.token)
    await service.run("task.complete", { id: "T-1", leaseToken: first.lease.token })
    expect(await claim()).toEqual(first)
  },
)

test("answers that rest on no event are not remembered", async () => {
  const service = await startService()
  const claim = () => service.run("task.claimNext", { agent: "ann" }, key)
  expect(await claim()).toEqual({ task: null })
  await service.run("task.create", { title: "x" })
  expect(await claim()).toMatchObject({ task: { id: "T-1" } })
})

test("a refusal is not remembered", async () => {
  const service = await startService()
  const claim = ["task.claim", { id: "T-1", agent: "ann" }, key] as const
  await expectRefused(service, claim, "task_not_found")
  await service.run("task.create", { title: "x" })
  expect(await service.run(...claim)).toMatchObject({ task: { id: "T-1" } })
})

test("a repeat is answered although its task was deleted since, and whatever If-Match says", async () => {
  const service = await given(["task.create", { title: "x" }])
  const asker = { ...key, versions: [1] }
  const complete = () => service.run("task.claim", { id: "T-1", agent: "ann" }, asker)
  const first = await complete()
  expect(await complete()).toEqual(first)
  await service.run("task.delete", { id: "T-1" })
  expect(await complete()).toEqual(first)
})

test("a key is kept for 24 hours, and free again then", async () => {
  const service = await given(["task.create", { title: "x" }, key])
  service.sleep(24 * hour - 1)
  expect((await service.run("task.create", { title: "x" }, key)).task.id).toBe("T-1")
  service.sleep(1)
  expect((await service.run("task.create", { title: "x" }, key)).task.id).toBe("T-2")
  service.sleep(23 * hour)
  expect((await service.run("task.create", { title: "x" }, key)).task.id).toBe("T-2")
  service.sleep(3 * hour)
  await service.run("task.list")
  expect(service.board.answers.size).toBe(0)
})
