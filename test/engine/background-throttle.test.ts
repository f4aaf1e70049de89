import { expect, test } from "vitest"
import type { Log } from "../../src/storage/log.ts"
import { createMemoryLog } from "../support/memory-log.ts"
import { startService } from "../support/service.ts"

/** Longer than any test: a slice of so many ms is followed by a rest that only the end of the server cuts short. */
const ages = 1_000_000

/** A log whose checkpoints have five slices of `tookMs`. */
function checkpointInSlices(tookMs: number) {
  const log = createMemoryLog({ checkpointAfter: 0 })
  let slices = 0
  const checkpoint: Log["checkpoint"] = async (snapshot, rest) => {
    for (let i = 0; i < 5; i++) {
      slices++
      await rest?.(tookMs)
    }
    await log.checkpoint(snapshot)
  }
  return { openLog: (): Log => ({ ...log, checkpoint }), slices: () => slices }
}

const turn = () => new Promise((resolve) => setImmediate(resolve))

test("a checkpoint rests after a slice during which calls came in, and calls are answered meanwhile", async () => {
  const { openLog, slices } = checkpointInSlices(ages)
  const service = await startService({ openLog })
  for (let i = 0; i < 50; i++) await service.run("task.create", { title: "t" })
  expect(slices()).toBe(1)
})

test("a checkpoint does not rest where no call came in", async () => {
  const { openLog, slices } = checkpointInSlices(ages)
  const service = await startService({ openLog })
  await service.run("task.create", { title: "t" })
  for (let i = 0; i < 20; i++) await turn()
  expect(slices()).toBe(5)
})

test("a checkpoint goes on after its rest", async () => {
  const { openLog, slices } = checkpointInSlices(0.1)
  const service = await startService({ openLog })
  while (slices() < 5) await service.run("task.create", { title: "t" })
})

test("a checkpoint that rests when the server stops is written at once, and so is the last one", async () => {
  const { openLog, slices } = checkpointInSlices(ages)
  const service = await startService({ openLog })
  for (let i = 0; i < 10; i++) await service.run("task.create", { title: "t" })
  expect(slices()).toBe(1)
  await service.engine.close()
  expect(slices()).toBe(10)
})
