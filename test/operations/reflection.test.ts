import { describe, expect, test } from "vitest"
import { hintFor as inHttp } from "../../src/http/reply/hints.ts"
import { hintFor as inShell } from "../../src/terminal/hints.ts"
import {
  eventsOf,
  expectRefused,
  givenPolicy,
  problemsOf,
  type Service,
  type Step,
} from "../support/service.ts"

const read = async (service: Service, id = "T-1") => (await service.run("task.read", { id })).task
const create = (fields: Record<string, unknown> = {}): Step => ["task.create", { title: "x", ...fields }]
const claim: Step = ["task.claim", { id: "T-1", agent: "Ann" }]
const claimed = (...steps: Step[]) => givenPolicy({ reflection: "required" }, create(), claim, ...steps)
const complete = ["task.complete", { id: "T-1", agent: "ann" }] as const
const patch = (status: string) => ["task.edit", { id: "T-1", status }, { actor: "ANN" }] as const

describe("the reflection gate", () => {
  test("complete without a reflection is refused once, and every face's hint names both ways on", async () => {
    const service = await claimed()
    await expectRefused(service, complete, "reflection_required")
    expect(inHttp("reflection_required")).toMatch(/`reflection`.*reflection_exempt/)
    expect(inShell("reflection_required")).toMatch(/--lesson.*--no-lesson/)
  })

  test.each(["done", "review"])(
    "a PATCH to %s by the assignee, in any spelling, is refused too",
    async (status) => {
      const service = await claimed(
        ...(status === "review" ? [["task.edit", { id: "T-1", reviewer: "rea" }] as const] : []),
      )
      await expectRefused(service, patch(status), "reflection_required")
      await service.run("task.edit", { id: "T-1", status, reflection: "learned" }, { actor: "ANN" })
      expect(await read(service)).toMatchObject({ status })
    },
  )

  test.each(["todo", "blocked", "cancelled"])("a PATCH to %s by the assignee needs none", async (status) => {
    const service = await claimed()
    await service.run(...patch(status))
    expect(await read(service)).toMatchObject({ status })
  })

  test.each(["todo to done", "by anyone else", "by a release"])(
    "work that moves %s needs none",
    async (how) => {
      const service = await givenPolicy({ reflection: "required" }, create({ assignee: "Ann" }))
      if (how !== "todo to done") await service.run("task.claim", { id: "T-1", agent: "Ann" })
      if (how === "todo to done") await service.run(...patch("done"))
      else if (how === "by a release") await service.run("task.release", { id: "T-1", agent: "ann" })
      else await service.run("task.edit", { id: "T-1", status: "done" }, { actor: "pat" })
      expect((await read(service)).status).not.toBe("doing")
    },
  )

  test("a reflection in the request opens it, and is kept", async () => {
    const service = await claimed()
    await service.run("task.complete", { id: "T-1", agent: "ann", reflection: "measure first" })
    expect(await read(service)).toMatchObject({ status: "done" })
    expect([...service.board.reflections.values()]).toMatchObject([
      { n: 1, task: 1, agent: "Ann", content: "measure first" },
    ])
    expect((await eventsOf(service)).map(({ type }) => type)).toContain("task.reflected")
  })

  test.each(["by name", "by token"])(
    "a reflection posted before on this attempt opens it, %s",
    async (by) => {
      const service = await givenPolicy({ reflection: "required" }, create())
      const { lease } = await service.run("task.claim", { id: "T-1", agent: "Ann" })
      const who = by === "by name" ? { agent: "aNN" } : { leaseToken: lease.token }
      const { reflection } = await service.run("task.reflect", {
        id: "T-1",
        content: "measure first",
        ...who,
      })
      expect(reflection).toMatchObject({ id: "R-1", taskId: "T-1", agent: "Ann", content: "measure first" })
      await service.run(...complete)
      expect(await read(service)).toMatchObject({ status: "done" })
    },
  )

  test("a reflection by someone else does not", async () => {
    const service = await claimed(["task.reflect", { id: "T-1", agent: "bob", content: "I would have" }])
    await expectRefused(service, complete, "reflection_required")
  })

  test.each<[string, Step[]]>([
    ["given back", [["task.release", { id: "T-1", agent: "ann" }], claim]],
    ["run out", [30 * 60_000, 30_000, claim]],
    ["taken back by a person", [["task.edit", { id: "T-1", status: "todo" }], claim]],
    ["finished and reopened", [complete, ["task.edit", { id: "T-1", status: "todo" }], claim]],
    [
      "taken back by a person, who then placed it in doing again",
      [
        ["task.edit", { id: "T-1", status: "todo" }],
        ["task.edit", { id: "T-1", status: "doing", assignee: "ann" }],
      ],
    ],
  ])("a reflection on an attempt that was %s does not", async (_, steps) => {
    const service = await claimed(["task.reflect", { id: "T-1", agent: "ann", content: "measure" }], ...steps)
    await expectRefused(service, complete, "reflection_required")
  })

  test("a claim that resumes the attempt keeps its reflection", async () => {
    const service = await claimed(["task.reflect", { id: "T-1", agent: "ann", content: "measure" }], claim)
    await service.run(...complete)
  })

  test("a late holder needs one too, and one posted in time counts", async () => {
    const service = await claimed(30 * 60_000)
    await expectRefused(service, complete, "reflection_required")
    const other = await claimed(
      ["task.reflect", { id: "T-1", agent: "ann", content: "measure" }],
      60 * 60_000,
    )
    await other.run(...complete)
    expect(await read(other)).toMatchObject({ status: "done" })
  })

  test("metadata.reflection_exempt opens it, when it is true", async () => {
    for (const [exempt, isOpen] of [
      [true, true],
      [false, false],
    ]) {
      const service = await claimed(["task.edit", { id: "T-1", metadata: { reflection_exempt: exempt } }])
      if (isOpen) await service.run(...complete)
      else await expectRefused(service, complete, "reflection_required")
    }
  })

  test("with the policy `optional` no reflection is needed", async () => {
    const service = await givenPolicy({ reflection: "optional" }, create(), claim, complete)
    expect(await read(service)).toMatchObject({ status: "done" })
  })

  test("work that goes to review needs a reflection too", async () => {
    const service = await givenPolicy({ reflection: "required" }, create({ reviewer: "rea" }), claim)
    await expectRefused(service, complete, "reflection_required")
  })
})

test.each([
  ["empty", ""],
  ["over 64 KiB", "x".repeat(65_537)],
  ["with NUL", "a\0"],
])("a reflection that is %s is refused", (_, content) => {
  expect(problemsOf("task.reflect", { id: "T-1", agent: "ann", content })).toEqual(["content"])
  expect(problemsOf("task.complete", { id: "T-1", reflection: content })).toEqual(["reflection"])
})
