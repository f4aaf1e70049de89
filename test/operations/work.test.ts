import { expect, test } from "vitest"
import { reportWork } from "../../src/operations/report-work.ts"
import { patchOf } from "../../src/domain/rules/attachments.ts"
import { expectRefused, given, problemsOf, type Service } from "../support/service.ts"

const commit = "a".repeat(40)
const work = {
  ...{ repository: "shop", branch: "upnext/T-1.1-one", base: "main", tree: "1".repeat(40), commit },
  ...{ files: 2, additions: 30, deletions: 4, host: "mill", path: "/home/ann/shop.trees/T-1.1" },
}

const create = (title: string, resources: string[] = []) => ["task.create", { title, resources }] as const
const claim = (agent: string, id = "T-1") => ["task.claim", { id, agent }] as const
const report = (agent: string, more = {}) =>
  ["task.reportWork", { id: "T-1", agent, ...work, ...more }] as const
const done = (agent: string) => ["task.complete", { id: "T-1", agent }] as const
const land = (result: string, more = {}) =>
  ["task.land", { id: "T-1", agent: "pat", epoch: 1, commit, base: "main", result, ...more }] as const

async function read(service: Service, id = "T-1") {
  return (await service.run("task.read", { id })).task
}

test("the holder says what an attempt has left in a repository, and the task, its hand-over and its history show it", async () => {
  const service = await given(create("one"), claim("ann"), report("ann"))
  const shown = { ...work, agent: "ann", epoch: 1, landed: null }
  expect((await read(service)).work).toMatchObject(shown)
  await service.run("task.release", { id: "T-1", agent: "ann" })
  const { handoff } = await service.run("task.read", { id: "T-1", handoff: true })
  expect(handoff.work).toMatchObject(shown)
  const { history } = await service.run("task.history", { id: "T-1" })
  expect(history.find(({ type }: { type: string }) => type === "work.reported")).toMatchObject({
    detail: "upnext/T-1.1-one aaaaaaa, 2 files +30 -4",
    changes: [],
  })
  const none = await given(create("none"), claim("ann"))
  await expect(none.run("task.read", { id: "T-1" })).resolves.toMatchObject({
    task: expect.not.objectContaining({ work: expect.anything() }),
  })
})

test("only the file that the reported work names is its patch, whatever others are called", async () => {
  const attach = (sha: string) =>
    [
      "attachment.add",
      { id: "T-1", file: { name: "T-1.1.patch", size: 1, type: "text/plain", sha256: sha.repeat(64) } },
    ] as const
  const service = await given(create("one"), create("two"), claim("ann"), attach("a"))
  const patch = { id: "A-1", sha256: "a".repeat(64) }
  await service.run(...report("ann", { patch }))
  await service.run(...done("ann"))
  await service.run(...attach("b"), { actor: "eve" })
  expect((await read(service)).work.patch).toEqual(patch)
  await service.run(...claim("bob", "T-2"))
  const ofTwo = (more: object) => ["task.reportWork", { id: "T-2", agent: "bob", ...work, ...more }] as const
  await expectRefused(service, ofTwo({ patch }), "attachment_not_found")
  expect((await service.run(...ofTwo({}))).task.work.patch, "none is named").toBeNull()
  await service.run("attachment.add", {
    id: "T-2",
    file: { name: "T-2.1.patch", size: 1, type: "text/plain", sha256: "c".repeat(64) },
  })
  expect((await read(service, "T-2")).work.patch).toBeNull()
  await expectRefused(service, ofTwo({ patch: { id: "A-3", sha256: "a".repeat(64) } }), "invalid_input")
})

test("work of before names no patch, so the file of its attempt is shown by its name", async () => {
  const service = await given(create("one"), claim("ann"), report("ann"))
  const task = service.board.tasks.get(1)
  if (!task?.work) throw new Error("There is work.")
  const { patch: _, ...before } = task.work
  const old = { ...task, work: before }
  expect(patchOf(service.board, old)).toBeNull()
  const file = { name: "T-1.1.patch", size: 1, type: "text/plain", sha256: "a".repeat(64) }
  await service.run("attachment.add", { id: "T-1", file })
  await service.run("attachment.add", { id: "T-1", file: { ...file, name: "T-1.2.patch" } })
  expect(patchOf(service.board, old)).toEqual({ id: "A-1", sha256: file.sha256 })
})

test("whoever was overtaken reports no work", async () => {
  const service = await given(create("one"))
  const { lease } = await service.run("task.claim", { id: "T-1", agent: "ann" })
  await service.pass(31 * 60_000)
  await service.pass(60_000)
  const late = await service.run("task.reportWork", { id: "T-1", leaseToken: lease.token, ...work })
  expect(late.task.work.agent, "nobody has taken it since").toBe("ann")
  await service.run("task.claim", { id: "T-1", agent: "bob" })
  await expectRefused(
    service,
    ["task.reportWork", { id: "T-1", leaseToken: lease.token, ...work }],
    "lease_lost",
  )
  await expectRefused(service, ["task.reportWork", { id: "T-1", agent: "ann", ...work }], "task_taken")
  await expectRefused(
    service,
    ["task.reportWork", { id: "T-1", agent: "bob", epoch: 1, ...work }],
    "lease_lost",
  )
  const { task } = await service.run("task.reportWork", { id: "T-1", agent: "bob", epoch: 2, ...work })
  expect(task.work).toMatchObject({ agent: "bob", epoch: 2 })
})

test("what git would not say is refused", () => {
  for (const wrong of [
    { commit: "HEAD" },
    { commit: `${commit}\n` },
    { tree: "--all" },
    { branch: "a\nb" },
    { branch: "" },
    { files: -1 },
    { path: "/a\u001b[2J" },
  ])
    expect(problemsOf("task.reportWork", { id: "T-1", ...work, ...wrong }), JSON.stringify(wrong)).toEqual(
      Object.keys(wrong),
    )
})

test("a task keeps its places until its work has landed, and its agent's resources only while it is at work", async () => {
  const service = await given(
    ["agent.describe", { name: "ann", resources: ["max"] }],
    ["resource.set", { name: "gpu", capacity: 1 }],
    create("one", ["src/http", "gpu"]),
    create("two", ["src"]),
    create("three", ["gpu"]),
    claim("ann"),
    report("ann"),
    done("ann"),
  )
  const { resources } = await service.run("resource.list")
  const held = resources.flatMap(({ name, holders }: { name: string; holders: unknown[] }) =>
    holders.map((holder) => [name, holder]),
  )
  expect((await read(service)).work.keeps, "a declared resource is no place").toEqual(["src/http"])
  const kept = { task: "T-1", agent: "ann", unlanded: true }
  expect(held).toEqual([
    ["src", kept],
    ["src/http", kept],
  ])
  expect((await service.run("task.next", { agent: "bob" })).task.id).toBe("T-3")
  await expectRefused(service, ["task.claim", { id: "T-2", agent: "bob" }], "resource_taken", {
    resource: "src",
    holders: [{ task: "T-1", agent: "ann", unlanded: true }],
  })
  const { explain } = await service.run("task.next", { agent: "bob", explain: true })
  expect(explain.passedOver[0]).toMatchObject({
    task: "T-2",
    detail: "T-1 (ann) has unlanded work in src.",
  })
  const waiting = service.run("task.claimNext", { agent: "bob", wait: "30s", tags: [] })
  expect((await waiting).task.id).toBe("T-3")
  const next = service.run("task.claimNext", { agent: "cid", wait: "30s" })
  const landed = await service.run(...land("landed", { landed: "b".repeat(40) }))
  expect(landed.task.work.landed).toMatchObject({ base: "main", commit: "b".repeat(40), by: "pat" })
  expect(landed.task.work).not.toHaveProperty("keeps")
  expect((await next).task.id, "who waits is woken").toBe("T-2")
})

test.each([
  ["cancelled", ["task.edit", { id: "T-1", status: "cancelled" }]],
  ["deleted", ["task.delete", { id: "T-1" }]],
  ["freed by a person", ["resource.open", { name: "src" }]],
] as const)("work that was %s keeps no place", async (_, [name, input]) => {
  const service = await given(
    create("one", ["src/http"]),
    create("two", ["src/http"]),
    claim("ann"),
    report("ann"),
    ["task.release", { id: "T-1", agent: "ann" }],
  )
  await service.run("agent.pause", { name: "bob" })
  await service.run("task.edit", { id: "T-1", assignee: "ann" })
  await service.run("agent.resume", { name: "bob" })
  expect((await service.run("task.next", { agent: "bob" })).task).toBeNull()
  await service.run(name, { ...input })
  expect((await service.run("task.next", { agent: "bob" })).task.id).toBe("T-2")
})

test("a place that was freed is kept again by the next attempt that reports work", async () => {
  const service = await given(
    create("one", ["src/http", "src/cli"]),
    create("two", ["src/cli"]),
    claim("ann"),
  )
  await service.run(...report("ann"))
  expect(
    (await service.run("resource.open", { name: "src/http" })).resource.holders,
    "it is at work",
  ).toHaveLength(1)
  await service.run("task.release", { id: "T-1", agent: "ann" })
  await service.run("resource.open", { name: "src/cli" })
  const holders = async () =>
    (await service.run("resource.list")).resources
      .filter(
        ({ name, holders }: { name: string; holders: unknown[] }) => name !== "src" && holders.length > 0,
      )
      .map(({ name }: { name: string }) => name)
  expect(await holders()).toEqual(["src/http"])
  await service.run("task.claim", { id: "T-1", agent: "bob" })
  await service.run(...report("bob"))
  await service.run(...done("bob"))
  expect(await holders()).toEqual(["src/cli", "src/http"])
  await service.run("resource.set", { name: "src/cli", capacity: 2 })
  expect(await holders(), "what is declared is no place").toEqual(["src/http"])
  await service.run("resource.set", { name: "src/cli", capacity: null })
  expect(await holders()).toEqual(["src/cli", "src/http"])
})

test("its own places do not keep a task from being gone on with, also where others were in them too", async () => {
  const service = await given(create("one", ["src"]), create("two", ["src"]), claim("ann"), report("ann"), [
    "task.release",
    { id: "T-1", agent: "ann" },
  ])
  expect((await service.run("task.next", { agent: "bob" })).task.id).toBe("T-1")
  // A person puts another one into the same place.
  await service.run("task.edit", { id: "T-2", status: "doing", assignee: "cid" })
  const { task, explain } = await service.run("task.next", { agent: "bob", explain: true })
  expect(task).toBeNull()
  expect(explain.passedOver[0]).toMatchObject({ task: "T-1", detail: "T-2 (cid) holds src." })
  await expectRefused(service, ["task.claim", { id: "T-1", agent: "bob" }], "resource_taken", {
    ...{ task: "T-1", status: "todo", resource: "src" },
    holders: [{ task: "T-2", agent: "cid" }],
  })
  const waiting = service.run("task.claimNext", { agent: "bob", wait: "30s" })
  await service.run("task.edit", { id: "T-2", status: "blocked" })
  expect((await waiting).task.id).toBe("T-1")
})

test("what cannot land goes back to its assignee as a failed attempt, rests, and needs somebody at the limit", async () => {
  const place = { file: "src/a.ts", line: 3 }
  const service = await given(create("one", ["src"]), claim("ann"), report("ann"), done("ann"), [
    "task.comment",
    { id: "T-1", author: "pat", content: "main has this line, too", place },
  ])
  const { task } = await service.run(...land("conflict", { comment: "In conflict with main:\n\n- src/a.ts" }))
  expect(task).toMatchObject({ status: "todo", assignee: "ann", finishedAt: null, attempts: 1, ready: false })
  const { handoff } = await service.run("task.read", { id: "T-1", handoff: true })
  expect(handoff.review).toMatchObject({
    reviewer: "pat",
    decision: "request_changes",
    comment: "In conflict with main:\n\n- src/a.ts",
    lines: [{ place }],
  })
  const { attempts } = await service.run("task.history", { id: "T-1" })
  expect(attempts).toMatchObject([
    { agent: "ann", outcome: "failed", reason: "In conflict with main: - src/a.ts" },
  ])
  const { inbox } = await service.run("inbox.list", { name: "ann" })
  expect(inbox).toMatchObject([{ kind: "changes_requested", task: "T-1" }])
  expect(handoff.lastAttempt).toMatchObject({
    agent: "ann",
    ended: "failed",
    reason: "In conflict with main: - src/a.ts",
  })
  expect((await service.run("task.next", { agent: "ann" })).task).toBeNull()
  await service.run("task.retry", { id: "T-1" })
  const { lease } = await service.run("task.claim", { id: "T-1", agent: "ann" })
  await service.run(...report("ann", { commit: "c".repeat(40) }))
  await service.run(...done("ann"))
  await expectRefused(service, land("landed"), "work_changed")
  const again = await service.run(...land("landed", { epoch: lease.epoch, commit: "c".repeat(40) }))
  expect(again.task.work.landed).toMatchObject({ base: "main", commit: null })

  const endless = await given(create("one"))
  for (let attempt = 1; attempt <= 3; attempt += 1) {
    const claimed = await endless.run("task.claim", { id: "T-1", agent: "ann" })
    await endless.run(...report("ann"))
    await endless.run(...done("ann"))
    await endless.run(...land("conflict", { epoch: claimed.lease.epoch }))
    if (attempt < 3) await endless.run("task.retry", { id: "T-1" })
  }
  expect((await endless.run("task.read", { id: "T-1" })).task).toMatchObject({
    ...{ status: "blocked", attempts: 3 },
    reason: "The work conflicts with main.",
  })
})

const second = { commit: "c".repeat(40) }
const approve = ["task.review", { id: "T-1", reviewer: "mira", decision: "approve" }] as const
const retry = ["task.retry", { id: "T-1" }] as const
/** One task that mira has approved and that could not land. */
const approved = (result: string) =>
  [
    ["task.create", { title: "one", reviewer: "mira" }],
    ...[claim("ann"), report("ann"), done("ann"), approve, land(result), retry, claim("ann")],
  ] as const
const again = [report("ann", second), done("ann")] as const

test("an approval stands through a conflict with the base, also through a failed attempt after it", async () => {
  const service = await given(...approved("conflict"), ...again)
  const { work: shown, status } = await read(service)
  expect({ status, ...shown }).toMatchObject({
    ...{ status: "review", commit: second.commit },
    approved: { by: "mira", commit, patch: null },
  })
  await service.run(...approve)
  expect((await read(service)).work.approved).toBeUndefined()

  const failed = ["task.release", { id: "T-1", agent: "ann", failed: true, reason: "no" }] as const
  const later = await given(...approved("conflict"), failed, retry, claim("ann"), ...again)
  expect((await read(later)).work.approved).toMatchObject({ by: "mira", commit })
})

test("it stands through two conflicts, and is that of the commit that was approved", async () => {
  const service = await given(...approved("conflict"), ...again)
  const mine = { epoch: (await read(service)).work.epoch, ...second }
  await service.run(...approve)
  await service.run(...land("conflict", mine))
  expect((await read(service)).work.approved).toMatchObject(second)
})

test("whoever names the commit that was looked at decides on no other", async () => {
  const service = await given(
    ["task.create", { title: "one", reviewer: "mira" }],
    claim("ann"),
    report("ann"),
    done("ann"),
  )
  const decide = (decision: string, seen: string) =>
    ["task.review", { id: "T-1", reviewer: "mira", decision, commit: seen }] as const
  await service.run(...decide("request_changes", commit))
  await service.run(...claim("ann"))
  await service.run(...report("ann", second))
  await service.run(...done("ann"))
  const { version } = await read(service)
  await expectRefused(service, decide("approve", commit), "work_changed")
  await expectRefused(service, decide("request_changes", commit), "work_changed")
  expect((await read(service)).version).toBe(version)
  expect((await service.run(...decide("approve", second.commit))).task.status).toBe("done")
})

test.each([
  ["a red check at the landing", approved("checks_failed"), again],
  [
    "a request for changes",
    approved("conflict"),
    [
      ...again,
      ["task.review", { id: "T-1", reviewer: "mira", decision: "request_changes" }],
      ["task.claim", { id: "T-1", agent: "ann" }],
      ...again,
    ],
  ],
  [
    "other work was finished without a decision",
    [
      ["task.create", { title: "one", reviewer: "mira" }],
      ...[claim("ann"), report("ann"), done("ann"), approve],
      ["task.edit", { id: "T-1", status: "todo", reviewer: null }],
      ...[claim("ann"), report("ann", second), done("ann")],
      land("conflict", { epoch: 3, ...second }),
    ],
    [],
  ],
  [
    "that nobody had approved it",
    [create("one"), claim("ann"), report("ann"), done("ann"), land("conflict"), retry, claim("ann")],
    again,
  ],
] as const)("no approval stands after %s", async (_what, before, after) => {
  const service = await given(...before, ...after)
  expect((await read(service)).work).toMatchObject(second)
  expect((await read(service)).work.approved).toBeUndefined()
})

test("nothing but finished work lands, as it was reported last, and once", async () => {
  const service = await given(create("one"), claim("ann"))
  await expectRefused(service, land("landed"), "invalid_transition")
  await service.run(...done("ann"))
  await expectRefused(service, land("landed"), "work_changed")
  await service.run("task.edit", { id: "T-1", status: "todo", assignee: "bob" })
  const { lease } = await service.run("task.claim", { id: "T-1", agent: "bob" })
  await service.run(...report("bob"))
  await service.run(...done("bob"))
  await expectRefused(service, land("landed"), "work_changed")
  const mine = { epoch: lease.epoch }
  await service.run(...land("landed", { ...mine, landed: "b".repeat(40) }))
  const { version } = await read(service)
  const twice = await service.run(...land("landed", { ...mine, landed: "c".repeat(40) }))
  expect(twice.task).toMatchObject({ version, work: { landed: { commit: "b".repeat(40) } } })
  expect((await service.run(...land("conflict", mine))).task.status).toBe("done")
})

test("work of an earlier attempt does not land where a later one has finished the task without any", async () => {
  const service = await given(create("one"), claim("ann"), report("ann"), [
    "task.release",
    { id: "T-1", agent: "ann" },
  ])
  await service.run("task.claim", { id: "T-1", agent: "bob" })
  await service.run(...done("bob"))
  expect((await read(service)).work).toMatchObject({ agent: "ann", outdated: true })
  await expectRefused(service, land("landed"), "work_changed")
})

test("no edit takes a task from done to doing", async () => {
  const service = await given(create("one"), claim("ann"), report("ann"), done("ann"))
  await expectRefused(service, ["task.edit", { id: "T-1", status: "doing" }], "invalid_transition")
})

test("work on a task that somebody took by hand, and nobody claimed, lands too", async () => {
  const byHand = ["task.edit", { id: "T-1", assignee: "ann", status: "doing" }] as const
  const service = await given(create("one"), byHand, report("ann"), done("ann"))
  expect((await read(service)).work).toMatchObject({ epoch: 0, landed: null })
  await service.run(...land("landed", { epoch: 0 }))
  expect((await read(service)).work?.landed).not.toBeNull()
})

test("a check that was red where the work was to land is the newest result, and no older one says that it passed", async () => {
  const passed = { check: "t", status: "passed", exitCode: 0, tree: work.tree }
  const service = await given(
    ["task.create", { title: "one", checks: ["t"] }],
    claim("ann"),
    ["check.report", { id: "T-1", agent: "ann", ...passed }],
    report("ann"),
    done("ann"),
  )
  const red = { check: "t", status: "failed", exitCode: 1, durationMs: 3000, output: "1 failed" }
  const [name, said] = land("checks_failed", { check: { ...red, status: "passed", exitCode: 0 } })
  expect(problemsOf(name, said)).toEqual(["check.status"])
  await service.run(...land("checks_failed", { check: red }))
  const { handoff } = await service.run("task.read", { id: "T-1", handoff: true })
  expect(handoff.checks).toMatchObject([
    {
      check: "t",
      status: "failed",
      counts: false,
      summary: "t · exit 1 · 3 s",
      output: "1 failed",
      by: "pat",
    },
  ])
})

test("its pull request stays with an attempt that reports again without it, and with the next one while it is open", async () => {
  const url = "https://github.com/owner/shop/pull/7"
  const service = await given(create("one"), claim("ann"), report("ann", { url }))
  await service.run(...report("ann", { files: 3 }))
  expect((await read(service)).work).toMatchObject({ url, files: 3 })
  const { task } = await service.run(...report("ann", { url: `${url}1` }))
  expect(task.work.url).toBe(`${url}1`)
  await service.run("task.release", { id: "T-1", agent: "ann" })
  await service.run(...claim("bo"))
  await service.run(...report("bo"))
  expect((await read(service)).work.url).toBe(`${url}1`)
  const pull = { url: `${url}1`, base: "main", state: "closed" }
  await service.run("task.reportPull", { id: "T-1", agent: "pat", epoch: 3, pull })
  await service.run("task.release", { id: "T-1", agent: "bo" })
  await service.run(...claim("cid"))
  await service.run(...report("cid"))
  expect((await read(service)).work).toEqual(expect.not.objectContaining({ url: expect.anything() }))
})

test.each([
  "http://github.com/owner/shop/pull/7",
  "javascript:alert(1)",
  "pull 7",
  `https://x.org/${"x".repeat(2000)}`,
])("%s is no pull request", (url) =>
  expect(reportWork.input.safeParse({ id: "T-1", agent: "ann", ...work, url }).success).toBe(false),
)
