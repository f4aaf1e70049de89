import { describe, expect, test } from "vitest"
import { parsePlan } from "../../../src/commands/plan/parse.ts"
import { printPlan } from "../../../src/domain/wire/plan/write.ts"
import type { ShownTask } from "../../../src/terminal/shown/task.ts"
import { createRandom, type Random } from "../../support/random.ts"
import { given, startService, type Service } from "../../support/service.ts"

const titles = [
  ...[
    "plain",
    "ask @bo",
    "@bo",
    "give +tag",
    "a +1",
    "C++",
    "a + b",
    "!P1",
    "take ~2h",
    "{#x}",
    "x (after #y, T-1)",
  ],
  ...[
    "\\@bo",
    "back\\slash\\",
    "# head #",
    "C #",
    "- [ ] box",
    "[x] y",
    "日本語 +分",
    "🚀",
    "a  b",
    "`code` *b*",
    "1. x",
  ],
  ...["tab-free", '{"json":1}', "Done when:", "---", "```", "a\u202eb", "\u00a0x\u00a0y", "x".repeat(500)],
]
const parts = [
  ...[
    "word",
    "  two spaces first",
    "- item",
    "- [ ] box",
    "  - [x] deep",
    "# head",
    "Done when:",
    "  done when:",
    "```",
    "~~~~sh",
  ],
  ...[
    "",
    "",
    " ",
    "\ttab",
    "trailing  ",
    '{"title":"x"}',
    "---",
    "1. one",
    "> quote",
    "| a | b |",
    "\\@x {#y}",
    "\u001b[31mred",
    "é\u202e",
  ],
  ...["a\rb", "\ufeffmark", "\u2028", "    code"],
]
const words = ["a", "Ann", "ann lee", "é-1", "x.", "1st", "+", "a/b", "-", "#h", "under_score", "a,b"]
const criteria = ["tests pass", "- [ ] box", "Done when:", "@a !P1 +b", "\\", "# x", "[ ]", "x  y", "\u202e!"]

const evidences = ["build 812", "- [ ] box", "# x", "Done when:", "```", '{"a":1}', "a\u202eb", "a  b"]

/** Says of some criteria that they are met. */
function withMet<T extends { done_criteria: string[] | undefined }>(task: T, random: Random) {
  const met = (task.done_criteria ?? [])
    .filter(() => random.chance(0.5))
    .map((criterion) =>
      random.chance(0.5) ? { criterion, evidence: random.pick(evidences) } : { criterion },
    )
  return { ...task, met }
}

/** Tasks that name each other, with texts that mean something in a plan. */
function hostileTasks(random: Random) {
  const count = 1 + random.below(14)
  const some = <T>(most: number, make: () => T) => Array.from({ length: random.below(most + 1) }, make)
  const maybe = <T>(make: () => T) => (random.chance(0.4) ? make() : undefined)
  return Array.from({ length: count }, (_, i) => ({
    ref: `r${i}`,
    title: random.pick(titles),
    parent: i === 0 ? undefined : `#r${random.below(i)}`,
    description: maybe(() => some(6, () => random.pick(parts)).join("\n")),
    done_criteria: maybe(() => [...new Set(some(3, () => random.pick(criteria)))]),
    assignee: maybe(() => random.pick(words)),
    result: maybe(() => random.pick(["change", "text", "none", "children"])),
    reviewer: maybe(() => random.pick(words)),
    priority: maybe(() => random.pick(["P0", "P1", "P2", "P3"])),
    eta: maybe(() => random.pick(["2h", "~1h30m", "1w", "45M"])),
    tags: maybe(() => [...new Set(some(3, () => random.pick(words)))]),
    project: maybe(() => random.pick(["web", "default", "a b"])),
    dueAt: maybe(() => "2030-02-01T00:00:00.000Z"),
    notBefore: maybe(() => "2030-01-02T00:00:00.000Z"),
    metadata: maybe(() => ({ a: [random.pick(parts)], "b c": null })),
    // Only to those before it that are not above it: others would create a cycle.
    blockedBy: maybe(() => ["T-1", ...(i > 1 ? [] : [])]),
  }))
}

/** All that a plan says of its tasks, with each task named by its place. */
async function treeOf(service: Service, from: number): Promise<{ tasks: ShownTask[]; tree: unknown[] }> {
  const { tasks } = (await service.run("task.list", { limit: 500 })) as { tasks: ShownTask[] }
  const own = tasks
    .filter(({ id }) => Number(id.slice(2)) >= from)
    .sort((a, b) => Number(a.id.slice(2)) - Number(b.id.slice(2)))
  return { tasks: own, tree: inOrder(own) }
}

function inOrder(tasks: readonly ShownTask[]): unknown[] {
  const ids = new Set(tasks.map(({ id }) => id))
  const below = (parent: string | null): ShownTask[] =>
    tasks
      .filter((task) => (task.parent !== null && ids.has(task.parent) ? task.parent : null) === parent)
      .flatMap((task) => [task, ...below(task.id)])
  const ordered = below(null)
  const place = (id: string | null) => {
    const at = ordered.findIndex((task) => task.id === id)
    return at < 0 ? id : at
  }
  return ordered.map((task) => ({
    ...{
      title: task.title,
      description: task.description || null,
      criteria: task.criteria?.map(({ text, check }) => [text, check && check.evidence]),
      eta: task.eta,
    },
    ...{ assignee: task.assignee, reviewer: task.reviewer, priority: task.priority, tags: task.tags },
    ...{ project: task.project, dueAt: task.dueAt, notBefore: task.notBefore, metadata: task.metadata },
    ...{
      parent: place(task.parent),
      blockedBy: task.blockedBy.map(place),
      found: place(task.discoveredFrom),
    },
  }))
}

/** So many in the suite; with UPNEXT_LONG 200. */
const seeds = Array.from({ length: process.env["UPNEXT_LONG"] ? 200 : 60 }, (_, i) => i + 1)

test.each([true, false])(
  "trees are read back as they were printed; with a heading: %s",
  async (hasHeading) => {
    let tasksSeen = 0
    for (const seed of seeds) {
      const random = createRandom(seed)
      const service = await given(["task.create", { title: "elsewhere" }])
      const tasks = hostileTasks(random)
      await service.run("task.createMany", {
        tasks: linked(tasks, random).map((task) => withMet(task, random)),
      })
      const before = await treeOf(service, 2)
      const text = printPlan(before.tasks, hasHeading ? "T-2" : undefined)
      const { entries, faults } = parsePlan(text)
      expect(faults, `seed ${seed}\n${text}`).toEqual([])
      await service.run("task.createMany", { tasks: entries.map(({ task }) => task) })
      const after = await treeOf(service, 2 + tasks.length)
      expect(after.tree, `seed ${seed}\n${text}`).toEqual(before.tree)
      tasksSeen += after.tasks.length
      await service.engine.close()
    }
    expect(tasksSeen).toBeGreaterThan(5 * seeds.length)
  },
)

/** Lets tasks wait for others where that closes no circle: a leaf for any leaf before it. */
function linked(tasks: ReturnType<typeof hostileTasks>, random: Random) {
  const parents = new Set(tasks.map(({ parent }) => parent))
  const leaves = tasks.filter(({ ref }) => !parents.has(`#${ref}`))
  return tasks.map((task) => {
    const before = leaves.slice(0, Math.max(0, leaves.indexOf(task)))
    const blockedBy =
      before.length > 0 && random.chance(0.5) ? [`#${random.pick(before).ref}`, "T-1"] : task.blockedBy
    const discoveredFrom = random.chance(0.2) ? `#${random.pick(tasks).ref}` : undefined
    return {
      ...task,
      blockedBy,
      discoveredFrom: discoveredFrom === `#${task.ref}` ? undefined : discoveredFrom,
    }
  })
}

describe("the plan that is printed", () => {
  async function printed(tasks: readonly object[], heading?: string) {
    const service = await startService()
    await service.run("task.createMany", { tasks })
    return printPlan((await treeOf(service, 1)).tasks, heading)
  }

  test("is one that a person would write", async () => {
    const tasks = [
      {
        ref: "top",
        title: "Launch",
        description: "By May.",
        done_criteria: ["all is live"],
        met: [{ criterion: 1, evidence: "https://shop.example" }],
        reviewer: "mira",
      },
      {
        ref: "db",
        title: "Schema",
        parent: "#top",
        assignee: "ann",
        priority: "P1",
        eta: "2h",
        tags: ["sql"],
      },
      {
        title: "API",
        parent: "#top",
        blockedBy: ["#db"],
        description: "- read\n- write\n\n# Why",
        done_criteria: ["a", "b"],
        met: [{ criterion: "B" }],
      },
      { ref: "web", title: "Web +1", parent: "#top", project: "web", done_criteria: ["c"] },
      { title: "Cart @home", parent: "#web", project: "web" },
    ]
    expect(await printed(tasks, "T-1")).toBe(
      [
        "# Launch",
        '{"reviewer":"mira"}',
        "",
        "By May.",
        "",
        "  Done when:",
        "  - [x] all is live",
        "    https://shop.example",
        "",
        "- [ ] Schema {#t2} @ann !P1 ~2h +sql",
        "- [ ] API (after #t2)",
        "  - read",
        "  - write",
        "",
        "  # Why",
        "",
        "  Done when:",
        "  - [ ] a",
        "  - [x] b",
        "- [ ] Web +1",
        '  {"project":"web"}',
        "    Done when:",
        "    - [ ] c",
        "  - [ ] Cart \\@home",
      ].join("\n"),
    )
  })

  test("checks off what is done or cancelled, which is left out when it is read, and nobody waits for it", async () => {
    const service = await startService()
    const tasks = [
      { ref: "a", title: "a" },
      { ref: "b", title: "b" },
      { title: "c", blockedBy: ["#a", "#b"] },
    ]
    await service.run("task.createMany", { tasks })
    await service.run("task.edit", { id: "T-1", status: "done" })
    await service.run("task.edit", { id: "T-2", status: "cancelled" })
    const text = printPlan((await treeOf(service, 1)).tasks)
    expect(text.split("\n")).toEqual(["- [x] a {#t1}", "- [x] b {#t2}", "- [ ] c (after #t1, #t2)"])
    expect(parsePlan(text).entries.map(({ task }) => [task.title, task.blockedBy])).toEqual([["c", []]])
  })

  test("holds nothing that a terminal obeys", async () => {
    const hostile = "a\u202e\u009b31m"
    const text = await printed([
      { title: "a\u202eb", description: `\u001b[31m${hostile}`, done_criteria: ["x\u202ey"] },
    ])
    expect(text).not.toMatch(/[^\P{Cc}\n]|\p{Bidi_Control}/u)
  })
})
