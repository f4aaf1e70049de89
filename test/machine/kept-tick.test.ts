import { createHook } from "node:async_hooks"
import { setFlagsFromString } from "node:v8"
import { runInNewContext } from "node:vm"
import { expect, test } from "vitest"
import { keepTickClass } from "../../src/machine/kept-tick.ts"

test("a tick of Node outlives every garbage collection, and with it the hidden class of all of them", async () => {
  setFlagsFromString("--expose-gc")
  const collectGarbage = runInNewContext("gc") as () => void
  const ticks = await ticksOf(() => {
    keepTickClass()
    process.nextTick(() => undefined)
  })
  expect(ticks).toHaveLength(2)
  // A reference that was looked at lives until the end of the turn.
  await new Promise((resolve) => setImmediate(resolve))
  collectGarbage()
  expect(ticks.map((tick) => tick.deref() !== undefined)).toEqual([true, false])
})

/** References to the ticks that an action makes, which do not keep them. */
async function ticksOf(action: () => void): Promise<WeakRef<object>[]> {
  const ticks: WeakRef<object>[] = []
  const hook = createHook({
    init(_, type, __, resource) {
      if (type === "TickObject") ticks.push(new WeakRef(resource))
    },
  })
  hook.enable()
  action()
  hook.disable()
  await new Promise((resolve) => setImmediate(resolve))
  return ticks
}
