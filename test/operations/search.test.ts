import { describe, expect, test } from "vitest"
import { given, problemsOf, type Service, type Step } from "../support/service.ts"

interface Listed {
  tasks: { id: string }[]
  next: string | null
  total: number
}
const create = (title: string, more: Record<string, unknown> = {}): Step => [
  "task.create",
  { title, ...more },
]
const find = async (service: Service, input: Record<string, unknown>): Promise<string[]> =>
  ((await service.run("task.list", input)) as Listed).tasks.map(({ id }) => id)

describe("GET /tasks?q=", () => {
  const apples = () =>
    given(
      create("paint", { description: "an apple, and something more about it" }),
      create("pick the apple", { project: "farm", priority: "P0" }),
      create("apple apple", { project: "farm" }),
      create("pear"),
    )

  test("answers the best match first, and combines with every other filter", async () => {
    const service = await apples()
    expect(await find(service, { q: "apple" })).toEqual(["T-3", "T-2", "T-1"])
    expect(await find(service, { q: "apple", project: "farm" })).toEqual(["T-3", "T-2"])
    expect(await find(service, { q: "apple", priority: ["P0"], ready: "1" })).toEqual(["T-2"])
    expect(await find(service, { q: "apple", status: ["done"] })).toEqual([])
    expect(await find(service, { q: "grape" })).toEqual([])
  })

  test("excerpt says where the words are, in a page of at most 50 tasks", async () => {
    const service = await apples()
    const listed = await service.run("task.list", { q: "apple", excerpt: true, project: "default" })
    expect(listed).toMatchObject({
      tasks: [
        {
          id: "T-1",
          match: {
            title: [],
            excerpt: {
              field: "description",
              text: "an apple, and something more about it",
              marks: [{ start: 3, end: 8 }],
            },
          },
        },
      ],
    })
    expect(await service.run("task.list", { q: "someting", excerpt: true, fields: ["match"] })).toMatchObject(
      {
        tasks: [{ match: { excerpt: { marks: [{ start: 14, end: 23 }] } } }],
      },
    )
    const [first] = ((await service.run("task.list", { q: "apple" })) as Listed).tasks
    expect(first).not.toHaveProperty("match")
    for (const [input, path] of [
      [{ excerpt: true }, "excerpt"],
      [{ q: "apple", excerpt: true, limit: 51 }, "limit"],
    ] as const)
      await expect(service.run("task.list", input)).rejects.toMatchObject({
        code: "invalid_input",
        errors: [{ path }],
      })
  })

  test("sort, when given, orders the matches", async () => {
    const service = await apples()
    expect(await find(service, { q: "apple", sort: "created" })).toEqual(["T-1", "T-2", "T-3"])
    expect(await find(service, { q: "apple", sort: "-created", project: "farm" })).toEqual(["T-3", "T-2"])
  })

  test("total is the number of matches, and the pages together hold each of them once", async () => {
    const service = await apples()
    for (const sort of [undefined, "created", "-created"] as const) {
      const seen: string[] = []
      let cursor: string | undefined
      do {
        const page: Listed = await service.run("task.list", { q: "apple", limit: 1, cursor, sort })
        expect(page.total).toBe(3)
        seen.push(...page.tasks.map(({ id }) => id))
        cursor = page.next ?? undefined
      } while (cursor !== undefined)
      expect(seen).toEqual(await find(service, { q: "apple", sort }))
    }
  })

  test("a page goes on where the one before ended, also when its last task was deleted meanwhile", async () => {
    const service = await apples()
    const { next } = (await service.run("task.list", { q: "apple", limit: 1 })) as Listed
    await service.run("task.delete", { id: "T-3" })
    expect(await find(service, { q: "apple", cursor: next })).toEqual(["T-2", "T-1"])
  })

  test.each([
    { q: "apple", cursor: "T-3" },
    { q: "apple", sort: "created", cursor: "0.3" },
    { cursor: "0.3" },
  ])("the cursor of another list is refused: %j", async (input) => {
    const service = await apples()
    await expect(service.run("task.list", input)).rejects.toMatchObject({ code: "invalid_input" })
  })

  test.each(["", " ", "?!", "…", "❤️", "x".repeat(201), "a\nb", 5])(
    "%j is refused: nothing to look for",
    (q) => {
      expect(problemsOf("task.list", { q })).toEqual(["q"])
      expect(problemsOf("reflection.list", { q })).toEqual(["q"])
    },
  )

  test("an edited task is found by its new text, a finished one by its summary, and a deleted one not at all", async () => {
    const service = await given(create("red"), create("green"), create("blue"))
    await find(service, { q: "red" })
    await service.run("task.edit", { id: "T-1", title: "white", tags: ["crimson"] })
    await service.run("task.claim", { id: "T-2", agent: "ann" })
    await service.run("task.complete", { id: "T-2", agent: "ann", summary: "painted olive" })
    await service.run("task.delete", { id: "T-3" })
    expect(await find(service, { q: "red" })).toEqual([])
    expect(await find(service, { q: "white" })).toEqual(["T-1"])
    expect(await find(service, { q: "crimson" })).toEqual(["T-1"])
    expect(await find(service, { q: "olive" })).toEqual(["T-2"])
    expect(await find(service, { q: "blue" })).toEqual([])
  })
})

const reflect = (id: string, agent: string, content: string): Step => ["task.reflect", { id, agent, content }]

describe("GET /reflections", () => {
  const learned = () =>
    given(
      create("login page", { project: "web" }),
      create("search"),
      reflect("T-1", "Ann", "mind the cache"),
      reflect("T-2", "bob", "ask early"),
      reflect("T-1", "bob", "cookies and cache and cache"),
      reflect("T-2", "ann", "measure"),
    )
  const list = async (service: Service, input: Record<string, unknown> = {}) =>
    (await service.run("reflection.list", input)) as {
      reflections: Record<string, unknown>[]
      next: string | null
      total: number
    }
  const ids = async (service: Service, input: Record<string, unknown>) =>
    (await list(service, input)).reflections.map(({ id }) => id)

  test("lists the newest first, each with the title of its task", async () => {
    const service = await learned()
    const { reflections, next, total } = await list(service)
    expect(reflections[0]).toEqual({
      id: "R-4",
      taskId: "T-2",
      title: "search",
      agent: "ann",
      content: "measure",
      createdAt: expect.any(String) as string,
    })
    expect([reflections.map(({ id }) => id), next, total]).toEqual([["R-4", "R-3", "R-2", "R-1"], null, 4])
  })

  test.each([
    [{ agent: "ANN" }, ["R-4", "R-1"]],
    [{ task: "t-1" }, ["R-3", "R-1"]],
    [{ project: "web" }, ["R-3", "R-1"]],
    [{ agent: "ann", task: "T-1" }, ["R-1"]],
    [{ agent: "bob", project: "default" }, ["R-2"]],
    [{ agent: "bob", task: "T-2", project: "web" }, []],
    [{ agent: "nobody" }, []],
    [{ task: "T-9" }, []],
    [{ project: "none" }, []],
    [{ q: "cache" }, ["R-3", "R-1"]],
    [{ q: "cache", agent: "ann" }, ["R-1"]],
    [{ q: "login" }, ["R-1", "R-3"]],
    [{ q: "login", project: "default" }, []],
  ])("%j finds %j, on one page or on many", async (filter, expected) => {
    const service = await learned()
    expect(await ids(service, filter)).toEqual(expected)
    const seen: unknown[] = []
    let cursor: string | undefined
    do {
      const page = await list(service, { ...filter, limit: 1, cursor })
      expect(page.total).toBe(expected.length)
      seen.push(...page.reflections.map(({ id }) => id))
      cursor = page.next ?? undefined
    } while (cursor !== undefined)
    expect(seen).toEqual(expected)
  })

  test("a reflection on a deleted task stays, without a title, and is not found by that title", async () => {
    const service = await learned()
    expect(await ids(service, { q: "login" })).toHaveLength(2)
    await service.run("task.delete", { id: "T-1" })
    expect(await ids(service, { q: "login" })).toEqual([])
    expect((await list(service, { q: "cookies" })).reflections).toMatchObject([
      { taskId: "T-1", title: null },
    ])
    expect(await ids(service, { task: "T-1" })).toEqual(["R-3", "R-1"])
    await service.restart()
    expect(await ids(service, { q: "cookies" })).toEqual(["R-3"])
  })

  test("finds a reflection by the present title of its task", async () => {
    const service = await learned()
    await service.run("task.edit", { id: "T-1", title: "registration" })
    expect(await ids(service, { q: "login" })).toEqual([])
    expect(await ids(service, { q: "registration" })).toEqual(["R-1", "R-3"])
  })

  test.each(["T-1", "R-", "0.1", "4"])("%j is refused as a cursor", async (cursor) => {
    const service = await learned()
    await expect(list(service, { cursor })).rejects.toMatchObject({ code: "invalid_input" })
  })
})

describe("lessons", () => {
  const done = (id: string, content: string): Step[] => [
    ["task.claim", { id, agent: "ann" }],
    ["task.complete", { id, agent: "ann", reflection: content }],
  ]
  const school = () =>
    given(
      create("fix the login page", { tags: ["css"] }),
      create("paint the fence"),
      create("login by token"),
      create("slow login"),
      create("login page again", { tags: ["css"], done_criteria: ["the login page is quick"] }),
      ...done("T-1", "one"),
      ...done("T-2", "two"),
      ...done("T-3", "three"),
      reflect("T-4", "bob", "of open work"),
      reflect("T-5", "bob", "its own"),
    )
  const contents = (answer: { lessons: { content: string }[] }) =>
    answer.lessons.map(({ content }) => content)

  test("are reflections on similar finished tasks, most similar first, never the task's own", async () => {
    const service = await school()
    const answer = await service.run("task.read", { id: "T-5", lessons: "1" })
    expect(contents(answer).slice(0, 2)).toEqual(["one", "three"])
    expect(answer.lessons[0]).toMatchObject({
      id: "R-1",
      taskId: "T-1",
      title: "fix the login page",
      agent: "ann",
    })
    expect(contents(answer)).not.toContain("its own")
    expect(contents(answer)).not.toContain("of open work")
  })

  test("are three at most", async () => {
    const service = await school()
    for (const content of ["more", "and more", "and even more"])
      await service.run("task.reflect", { id: "T-1", agent: "bob", content })
    expect(contents(await service.run("task.read", { id: "T-5", lessons: "1" }))).toHaveLength(3)
  })

  test("come with a claim that asks for them, and with no other", async () => {
    const service = await school()
    const next = await service.run("task.claimNext", { agent: "cy", lessons: true })
    expect([next.task.id, contents(next).slice(0, 2)]).toEqual(["T-4", ["three", "one"]])
    const certain = await service.run("task.claim", { id: "T-5", agent: "cy", lessons: true })
    expect(contents(certain)[0]).toBe("one")
    const plain = [
      await service.run("task.read", { id: "T-5" }),
      await service.run("task.claim", { id: "T-5", agent: "cy" }),
      await service.run("task.claimNext", { agent: "cy" }),
      await service.run("task.claimNext", { agent: "dan", lessons: true, project: "none" }),
    ]
    for (const answer of plain) expect(answer).not.toHaveProperty("lessons")
  })

  test("are an empty list where there is no similar reflection", async () => {
    const service = await given(
      create("paint", { project: "a" }),
      create("sing", { project: "b" }),
      ...done("T-1", "slowly"),
    )
    expect(await service.run("task.read", { id: "T-2", lessons: "1" })).toMatchObject({ lessons: [] })
  })
})
