import { describe, expect, test } from "vitest"
import { loadBoard, takeSnapshot } from "../../src/domain/board/snapshot.ts"
import { startLimit } from "../../src/domain/evolve/attempt-ends.ts"
import { createMemoryLog } from "../support/memory-log.ts"
import { fail } from "../../src/errors.ts"
import {
  dump,
  expectRefused,
  given,
  givenPolicy,
  startService,
  type Service,
  type Step,
} from "../support/service.ts"

const minute = 60_000
type Said = Exclude<Step, number>
const made: Said = ["task.create", { title: "x" }]
const reviewed: Said = ["task.create", { title: "x", reviewer: "mira" }]
const claim = (agent: string): Said => ["task.claim", { id: "T-1", agent }]
const give = (agent: string, rest = {}): Said => ["task.release", { id: "T-1", agent, ...rest }]
const finish = (agent: string): Said => ["task.complete", { id: "T-1", agent }]
const edit = (input: object, actor = "pat"): Said => ["task.edit", { id: "T-1", ...input }, { actor }]
const say = (author: string, content: string): Said => ["task.comment", { id: "T-1", author, content }]
const sendBack = (comment?: string): Said => [
  "task.review",
  { id: "T-1", reviewer: "mira", decision: "request_changes", comment },
]

const claimed = async (service: Service, agent: string) =>
  (await service.run("task.claim", { id: "T-1", agent })).handoff
const shown = async (service: Service, actor?: string) =>
  (await service.run("task.read", { id: "T-1", handoff: "1" }, actor === undefined ? {} : { actor })).handoff
const words = (handoff: { comments: { content: string }[] } | null) =>
  handoff?.comments.map(({ content }) => content)
const at = (service: Service) => new Date(service.now()).toISOString()

describe("where nothing happened, the hand-over is null", () => {
  test("in a claim by id, in a claim of the next task, and in a read", async () => {
    const service = await given(made, ["task.create", { title: "y" }])
    expect(await service.run("task.claimNext", { agent: "ann" })).toHaveProperty("handoff", null)
    expect(await service.run("task.claim", { id: "T-2", agent: "bob" })).toHaveProperty("handoff", null)
    expect(await shown(service)).toBeNull()
  })

  test("a read that does not ask for it, and a claim that finds nothing, leave it out", async () => {
    const service = await given(made)
    expect(await service.run("task.read", { id: "T-1" })).not.toHaveProperty("handoff")
    await service.run("task.claimNext", { agent: "ann" })
    expect(await service.run("task.claimNext", { agent: "bob" })).toEqual({ task: null })
  })

  test("where only the claimer said something, too", async () => {
    const service = await given(made, say("ann", "mine"))
    expect(await claimed(service, "ANN")).toBeNull()
  })
})

describe("it says how the last attempt ended", () => {
  const endings: [string, Step[], object | null][] = [
    [
      "failed, with the reason",
      [made, claim("Bo"), give("bo", { failed: true, reason: "no AWS key" }), minute],
      { agent: "Bo", ended: "failed", reason: "no AWS key" },
    ],
    ["failed, without one", [made, claim("bo"), give("bo", { failed: true }), minute], { ended: "failed" }],
    [
      "released",
      [made, claim("bo"), give("bo", { reason: "out of hours" })],
      { agent: "bo", ended: "released", reason: "out of hours" },
    ],
    [
      "expired",
      [made, ["task.claim", { id: "T-1", agent: "bo", lease: "1m" }], 3 * minute],
      { agent: "bo", ended: "expired", reason: null },
    ],
    [
      "revoked, where a person takes the task back",
      [made, claim("bo"), edit({ status: "blocked", reason: "wait for legal" }), edit({ status: "todo" })],
      { agent: "bo", ended: "revoked", reason: "wait for legal" },
    ],
    [
      "revoked, where a person gives it to somebody else",
      [made, claim("bo"), edit({ assignee: "ann" })],
      { agent: "bo", ended: "revoked", reason: null },
    ],
    [
      "revoked, where it was in doing without a lease",
      [made, edit({ status: "doing", assignee: "bo" }), edit({ assignee: "ann" })],
      { agent: "bo", ended: "revoked", reason: null },
    ],
    [
      "released, where the worker moves it back",
      [made, claim("bo"), edit({ status: "todo" }, "BO")],
      { agent: "bo", ended: "released", reason: null },
    ],
    [
      "changes_requested, by the one who did the work",
      [reviewed, claim("bo"), finish("bo"), sendBack("Add a test."), edit({ assignee: "ann" })],
      { agent: "bo", ended: "changes_requested", reason: null },
    ],
    [
      "changes_requested still, where nobody took that up in time",
      [reviewed, claim("bo"), finish("bo"), sendBack("Add a test."), 40 * minute, edit({ assignee: "ann" })],
      { agent: "bo", ended: "changes_requested" },
    ],
    [
      "the latest of several",
      [made, claim("bo"), give("bo", { failed: true }), minute, claim("cy"), give("cy", { reason: "no" })],
      { agent: "cy", ended: "released", reason: "no" },
    ],
    [
      "nothing of one that finished the task, nor of one before it",
      [
        made,
        claim("bo"),
        give("bo", { failed: true }),
        minute,
        claim("bo"),
        finish("bo"),
        edit({ status: "todo" }),
      ],
      null,
    ],
    [
      "nothing of one that a person finished by hand",
      [made, claim("bo"), edit({ status: "done" }), edit({ status: "todo" })],
      null,
    ],
  ]
  test.each(endings)("%s", async (_, story, expected) => {
    const service = await given(...story, say("pat", "hm"))
    const handoff = await claimed(service, service.board.tasks.get(1)?.assignee ?? "ann")
    if (expected === null) expect(handoff.lastAttempt).toBeNull()
    else expect(handoff.lastAttempt).toMatchObject(expected)
  })

  test("an end by an edit is no release that may be repeated", async () => {
    const service = await given(made, claim("bo"), edit({ status: "todo" }, "bo"))
    await expectRefused(service, give("bo"), "invalid_transition", { status: "todo" })
  })

  test("with the time", async () => {
    const service = await given(made, claim("bo"), give("bo"))
    const time = at(service)
    service.sleep(minute)
    expect((await claimed(service, "ann")).lastAttempt.at).toBe(time)
  })

  test("the server's own words on a task that failed too often are no reason", async () => {
    const service = await givenPolicy(
      { maxAttempts: 1 },
      made,
      claim("bo"),
      give("bo", { failed: true }),
      edit({ status: "todo" }),
    )
    expect(service.board.tasks.get(1)?.lastEnd?.reason).toBe("needs attention")
    expect((await claimed(service, "ann")).lastAttempt).toMatchObject({ ended: "failed", reason: null })
  })

  test("a claim of one's own live lease is the same attempt, and gets the same answer", async () => {
    const story = [
      made,
      claim("bo"),
      give("bo", { failed: true, reason: "no key" }),
      say("pat", "hm"),
      minute,
    ]
    const service = await given(...story)
    const first = await claimed(service, "ann")
    expect(first).toMatchObject({ attempts: 1, lastAttempt: { agent: "bo" }, comments: [{ content: "hm" }] })
    expect(await claimed(service, "ANN")).toEqual(first)
    expect((await service.run("task.claimNext", { agent: "ann" })).handoff).toEqual(first)
    expect(await shown(service, "ann")).toEqual(first)
  })

  test("attempts counts the failed ones, from the last opening on", async () => {
    const fails = [claim("bo"), give("bo", { failed: true }), 10 * minute]
    const service = await given(made, ...fails, ...fails)
    expect(await shown(service)).toMatchObject({ attempts: 2 })
    await service.run(...edit({ status: "done" }))
    await service.run(...edit({ status: "todo" }))
    expect(await shown(service)).toMatchObject({ attempts: 0, lastAttempt: { ended: "failed" } })
  })

  test("leases that ran out are counted apart, and the server's own words on the last one are no reason", async () => {
    const policy = { maxExpiries: 1 }
    const service = await givenPolicy(policy, made, claim("bo"), 60 * minute)
    const lastAttempt = { ended: "expired", reason: null }
    expect(await shown(service)).toMatchObject({ attempts: 0, expiries: 1, lastAttempt })
  })
})

describe("it holds the review that asked for changes", () => {
  const sentBack = [reviewed, claim("bo"), finish("bo"), sendBack("Add a test for null.")]

  test("with its words, which stand nowhere else", async () => {
    const service = await given(...sentBack)
    expect(await claimed(service, "bo")).toEqual({
      attempts: 0,
      expiries: 0,
      lastAttempt: { agent: "bo", ended: "changes_requested", reason: null, at: at(service) },
      review: {
        reviewer: "mira",
        decision: "request_changes",
        comment: "Add a test for null.",
        at: at(service),
      },
      comments: [],
      omitted: 0,
    })
  })

  test("without words, where the reviewer said none", async () => {
    const service = await given(reviewed, claim("bo"), finish("bo"), sendBack(), say("mira", "hm"))
    const handoff = await claimed(service, "bo")
    expect(handoff.review.comment).toBeNull()
    expect(words(handoff)).toEqual(["hm"])
  })

  test("through failed attempts and another agent, until the work is finished anew", async () => {
    const service = await given(
      ...sentBack,
      claim("bo"),
      give("bo", { failed: true }),
      minute,
      edit({ assignee: null }),
    )
    const handoff = await claimed(service, "ann")
    expect(handoff.review).toMatchObject({ comment: "Add a test for null." })
    expect(words(handoff)).toEqual([])
    await service.run(...finish("ann"))
    expect((await shown(service)).review).toBeNull()
  })

  test("also where the claimer's previous attempt began after it, without counting its words", async () => {
    const service = await given(...sentBack, claim("bo"), say("pat", "hm"), give("bo"))
    const handoff = await claimed(service, "bo")
    expect(handoff.review).toMatchObject({ comment: "Add a test for null." })
    expect(handoff).toMatchObject({ comments: [{ content: "hm" }], omitted: 0 })
  })

  test("until it is moved to review again by hand", async () => {
    const service = await given(...sentBack, edit({ status: "review" }))
    expect((await shown(service)).review).toBeNull()
  })

  test("the latest one only; the words of an answered one are a comment like others", async () => {
    const service = await given(...sentBack, finish("bo"), sendBack("Now the docs."))
    const handoff = await shown(service, "ann")
    expect(handoff.review).toMatchObject({ comment: "Now the docs." })
    expect(words(handoff)).toEqual(["Add a test for null."])
  })

  test("not after an approval, whose words are a comment", async () => {
    const service = await given(reviewed, claim("bo"), finish("bo"), [
      "task.review",
      { id: "T-1", reviewer: "mira", decision: "approve", comment: "Good." },
    ])
    const handoff = await shown(service)
    expect(handoff.review).toBeNull()
    expect(words(handoff)).toEqual(["Good."])
  })

  test("a reviewer who takes the task is shown the review, and not counted the words twice", async () => {
    const service = await given(...sentBack, edit({ assignee: null, status: "todo" }), say("bo", "done?"))
    const handoff = await claimed(service, "mira")
    expect(handoff.review).toMatchObject({ comment: "Add a test for null." })
    expect(handoff).toMatchObject({ comments: [{ content: "done?" }], omitted: 0 })
  })
})

describe("it holds the comments by others", () => {
  test("all of them, where the claimer had no attempt yet; in a read, by whom it is read for", async () => {
    const service = await given(
      made,
      say("ann", "a"),
      say("Bob", "b"),
      claim("cy"),
      say("cy", "c"),
      give("cy"),
    )
    expect(await shown(service, "ann")).toMatchObject({ comments: [{ content: "b" }, { content: "c" }] })
    expect(words(await shown(service, "BOB"))).toEqual(["a", "c"])
    expect(words(await shown(service))).toEqual(["a", "b", "c"])
    expect(await claimed(service, "ann")).toMatchObject({
      comments: [
        { id: "C-2", author: "Bob", content: "b", at: at(service) },
        { id: "C-3", author: "cy", content: "c", at: at(service) },
      ],
      omitted: 0,
    })
  })

  test("and every question and answer, by the claimer too, each answer after its question", async () => {
    const ask = (author: string, content: string): Said => [
      "task.comment",
      { id: "T-1", author, content, ask: {} },
    ]
    const reply = (answers: string, content: string): Said => [
      "task.comment",
      { id: "T-1", author: "pat", content, answers },
    ]
    const service = await given(made, ask("pat", "a?"), ask("bo", "b?"), say("pat", "mine"))
    await service.run(...reply("C-1", "a"))
    await service.run(...reply("C-2", "b"))
    expect((await claimed(service, "pat")).comments).toMatchObject([
      { content: "a?", kind: "question" },
      { content: "a", kind: "answer", answers: "C-1" },
      { content: "b?", kind: "question" },
      { content: "b", kind: "answer", answers: "C-2" },
    ])
    expect(words(await shown(service, "bo"))).toEqual(["a?", "a", "b?", "b", "mine"])
  })

  test("of anonymous too, for a read by nobody", async () => {
    const service = await given(made, ["task.comment", { id: "T-1", content: "who?" }])
    expect(words(await shown(service))).toEqual(["who?"])
  })

  test("since the claimer's previous attempt began", async () => {
    const service = await given(
      made,
      say("pat", "before"),
      claim("ann"),
      say("pat", "during the first"),
      give("ann"),
      say("pat", "between"),
    )
    expect(words(await shown(service, "ann"))).toEqual(["during the first", "between"])
    expect(words(await claimed(service, "ann"))).toEqual(["during the first", "between"])
    await service.run(...say("pat", "during the second"))
    expect(words(await claimed(service, "ann"))).toEqual(["during the first", "between", "during the second"])
    await service.run(...give("ann"))
    expect(words(await claimed(service, "ann"))).toEqual(["during the second"])
    expect(words(await shown(service, "bob"))).toHaveLength(4)
  })

  test("an attempt begins also where a person puts the task with somebody, and after a review", async () => {
    const service = await given(
      reviewed,
      say("pat", "1"),
      edit({ status: "doing", assignee: "ann" }),
      say("pat", "2"),
      finish("ann"),
      sendBack("no"),
      say("pat", "3"),
    )
    expect(words(await claimed(service, "ann"))).toEqual(["2", "3"])
    await service.run(...say("pat", "4"))
    await service.run(...finish("ann"))
    expect(words(await shown(service, "ann"))).toEqual(["4"])
  })

  test("the newest ten, oldest first, and how many more there are", async () => {
    const service = await given(made)
    for (let i = 1; i <= 14; i++) {
      await service.run(...say("pat", `p${i}`))
      await service.run(...say("ann", `a${i}`))
    }
    const handoff = await claimed(service, "ann")
    expect(words(handoff)).toEqual(Array.from({ length: 10 }, (_, i) => `p${i + 5}`))
    expect(handoff.omitted).toBe(4)
  })

  test("at most 4,000 characters, the last one cut between whole characters, which is said", async () => {
    const family = "👨‍👩‍👧‍👦"
    const service = await given(
      made,
      say("pat", "old"),
      say("pat", family.repeat(300)),
      say("pat", "b".repeat(1500)),
    )
    const handoff = await claimed(service, "ann")
    const [cut, whole] = handoff.comments
    expect(whole).toEqual({ id: "C-3", author: "pat", content: "b".repeat(1500), at: at(service) })
    expect(cut).toMatchObject({ id: "C-2", cut: true })
    expect(cut.content).toBe(`${family.repeat(Math.floor(2499 / family.length))}…`)
    expect(handoff.omitted).toBe(1)
  })

  test("exactly 4,000 characters are not cut", async () => {
    const service = await given(made, say("pat", "old"), say("pat", "a".repeat(4000)))
    const handoff = await claimed(service, "ann")
    expect(handoff.comments).toHaveLength(1)
    expect(handoff.comments[0]).not.toHaveProperty("cut")
    expect(handoff.omitted).toBe(1)
  })

  test(`of the ${startLimit} agents that began last; any other is shown all comments`, async () => {
    const agents = Array.from({ length: startLimit + 1 }, (_, i) => `agent-${i}`)
    const service = await given(made, say("pat", "first"))
    for (const agent of agents) {
      await service.run(...claim(agent))
      await service.run(...give(agent))
    }
    await service.run(...say("pat", "last"))
    expect(words(await shown(service, agents[1]))).toEqual(["last"])
    expect(words(await shown(service, agents[0]))).toEqual(["first", "last"])
    expect(service.board.tasks.get(1)?.starts).toHaveLength(startLimit)
  })
})

describe("it follows from the log", () => {
  const story: Step[] = [
    reviewed,
    say("pat", "before"),
    claim("ann"),
    give("ann", { failed: true, reason: "no key" }),
    say("pat", "key is there"),
    minute,
    claim("ann"),
    finish("ann"),
    sendBack("Add a test."),
    say("bob", "see T-2"),
  ]

  test("it is the same after a restart, and on a board made of a checkpoint", async () => {
    const service = await given(...story)
    const before = await shown(service, "ann")
    expect(before).toMatchObject({ attempts: 1, review: { comment: "Add a test." } })
    expect(words(before)).toEqual(["see T-2"])
    await service.restart()
    expect(await shown(service, "ann")).toEqual(before)
    const copy = loadBoard(JSON.parse(JSON.stringify(takeSnapshot(service.board))))
    expect(copy.commentsBy.of("1\npat")).toEqual([1, 2])
    expect(copy.tasks.get(1)).toEqual(service.board.tasks.get(1))
    expect(copy.reviews.get(1)?.posted).toBe(3)
  })

  test("a commit that fails takes all of it back", async () => {
    let isFull = false
    const beforeAppend = () => {
      if (isFull) fail("storage_full", "no room")
    }
    const service = await startService({ openLog: () => createMemoryLog({ beforeAppend }) })
    for (const step of story)
      if (typeof step === "number") await service.pass(step)
      else await service.run(...step)
    const before = dump(service.board)
    isFull = true
    const steps = [say("ann", "lost"), claim("ann"), say("cy", "lost"), finish("ann"), sendBack("lost")]
    const outcomes = await Promise.allSettled(steps.map((step) => service.run(...step)))
    expect(outcomes.map(({ status }) => status)).toEqual(steps.map(() => "rejected"))
    expect(dump(service.board)).toEqual(before)
    isFull = false
    expect(words(await claimed(service, "ann"))).toEqual(["see T-2"])
  })
})

test("a claim costs the same after 3,300 comments and 300 attempts", async () => {
  const service = await given(made)
  for (let i = 0; i < 300; i++) {
    await service.run(...claim("ann"))
    await service.run(...say("ann", "mine"))
    await service.run(...give("ann"))
  }
  await service.run(...claim("bob"))
  await service.run(...give("bob"))
  for (let i = 0; i < 20; i++) {
    await service.run(...say("pat", `p${i}`))
    for (let j = 0; j < 150; j++) await service.run(...say("bob", "mine"))
  }
  const { commentsOf, commentsBy, comments, reviews } = service.board
  let looks = 0
  const counted = (list: readonly number[]) =>
    new Proxy(list, { get: (target, key) => (looks++, Reflect.get(target, key) as unknown) })
  const [of, by, get, review] = [commentsOf.of, commentsBy.of, comments.get, reviews.get]
  commentsOf.of = (n) => counted(of(n))
  commentsBy.of = (key) => counted(by(key))
  comments.get = (n) => (looks++, get(n))
  reviews.get = (n) => (looks++, review(n))
  const handoff = await claimed(service, "bob")
  Object.assign(commentsOf, { of })
  Object.assign(commentsBy, { of: by })
  expect(words(handoff)).toEqual(Array.from({ length: 10 }, (_, i) => `p${i + 10}`))
  expect(handoff.omitted).toBe(10)
  expect(looks).toBeGreaterThan(10)
  expect(looks).toBeLessThan(1000)
})
