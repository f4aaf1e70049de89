import { expect, test } from "vitest"
import { createOutputs } from "../../src/engine/output-store.ts"
import { expectRefused, given, type Service, type Step } from "../support/service.ts"

const minute = 60_000
const kib = 1024

/** A task that Ann holds, and the token of her lease. */
async function held(...more: readonly Step[]): Promise<{ service: Service; leaseToken: string }> {
  const service = await given(["task.create", { title: "x" }], ...more)
  const { lease } = await service.run("task.claim", { id: "T-1", agent: "ann", lease: "5m" })
  return { service, leaseToken: lease.token as string }
}
const read = (service: Service, more: Record<string, unknown> = {}) =>
  service.run("task.output", { id: "T-1", ...more })

test("the holder sends output, and whoever reads it resumes where they were", async () => {
  const { service, leaseToken } = await held()
  const send = (text: string, more = {}) =>
    service.run("task.sendOutput", { id: "T-1", text, leaseToken, ...more })
  expect(await send("Grüße\n")).toEqual({ epoch: 1, start: 0, end: 8, gap: false })
  expect(await send("\u001b[32mok\u001b[0m\n")).toEqual({ epoch: 1, start: 0, end: 20, gap: false })
  const { output, kept } = await read(service)
  expect(output).toMatchObject({ epoch: 1, agent: "ann", start: 0, end: 20 })
  expect(output.text).toBe("Grüße\n\u001b[32mok\u001b[0m\n")
  expect(kept).toMatchObject([{ epoch: 1, agent: "ann" }])
  expect((await read(service, { after: 8 })).output).toMatchObject({ start: 8, end: 20 })
  expect((await read(service, { after: 20 })).output).toMatchObject({ text: "", start: 20, end: 20 })
  // An offset beyond the end is of another past.
  expect((await read(service, { after: 21 })).output).toMatchObject({ start: 0, end: 20 })
  // An offset inside a character gives the next one.
  expect((await read(service, { after: 3 })).output.text).toMatch(/^ße/)
})

test("output is soft: it adds no event, raises no version and renews no lease", async () => {
  const { service, leaseToken } = await held(minute)
  const before = (await service.run("task.read", { id: "T-1" })).task
  const { seq } = service.engine
  await service.pass(minute)
  await service.run("task.sendOutput", { id: "T-1", text: "hm\n", leaseToken })
  expect(service.engine.seq).toBe(seq)
  const after = (await service.run("task.read", { id: "T-1" })).task
  expect([after.version, after.lease.expiresAt]).toEqual([before.version, before.lease.expiresAt])
  // But the agent was heard of.
  expect((await service.run("agent.read", { name: "ann" })).agent).toMatchObject({ live: true })
})

test("nothing is kept over a restart, and the answer says since when something is", async () => {
  const { service, leaseToken } = await held()
  await service.run("task.sendOutput", { id: "T-1", text: "one\n", leaseToken })
  await service.restart(minute)
  expect(await read(service)).toEqual({
    output: null,
    kept: [],
    elsewhere: null,
    keptSince: new Date(service.now()).toISOString(),
  })
  const send = (text: string, at: number) =>
    service.run("task.sendOutput", { id: "T-1", text, at, leaseToken })
  expect(await send("two\n", 4)).toEqual({ epoch: 1, start: 4, end: 8, gap: true })
  // The worker sends again what it still has.
  expect(await send("one\ntwo\n", 0)).toEqual({ epoch: 1, start: 0, end: 8, gap: false })
  expect((await read(service)).output.text).toBe("one\ntwo\n")
  // In several parts, of which the first does not reach what is there.
  await service.restart()
  expect(await send("five\n", 20)).toMatchObject({ gap: true })
  expect(await send("one\n", 0)).toEqual({ epoch: 1, start: 0, end: 4, gap: false })
  expect(await send("two\n", 4)).toEqual({ epoch: 1, start: 0, end: 8, gap: false })
})

test("a part that was sent twice is kept once", async () => {
  const { service, leaseToken } = await held()
  const send = (text: string, at: number) =>
    service.run("task.sendOutput", { id: "T-1", text, at, leaseToken })
  await send("one\n", 0)
  await send("one\n", 0)
  await send("one\ntwo\n", 0)
  await send("wo\nthree\n", 5)
  expect((await read(service)).output).toMatchObject({ text: "one\ntwo\nthree\n", start: 0, end: 14 })
})

test.each([
  ["a token of an older claim", "lease_lost", (old: string) => ({ leaseToken: old })],
  ["another agent", "task_taken", () => ({ agent: "bob" })],
])("%s is refused, and nothing is added", async (_, code, by) => {
  const { service, leaseToken: old } = await held()
  const { lease } = await service.run("task.claim", { id: "T-1", agent: "ann" })
  await service.run("task.sendOutput", { id: "T-1", text: "new\n", leaseToken: lease.token })
  await expectRefused(
    service,
    ["task.sendOutput", { id: "T-1", text: "old\n", ...by(old) }],
    code as "lease_lost",
  )
  expect((await read(service)).output).toMatchObject({ epoch: 2, text: "new\n" })
})

test("a task that nobody does takes no output, and neither does one that is not there", async () => {
  const service = await given(["task.create", { title: "x" }])
  const send = (id: string) => ["task.sendOutput", { id, text: "x", agent: "ann" }] as const
  await expectRefused(service, send("T-1"), "invalid_transition")
  await expectRefused(service, send("T-2"), "task_not_found")
})

test("the last words of a command may come after its task was finished, until the next claim", async () => {
  const { service, leaseToken } = await held()
  await service.run("task.complete", { id: "T-1", leaseToken })
  const send = ["task.sendOutput", { id: "T-1", text: "bye\n", leaseToken }] as const
  expect(await service.run(...send)).toMatchObject({ epoch: 1, end: 4 })
  await service.run("task.edit", { id: "T-1", status: "todo" })
  await service.run("task.claim", { id: "T-1", agent: "ann" })
  await expectRefused(service, send, "lease_lost")
})

test("the output of a claim is kept until the claim after the next one prints something", async () => {
  const service = await given(["task.create", { title: "x" }])
  const attempt = async (agent: string) => {
    const { lease } = await service.run("task.claim", { id: "T-1", agent })
    await service.run("task.sendOutput", { id: "T-1", text: `by ${agent}\n`, leaseToken: lease.token })
    await service.run("task.release", { id: "T-1", leaseToken: lease.token })
  }
  const kept = async () => (await read(service)).kept.map((run: { agent: string }) => run.agent)
  await attempt("ann")
  await attempt("bob")
  const { epoch } = (await read(service)).kept[1]
  expect(await kept()).toEqual(["bob", "ann"])
  expect((await read(service, { epoch })).output).toMatchObject({ agent: "ann", text: "by ann\n" })
  await attempt("cy")
  expect(await kept()).toEqual(["cy", "bob"])
  expect((await read(service, { epoch })).output).toBeNull()
})

test("of each claim the last 64 KiB are kept, from the beginning of a line", async () => {
  const { service, leaseToken } = await held()
  const lines = Array.from(
    { length: 3 * kib },
    (_, i) => `line ${String(i).padStart(8, "0")} ${"ä".repeat(24)}\n`,
  )
  for (let i = 0; i < lines.length; i += kib / 2)
    await service.run("task.sendOutput", {
      id: "T-1",
      text: lines.slice(i, i + kib / 2).join(""),
      leaseToken,
    })
  const { output } = await read(service)
  const bytes = Buffer.byteLength(output.text as string)
  expect([output.end, output.end - output.start]).toEqual([Buffer.byteLength(lines.join("")), bytes])
  expect(bytes).toBeLessThanOrEqual(64 * kib)
  expect(bytes).toBeGreaterThan(64 * kib - 100)
  expect(output.text).toBe(lines.join("").slice(-output.text.length))
  expect(output.text).toMatch(/^line /)
  // A line without an end is cut between two characters.
  await service.run("task.sendOutput", { id: "T-1", text: "€".repeat(21_000), leaseToken })
  await service.run("task.sendOutput", { id: "T-1", text: "x".repeat(10_000), leaseToken })
  expect((await read(service)).output.text).toMatch(/^€+x+$/)
})

test("beyond the limit for all tasks, what was printed least recently is forgotten, and it is said", () => {
  const outputs = createOutputs(1000, 100 * kib)
  const add = (task: number, now: number, epoch = 1) =>
    outputs.add({ task, epoch, agent: "ann", text: "x".repeat(40 * kib), at: undefined }, now)
  add(1, 10_000)
  add(2, 20_000)
  add(1, 30_000, 2) // now three outputs of 40 KiB
  expect([1, 2].map((task) => outputs.of(task).length)).toEqual([2, 0])
  expect(outputs.keptSince).toBe(20_000)
  // One that alone is more than the limit stays: it is bounded by itself.
  add(3, 40_000)
  add(3, 50_000, 2)
  add(3, 60_000, 3)
  expect([1, 2, 3].map((task) => outputs.of(task).length)).toEqual([0, 0, 2])
  // Small outputs are bounded too.
  for (let task = 10; task < 1000; task += 1)
    outputs.add({ task, epoch: 1, agent: "ann", text: "x", at: undefined }, 70_000 + task * 1000)
  expect([...outputs.latest()].length).toBeLessThan(100)
})

test.each([
  ["one\ntwo\n\n  \n", "two"],
  ["\u001b[1;31mFAIL\u001b[0m src/a.ts\n", "FAIL src/a.ts"],
  ["10 %\r55 %\r", "55 %"],
  ["\u001b]0;title\u0007tests\u202e run\n", "tests run"],
  [`${"ä".repeat(300)}\n`, "ä".repeat(200)],
  ["\n\n", ""],
])("the last line of %j is %j", (text, line) => {
  const outputs = createOutputs(0)
  const seen: string[] = []
  const stop = outputs.subscribe((printed) => seen.push(printed.line))
  const part = { task: 1, epoch: 1, agent: "ann", at: undefined }
  outputs.add({ ...part, text }, 0)
  stop()
  outputs.add({ ...part, text: "unheard\n" }, 1)
  expect(seen).toEqual([line])
})
