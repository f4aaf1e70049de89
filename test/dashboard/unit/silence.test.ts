import { expect, test } from "vitest"
import type { TaskView } from "../../../src/dashboard/api/types.ts"
import { silenceOf } from "../../../src/dashboard/words/silence.ts"

const now = Date.UTC(2026, 10, 3, 12)
const ago = (minutes: number) => new Date(now - minutes * 60_000).toISOString()

type Lease = NonNullable<TaskView["lease"]>
const held: Lease = { holder: "otto", session: null, epoch: 1, expiresAt: null, heardAt: ago(12) }
const byWorker: Lease = { ...held, finishedBy: "worker" }
const quiet = (since: number, line: string | null = null, most = 30): Lease => ({
  ...byWorker,
  heardAt: ago(0),
  quiet: { since: ago(since), stuckAt: ago(since - most), line },
})

test.each([
  ["a worker that reports nothing is silent since its last report", byWorker, {}, "silent 12m", "long"],
  ["its output is newer than its report", byWorker, { printedAt: ago(3) }, "silent 3m", "calm"],
  ["its calls say nothing of the output", byWorker, { lastSeenAt: ago(0) }, "silent 12m", "long"],
  ["it reports how long its command prints nothing new", quiet(29), {}, "silent 29m", "long"],
  ["red begins where the server counts it as stuck", quiet(30), {}, "silent 30m", "stuck"],
  ["the board may set another time for that", quiet(5, null, 5), {}, "silent 5m", "stuck"],
  ["a long time too", quiet(45, null, 60), {}, "silent 45m", "long"],
  ["new output ends it before the next report", quiet(40), { printedAt: ago(2) }, "silent 2m", "calm"],
  [
    "the same line again does not",
    quiet(40, "waiting"),
    { printedAt: ago(0) },
    "nothing new for 40m",
    "stuck",
  ],
  ["without a worker its last call counts", held, { lastSeenAt: ago(9) }, "last call 9m ago", "calm"],
  ["or its last write, after a restart of the server", held, {}, "last call 12m ago", "long"],
  ["after half an hour it is red", { ...held, heardAt: ago(30) }, {}, "last call 30m ago", "stuck"],
  ["output is no call", held, { printedAt: ago(0) }, "last call 12m ago", "long"],
] as const)("%s", (_, lease, heard, words, tone) => {
  const last = { lastSeenAt: null, printedAt: undefined, ...heard }
  expect(silenceOf({ lease }, last, now)).toEqual({ words, tone })
})

test("nothing is said below a minute, nor where nobody was heard", () => {
  const last = { lastSeenAt: null, printedAt: undefined }
  expect(silenceOf({ lease: { ...held, heardAt: ago(0.9) } }, last, now)).toBeNull()
  expect(silenceOf({ lease: null }, last, now)).toBeNull()
})
