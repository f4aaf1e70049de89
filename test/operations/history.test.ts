import { describe, expect, test } from "vitest"
import { expectRefused, given, givenPolicy, type Service, type Step } from "../support/service.ts"

interface Entry {
  seq: number
  at: string
  actor: string
  type: string
  changes: { field: string; from: unknown; to: unknown }[]
  comment?: string
  kind?: string
  detail?: string
}

const minute = 60_000
const iso = (time: number) => new Date(time).toISOString()
const create: Step = ["task.create", { title: "x" }, { actor: "pat" }]
const claim: Step = ["task.claim", { id: "T-1", agent: "Ann" }]
const complete: Step = ["task.complete", { id: "T-1", agent: "ann" }]
const edit = (fields: Record<string, unknown>, actor = "pat"): Step => [
  "task.edit",
  { id: "T-1", ...fields },
  { actor },
]

async function history(service: Service, input: Record<string, unknown> = {}) {
  return (await service.run("task.history", { id: "T-1", ...input })) as {
    history: Entry[]
    attempts: Record<string, unknown>[]
    next: string | null
    total: number
  }
}

const newest = async (service: Service) => (await history(service)).history[0]
/** The attempts after some steps. The task says of the one that is under way when it began. */
async function outcomesAfter(...steps: Step[]) {
  const service = await given(...steps)
  const { attempts } = await history(service)
  const { task } = (await service.run("task.read", { id: "T-1" })) as { task: Record<string, unknown> }
  const running = attempts.find(({ outcome }) => outcome === "running")
  expect(task["attemptStartedAt"]).toBe(running?.["startedAt"] ?? null)
  return attempts.map(({ agent, outcome, reason }) => [agent, outcome, reason])
}

describe("what an event changed, from what to what", () => {
  test("a creation shows the fields it filled in", async () => {
    const service = await given([
      "task.create",
      { title: "x", assignee: "Ann", tags: ["a"], metadata: { k: 1 }, dueAt: "2031-01-01T00:00:00Z" },
      { actor: "pat" },
    ])
    expect(await history(service)).toEqual({
      history: [
        {
          seq: 2,
          at: iso(service.now()),
          actor: "pat",
          type: "task.created",
          changes: [
            { field: "title", from: null, to: "x" },
            { field: "status", from: null, to: "todo" },
            { field: "priority", from: null, to: "P2" },
            { field: "project", from: null, to: "default" },
            { field: "assignee", from: "unassigned", to: "Ann" },
            { field: "tags", from: [], to: ["a"] },
            { field: "dueAt", from: null, to: "2031-01-01T00:00:00.000Z" },
            { field: "metadata", from: {}, to: { k: 1 } },
          ],
        },
      ],
      attempts: [],
      next: null,
      total: 1,
    })
  })

  test.each([
    ["title", "y", "x"],
    ["description", "**d**", null],
    ["reviewer", "Rea", null],
    ["done_criteria", ["it works"], []],
    ["eta", "2h", null],
    ["priority", "P0", "P2"],
    ["tags", ["a", "b"], []],
    ["project", "web", "default"],
    ["blockedBy", ["T-2"], []],
    ["notBefore", "2031-01-01T00:00:00.000Z", null],
    ["dueAt", "2031-01-01T00:00:00.000Z", null],
    ["metadata", { k: [1] }, {}],
    ["assignee", "Bob", "unassigned"],
  ])("an edit of %s", async (field, to, from) => {
    const service = await given(create, ["task.create", { title: "other" }], edit({ [field]: to }))
    expect(await newest(service)).toMatchObject({
      type: "task.edited",
      actor: "pat",
      changes: [{ field, from, to }],
    })
    expect((await history(service)).total).toBe(2)
  })

  test("a criterion that is checked off, with its evidence, and taken back", async () => {
    const criteria: Step = ["task.create", { title: "x", done_criteria: ["works", "fast"] }]
    const met: Step = ["task.check", { id: "T-1", criterion: "WORKS", agent: "Ann", evidence: "42 green" }]
    const service = await given(criteria, met)
    const change = { field: "criteria", from: null, to: "works" }
    expect(await newest(service)).toMatchObject({
      type: "task.checked",
      changes: [change],
      detail: "42 green",
    })
    await service.run("task.check", { id: "T-1", criterion: 1, agent: "Ann", checked: false })
    expect(await newest(service)).toMatchObject({ changes: [{ ...change, from: "works", to: null }] })
  })

  test.each<[string, Step[], Partial<Entry>]>([
    [
      "a claim",
      [claim],
      {
        type: "task.claimed",
        actor: "Ann",
        changes: [
          { field: "status", from: "todo", to: "doing" },
          { field: "assignee", from: "unassigned", to: "Ann" },
        ],
      },
    ],
    ["a claim again", [claim, claim], { type: "task.claimed", changes: [] }],
    [
      "a move",
      [edit({ status: "blocked", reason: "no key" })],
      {
        type: "task.moved",
        changes: [
          { field: "status", from: "todo", to: "blocked" },
          { field: "reason", from: null, to: "no key" },
        ],
      },
    ],
    [
      "a completion",
      [claim, ["task.complete", { id: "T-1", agent: "ann", summary: "all of it" }]],
      {
        type: "task.completed",
        changes: [
          { field: "status", from: "doing", to: "done" },
          { field: "summary", from: null, to: "all of it" },
        ],
      },
    ],
    [
      "a release that failed",
      [claim, ["task.release", { id: "T-1", agent: "ann", failed: true, reason: "no idea" }]],
      {
        type: "task.released",
        changes: [
          { field: "status", from: "doing", to: "todo" },
          { field: "assignee", from: "Ann", to: "unassigned" },
          { field: "attempts", from: 0, to: 1 },
        ],
        detail: "no idea",
      },
    ],
    [
      "a lease that ran out",
      [["task.claim", { id: "T-1", agent: "Ann", lease: "1m" }], minute],
      {
        type: "lease.expired",
        actor: "upnext",
        changes: [
          { field: "status", from: "doing", to: "todo" },
          { field: "assignee", from: "Ann", to: "unassigned" },
          { field: "expiries", from: 0, to: 1 },
        ],
      },
    ],
    [
      "a comment",
      [["task.comment", { id: "T-1", author: "Bob", content: " one\n\ttwo " }]],
      { type: "task.commented", actor: "Bob", changes: [], comment: "C-1", detail: "one two" },
    ],
    [
      "a question",
      [["task.comment", { id: "T-1", author: "Bob", content: "so?", ask: {} }]],
      { type: "task.commented", kind: "question", detail: "so?" },
    ],
    [
      "its answer",
      [
        ["task.comment", { id: "T-1", author: "Bob", content: "so?", ask: {} }],
        ["task.comment", { id: "T-1", author: "Ann", content: "so", answers: "C-1" }],
      ],
      { type: "task.commented", kind: "answer", detail: "so" },
    ],
    [
      "a reflection",
      [["task.reflect", { id: "T-1", agent: "Bob", content: "less is more" }]],
      { type: "task.reflected", changes: [], detail: "less is more" },
    ],
  ])("%s", async (_, steps, expected) => {
    expect(await newest(await given(create, ...steps))).toMatchObject(expected)
  })

  test("a review says what was decided and why; its comment is an event of its own", async () => {
    const service = await given(["task.create", { title: "x", reviewer: "Rea" }], claim, complete, [
      "task.review",
      { id: "T-1", reviewer: "rea", decision: "request_changes", comment: "no tests" },
    ])
    const [said, reviewed] = (await history(service)).history
    expect(said).toMatchObject({ type: "task.commented", comment: "C-1", detail: "no tests" })
    expect(reviewed).toMatchObject({
      type: "task.reviewed",
      actor: "rea",
      changes: [{ field: "status", from: "review", to: "doing" }],
      detail: "no tests",
    })
  })

  test("a long comment is cut at 200 characters, and not within one", async () => {
    const service = await given(create, [
      "task.comment",
      { id: "T-1", author: "Bob", content: "🚀".repeat(300) },
    ])
    expect((await newest(service))?.detail).toBe(`${"🚀".repeat(199)}…`)
  })

  test("heartbeats are not in the history", async () => {
    const service = await given(
      create,
      ["task.claim", { id: "T-1", agent: "Ann", lease: "10m" }],
      ["task.heartbeat", { id: "T-1", agent: "ann" }],
      9 * minute,
      ["task.comment", { id: "T-1", author: "ann", content: "on it" }],
    )
    const { history: entries } = await history(service)
    expect(entries.map(({ type }) => type)).toEqual(["task.commented", "task.claimed", "task.created"])
  })
})

describe("attempts", () => {
  test("one that goes on is running", async () => {
    const service = await given(create, minute, claim, minute)
    const startedAt = iso(service.now() - minute)
    expect((await history(service)).attempts).toEqual([
      { agent: "Ann", startedAt, endedAt: null, outcome: "running", reason: null },
    ])
  })

  test("one that ended says when", async () => {
    const service = await given(create, claim, minute, complete)
    expect((await history(service)).attempts).toEqual([
      {
        agent: "Ann",
        startedAt: iso(service.now() - minute),
        endedAt: iso(service.now()),
        outcome: "done",
        reason: null,
      },
    ])
  })

  const short: Step = ["task.claim", { id: "T-1", agent: "Ann", lease: "1m" }]
  test.each<[string, Step[], unknown[]]>([
    ["completed", [claim, complete], [["Ann", "done", null]]],
    ["completed for review", [edit({ reviewer: "Rea" }), claim, complete], [["Ann", "review", null]]],
    ["moved to done", [claim, edit({ status: "done" })], [["Ann", "done", null]]],
    [
      "released",
      [claim, ["task.release", { id: "T-1", agent: "ann", reason: "lunch" }]],
      [["Ann", "released", "lunch"]],
    ],
    [
      "failed",
      [claim, ["task.release", { id: "T-1", agent: "ann", failed: true, reason: "no key" }]],
      [["Ann", "failed", "no key"]],
    ],
    ["run out", [short, minute], [["Ann", "expired", null]]],
    [
      "moved away by somebody else",
      [claim, edit({ status: "blocked", reason: "wait" })],
      [["Ann", "taken_back", "wait"]],
    ],
    ["moved away by who did it", [claim, edit({ status: "todo" }, "ann")], [["Ann", "released", null]]],
    [
      "given to somebody else",
      [claim, edit({ assignee: "Bob" })],
      [
        ["Bob", "running", null],
        ["Ann", "taken_back", null],
      ],
    ],
    [
      "handed on",
      [claim, edit({ assignee: "Bob" }, "ann"), ["task.claim", { id: "T-1", agent: "bob" }]],
      [
        ["Bob", "running", null],
        ["Ann", "released", null],
      ],
    ],
    ["cancelled", [claim, edit({ status: "cancelled" })], [["Ann", "taken_back", null]]],
    ["moved to doing", [edit({ status: "doing", assignee: "Bob" })], [["Bob", "running", null]]],
    ["taken up again by the same agent", [claim, claim, complete], [["Ann", "done", null]]],
    [
      "taken up again after a release",
      [claim, ["task.release", { id: "T-1", agent: "ann" }], claim],
      [
        ["Ann", "running", null],
        ["Ann", "released", null],
      ],
    ],
    ["finished after it ran out", [short, minute, complete], [["Ann", "done", null]]],
  ])("%s", async (_, steps, expected) => {
    expect(await outcomesAfter(create, ...steps)).toEqual(expected)
  })

  test("a task created in doing is an attempt at once", async () => {
    expect(await outcomesAfter(["task.create", { title: "x", status: "doing", assignee: "Ann" }])).toEqual([
      ["Ann", "running", null],
    ])
  })

  const inReview: Step[] = [["task.create", { title: "x", reviewer: "Rea" }], claim, complete]
  const refuse: Step = ["task.review", { id: "T-1", reviewer: "rea", decision: "request_changes" }]
  const first = ["Ann", "review", null]
  test.each<[string, Step[], unknown[]]>([
    [
      "approved stay as they are",
      [["task.review", { id: "T-1", reviewer: "r", decision: "approve" }]],
      [first],
    ],
    ["sent back are no new attempt yet", [refuse], [first]],
    ["taken up again are a new one", [refuse, minute, claim], [["Ann", "running", null], first]],
    [
      "done again without a claim are a new one",
      [refuse, minute, complete],
      [["Ann", "review", null], first],
    ],
    ["not taken up are none", [refuse, 31 * minute], [first]],
    ["not taken up are none, whatever comes later", [refuse, 31 * minute, edit({ status: "done" })], [first]],
    [
      "given to somebody else are that one's",
      [refuse, edit({ assignee: "Bob" })],
      [["Bob", "running", null], first],
    ],
  ])("changes that %s", async (_, steps, expected) => {
    expect(await outcomesAfter(...inReview, ...steps)).toEqual(expected)
  })

  test("the last failed one says that a person is needed", async () => {
    const service = await givenPolicy(
      { maxExpiries: 1 },
      create,
      ["task.claim", { id: "T-1", agent: "Ann", lease: "1m" }],
      minute,
    )
    expect((await history(service)).attempts).toMatchObject([
      { outcome: "expired", reason: "needs attention: its claim expired" },
    ])
  })

  test("only the newest hundred are listed", async () => {
    const release: Step = ["task.release", { id: "T-1", agent: "ann" }]
    const rounds = Array.from({ length: 101 }, () => [claim, release]).flat()
    const { attempts, total } = await history(await given(create, ...rounds, claim))
    expect(attempts.length).toBe(100)
    expect(attempts[0]).toMatchObject({ outcome: "running" })
    expect(total).toBe(204)
  })
})

describe("pages", () => {
  test("go from the newest to the oldest, each with all attempts", async () => {
    const says = Array.from({ length: 5 }, (_, i): Step => {
      return ["task.comment", { id: "T-1", author: "Bob", content: `${i}` }]
    })
    const service = await given(create, claim, ...says)
    const seen: string[] = []
    for (let cursor: string | null | undefined; cursor !== null;) {
      const page = await history(service, { limit: 3, ...(cursor !== undefined && { cursor }) })
      expect(page.total).toBe(7)
      expect(page.attempts.length).toBe(1)
      seen.push(...page.history.map(({ type, detail }) => detail ?? type))
      cursor = page.next
    }
    expect(seen).toEqual(["4", "3", "2", "1", "0", "task.claimed", "task.created"])
  })

  test("a last page that is full has no next", async () => {
    expect((await history(await given(create, claim), { limit: 2 })).next).toBeNull()
  })

  test.each(["T-1", "-1", "1.5", "x", ""])("the cursor %j is refused", async (cursor) => {
    await expectRefused(await given(create), ["task.history", { id: "T-1", cursor }], "invalid_input")
  })
})

describe("the history of a deleted task", () => {
  const remove: Step = ["task.delete", { id: "T-1" }, { actor: "quinn" }]

  test("says who deleted it and when, and what happened before", async () => {
    const service = await given(create, claim, remove)
    const { history: entries, total } = await history(service)
    expect(total).toBe(3)
    expect(entries.map(({ type }) => type)).toEqual(["task.deleted", "task.claimed", "task.created"])
    expect(entries[0]).toMatchObject({ actor: "quinn", at: iso(service.now()), changes: [] })
  })

  test("ends the attempt that went on", async () => {
    const { attempts } = await history(await given(create, claim, remove))
    expect(attempts).toMatchObject([{ agent: "Ann", outcome: "taken_back" }])
    const finished = await history(await given(create, claim, complete, remove))
    expect(finished.attempts).toMatchObject([{ agent: "Ann", outcome: "done" }])
  })

  test("is there after a restart", async () => {
    const service = await given(create, remove)
    await service.restart()
    expect((await newest(service))?.type).toBe("task.deleted")
  })
})

test("the history of an unknown task is refused", async () => {
  await expectRefused(await given(create), ["task.history", { id: "T-2" }], "task_not_found")
})
