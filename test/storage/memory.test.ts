import { expect, test } from "vitest"
import { UpnextError } from "../../src/errors.ts"
import { createMemoryLog, createMemoryStore } from "../support/memory-log.ts"
import { collect, commitOf, refusal, restoreAll } from "./support.ts"

test("an append that was told to fail as on a full disk writes nothing, and the next one succeeds", async () => {
  let full = true
  const log = createMemoryLog({
    beforeAppend() {
      if (full) throw new UpnextError("storage_full", { detail: "full" })
    },
  })
  expect((await refusal(log.commit(() => commitOf(1, "a")))).code).toBe("storage_full")
  full = false
  await log.commit(() => commitOf(1, "b"))
  expect(await collect(log.read(0))).toEqual([commitOf(1, "b")])
})

test.each([false, true])(
  "after a failed sync every commit is refused until a restart (kept: %s)",
  async (kept) => {
    const store = createMemoryStore()
    const log = createMemoryLog({
      store,
      beforeAppend({ seq }) {
        if (seq === 2) throw new UpnextError("storage_failed", { detail: "failed", facts: { kept } })
      },
    })
    await log.commit(() => commitOf(1, "a"))
    expect((await refusal(log.commit(() => commitOf(2, "b")))).code).toBe("storage_failed")
    expect((await refusal(log.commit(() => commitOf(2, "c")))).code).toBe("storage_failed")
    expect(await collect(log.read(0))).toEqual([commitOf(1, "a")])
    const { commits } = await restoreAll(createMemoryLog({ store }))
    expect(commits).toEqual(kept ? [commitOf(1, "a"), commitOf(2, "b")] : [commitOf(1, "a")])
  },
)
