import { expect, test } from "vitest"
import { expectRefused, given, startService } from "../support/service.ts"

const nightly = { title: "Nightly build", once: "nightly 2030-01-01" }

test("a key makes one task, however often and from wherever it is sent, also after a restart", async () => {
  const service = await startService()
  const answers = await Promise.all(Array.from({ length: 5 }, () => service.run("task.create", nightly)))
  for (const { task } of answers) expect(task).toMatchObject({ id: "T-1", source: "once:nightly 2030-01-01" })
  await service.run("task.edit", { id: "T-1", title: "changed" })
  await service.restart()
  const { seq } = service.engine
  expect((await service.run("task.create", nightly)).task).toMatchObject({ id: "T-1", title: "changed" })
  expect(service.engine.seq).toBe(seq)
  expect((await service.run("task.create", { ...nightly, once: "nightly 2030-01-02" })).task.id).toBe("T-2")
})

test("what was thrown away is not made again, and is there again once it is restored", async () => {
  const service = await given(["task.create", nightly], ["task.delete", { id: "T-1" }])
  await expectRefused(service, ["task.create", nightly], "task_deleted")
  await service.run("task.restore", { id: "T-1" })
  expect((await service.run("task.create", nightly)).task.id).toBe("T-1")
})
