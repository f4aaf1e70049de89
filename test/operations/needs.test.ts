import { expect, test } from "vitest"
import { given, type Service, type Step } from "../support/service.ts"

const create = (fields: Record<string, unknown> = {}): Step => ["task.create", { title: "x", ...fields }]
const claim = (id: string, agent = "ann"): Step => ["task.claim", { id, agent }]
const needs = async (service: Service, input: Record<string, unknown> = {}) => {
  const answer = await service.run("needs.list", { agent: "lead", ...input })
  return { ...answer, rows: answer.needs.map(rowOf) } as {
    rows: unknown[]
    total: number
    needs: unknown[]
    late: Record<string, unknown>[]
  }
}
const rowOf = ({ task, why, waiting, detail, by }: Record<string, unknown>) =>
  [(task as { id: string }).id, why, waiting, detail, by] as const

test("each task has the first reason that holds, with who said what", async () => {
  const service = await given(
    create(),
    claim("T-1"),
    ["task.edit", { id: "T-1", status: "blocked", reason: "Which colour?" }, { actor: "ann" }],
    create({ reviewer: "lead" }),
    claim("T-2"),
    ["task.complete", { id: "T-2", agent: "ann", summary: "Painted" }],
    create({ status: "blocked" }),
    create({ dueAt: "2030-01-01T00:00:01Z" }),
    create(),
    ["task.comment", { id: "T-5", author: "bo", content: "> old\n\n@lead look here" }],
    create({ skills: ["welding"] }),
    create(),
    claim("T-7"),
    ["task.release", { id: "T-7", agent: "ann", failed: true, reason: "red" }],
    ["task.retry", { id: "T-7" }],
    claim("T-7"),
    ["task.release", { id: "T-7", agent: "ann", failed: true, reason: "red again" }],
    create(),
    10_000,
  )
  expect((await needs(service)).rows).toEqual([
    ["T-1", "question", 0, "Which colour?", "ann"],
    ["T-5", "question", 0, "@lead look here", "bo"],
    ["T-2", "review", 0, "Painted", "ann"],
    ["T-3", "blocked", 0, null, null],
    ["T-6", "no_one_can", 0, null, null],
    ["T-7", "failing", 0, "red again", "ann"],
  ])
})

test("what is only late, or back after an expired claim, needs nobody while an agent can finish it", async () => {
  const dueAt = "2030-01-01T00:00:01Z"
  const service = await given(
    create({ dueAt }),
    create({ dueAt }),
    claim("T-2"),
    create({ dueAt, blockedBy: ["T-1"] }),
    create({ dueAt, assignee: "lead" }),
    create(),
    ["task.claim", { id: "T-5", agent: "ann", lease: "1m" }],
    ["agent.describe", { name: "lead", kind: "person" }],
    61_000,
  )
  const { rows, late } = await needs(service)
  expect(rows).toEqual([
    ["T-3", "overdue", 0, null, null],
    ["T-4", "overdue", 0, null, "lead"],
  ])
  expect(late.map(rowOf)).toEqual([
    ["T-1", "overdue", 1, null, null],
    ["T-2", "overdue", 0, null, "ann"],
    ["T-5", "lease_expired", 0, null, "ann"],
  ])
  expect((await needs(service, { agent: "ann" })).late.map(rowOf).map(([id]) => id)).toEqual(["T-1", "T-4"])
})

test("a last attempt that failed, a claim that ran out and other news are told as such", async () => {
  const service = await given(
    create(),
    ...[1, 2, 3]
      .flatMap((): Step[] => [
        claim("T-1"),
        ["task.release", { id: "T-1", agent: "ann", failed: true, reason: "no access" }],
        ["task.retry", { id: "T-1" }],
      ])
      .slice(0, -1),
    ["agent.describe", { name: "lead", kind: "person" }],
    create({ assignee: "lead" }),
  )
  expect((await needs(service)).rows).toEqual([
    ["T-1", "no_attempts_left", 0, "no access", "ann"],
    ["T-2", "notice", 0, null, null],
  ])
})

test("questions come first, then by priority, what waits behind, and age", async () => {
  const blocked = (priority: string, status = "blocked"): Step => create({ priority, status })
  const service = await given(
    blocked("P2"),
    1000,
    blocked("P2"),
    1000,
    blocked("P0"),
    1000,
    blocked("P2"),
    create({ blockedBy: ["T-4"] }),
    create({ blockedBy: ["T-4"], status: "todo" }),
    ["task.edit", { id: "T-6", status: "cancelled" }],
    create({ priority: "P3" }),
    claim("T-7"),
    ["task.edit", { id: "T-7", status: "blocked", reason: "Why?" }, { actor: "ann" }],
  )
  const { rows, total } = await needs(service)
  expect(rows.map((row) => (row as string[])[0])).toEqual(["T-7", "T-3", "T-4", "T-1", "T-2"])
  expect(rows[2]).toEqual(["T-4", "blocked", 1, null, null])
  expect(total).toBe(5)
  const first = await needs(service, { limit: 2 })
  expect([first.rows.length, first.total]).toEqual([2, 5])
})

test("without a name only what is for anyone is listed; the number is that of `now`", async () => {
  const service = await given(
    create({ reviewer: "lead" }),
    claim("T-1"),
    ["task.complete", { id: "T-1", agent: "ann" }],
    create({ status: "blocked" }),
  )
  expect((await needs(service, { agent: undefined })).rows).toEqual([["T-2", "blocked", 0, null, null]])
  for (const agent of [undefined, "lead", "ann"]) {
    const { total, needs: listed } = await needs(service, { agent })
    expect([total, listed.length]).toEqual([
      (await service.run("now.read", { agent })).now.needsYou,
      (await service.run("now.read", { agent })).now.needsYou,
    ])
  }
})

test("a comment on finished work belongs to the review of the one who decides", async () => {
  const service = await given(
    create({ reviewer: "lead" }),
    claim("T-1"),
    ["task.complete", { id: "T-1", agent: "ann", summary: "Painted" }],
    ["task.comment", { id: "T-1", author: "bo", content: "@lead @ann which red is it?" }],
  )
  expect((await needs(service)).rows).toEqual([["T-1", "review", 0, "Painted", "ann"]])
  const asked = [["T-1", "question", 0, "@lead @ann which red is it?", "bo"]]
  expect((await needs(service, { agent: "ann" })).rows).toEqual(asked)
})

test("a comment on a closed task is news, unless it calls somebody after the end", async () => {
  const failed: Step[] = [
    claim("T-1"),
    ["task.release", { id: "T-1", agent: "ann", failed: true, reason: "red" }],
    ["task.retry", { id: "T-1" }],
  ]
  const service = await given(
    create(),
    ["agent.describe", { name: "lead", kind: "person" }],
    ...failed,
    ...failed,
    claim("T-1"),
    ["task.comment", { id: "T-1", author: "lead", content: "First" }],
    ["task.comment", { id: "T-1", author: "ann", content: "@lead which red?" }],
    ["task.complete", { id: "T-1", agent: "ann" }],
  )
  expect((await needs(service)).rows).toEqual([["T-1", "notice", 0, "@lead which red?", "ann"]])
  const { inbox } = (await service.run("inbox.list", { name: "lead" })) as { inbox: { seq: number }[] }
  await service.run("inbox.ack", { name: "lead", seq: inbox.at(-1)?.seq })
  await service.run("task.comment", { id: "T-1", author: "lead", content: "Fine" })
  await service.run("task.comment", { id: "T-1", author: "bo", content: "Thanks" })
  expect((await needs(service)).rows).toEqual([["T-1", "notice", 0, "Thanks", "bo"]])
  await service.pass(1000)
  await service.run("task.comment", { id: "T-1", author: "bo", content: "@lead is it live?" })
  expect((await needs(service)).rows).toEqual([["T-1", "question", 0, "@lead is it live?", "bo"]])
})
