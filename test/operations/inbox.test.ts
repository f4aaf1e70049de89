import { describe, expect, test } from "vitest"
import {
  expectRefused,
  given,
  givenPolicy,
  problemsOf,
  startService,
  type Service,
  type Step,
} from "../support/service.ts"

interface Notice {
  seq: number
  kind: string
  task: string
  actor: string
  text: string | null
}

const inbox = async (service: Service, name: string, input = {}): Promise<Notice[]> =>
  (await service.run("inbox.list", { name, ...input })).inbox
const kinds = async (service: Service, name: string) =>
  (await inbox(service, name)).map(({ kind, task }) => `${kind} ${task}`)
const agents: Step[] = ["Ann", "Bob", "Rea"].map((name) => ["agent.describe", { name }])
const byAnn = { actor: "ann" }
const minute = 60_000

test("a notice holds the event, the task, the actor, the time and the comment, cut at 500 characters", async () => {
  const service = await given(...agents, ["task.create", { title: "x" }], 1000)
  const content = `@bob   look\n${"y".repeat(485)}🙂 and more`
  await service.run("task.comment", { id: "T-1", author: "ann", content })
  expect(await service.run("inbox.list", { name: "BOB" })).toEqual({
    inbox: [
      {
        seq: service.engine.seq,
        kind: "mention",
        task: "T-1",
        title: "x",
        at: new Date(service.now()).toISOString(),
        actor: "Ann",
        comment: "C-1",
        text: `@bob   look\n${"y".repeat(485)}🙂…`,
      },
    ],
    next: null,
    total: 1,
  })
})

const assigned: Step = ["task.create", { title: "x", createdBy: "ann", assignee: "bob" }]
const inReview: Step[] = [
  ["task.create", { title: "x", createdBy: "ann", reviewer: "rea" }],
  ["task.claim", { id: "T-1", agent: "bob" }],
  ["task.complete", { id: "T-1", agent: "bob" }],
]

describe("who gets a notice", () => {
  const stories: [string, Step[], Record<string, string[]>][] = [
    [
      "of a mention: all who are called, but not its author",
      [
        ["task.create", { title: "x" }],
        ["task.comment", { id: "T-1", author: "ANN", content: "@ann @bob @rea @nobody" }],
      ],
      { Ann: [], Bob: ["mention T-1"], Rea: ["mention T-1"] },
    ],
    [
      "of a comment: who works on the task, and its author is not told; one who is mentioned is told once",
      [
        assigned,
        ["task.claim", { id: "T-1", agent: "bob" }],
        ["task.comment", { id: "T-1", author: "ann", content: "which key?" }],
        ["task.comment", { id: "T-1", author: "ann", content: "@BOB which key?" }],
        ["task.comment", { id: "T-1", author: "bob", content: "the blue one" }],
        ["task.comment", { id: "T-1", author: "bob", content: "or the red one" }],
      ],
      { Ann: ["comment T-1"], Bob: ["assigned T-1", "comment T-1", "mention T-1"] },
    ],
    [
      "of an answer: who blocked the task with a question, and who works on it",
      [
        ["task.create", { title: "x", createdBy: "ann" }],
        ["task.claim", { id: "T-1", agent: "bob" }],
        ["task.edit", { id: "T-1", status: "blocked", reason: "which key?" }, { actor: "rea" }],
        ["task.comment", { id: "T-1", author: "ann", content: "the blue one" }],
        ["task.edit", { id: "T-1", status: "todo" }, byAnn],
      ],
      {
        Ann: [],
        Bob: ["comment T-1", "unblocked T-1"],
        Rea: ["comment T-1", "unblocked T-1"],
      },
    ],
    [
      "of a comment on a finished task: only who spoke last before, though nobody has met them",
      [
        ["task.create", { title: "x", createdBy: "ann", assignee: "bob", status: "doing" }],
        ["task.complete", { id: "T-1", agent: "bob" }],
        ["task.comment", { id: "T-1", author: "Zoe", content: "why so?" }],
        ["task.comment", { id: "T-1", author: "ann", content: "it was asked for" }],
      ],
      { Ann: [], Bob: ["assigned T-1"], Zoe: ["comment T-1"] },
    ],
    [
      "of a review that asks for changes: the one who did the work, once",
      [
        ["task.create", { title: "x", createdBy: "ann", reviewer: "rea" }],
        ["task.claim", { id: "T-1", agent: "bob" }],
        ["task.complete", { id: "T-1", agent: "bob" }],
        ["task.review", { id: "T-1", reviewer: "rea", decision: "request_changes", comment: "no" }],
      ],
      { Bob: ["changes_requested T-1"] },
    ],
    ["of a task that is made for them", [assigned], { Ann: [], Bob: ["assigned T-1"] }],
    [
      "not of a task that they make for themselves",
      [["task.create", { title: "x", createdBy: "ann", assignee: "ANN" }]],
      { Ann: [] },
    ],
    [
      "of a task that they are given later",
      [
        ["task.create", { title: "x" }],
        ["task.edit", { id: "T-1", assignee: "bob" }, byAnn],
        ["task.edit", { id: "T-1", assignee: "BOB", title: "y" }, byAnn],
        ["task.edit", { id: "T-1", assignee: "ann" }, byAnn],
        ["task.edit", { id: "T-1", assignee: null }, { actor: "bob" }],
      ],
      { Ann: [], Bob: ["assigned T-1"] },
    ],
    [
      "of a task that is placed with them in doing",
      [
        ["task.create", { title: "x" }],
        ["task.edit", { id: "T-1", assignee: "bob", status: "doing" }, byAnn],
      ],
      { Ann: [], Bob: ["assigned T-1"] },
    ],
    [
      "not of a move that leaves it with them, nor of a claim or a release of their own",
      [
        ["task.create", { title: "x", assignee: "bob", createdBy: "bob" }],
        ["task.edit", { id: "T-1", status: "doing" }, byAnn],
        ["task.edit", { id: "T-1", status: "todo" }, byAnn],
        ["task.claim", { id: "T-1", agent: "bob" }],
        ["task.release", { id: "T-1", agent: "bob" }],
      ],
      { Ann: [], Bob: [] },
    ],
    ["of finished work that waits for them", inReview, { Ann: [], Bob: [], Rea: ["review_requested T-1"] }],
    [
      "of work that is moved to review, to whom it is given meanwhile",
      [
        ["task.create", { title: "x", status: "doing", assignee: "ann", createdBy: "ann" }],
        ["task.edit", { id: "T-1", status: "review", reviewer: "rea", assignee: "bob" }, byAnn],
      ],
      { Ann: [], Bob: ["assigned T-1"], Rea: ["review_requested T-1"] },
    ],
    [
      "of a review that they are asked for in another's place",
      [...inReview, ["task.edit", { id: "T-1", reviewer: "ann" }, { actor: "bob" }]],
      { Ann: ["review_requested T-1"], Bob: [], Rea: [] },
    ],
    [
      "not of being the reviewer of what is not finished, nor of a place they take themselves",
      [
        ["task.create", { title: "x", createdBy: "ann", reviewer: "rea" }],
        ["task.edit", { id: "T-1", reviewer: "bob" }, byAnn],
        ["task.claim", { id: "T-1", agent: "ann" }],
        ["task.edit", { id: "T-1", reviewer: "rea", status: "review" }, { actor: "rea" }],
      ],
      { Ann: [], Bob: [], Rea: [] },
    ],
    [
      "of changes that are asked for; not of an approval",
      [
        ...inReview,
        ["task.review", { id: "T-1", reviewer: "rea", decision: "request_changes", comment: "no" }],
        ["task.claim", { id: "T-1", agent: "bob" }],
        ["task.complete", { id: "T-1", agent: "bob" }],
        ["task.review", { id: "T-1", reviewer: "ann", decision: "approve" }],
      ],
      { Ann: [], Bob: ["changes_requested T-1"], Rea: [] },
    ],
    [
      "in the comment of a review too",
      [
        ...inReview,
        [
          "task.review",
          { id: "T-1", reviewer: "rea", decision: "approve", comment: "thanks @bob, see @Ann" },
        ],
      ],
      { Ann: ["mention T-1"], Bob: ["mention T-1"] },
    ],
    [
      "of a lease that ran out",
      [["task.create", { title: "x" }], ["task.claim", { id: "T-1", agent: "bob", lease: "1m" }], minute],
      { Bob: ["lease_expired T-1"] },
    ],
    [
      "nobody by a name in a title or a description",
      [["task.create", { title: "ask @bob", description: "@rea", createdBy: "ann" }]],
      { Bob: [], Rea: [] },
    ],
  ]
  test.each(stories)("%s", async (_, steps, told) => {
    const service = await given(...agents, ...steps)
    for (const [name, expected] of Object.entries(told))
      expect([name, await kinds(service, name)]).toEqual([name, expected])
  })
})

describe("a request for a review is there while the work waits for this reviewer", () => {
  const others: Step[] = [
    ["task.create", { title: "y", createdBy: "ann", reviewer: "rea" }],
    ["task.claim", { id: "T-2", agent: "bob" }],
    ["task.complete", { id: "T-2", agent: "bob" }],
    ["task.comment", { id: "T-1", author: "bob", content: "@rea see T-2" }],
  ]
  const asked = "review_requested T-1"
  const rest = ["review_requested T-2", "mention T-1"]
  const stories: [string, Step[], string[]][] = [
    ["still after what decides nothing", [["task.edit", { id: "T-1", title: "z" }, byAnn]], [asked, ...rest]],
    ["not after they decided", [["task.review", { id: "T-1", reviewer: "Rea", decision: "approve" }]], rest],
    ["nor after another did", [["task.review", { id: "T-1", reviewer: "ann", decision: "approve" }]], rest],
    [
      "nor after changes were asked for",
      [["task.review", { id: "T-1", reviewer: "rea", decision: "request_changes" }]],
      rest,
    ],
    [
      "again when it waits again",
      [
        ["task.review", { id: "T-1", reviewer: "rea", decision: "request_changes" }],
        ["task.claim", { id: "T-1", agent: "bob" }],
        ["task.complete", { id: "T-1", agent: "bob" }],
      ],
      [...rest, asked],
    ],
    ["not after another is asked", [["task.edit", { id: "T-1", reviewer: "ann" }, byAnn]], rest],
    [
      "still after they are asked again",
      [["task.edit", { id: "T-1", reviewer: "REA" }, byAnn]],
      [asked, ...rest],
    ],
    ["not after it was moved away", [["task.edit", { id: "T-1", status: "cancelled" }, byAnn]], rest],
    ["nor after it was deleted", [["task.delete", { id: "T-1" }, byAnn]], rest],
  ]
  test.each(stories)("%s", async (_, steps, expected) => {
    const service = await given(...agents, ...inReview, ...others, ...steps)
    expect(await kinds(service, "rea")).toEqual(expected)
    expect((await service.run("agent.read", { name: "rea" })).agent.unread).toBe(expected.length)
  })
})

test("an anonymous actor's notice goes to everyone concerned, and upnext is the actor of a lease that runs out", async () => {
  const service = await given(
    ["task.create", { title: "x", assignee: "bob" }],
    ["task.claim", { id: "T-1", agent: "bob", lease: "1m" }],
    minute,
  )
  expect((await inbox(service, "bob")).map(({ kind, actor }) => [kind, actor])).toEqual([
    ["assigned", "anonymous"],
    ["lease_expired", "upnext"],
  ])
})

test("an agent gets one notice of an event, even where it is concerned in several ways", async () => {
  const service = await given(...agents, ...inReview, [
    "task.edit",
    { id: "T-1", reviewer: "ann", assignee: "ann" },
    { actor: "bob" },
  ])
  expect(await kinds(service, "ann")).toEqual(["review_requested T-1"])
})

test("an agent that joins by the same request gets the notice; one that joins later does not", async () => {
  const service = await given(
    ["task.create", { title: "x" }],
    ["task.comment", { id: "T-1", author: "ann", content: "@Zoë" }],
    ["task.edit", { id: "T-1", assignee: "Zoë" }],
  )
  expect(await kinds(service, "zoë")).toEqual(["assigned T-1"])
})

test("a notice about a deleted task stays, without title and text", async () => {
  const service = await given(
    ...agents,
    ["task.create", { title: "x" }],
    ["task.comment", { id: "T-1", author: "ann", content: "@bob" }],
    ["task.delete", { id: "T-1" }],
  )
  expect(await inbox(service, "bob")).toMatchObject([
    { task: "T-1", title: null, comment: "C-1", text: null },
  ])
})

describe("acknowledging", () => {
  test("with a task, only the notices about it are read; to repeat that changes nothing", async () => {
    const service = await given(
      ...agents,
      ["task.create", { title: "x" }],
      ["task.create", { title: "y" }],
      ["task.comment", { id: "T-1", author: "ann", content: "@bob one" }],
      ["task.comment", { id: "T-2", author: "ann", content: "@bob two" }],
      ["task.comment", { id: "T-1", author: "ann", content: "@bob three" }],
    )
    const last = service.engine.seq
    expect(await service.run("inbox.ack", { name: "bob", seq: last - 1, task: "t-1" })).toEqual({ unread: 2 })
    expect(await service.run("inbox.ack", { name: "bob", seq: last, task: "T-1" })).toEqual({ unread: 1 })
    const { seq } = service.engine
    expect(await service.run("inbox.ack", { name: "bob", seq: last, task: "T-1" })).toEqual({ unread: 1 })
    expect(service.engine.seq).toBe(seq)
    expect(await kinds(service, "bob")).toEqual(["mention T-2"])
  })

  const three = () =>
    given(...agents, ...[1, 2, 3].map((n): Step => ["task.create", { title: `${n}`, assignee: "bob" }]))

  test("removes every notice up to and with a seq, once", async () => {
    const service = await three()
    const [, second] = await inbox(service, "bob")
    expect(await service.run("inbox.ack", { name: "bob", seq: second?.seq })).toEqual({ unread: 1 })
    const { seq } = service.engine
    expect(await service.run("inbox.ack", { name: "BOB", seq: second?.seq })).toEqual({ unread: 1 })
    expect(await service.run("inbox.ack", { name: "bob", seq: 1 })).toEqual({ unread: 1 })
    expect(service.engine.seq).toBe(seq)
    expect(await kinds(service, "bob")).toEqual(["assigned T-3"])
    expect((await service.run("agent.read", { name: "bob" })).agent.unread).toBe(1)
    expect(await service.run("inbox.ack", { name: "bob", seq })).toEqual({ unread: 0 })
    expect(await kinds(service, "bob")).toEqual([])
  })

  test("a seq between two notices removes the earlier ones", async () => {
    const service = await given(
      ...agents,
      assigned,
      ["task.create", { title: "other" }],
      ["task.create", { title: "y", assignee: "bob" }],
    )
    expect(await service.run("inbox.ack", { name: "bob", seq: service.engine.seq - 1 })).toEqual({
      unread: 1,
    })
  })

  test("a seq that no event has yet is refused", async () => {
    const service = await three()
    const seq = service.engine.seq + 1
    await expectRefused(service, ["inbox.ack", { name: "bob", seq }], "invalid_input")
    await expectRefused(service, ["inbox.ack", { name: "stranger", seq: 1 }], "agent_not_found")
    expect(await inbox(service, "bob")).toHaveLength(3)
  })

  test.each([0, -1, 1.5, "x", "1e1", null, undefined, 2 ** 53])("%j is no seq", (seq) => {
    expect(problemsOf("inbox.ack", { name: "bob", seq })).toContain("seq")
  })
})

test("an inbox comes in pages, oldest first, with the count of all", async () => {
  const service = await given(
    ...agents,
    ...Array.from({ length: 5 }, (_, n): Step => ["task.create", { title: `${n}`, assignee: "bob" }]),
  )
  const first = await service.run("inbox.list", { name: "bob", limit: 3 })
  const second = await service.run("inbox.list", { name: "bob", limit: 3, cursor: first.next })
  const titles = [...first.inbox, ...second.inbox].map(({ title }: { title: string }) => title)
  expect([titles, first.total, second.next]).toEqual([["0", "1", "2", "3", "4"], 5, null])
  expect((await service.run("inbox.list", { name: "bob", limit: 5 })).next).toBeNull()
  expect(problemsOf("inbox.list", { name: "bob", cursor: "x" })).toEqual(["cursor"])
})

test("of more than a thousand unread notices the newest thousand stay", async () => {
  const service = await given(...agents, ["task.create", { title: "x" }])
  await Promise.all(
    Array.from({ length: 1003 }, (_, n) =>
      service.run("task.comment", { id: "T-1", author: "ann", content: `@bob ${n}` }),
    ),
  )
  const { inbox: page, total } = await service.run("inbox.list", { name: "bob", limit: 1 })
  expect([page[0].text, total]).toEqual(["@bob 3", 1000])
  expect((await service.run("agent.read", { name: "bob" })).agent.unread).toBe(1000)
})

test("an inbox is there after a restart", async () => {
  const service = await startService()
  for (const [name, input] of [
    assigned,
    ["task.comment", { id: "T-1", author: "ann", content: "@bob" }],
  ] as const)
    await service.run(name, input)
  const before = await inbox(service, "bob")
  await service.restart()
  expect(await inbox(service, "bob")).toEqual(before)
  expect(before).toHaveLength(2)
})

test("an unused name has an empty inbox, and reading it adds no agent", async () => {
  const service = await given(["team.pause", {}])
  const seq = service.engine.seq
  expect(await service.run("inbox.list", { name: "stranger" })).toEqual({ inbox: [], next: null, total: 0 })
  await expectRefused(service, ["agent.read", { name: "stranger" }], "agent_not_found")
  expect(service.engine.seq).toBe(seq)
})

describe("a notice carries the words that it is about", () => {
  const told = async (service: Service, name: string) =>
    (await inbox(service, name)).map(({ kind, text }) => [kind, text])
  const done: Step = ["task.complete", { id: "T-1", agent: "bob", summary: "It parses now." }]
  const sendBack = (comment?: string): Step => [
    "task.review",
    { id: "T-1", reviewer: "rea", decision: "request_changes", comment },
  ]
  const taken = inReview.slice(0, 2)

  test("a request for a review: the summary of the work, where there is one", async () => {
    const service = await given(...agents, ...taken, done)
    expect(await told(service, "rea")).toEqual([["review_requested", "It parses now."]])
    expect(await told(await given(...agents, ...inReview), "rea")).toEqual([["review_requested", null]])
  })

  test("requested changes: the words of that review, not of a later one", async () => {
    const service = await given(
      ...agents,
      ...taken,
      done,
      sendBack("Add a test."),
      done,
      sendBack("Now the docs."),
    )
    expect(await told(service, "bob")).toEqual([
      ["changes_requested", "Add a test."],
      ["changes_requested", "Now the docs."],
    ])
    expect(await told(await given(...agents, ...inReview, sendBack()), "bob")).toEqual([
      ["changes_requested", null],
    ])
  })

  test("each cut at 500 characters, between whole characters", async () => {
    const flag = "🇩🇪"
    const service = await given(...agents, ...taken, done, sendBack(flag.repeat(300)))
    expect(await told(service, "bob")).toEqual([["changes_requested", `${flag.repeat(124)}…`]])
  })

  test("a lease that ran out: when the task is blocked", async () => {
    const service = await givenPolicy({ maxExpiries: 3 }, ...agents, ["task.create", { title: "x" }])
    const blocked = "blocked: its claim expired 3 times"
    for (const left of [
      "blocked if its claim expires 2 more times",
      "blocked if its claim expires once more",
      blocked,
    ]) {
      await service.run("task.claim", { id: "T-1", agent: "bob", lease: "1s" })
      await service.pass(5 * minute)
      expect((await told(service, "bob")).at(-1)).toEqual(["lease_expired", left])
    }
  })

  test("an assignment: none", async () => {
    expect(await told(await given(...agents, assigned), "bob")).toEqual([["assigned", null]])
  })
})
