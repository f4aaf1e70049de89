import { setFlagsFromString } from "node:v8"
import { runInThisContext } from "node:vm"
import { expect, test } from "vitest"
import { requireTask } from "../../../src/domain/board/find.ts"
import { copyTask } from "../../../src/domain/board/tasks/task-record.ts"
import type { Task } from "../../../src/domain/board/records.ts"
import { createRandom } from "../../support/random.ts"
import { startService, type Service } from "../../support/service.ts"
import { randomTask } from "../tasks.ts"

setFlagsFromString("--allow-natives-syntax")
const haveSameMap = runInThisContext("(a, b) => %HaveSameMap(a, b)") as (a: object, b: object) => boolean

/** A task that was claimed, finished and reopened, so that each of its records is a copy of the one before. */
async function goRound(service: Service, id: string): Promise<void> {
  await service.run("task.claim", { id, agent: "ann" })
  await service.run("task.heartbeat", { id, agent: "ann" })
  await service.run("task.complete", { id, agent: "ann", reflection: "r", summary: "s" })
  await service.run("task.edit", { id, status: "todo", assignee: "unassigned" })
}

test("records have two hidden classes, one for tasks that nothing has happened to, which keeps the rules fast", async () => {
  const service = await startService()
  await service.run("task.create", { title: "x" })
  await service.run("task.create", { title: "y", priority: "P0" })
  await goRound(service, "T-2")
  for (let i = 0; i < 10; i++) {
    await goRound(service, "T-1")
    await service.run("task.create", { title: "y" })
    const [changed, other, before, fresh] = [1, 2, 2 + i, 3 + i].map((n) =>
      requireTask(service.board, `T-${n}`),
    ) as [Task, Task, Task, Task]
    expect(changed.version).toBeGreaterThan(1)
    expect(haveSameMap(changed, other)).toBe(true)
    if (i > 0) expect(haveSameMap(before, fresh)).toBe(true)
    expect(Object.keys(fresh).length).toBeLessThan(Object.keys(changed).length / 2)
  }
})

test("a copy has every field of its task, in their order", () => {
  const random = createRandom(5)
  for (let n = 1; n <= 50; n++) {
    const task = randomTask(random, n)
    // Each field has another value, so that a mix-up of two fields is seen.
    const marked = Object.fromEntries(Object.keys(task).map((key) => [key, `${key} ${n}`])) as unknown as Task
    for (const each of [task, marked]) expect(copyTask(each)).toStrictEqual(each)
    expect(JSON.stringify(copyTask(marked))).toBe(JSON.stringify(marked))
  }
})
