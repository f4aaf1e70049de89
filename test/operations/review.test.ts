import { describe, expect, test } from "vitest"
import { expectRefused, given, problemsOf, type Service, type Step } from "../support/service.ts"

const read = async (service: Service, id = "T-1") => (await service.run("task.read", { id })).task
const minute = 60_000
const lease = 30 * minute
const iso = (time: number) => new Date(time).toISOString()
const claim: Step = ["task.claim", { id: "T-1", agent: "Ann" }]
const complete: Step = ["task.complete", { id: "T-1", agent: "ann" }]
const inReview = (fields: Record<string, unknown> = {}) =>
  given(["task.create", { title: "x", reviewer: "Rea", ...fields }], claim, complete)

describe("the review gate", () => {
  test("finished work goes to review where a reviewer is set, else to done", async () => {
    const service = await inReview()
    expect(await read(service)).toMatchObject({
      status: "review",
      assignee: "Ann",
      lease: null,
      finishedAt: null,
    })
    await service.run("task.create", { title: "y" })
    await service.run("task.claim", { id: "T-2", agent: "ann" })
    await service.run("task.complete", { id: "T-2", agent: "ann", summary: "all of it" })
    expect(await read(service, "T-2")).toMatchObject({
      status: "done",
      summary: "all of it",
      finishedAt: iso(service.now()),
    })
  })

  test("where a reviewer is set, a PATCH to done by the assignee is refused, in any spelling and by token", async () => {
    const service = await given(["task.create", { title: "x", reviewer: "Rea" }])
    const { lease: granted } = await service.run("task.claim", { id: "T-1", agent: "Ann" })
    const more = { reviewer: "Rea" }
    await expectRefused(
      service,
      ["task.edit", { id: "T-1", status: "done" }, { actor: "ANN" }],
      "review_required",
      more,
    )
    await expectRefused(
      service,
      ["task.edit", { id: "T-1", status: "done", leaseToken: granted.token }],
      "review_required",
      more,
    )
    await expectRefused(
      service,
      ["task.edit", { id: "T-1", status: "done", reviewer: null }, { actor: "ann" }],
      "review_required",
      more,
    )
    await service.run("task.edit", { id: "T-1", status: "review" }, { actor: "ann" })
    await expectRefused(
      service,
      ["task.edit", { id: "T-1", status: "done" }, { actor: "aNN" }],
      "review_required",
      more,
    )
  })

  test("for anyone else there is no gate: a PATCH to done needs only the status", async () => {
    const service = await given(["task.create", { title: "x", reviewer: "Rea" }], claim)
    await service.run("task.edit", { id: "T-1", status: "done" }, { actor: "pat" })
    expect(await read(service)).toMatchObject({ status: "done" })
  })
})

describe("a review", () => {
  test("that approves finishes the task", async () => {
    const service = await inReview()
    const { task, review } = await service.run("task.review", {
      id: "t-1",
      reviewer: "rea",
      decision: "approve",
    })
    expect(task).toMatchObject({
      status: "done",
      assignee: "Ann",
      finishedAt: iso(service.now()),
      commentCount: 0,
    })
    expect(review).toEqual({
      ...{ id: "V-1", taskId: "T-1", reviewer: "Rea", decision: "approve", comment: null },
      createdAt: iso(service.now()),
    })
  })

  test("may be decided by anyone but the one who did the work", async () => {
    for (const reviewer of ["rea", "pat", "anonymous"]) {
      const service = await inReview()
      const { review } = await service.run("task.review", { id: "T-1", reviewer, decision: "approve" })
      expect(review.reviewer.toLowerCase()).toBe(reviewer)
    }
    const service = await inReview({ reviewer: "ann" })
    for (const reviewer of ["Ann", "ANN"])
      await expectRefused(
        service,
        ["task.review", { id: "T-1", reviewer, decision: "approve" }],
        "review_required",
      )
  })

  test("may not be decided by the one who did the work, even after the task was given to another", async () => {
    const service = await inReview()
    await service.run("task.edit", { id: "T-1", assignee: "bob" }, { actor: "ann" })
    await expectRefused(
      service,
      ["task.review", { id: "T-1", reviewer: "ann", decision: "approve" }],
      "review_required",
    )
  })

  test("by another than the named reviewer notes who was asked, and a new name that may be mistyped", async () => {
    const decide = async (service: Service, reviewer: string) =>
      (await service.run("task.review", { id: "T-1", reviewer, decision: "approve" })).notes
    const asked = "Rea was asked to review T-1"
    expect(await decide(await inReview(), "rea")).toBeUndefined()
    expect(await decide(await inReview(), "bob")).toEqual([asked])
    expect(await decide(await inReview(), "era")).toEqual([asked, "era is new here; did you mean Rea?"])
    expect(await decide(await inReview({ reviewer: "ann" }), "bob")).toBeUndefined()
  })

  test("needs a decision", () => {
    expect(problemsOf("task.review", { id: "T-1" })).toEqual(["decision"])
    expect(problemsOf("task.review", { id: "T-1", decision: "maybe" })).toEqual(["decision"])
  })

  test.each<[string, Step[]]>([
    ["todo", []],
    ["doing", [claim]],
    ["done", [["task.edit", { id: "T-1", status: "done" }]]],
  ])("of a task in %s is refused", async (status, steps) => {
    const service = await given(["task.create", { title: "x", reviewer: "rea" }], ...steps)
    await expectRefused(
      service,
      ["task.review", { id: "T-1", reviewer: "rea", decision: "approve" }],
      "invalid_transition",
      { status: status },
    )
  })

  test("posts its comment as a comment of the reviewer", async () => {
    const service = await inReview()
    await service.run("task.review", { id: "T-1", reviewer: "rea", decision: "approve", comment: "  fine\n" })
    const { comments } = await service.run("task.comments", { id: "T-1" })
    expect(comments).toMatchObject([{ id: "C-1", taskId: "T-1", author: "Rea", content: "  fine\n" }])
  })
})

describe("changes requested by a review", () => {
  const request: Step = [
    "task.review",
    { id: "T-1", reviewer: "rea", decision: "request_changes", comment: "tests?" },
  ]

  test("put the task back to doing for the same assignee and a new lease period, and make the old token stale", async () => {
    const service = await given(["task.create", { title: "x", reviewer: "rea" }])
    const { lease: granted } = await service.run("task.claim", { id: "T-1", agent: "Ann" })
    await service.run(...complete)
    await service.pass(10 * lease)
    const { task } = await service.run(...request)
    expect(task).toMatchObject({
      ...{ status: "doing", assignee: "Ann", ready: true, commentCount: 1, attempts: 0 },
      lease: { holder: "Ann", expiresAt: iso(service.now() + lease) },
    })
    await expectRefused(service, ["task.complete", { id: "T-1", leaseToken: granted.token }], "lease_lost")
    await expectRefused(service, ["task.claim", { id: "T-1", agent: "bob" }], "task_taken")
  })

  test("have a lease period of twice the eta where that is more", async () => {
    const service = await inReview({ eta: "2h" })
    const { task } = await service.run(...request)
    expect(task.lease.expiresAt).toBe(iso(service.now() + 240 * minute))
  })

  test.each([{ agent: "ANN" }, { agent: "ann", session: "s9" }])(
    "are taken up by claiming again, as %j",
    async (asked) => {
      const service = await inReview()
      await service.run(...request)
      expect(await service.run("task.next", asked)).toMatchObject({ task: { id: "T-1" } })
      const claimed = await service.run("task.claimNext", asked)
      expect(claimed).toMatchObject({ task: { id: "T-1", status: "doing" }, lease: { epoch: 4 } })
      await service.pass(lease)
      expect(await read(service)).toMatchObject({ status: "todo", attempts: 0, expiries: 1 })
    },
  )

  test.each([
    ["unassigned", {}],
    ["Ann", { assignee: "Ann" }],
  ])(
    "that are not taken up go back to todo, at no cost, for %s as before the claim",
    async (assignee, fields) => {
      const service = await inReview(fields)
      await service.run(...request)
      await service.pass(lease - 1)
      expect(await read(service)).toMatchObject({ status: "doing" })
      await service.pass(1)
      expect(await read(service)).toMatchObject({
        status: "todo",
        attempts: 0,
        ready: true,
        assignee,
        lease: null,
      })
      expect(await service.run("task.next", { agent: "ann" })).toMatchObject({ task: { id: "T-1" } })
    },
  )

  test("put work that lost its assignee meanwhile back into the queue", async () => {
    const service = await inReview()
    await service.run("task.edit", { id: "T-1", assignee: "unassigned" }, { actor: "pat" })
    await service.run(...request)
    expect(await read(service)).toMatchObject({ status: "todo", assignee: "unassigned", ready: true })
    expect(await service.run("task.claimNext", { agent: "bob" })).toMatchObject({ task: { id: "T-1" } })
  })

  test("give the task back to the assignee that a person had set, if nobody takes it up", async () => {
    const service = await given(
      ["task.create", { title: "x", reviewer: "rea" }],
      ["task.claim", { id: "T-1", agent: "bob" }],
      ["task.edit", { id: "T-1", assignee: "ann" }, { actor: "pat" }],
      ["task.edit", { id: "T-1", status: "review" }, { actor: "ann" }],
      request,
      lease,
    )
    expect(await read(service)).toMatchObject({ status: "todo", assignee: "ann", attempts: 0 })
  })
})

test("heartbeats do not keep work that came back from its review; a claim does", async () => {
  const service = await given(
    ["task.create", { title: "x", reviewer: "rea" }],
    ["task.claim", { id: "T-1", agent: "ann" }],
    ["task.complete", { id: "T-1", agent: "ann" }],
    ["task.review", { id: "T-1", reviewer: "rea", decision: "request_changes" }],
  )
  await expectRefused(service, ["task.heartbeat", { id: "T-1", agent: "ann" }], "lease_lost")
  const { task: offered } = await service.run("task.read", { id: "T-1" })
  await service.pass(60_000)
  await service.run("task.comment", { id: "T-1", author: "ann", content: "hm" })
  expect((await service.run("task.read", { id: "T-1" })).task.lease).toEqual(offered.lease)
  await service.run("task.claim", { id: "T-1", agent: "ann" })
  await service.run("task.heartbeat", { id: "T-1", agent: "ann" })
})

describe("a reviewer who does the work too", () => {
  const own = { isOwnReview: true, reviewer: "Ann" }
  const ownReview = () => inReview({ reviewer: "Ann" })

  test("may not decide, and is told that anyone else may", async () => {
    const service = await ownReview()
    const decide = ["task.review", { id: "T-1", reviewer: "ann", decision: "approve" }] as const
    await expectRefused(service, decide, "review_required", own)
    await expect(service.run(...decide)).rejects.toThrow(
      "T-1 was done by Ann, who is also its reviewer; anyone else may decide.",
    )
    await expectRefused(service, ["task.claim", { id: "T-1", agent: "bo" }], "task_not_ready", own)
  })

  test("is told so before the work is finished", async () => {
    const service = await given(["task.create", { title: "x", reviewer: "Ann" }], claim)
    const finish = ["task.edit", { id: "T-1", status: "done" }, { actor: "ann" }] as const
    await expectRefused(service, finish, "review_required", own)
    await expect(service.run(...finish)).rejects.toThrow(
      "T-1 first needs a review by someone other than Ann, who is doing the work.",
    )
  })

  test("work of somebody else is not such a review", async () => {
    const service = await inReview()
    await expect(
      service.run("task.review", { id: "T-1", reviewer: "ann", decision: "approve" }),
    ).rejects.toMatchObject({ facts: { reviewer: "Rea" } })
    await expect(
      service.run("task.review", { id: "T-1", reviewer: "ann", decision: "approve" }),
    ).rejects.not.toHaveProperty("facts.isOwnReview")
  })
})
