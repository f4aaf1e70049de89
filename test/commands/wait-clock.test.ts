import { afterEach, expect, test, vi } from "vitest"
import { waitFor } from "../../src/commands/task/wait.ts"

afterEach(() => void vi.useRealTimers())

test("setting the clock while a command waits makes the wait neither shorter nor longer", async () => {
  vi.useFakeTimers({ toFake: ["Date"] })
  const asked: (number | undefined)[] = []
  const answer = await waitFor((ms) => {
    asked.push(ms)
    vi.setSystemTime(Date.now() + (asked.length % 2 === 0 ? -1 : 1) * 3_600_000)
    return Promise.resolve({ task: asked.length < 4 ? null : { id: "T-1" } })
  }, "30s")
  expect(answer).toEqual({ task: { id: "T-1" } })
  expect(asked.length).toBe(4)
  expect(asked[0], "the first question does not wait").toBeUndefined()
  for (const ms of asked.slice(1)) expect(ms).toBeLessThanOrEqual(30_000)
})
