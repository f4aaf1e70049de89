import { afterEach, beforeEach, describe, expect, test } from "vitest"
import type { FlatTask, Task } from "../../src/domain/board/records.ts"
import type { Reflection } from "../../src/domain/board/said/said-records.ts"
import type { SearchIndex } from "../../src/domain/board/search.ts"
import { fail } from "../../src/errors.ts"
import { indexedLength } from "../../src/search/task-texts.ts"
import { createSearch } from "../../src/search/search.ts"
import { createRandom } from "../support/random.ts"
import { randomTask } from "../domain/tasks.ts"
import { withState } from "../../src/domain/board/tasks/task-record.ts"

const random = createRandom(3)
const blank = { title: "x", description: null, tags: [], project: "p", done_criteria: [], summary: null }
const taskOf = (n: number, fields: Partial<FlatTask>): Task =>
  withState(randomTask(random, n), { ...blank, ...fields })
const reflectionOf = (n: number, content: string, task = n): Reflection => ({
  n,
  task,
  agent: "ann",
  content,
  createdAt: 0,
})

let search: SearchIndex
let isFull = false
let warnings: string[] = []
beforeEach(() => {
  isFull = false
  warnings = []
})
afterEach(() => search.close())

function given(tasks: readonly Task[], learned: readonly (readonly [Reflection, Task | undefined])[] = []) {
  search = createSearch({
    checkRoom: () => {
      if (isFull) fail("memory_too_small", "The search is off.")
    },
    warn: (message) => warnings.push(message),
  })
  search.put({
    tasks: new Map(tasks.map((task) => [task.n, task])),
    reflections: new Map(learned.map(([reflection, task]) => [reflection.n, { reflection, task }])),
  })
}

describe("tasks", () => {
  test.each<[string, Partial<FlatTask>]>([
    ["title", { title: "needle" }],
    ["description", { description: "a needle" }],
    ["tags", { tags: ["a", "needle"] }],
    ["project", { project: "needle" }],
    ["criteria", { done_criteria: ["a", "needle found"] }],
    ["summary", { summary: "found the needle" }],
  ])("are found by their %s", (_, fields) => {
    given([taskOf(1, {}), taskOf(2, fields)])
    expect(search.tasks("needle")).toEqual([2])
  })

  test("are not found by their metadata or by names", () => {
    given([taskOf(1, { metadata: { a: "needle" }, createdBy: "needle", assignee: "needle" })])
    expect(search.tasks("needle")).toEqual([])
  })

  test("a match in the title comes before one in the description", () => {
    given([taskOf(1, { description: "needle" }), taskOf(2, { title: "needle" })])
    expect(search.tasks("needle")).toEqual([2, 1])
  })

  test("that hold some of the words are found when none holds all of them", () => {
    given([taskOf(1, { title: "red apple" }), taskOf(2, { title: "green pear" })])
    expect(search.tasks("red pear")).toEqual([1, 2])
    expect(search.tasks("red apple")).toEqual([1])
  })

  test("with a long text are indexed by its beginning, so that memory stays bounded", () => {
    const filler = "a ".repeat(indexedLength / 2)
    given([taskOf(1, { description: `early ${filler}late` })])
    expect([search.tasks("early"), search.tasks("late")]).toEqual([[1], []])
  })

  test.each([
    ["全文検索を直す", "検索"],
    ["全文検索を直す", "全文検索"],
    ["全文検索を直す", "索"],
    ["全文検索を直す", "す"],
    ["修复登录页面", "登录"],
    ["ログインが遅い", "ﾛｸﾞｲﾝ"],
    ["Übergröße prüfen", "ubergroße"],
    ["Résumé", "resume"],
    ["resume", "résumé"],
    ["Разобрать счёт", "счет"],
  ])("%j is found for %j", (title, asked) => {
    given([taskOf(1, { title }), taskOf(2, { title: "other" })])
    expect(search.tasks(asked)).toEqual([1])
  })

  test.each(["?!", "\u0301", "❤️", " ", "x".repeat(200), "* OR +x -y ~z (", "a".repeat(39) + "😀"])(
    "%j breaks nothing",
    (asked) => {
      given([taskOf(1, { title: "needle" })])
      expect(search.tasks(asked)).toEqual([])
    },
  )
})

test("a reflection is found by its content, and by title, tags and project of its task unless that was deleted", () => {
  const task = taskOf(7, { title: "Login page", tags: ["css"], project: "web" })
  given(
    [],
    [
      ...[
        [reflectionOf(1, "mind the cache", 7), task] as const,
        [reflectionOf(2, "cache"), undefined] as const,
      ],
    ],
  )
  expect([...search.reflections("cache")].sort()).toEqual([1, 2])
  for (const asked of ["login", "css", "web", "mind"]) expect(search.reflections(asked)).toEqual([1])
})

test("the related reflections are those that share most words with a task, above all rare ones", () => {
  const learned = (n: number, title: string) =>
    [reflectionOf(n, "learned"), taskOf(n, { title, project: `web${n}` })] as const
  given([], [learned(1, "fix login"), learned(2, "fix logout"), learned(3, "fix cache"), learned(4, "paint")])
  expect(search.related(taskOf(9, { title: "Fix the login", tags: ["cache"] }))).toEqual([1, 3, 2])
})

test("words that are in every English sentence make no reflection related", () => {
  given([], [[reflectionOf(1, "it is for the best"), undefined]])
  expect(search.related(taskOf(9, { title: "The one that is for it", project: "p" }))).toEqual([])
})

test("words that most reflections share make none of them related", () => {
  const learned = Array.from({ length: 30 }, (_, i) => {
    const task = taskOf(i + 1, { title: i === 20 ? "the login" : "the rest", project: "default" })
    return [reflectionOf(i + 1, "learned"), task] as const
  })
  given([], learned)
  expect(search.related(taskOf(99, { title: "the login", project: "default" }))).toEqual([21])
  expect(search.related(taskOf(99, { title: "the other", project: "default" }))).toEqual([])
})

describe("the index is built in the background", () => {
  const many = Array.from({ length: 3000 }, (_, i) => taskOf(i + 1, { title: `needle ${i}` }))

  test("a search that waits until it is ready finds everything", async () => {
    given(many)
    expect(search.ready()).toBeInstanceOf(Promise)
    await search.ready()
    expect(search.tasks("needle")).toHaveLength(3000)
    expect(search.ready()).toBeUndefined()
  })

  test("a search that does not wait finds everything too", () => {
    given(many)
    expect(search.tasks("needle")).toHaveLength(3000)
  })

  test("it is built although nobody searches, and other work gets its turn meanwhile", async () => {
    given(many)
    let turns = 0
    while (search.ready()) {
      turns++
      await new Promise((resolve) => setImmediate(resolve))
    }
    expect(turns).toBeGreaterThan(1)
  })

  test("a text that is replaced while it waits is indexed in its newest form", () => {
    given(many)
    search.put({
      tasks: new Map([
        [5, taskOf(5, { title: "other" })],
        [6, undefined],
      ]),
      reflections: new Map(),
    })
    expect(search.tasks("needle")).toHaveLength(2998)
    expect(search.tasks("other")).toEqual([5])
  })

  test("where the memory does not suffice it is given up once, with a word, and nothing else fails", async () => {
    given(many, [[reflectionOf(1, "a needle"), many[0]]])
    isFull = true
    await search.ready()
    expect(search.trouble).toBe("The search is off.")
    expect(warnings).toEqual(["The search is off."])
    for (const find of [search.tasks, search.reflections])
      expect(() => find("needle")).toThrow(expect.objectContaining({ code: "memory_too_small" }) as Error)
    expect(search.related(taskOf(9, { title: "needle" }))).toEqual([])

    // What was indexed is gone, so room alone does not bring it back.
    isFull = false
    search.put({ tasks: new Map([[1, taskOf(1, { title: "needle" })]]), reflections: new Map() })
    expect(search.ready()).toBeUndefined()
    expect(() => search.tasks("needle")).toThrow("The search is off.")
    expect(warnings).toHaveLength(1)
  })

  test("a search that does not wait looks for room as well", () => {
    given(many)
    isFull = true
    expect(() => search.tasks("needle")).toThrow("The search is off.")
  })

  test("closing ends it, and resolves the promises of those who wait", async () => {
    given(many)
    const waiting = search.ready()
    search.close()
    await waiting
    search.put({ tasks: new Map(many.map((task) => [task.n, task])), reflections: new Map() })
    expect(search.ready()).toBeUndefined()
  })
})
