import { expect, test } from "vitest"
import { derivedFields } from "../../src/domain/wire/exports/export-schema.ts"
import { sendItems, type ImportCalls } from "../../src/interchange/send/send.ts"
import { exportOf } from "../support/exported.ts"
import { given, readGiven } from "../support/given-files.ts"
import { createRandom, type Random } from "../support/random.ts"
import { startService, type Service } from "../support/service.ts"

/** Brings an export into an empty board, as the command does. */
async function importInto(service: Service, text: string, name = "board.jsonl") {
  const { kind, items, said } = readGiven([given(name, text)])
  const as = (name: string) => (input: object) => service.run(name, { ...input }, { actor: "importer" })
  const calls: ImportCalls = {
    begin: as("import.begin"),
    add: as("import.add"),
    end: as("import.end"),
  }
  return { said, sent: await sendItems(calls, { kind, name, items }) }
}

/** What the contract of an export leaves out: what belongs to one board alone. */
const ofOneBoard = new Set<string>([
  ...["id", "version", "updatedAt", "lease", "source"],
  ...["attempts", "attemptStartedAt", "failures", "expiries", "backoffUntil", "usage", "outputs", "work"],
])

/** All tasks with what was said of them, by the ids of the first board. */
async function boardOf(service: Service, isCopy: boolean) {
  const { tasks } = await service.run("task.list", { limit: 500 })
  const names = new Map<string, string>()
  for (const { id, source } of tasks as { id: string; source: string | null }[])
    names.set(id, isCopy ? String(source).replace(/^.*[/:]/, "") : id)
  const named = (value: unknown) => (typeof value === "string" ? (names.get(value) ?? value) : value)
  const shown = []
  for (const { id } of tasks as { id: string }[]) {
    const { task } = await service.run("task.read", { id })
    const { comments } = await service.run("task.comments", { id, limit: 500 })
    const { reflections } = await service.run("reflection.list", { task: id, limit: 100 })
    const kept = Object.entries(task as object).filter(
      ([field]) => !ofOneBoard.has(field) && !(field in derivedFields),
    )
    const fields: Record<string, unknown> = Object.fromEntries(kept)
    shown.push({
      id: named(id),
      ...fields,
      // What is in work has nobody at work on it in the new board.
      ...(fields["status"] === "doing" && { status: "todo" }),
      blockedBy: (fields["blockedBy"] as string[]).map(named),
      parent: named(fields["parent"]),
      discoveredFrom: named(fields["discoveredFrom"]),
      comments: (comments as Record<string, unknown>[]).map(({ author, content, createdAt }) => {
        return { author, content, createdAt }
      }),
      reflections: (reflections as Record<string, unknown>[]).map(({ agent, content, createdAt }) => {
        return { agent, content, createdAt }
      }),
    })
  }
  return shown
}

const texts = [
  "plain",
  "é 日本 🚀",
  "- [ ] box\n# head",
  '"quoted", \\back',
  "=1+1",
  "a\u2028b",
  "  x\n\n y  ",
  "@bo",
]
const agents = ["ann", "bo", "Mira-2", "Jürgen"]

/** Runs what the rules may refuse on this board. */
async function attempt(service: Service, name: string, input: Record<string, unknown>) {
  await service.run(name, input).catch(() => undefined)
}

async function randomBoard(random: Random): Promise<Service> {
  const service = await startService()
  const some = <T>(list: readonly T[]) => list.filter(() => random.chance(0.4))
  const maybe = <T>(name: string, value: T) => (random.chance(0.4) ? { [name]: value } : {})
  const count = 3 + random.below(10)
  for (let n = 1; n <= count; n++) {
    const earlier = n > 1 ? `T-${1 + random.below(n - 1)}` : undefined
    const task = {
      title: random.pick(texts).trim().replace(/\s+/g, " "),
      ...maybe("description", random.pick(texts)),
      ...maybe("priority", random.pick(["P0", "P1", "P2", "P3"])),
      ...maybe("project", random.pick(["web", "Größe 2"])),
      ...maybe("assignee", random.pick(agents)),
      ...maybe("reviewer", random.pick(agents)),
      ...maybe("createdBy", random.pick(agents)),
      ...maybe("tags", some(["a", "b c", "ü", "x:y", "[d, e; f]"])),
      ...maybe("done_criteria", ["it works", "- [x] #1 it is fast", "été"]),
      ...maybe("checks", some(["test", "lint all"])),
      ...maybe("eta", random.pick(["2h", "~30m", "1h30m", "3d"])),
      ...maybe("notBefore", "2031-01-01T00:00:00.000Z"),
      ...maybe("dueAt", "2030-06-01T12:00:00.000Z"),
      ...maybe("resources", some(["src/http", "gpu"])),
      ...maybe("skills", some(["gpu", "opus"])),
      ...maybe("escalation", ["ann", "bo"]),
      ...maybe("metadata", {
        risk: "high",
        list: [1, { deep: null }],
        "": "empty",
        text: random.pick(texts),
      }),
    }
    if ("done_criteria" in task)
      Object.assign(task, maybe("criteriaChecks", { "it works": "test", été: "été" }))
    const links =
      earlier === undefined
        ? {}
        : {
            ...maybe("blockedBy", [earlier]),
            ...maybe("parent", earlier),
            ...maybe("discoveredFrom", earlier),
          }
    // Links that close a circle are refused.
    await service.run("task.create", { ...task, ...links }).catch(() => service.run("task.create", task))
    await service.pass(random.below(5000))
  }
  for (let step = 0; step < 4 * count; step++) {
    const id = `T-${1 + random.below(count)}`
    const agent = random.pick(agents)
    const steps: (readonly [string, Record<string, unknown>])[] = [
      ["task.comment", { id, author: agent, content: random.pick(texts) }],
      ["task.reflect", { id, agent, content: random.pick(texts) }],
      ["task.claim", { id, agent }],
      ["task.complete", { id, agent, summary: random.pick(texts), reflection: "Measure first" }],
      ["task.check", { id, criterion: 1 + random.below(3), agent, ...maybe("evidence", "by hand, été") }],
      ["task.edit", { id, status: "blocked", reason: "until it is dry" }],
      ["task.edit", { id, status: "cancelled" }],
      ["task.edit", { id, status: "todo" }],
      ["task.edit", { id, description: random.pick(texts), tags: some(["a", "z"]) }],
      ["task.review", { id, reviewer: agent, decision: "request_changes", comment: "Higher" }],
    ]
    const [name, input] = random.pick(steps)
    await attempt(service, name, input)
    if (name === "task.claim" && random.chance(0.5))
      await attempt(service, "task.complete", { ...input, summary: random.pick(texts) })
    await service.pass(random.below(60_000))
  }
  // What is in the trash is not exported.
  const gone = (await service.run("task.create", { title: "Gone" })).task.id as string
  await service.run("task.delete", { id: gone })
  return service
}

/** So many boards in the suite; with UPNEXT_LONG 200. */
const boards = process.env["UPNEXT_LONG"] ? 200 : 25

test("boards come back from their exports as they were", async () => {
  const seen = { tasks: 0, statuses: new Set<unknown>(), fields: new Set<string>() }
  for (let seed = 1; seed <= boards; seed++) {
    const first = await randomBoard(createRandom(seed))
    const before = await boardOf(first, false)
    const second = await startService()
    await second.pass(86_400_000)
    const { sent, said } = await importInto(second, await exportOf(first))
    expect([sent.added, sent.dropped], `seed ${seed}`).toEqual([before.length, []])
    expect(
      said.filter((each) => /^(?:skipped|cut)/.test(each)),
      `seed ${seed}`,
    ).toEqual([])
    const byId = (list: Record<string, unknown>[]) =>
      [...list].sort((a, b) => Number(String(a["id"]).slice(2)) - Number(String(b["id"]).slice(2)))
    expect(byId(await boardOf(second, true)), `seed ${seed}`).toEqual(byId(before))
    for (const task of before as Record<string, unknown>[]) {
      seen.tasks += 1
      seen.statuses.add(task["status"])
      for (const [field, value] of Object.entries(task)) if (value !== null) seen.fields.add(field)
    }
    await first.engine.close()
    await second.engine.close()
  }
  expect(seen.tasks).toBeGreaterThan(5 * boards)
  expect([...seen.statuses].sort()).toEqual(["blocked", "cancelled", "done", "review", "todo"])
  expect(seen.fields.size).toBeGreaterThan(25)
})

test("what a CSV has columns for comes back from it", async () => {
  const shownIn = (tasks: readonly Record<string, unknown>[]) =>
    tasks
      .map(({ comments: _, reflections: __, criteriaChecks: ___, checkStates: ____, criteria, ...task }) => ({
        ...task,
        criteria: (criteria as { text: string; check: unknown }[]).map(({ text, check }) => [
          text,
          check !== null,
        ]),
      }))
      .sort((a, b) => String((a as { id?: unknown }).id).localeCompare(String((b as { id?: unknown }).id)))
  for (let seed = 201; seed <= 200 + boards / 5; seed++) {
    const first = await randomBoard(createRandom(seed))
    const second = await startService()
    await second.pass(86_400_000)
    const { said } = await importInto(second, await exportOf(first, { format: "csv" }), "board.csv")
    expect(
      said.filter((each) => /^(?:skipped|cut|kept)/.test(each)),
      `seed ${seed}`,
    ).toEqual([])
    expect(shownIn(await boardOf(second, true)), `seed ${seed}`).toEqual(shownIn(await boardOf(first, false)))
    await first.engine.close()
    await second.engine.close()
  }
})

test("a file that holds a part of them finds the others on the board, and those that nobody has are named", async () => {
  const line = (id: string, ...blockers: string[]) =>
    JSON.stringify({
      ...{ id, title: id, status: "open", priority: 1 },
      dependencies: blockers.map((on) => ({ depends_on_id: on, type: "blocks" })),
    })
  const service = await startService()
  await importInto(service, [line("a"), line("b", "a")].join("\n"), "all.jsonl")
  const { sent } = await importInto(service, line("b", "a", "gone"), "some.jsonl")
  expect(sent).toMatchObject({ added: 0, unchanged: 1, changed: [] })
  expect(sent.dropped).toEqual([{ source: "beads:b", field: "blockedBy", to: "beads:gone", why: "gone" }])
  expect((await service.run("task.read", { id: "T-2" })).task.blockedBy).toEqual(["T-1"])
})

test("a task with more talk than a line may have comes in further lines, and back", async () => {
  const first = await startService()
  await first.run("task.create", { title: "Talk" })
  await first.run("task.create", { title: "Next" })
  for (let i = 0; i < 150; i++)
    await first.run("task.comment", { id: "T-1", author: "ann", content: `${i} ${"é".repeat(32_000)}` })
  await first.run("task.reflect", { id: "T-1", agent: "ann", content: "Say less" })
  const text = await exportOf(first)
  const lines = text.trimEnd().split("\n")
  expect(Math.max(...lines.map((line) => Buffer.byteLength(line)))).toBeLessThan(8 * 1024 * 1024)
  expect(lines.map((line) => (JSON.parse(line) as { id?: string }).id)).toEqual([
    ...[undefined, "T-1", "T-1", "T-1", "T-1", "T-2"],
  ])
  const second = await startService()
  expect((await importInto(second, text)).said.filter((each) => each.startsWith("skipped"))).toEqual([])
  expect(await boardOf(second, true)).toEqual(await boardOf(first, false))
})
