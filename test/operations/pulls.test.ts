import { expect, test } from "vitest"
import { expectRefused, given, type Service } from "../support/service.ts"

const url = "https://github.com/acme/shop/pull/7"
const hash = (digit: string) => digit.repeat(40)
const work = (commit: string, more = {}) => ({
  ...{ repository: "shop", branch: "upnext/T-1.1-one", base: "main", tree: hash("1"), commit: hash(commit) },
  ...{ files: 2, additions: 30, deletions: 4, url, ...more },
})

const attempt = (agent: string, commit: string, more = {}) =>
  [
    ["task.claim", { id: "T-1", agent }],
    ["task.reportWork", { id: "T-1", agent, ...work(commit, more) }],
    ["task.complete", { id: "T-1", agent }],
  ] as const

const finished = (fields = {}) => given(["task.create", { title: "one", ...fields }], ...attempt("ann", "a"))

const seen = ({ agent = "pat", epoch = 1, opened = false, ...pull }: Record<string, unknown> = {}) =>
  [
    "task.reportPull",
    { id: "T-1", agent, epoch, opened, pull: { url, base: "main", state: "open", ...pull } },
  ] as const

const merged = { state: "merged", merged: hash("f") }
const changes = (at: number, text = "Not so") => ({
  changes: { by: "mira-gh", at: new Date(at).toISOString(), text },
  review: "changes_requested",
})

const read = async (service: Service) => (await service.run("task.read", { id: "T-1" })).task

/** It is told twice, and the second time nothing happens. */
async function tell(service: Service, more = {}) {
  const { became } = await service.run(...seen(more))
  const { seq } = service.engine
  expect((await service.run(...seen(more))).became, "the same again").toBeNull()
  expect(service.engine.seq, "the same again").toBe(seq)
  return { became, task: await read(service) }
}

test("opened is not landed, and merged is, with its commit and its base", async () => {
  const service = await finished()
  const open = await tell(service, { head: hash("a"), optionalFailed: ["lint"], review: "approved" })
  expect(open).toMatchObject({
    became: null,
    task: {
      status: "done",
      work: {
        landed: null,
        pull: { state: "open", head: hash("a"), optionalFailed: ["lint"], review: "approved" },
      },
    },
  })
  const { became, task } = await tell(service, merged)
  expect([became, task.status, task.work.pull]).toEqual(["landed", "done", { state: "merged" }])
  expect(task.work.landed).toMatchObject({ base: "main", commit: hash("f"), by: "pat" })
})

test("a required check that has failed is a failed attempt, once for a commit; what the next one pushed counts anew", async () => {
  const service = await finished()
  const red = { head: hash("a"), failed: ["build", "te`st"] }
  const { became, task } = await tell(service, red)
  expect([became, task.status, task.attempts, task.assignee]).toEqual(["sent_back", "todo", 1, "ann"])
  const { handoff } = await service.run("task.read", { id: "T-1", handoff: true })
  expect(handoff.lastAttempt).toMatchObject({
    reason: `Required checks of the pull request failed: build, te'st. ${url}`,
  })
  await service.run("task.retry", { id: "T-1" })
  for (const call of attempt("ann", "b", { url: undefined })) await service.run(call[0], call[1])
  const second = { epoch: (await read(service)).work.epoch }
  expect((await read(service)).work, "the next attempt goes on with it").toMatchObject({
    url,
    commit: hash("b"),
  })
  const pushed = await tell(service, { ...second, ...red })
  expect(pushed.task.status, "not pushed yet: those are the checks of the first attempt").toBe("done")
  expect((await tell(service, { ...second, head: hash("b"), failed: ["build"] })).task).toMatchObject({
    ...{ status: "todo", attempts: 2 },
  })
})

test("a review that asks for changes counts once, and reaches whoever is at work already", async () => {
  const service = await finished()
  const asked = changes(service.now() + 60_000)
  const { became, task } = await tell(service, asked)
  expect([became, task.status]).toEqual(["sent_back", "todo"])
  await service.run("task.retry", { id: "T-1" })
  await service.run("task.claim", { id: "T-1", agent: "ann" })
  const later = changes(service.now() + 120_000, "And this")
  await tell(service, later)
  const { said } = await service.run("task.heartbeat", { id: "T-1", agent: "ann" })
  expect(said.at(-1).content).toBe(`mira-gh requested changes in the pull request: ${url}\n\nAnd this`)
  await service.run("task.reportWork", { id: "T-1", agent: "ann", ...work("b") })
  await service.run("task.complete", { id: "T-1", agent: "ann" })
  const { epoch } = (await read(service)).work
  expect((await tell(service, { epoch, ...later })).task.status, "it was told before").toBe("done")
})

test("a review that was sent before the work it is about was reported says nothing of it", async () => {
  const service = await finished()
  expect((await tell(service, changes(service.now() - 600_000))).task.status).toBe("done")
})

test("closed without a merge it waits for a person; opened again it is as it was, and merged it has landed", async () => {
  const service = await finished({ reviewer: "mira" })
  const closed = await tell(service, { state: "closed" })
  expect([closed.became, closed.task.status, closed.task.attempts]).toEqual(["blocked", "blocked", 0])
  const { needs } = await service.run("needs.list", { agent: "mira" })
  expect(needs[0]).toMatchObject({ detail: `The pull request was closed without being merged: ${url}` })
  const again = await tell(service)
  expect([again.became, again.task.status]).toEqual(["finished", "review"])
  expect((await tell(service, { state: "closed" })).task.status, "and closed again").toBe("blocked")
  const { became, task } = await tell(service, merged)
  expect([became, task.status]).toEqual(["landed", "done"])
})

test("what a person has begun anew stays where it is, whatever becomes of the old pull request", async () => {
  const service = await finished()
  await tell(service, { state: "closed" })
  await service.run("task.edit", { id: "T-1", status: "todo" })
  expect((await tell(service, { state: "open" })).task.status).toBe("todo")
  for (const call of attempt("ann", "c", { url: undefined })) await service.run(call[0], call[1])
  expect((await read(service)).work.url, "it was open again").toBe(url)
})

test("merged all the same, it has landed, though it was sent back", async () => {
  const service = await finished()
  await tell(service, { head: hash("a"), failed: ["build"] })
  const { became, task } = await tell(service, merged)
  expect([became, task.status, task.work.landed?.commit]).toEqual(["landed", "done", hash("f")])
})

test("its merge is no review by whoever did the work", async () => {
  const service = await finished({ reviewer: "mira" })
  const { became, task } = await tell(service, { ...merged, agent: "ann" })
  expect([became, task.status, task.work.pull]).toEqual([null, "review", { state: "merged" }])
  await service.run("task.review", { id: "T-1", reviewer: "mira", decision: "approve" })
  expect((await tell(service, { ...merged, agent: "ann" })).became).toBe("landed")
})

test("another pull request counts only where it was opened for this work, and no other attempt is told of", async () => {
  const service = await finished()
  const other = { url: `${url}7` }
  await expectRefused(service, seen(other), "work_changed")
  await service.run(...seen({ ...other, opened: true }))
  await expectRefused(service, seen(), "work_changed")
  await expectRefused(service, seen({ ...other, epoch: 2 }), "work_changed")
  expect((await service.run("task.list", { pull: ["open"] })).total).toBe(1)
  await service.run(...seen({ ...other, ...merged }))
  const totals = ["open", "merged", "closed", "landed"].map(
    async (pull) => (await service.run("task.list", { pull: [pull] })).total,
  )
  expect(await Promise.all(totals)).toEqual([0, 0, 0, 1])
})

test("blocked after its last attempt, it stays so though its pull request is closed and opened again", async () => {
  const service = await finished()
  for (const head of ["a", "b", "c"]) {
    if (head !== "a") {
      await service.run("task.retry", { id: "T-1" })
      for (const call of attempt("ann", head)) await service.run(call[0], call[1])
    }
    const { epoch } = (await read(service)).work
    await tell(service, { epoch, head: hash(head), failed: ["build"] })
  }
  const { epoch } = (await read(service)).work
  await tell(service, { epoch, state: "closed" })
  const { became, task } = await tell(service, { epoch, head: hash("c"), failed: ["build"] })
  expect([became, task.status, task.attempts]).toEqual([null, "blocked", 3])
})

test.each([`${url}?\n\u001b[2J`, `${url}#a b`, `${url}#\u202e`, `${url}#\ud800`])(
  "%j is no address: it would be printed, and posted in comments",
  async (bad) => {
    const service = await finished()
    await expect(service.run(...seen({ opened: true, url: bad }))).rejects.toThrow(
      "spaces or control characters",
    )
  },
)

test("merged, it has landed, though the next attempt was begun and its lease ran out", async () => {
  const service = await finished()
  await tell(service, { head: hash("a"), failed: ["build"] })
  await service.run("task.retry", { id: "T-1" })
  await service.run("task.claim", { id: "T-1", agent: "ann" })
  await service.pass(60 * 60_000)
  expect((await read(service)).status).toBe("todo")
  const { became, task } = await tell(service, merged)
  expect([became, task.status]).toEqual(["landed", "done"])
})

test("opened again, it does not end what a later attempt is blocked by", async () => {
  const service = await finished()
  await tell(service, { state: "closed" })
  await service.run("task.edit", { id: "T-1", status: "todo" })
  await service.run("task.claim", { id: "T-1", agent: "ann" })
  await service.run("task.edit", { id: "T-1", status: "blocked", reason: "Which colour?" }, { actor: "ann" })
  const { became, task } = await tell(service, { state: "open" })
  expect([became, task.status, task.reason]).toEqual([null, "blocked", "Which colour?"])
})

test("closed and replaced by another, it is as it was, and the other one counts", async () => {
  const service = await finished()
  await tell(service, { state: "closed" })
  const { became } = await service.run(...seen({ url: `${url}1`, opened: true }))
  const task = await read(service)
  expect([became, task.status, task.work.url]).toEqual(["finished", "done", `${url}1`])
  expect((await service.run(...seen({ url: `${url}1`, ...merged }))).became).toBe("landed")
})

test("merged while somebody is at work on it again, it stays theirs, and they hear of it", async () => {
  const service = await finished()
  await tell(service, { head: hash("a"), failed: ["build"] })
  await service.run("task.retry", { id: "T-1" })
  await service.run("task.claim", { id: "T-1", agent: "ann" })
  const { became, task } = await tell(service, merged)
  expect([became, task.status, task.lease.holder, task.work.landed]).toEqual([null, "doing", "ann", null])
  const { said } = await service.run("task.heartbeat", { id: "T-1", agent: "ann" })
  expect(said.at(-1).content).toBe(`The pull request was merged: ${url}`)
})
