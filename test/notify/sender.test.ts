import { expect, onTestFinished, test } from "vitest"
import type { KeptTarget } from "../../src/notify/batch.ts"
import type { NeedToTell } from "../../src/notify/message.ts"
import { createSender } from "../../src/notify/sender.ts"
import { needOf, virtualClock } from "./support.ts"

const url = "https://hooks.example/secret"

/** A sender over a board that a test changes, by a clock that it moves on. */
function sends(given: Partial<KeptTarget> = {}, needs: NeedToTell[] = []) {
  const { runtime, advance } = virtualClock()
  const state = { needs, total: undefined as number | undefined, status: 200, readMs: 0, reads: 0 }
  const sent: { at: number; id: string; tasks: string[] }[] = []
  const warnings: string[] = []
  const saved: string[] = []
  const kept: KeptTarget = { told: [], ...given }
  const begin = () => {
    const sender = createSender({
      target: { url, format: "webhook", who: "kim" },
      ...{ publicUrl: undefined, kept, runtime, board: () => "Ab3" },
      async readNeeds() {
        state.reads += 1
        if (state.readMs > 0) await new Promise<void>((resolve) => void runtime.after(state.readMs, resolve))
        return { needs: state.needs, total: state.total ?? state.needs.length }
      },
      save: () => Promise.resolve(void saved.push(JSON.stringify(kept))),
      post({ headers, body }) {
        const { data } = JSON.parse(body) as { data: { needs: { task: string }[] } }
        const tasks = data.needs.map(({ task }) => task)
        sent.push({ at: runtime.monotonic() / 1000, id: headers["webhook-id"] ?? "", tasks })
        return Promise.resolve(state.status)
      },
      warn: (message) => void warnings.push(message),
    })
    onTestFinished(() => sender.close())
    return sender
  }
  const sender = begin()
  const change = (...next: NeedToTell[]) => {
    state.needs = next
    sender.note()
  }
  return {
    state,
    sent,
    warnings,
    saved,
    kept,
    sender,
    begin,
    change,
    advance,
    told: () => sent.map(({ tasks }) => tasks.join(" ")),
  }
}

test("what waits when it begins is one message, and a second later what has come up is another", async () => {
  const { told, change, advance } = sends({}, [needOf(1), needOf(2)])
  await advance(1)
  expect(told()).toEqual(["T-1 T-2"])
  await advance(60_000)
  change(needOf(1), needOf(2), needOf(3))
  await advance(999)
  expect(told()).toHaveLength(1)
  await advance(2)
  expect(told()).toEqual(["T-1 T-2", "T-3"])
})

test("on a busy board whose needs take long to list, that takes a small part of the time", async () => {
  const { state, sender, advance } = sends({}, [needOf(1)])
  state.readMs = 100
  await advance(70_000)
  state.reads = 0
  for (let i = 0; i < 600; i += 1) {
    sender.note()
    await advance(100)
  }
  expect(state.reads).toBeGreaterThan(5)
  expect(state.reads).toBeLessThan(20)
})

test("what is kept of needs that never fit on one page is bounded", async () => {
  const { state, kept, change, advance } = sends()
  state.total = 100_000
  for (let i = 0; i < 120; i += 1) {
    change(...Array.from({ length: 100 }, (_, n) => needOf(i * 100 + n)))
    await advance(61_000)
  }
  expect(kept.told.length).toBe(10_000)
  expect(kept.told.at(-1)).toContain("T-11999 ")
})

test("each need is told once, and again when it comes back", async () => {
  const { told, change, advance } = sends({}, [needOf(1)])
  await advance(200_000)
  expect(told()).toEqual(["T-1"])
  change()
  await advance(61_000)
  change(needOf(1))
  await advance(61_000)
  expect(told()).toEqual(["T-1", "T-1"])
  change(needOf(1, { since: "2026-05-02T10:00:00.000Z" }))
  await advance(61_000)
  expect(told()).toEqual(["T-1", "T-1", "T-1"])
})

test("there is at most one message a minute, with all that has come up", async () => {
  const { sent, change, advance } = sends({}, [needOf(1)])
  await advance(1000)
  change(needOf(1), needOf(2))
  await advance(30_000)
  change(needOf(1), needOf(2), needOf(3))
  await advance(600_000)
  expect(sent.map(({ at, tasks }) => [at, tasks])).toEqual([
    [0, ["T-1"]],
    [60, ["T-2", "T-3"]],
  ])
})

test("a need that comes with time alone is told within half a minute", async () => {
  const { state, told, advance } = sends()
  await advance(100_000)
  state.needs = [needOf(1)]
  await advance(30_000)
  expect(told()).toEqual(["T-1"])
})

test("a message that fails is tried three times, told once, and tried again with the same id until it arrives", async () => {
  const { state, sent, warnings, kept, sender, change, advance } = sends({}, [needOf(1)])
  state.status = 503
  await advance(100_000)
  expect(sent.map(({ at }) => at)).toEqual([0, 1, 6])
  expect(warnings).toEqual([
    "Needs could not be sent to hooks.example (webhook): it answered 503. The server retries every 5 minutes.",
  ])
  expect(sender.trouble()).toMatch(/^Needs .* it answered 503\.$/)
  change(needOf(1), needOf(2))
  await advance(300_000)
  expect(sent).toHaveLength(6)
  state.status = 204
  await advance(400_000)
  expect(new Set(sent.slice(0, 7).map(({ id }) => id)).size).toBe(1)
  expect(sent.slice(6).map(({ tasks }) => tasks.join(" "))).toEqual(["T-1", "T-2"])
  expect(warnings.slice(1)).toEqual(["Messages are being sent to hooks.example (webhook) again."])
  expect([sender.trouble(), kept.told.length, kept.begun]).toEqual([undefined, 2, undefined])
})

test("what is begun is kept before it is sent, and goes again at once after a kill, under the same id", async () => {
  const first = sends({}, [needOf(1), needOf(2)])
  await first.advance(1)
  const atKill = JSON.parse(first.saved[0] ?? "") as KeptTarget
  expect(atKill).toMatchObject({
    told: [],
    begun: [expect.stringMatching(/^T-1 /), expect.stringMatching(/^T-2 /)],
  })
  const second = sends(atKill, [needOf(3), needOf(1), needOf(2)])
  await second.advance(1)
  expect(second.sent).toEqual([{ ...first.sent[0], at: 0 }])
  await second.advance(61_000)
  expect(second.told()).toEqual(["T-1 T-2", "T-3"])
})

test("what was begun and is gone since is not sent", async () => {
  const { told, advance } = sends({ begun: ["T-9 question 2026-05-01T10:00:00.000Z"] }, [needOf(1)])
  await advance(1)
  expect(told()).toEqual(["T-1"])
})

test("a restart sends nothing anew, and keeps the minute", async () => {
  const first = sends({}, [needOf(1)])
  await first.advance(1)
  const second = sends(JSON.parse(first.saved.at(-1) ?? "") as KeptTarget, [needOf(1), needOf(2)])
  await second.advance(59_000)
  expect(second.told()).toEqual([])
  await second.advance(2000)
  expect(second.told()).toEqual(["T-2"])
})

test("where there are more needs than one page holds, none is told twice", async () => {
  const many = Array.from({ length: 500 }, (_, i) => needOf(i + 1))
  const { state, told, change, advance } = sends({}, many)
  state.total = 700
  await advance(310_000)
  change(...many.slice(1), needOf(501))
  await advance(61_000)
  change(...many)
  await advance(61_000)
  expect(told().map((tasks) => tasks.split(" ").length)).toEqual([100, 100, 100, 100, 100, 1])
})
