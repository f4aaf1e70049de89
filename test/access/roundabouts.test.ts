import { describe, expect, test } from "vitest"
import { make, take } from "./stages.ts"
import { callTool, expectRefused } from "./requests.ts"
import { startAccess } from "./support.ts"

const gated = { done_criteria: ["Dry"], reviewer: "carl", metadata: { criteria_required: true } }

describe("an agent cannot open the gates of its own work", () => {
  test("hidden among other changes", async () => {
    const board = await startAccess()
    const ann = await board.join("ann")
    const id = await take(ann, gated)
    for (const change of [
      { title: "Paint", priority: "P0", done_criteria: [] },
      { metadata: { note: "x", criteria_required: false } },
      { metadata: {}, reviewer: null },
      { status: "blocked", reason: "?", done_criteria: [] },
      { status: "review", done_criteria: [], reflection: "Easy" },
    ])
      await expectRefused(board, ann, ["PATCH", `/tasks/${id}`, change], "not_allowed")
  })

  test("by giving it back first, or by having it opened again", async () => {
    const board = await startAccess()
    const ann = await board.join("ann")
    const boss = await board.join("boss", { role: "manage" })
    const given = await take(ann, gated)
    await ann.run("task.release", { id: given })
    const reopened = await take(ann)
    await ann.run("task.complete", { id: reopened })
    await expectRefused(board, ann, ["PATCH", `/tasks/${reopened}`, { status: "todo" }], "not_allowed")
    await boss.run("task.edit", { id: reopened, status: "todo", ...gated })
    for (const id of [given, reopened])
      for (const change of [
        { done_criteria: [] },
        { title: "Other" },
        { status: "doing" },
        { status: "cancelled" },
      ])
        await expectRefused(board, ann, ["PATCH", `/tasks/${id}`, change], "not_allowed")
  })

  test("by letting its lease run out", async () => {
    const board = await startAccess({ service: { policy: { reflection: "required" } } })
    const ann = await board.join("ann")
    for (const session of [undefined, "s-1"]) {
      const id = await make(ann, { ...gated, reviewer: session === undefined ? null : "carl" })
      await ann.run("task.claim", { id, agent: "ann", lease: "1m", session })
      await board.service.pass(2 * 60_000)
      // It is not the holder's in the words of this request, but the gates ask who was the last at work.
      await expectRefused(board, ann, ["PATCH", `/tasks/${id}`, { status: "done" }], "criteria_unmet")
      for (const status of ["cancelled", "doing"])
        await expectRefused(board, ann, ["PATCH", `/tasks/${id}`, { status }], "not_allowed")
      // What it has done it may still hand in, through the gates.
      await expectRefused(board, ann, ["POST", `/tasks/${id}/complete`, { session }], "criteria_unmet")
      const whole = { session, criteria: [{ criterion: "Dry" }], reflection: "Slow" }
      const { json } = await ann.ask(`/tasks/${id}/complete`, { method: "POST", body: whole })
      expect(json).toMatchObject({ task: { status: session === undefined ? "done" : "review" } })
    }
  })

  test("by the escalation of its project, or by one in place of the attempts it has", async () => {
    const policy = { escalation: { api: ["ann", "mira"], web: ["ann", "mira"] } }
    const board = await startAccess({ service: { policy } })
    const ann = await board.join("ann")
    const [own, ofProject] = [await take(ann), await take(ann, { project: "api" })]
    for (const [id, change] of [
      [own, { escalation: ["ann", "ann", "ann"] }],
      [own, { project: "api" }],
      [ofProject, { escalation: ["ann"] }],
      [ofProject, { title: "Paint", project: "docs" }],
    ] as const)
      await expectRefused(board, ann, ["PATCH", `/tasks/${id}`, change], "not_allowed")
    // Where the same holds after as before, it may.
    const { json } = await ann.ask(`/tasks/${ofProject}`, { method: "PATCH", body: { project: "web" } })
    expect(json).toMatchObject({ task: { project: "web" } })
  })

  test("by taking it out of a project whose reviews people decide on", async () => {
    const board = await startAccess({ service: { policy: { reviewers: { api: "people" } } } })
    const [ann, carl] = [await board.join("ann"), await board.join("carl", { role: "manage" })]
    const mira = await board.join("mira", { role: "manage", person: true })
    const id = await take(ann, { project: "api", reviewer: "carl" })
    await expectRefused(board, ann, ["PATCH", `/tasks/${id}`, { project: "web" }], "not_allowed")
    await ann.run("task.complete", { id })
    const approve = ["POST", `/tasks/${id}/review`, { decision: "approve" }] as const
    await expectRefused(board, carl, approve, "not_allowed")
    expect(await mira.run("task.review", { id, decision: "approve" })).toMatchObject({
      task: { status: "done" },
    })
  })

  test("nor lift what needs the attention of a person, by a lease that ran out", async () => {
    const board = await startAccess({ service: { policy: { maxExpiries: 1 } } })
    const ann = await board.join("ann")
    const id = await make(ann)
    await ann.run("task.claim", { id, agent: "ann", lease: "1m" })
    await board.service.pass(2 * 60_000)
    expect(await ann.run("task.read", { id })).toMatchObject({
      task: { status: "blocked", reason: "needs attention: its claim expired" },
    })
    for (const change of [{ status: "todo" }, { status: "doing", assignee: "ann" }, { status: "cancelled" }])
      await expectRefused(board, ann, ["PATCH", `/tasks/${id}`, change], "not_allowed")
  })

  test("by deleting it, and a task made anew begins nowhere else", async () => {
    const board = await startAccess()
    const ann = await board.join("ann")
    const id = await take(ann, gated)
    await expectRefused(board, ann, ["DELETE", `/tasks/${id}`], "not_allowed")
    for (const status of ["review", "done", "cancelled"])
      await expectRefused(board, ann, ["POST", "/tasks", { title: "Paint", status }], "invalid_input")
    const exempt = { title: "Paint", metadata: { reflection_exempt: true, reflection_exempt_reason: "tiny" } }
    await expectRefused(board, ann, ["POST", "/tasks", exempt], "not_allowed")
    await expectRefused(board, ann, ["POST", "/tasks/batch", { tasks: [exempt] }], "not_allowed")
    const dry = { tasks: [exempt], dryRun: true }
    await expectRefused(board, ann, ["POST", "/tasks/batch", dry], "not_allowed")
  })

  test("by a plan: it makes new tasks, and changes none that is there", async () => {
    const board = await startAccess()
    const [ann, bob] = [await board.join("ann"), await board.join("bob")]
    const foreign = await take(bob, gated)
    const before = board.service.board.tasks.get(1)
    const tasks = [
      { title: "Child", parent: foreign, done_criteria: ["Dry"], met: [{ criterion: "Dry" }] },
      { title: "Next", blockedBy: [foreign], discoveredFrom: foreign },
    ]
    expect(await ann.ask("/tasks/batch", { method: "POST", body: { tasks } })).toMatchObject({ status: 201 })
    expect(board.service.board.tasks.get(1)).toEqual(before)
    const asBob = { tasks, createdBy: "bob" }
    await expectRefused(board, ann, ["POST", "/tasks/batch", asBob], "actor_mismatch")
  })

  test("by its parent: what becomes of one task is no change of another", async () => {
    const board = await startAccess()
    const [ann, bob] = [await board.join("ann"), await board.join("bob")]
    const parent = await make(bob, gated)
    const child = await take(ann, { parent })
    const before = board.service.board.tasks.get(1)
    await ann.run("task.complete", { id: child })
    expect(board.service.board.tasks.get(1)).toEqual(before)
    const adopt = { parent: await make(ann) }
    await expectRefused(board, ann, ["PATCH", `/tasks/${parent}`, adopt], "not_allowed")
  })

  test("by the tools of MCP", async () => {
    const board = await startAccess()
    const [ann, bob] = [await board.join("ann"), await board.join("bob")]
    const reader = await board.join("rita", { role: "read" })
    const foreign = await take(bob, gated)
    const own = await take(ann, gated)
    await board.expectUntouched(async () => {
      for (const [member, tool, args, says] of [
        [ann, "update_task", { task: foreign, title: "Mine" }, "may not edit"],
        [ann, "update_task", { task: foreign, status: "done" }, "may not"],
        [ann, "update_task", { task: own, status: "cancelled" }, "may not cancel"],
        [ann, "update_task", { task: foreign, met: [{ criterion: "Dry" }] }, "may not check off"],
        [reader, "next_task", {}, "may not use task.claimNext"],
        [reader, "comment", { task: own, text: "Hello" }, "may not use task.comment"],
        [reader, "add_tasks", { tasks: [{ title: "Paint" }] }, "may not use task.create"],
      ] as const)
        expect(await callTool(board, member, tool, args), tool).toContain(says)
      expect(await callTool(board, ann, "give_back", { task: foreign }, "bob")).toMatch(/bob (has|holds)/)
    })
    expect(await callTool(board, reader, "get_task", { task: own })).toContain("Dry")
  })
})

describe("an account has no second name", () => {
  test("in the body, in a header, in a session, in a lease or as a client of MCP", async () => {
    const board = await startAccess()
    const [ann, bob] = [await board.join("ann"), await board.join("bob")]
    const id = await make(bob)
    const { lease } = (await bob.run("task.claim", { id, agent: "bob", session: "s-bob" })) as {
      lease: { token: string }
    }
    const path = `/tasks/${id}/complete`
    await expectRefused(board, ann, ["POST", path, { agent: "bob" }], "actor_mismatch")
    await expectRefused(board, ann, ["POST", path, { agent: "BOB" }], "actor_mismatch")
    await expectRefused(board, ann, ["POST", path, {}], "actor_mismatch", { "upnext-actor": "bob" })
    await expectRefused(board, ann, ["POST", path, { session: "s-bob" }], "task_taken")
    const byLease = { leaseToken: lease.token }
    await expectRefused(board, ann, ["POST", path, byLease], "actor_mismatch")
    await expectRefused(board, ann, ["POST", path, { ...byLease, agent: "bob" }], "actor_mismatch")
    await expectRefused(
      board,
      ann,
      ["PATCH", `/tasks/${id}`, { ...byLease, title: "Mine" }],
      "actor_mismatch",
    )
    await expectRefused(
      board,
      ann,
      ["POST", `/tasks/${id}/comments`, { author: "bob", content: "x" }],
      "actor_mismatch",
    )
    await expectRefused(board, ann, ["POST", "/tasks", { title: "x", createdBy: "bob" }], "actor_mismatch")
    await callTool(board, ann, "comment", { task: id, text: "Hello" }, "bob")
    const { comments } = (await ann.run("task.comments", { id })) as { comments: { author: string }[] }
    expect(comments).toMatchObject([{ author: "ann" }])
  })

  test("and the last words of a command are its agent's, whoever has its old lease", async () => {
    const board = await startAccess()
    const [ann, bob] = [await board.join("ann"), await board.join("bob")]
    const id = await make(bob)
    const { lease } = (await bob.run("task.claim", { id, agent: "bob" })) as { lease: { token: string } }
    await bob.run("task.complete", { id })
    const body = { leaseToken: lease.token, text: "42" }
    await expectRefused(board, ann, ["POST", `/tasks/${id}/output`, body], "actor_mismatch")
    expect(await bob.ask(`/tasks/${id}/output`, { method: "POST", body })).toMatchObject({ status: 200 })
  })

  test("the agent that it is bound to is the one that it acts as", async () => {
    const board = await startAccess()
    const ci = await board.join("ci", { agent: "ann" })
    const { json } = await ci.ask("/tasks", { method: "POST", body: { title: "Paint" } })
    expect(json).toMatchObject({ task: { createdBy: "ann" } })
    await expectRefused(board, ci, ["POST", "/tasks", { title: "x", createdBy: "ci" }], "actor_mismatch")
  })
})
