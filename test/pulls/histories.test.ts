import { mkdtempSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect, test } from "vitest"
import { followPulls, type PullNews } from "../../src/attempts/pull/follow.ts"
import { createRandom, type Random } from "../support/random.ts"
import { startService, type Service } from "../support/service.ts"
import { fakeGh, fakeUrl, type FakePull } from "./gh.ts"

/*
 * Generated histories of pull requests: what people and machines do there, in any order, with looks in between. After each
 * look that went well, the task has to be where a plain account of the same history says.
 */

const histories = process.env["UPNEXT_LONG"] === undefined ? 60 : 1_000

test(`${histories} histories of pull requests: the state is right one look later, and nothing is said twice`, async () => {
  const reached = new Set<string>()
  for (let seed = 1; seed <= histories; seed += 1) await play(createRandom(seed), reached)
  expect([...reached].sort()).toEqual(
    [
      "again",
      "blocked",
      "closed",
      "landed",
      "merged though sent back",
      "reopened",
      "sent back",
      "trouble",
    ].sort(),
  )
}, 600_000)

// --- internal ---

/** What is to be expected, kept by hand beside the service. */
interface Account {
  status: "doing" | "done" | "todo" | "blocked"
  attempts: number
  isLanded: boolean
  /** It was sent back from `done` by its pull request, and nobody has begun it since. */
  isSent: boolean
  /** Since its pull request was closed. */
  isBlockedByClose: boolean
  /** The commits whose red checks have sent an attempt back, each with the attempts that it did. */
  readonly red: Map<string, Set<number>>
  readonly closed: Set<number>
  changesSeen: number
  wasClosed: boolean
  epoch: number
  commit: string
}

interface Stage {
  readonly random: Random
  readonly service: Service
  readonly gh: ReturnType<typeof fakeGh>
  readonly account: Account
  readonly reached: Set<string>
  number: number
  pulls: Map<number, FakePull>
  readonly said: PullNews[]
}

let commits = 0
const newCommit = () => (commits += 1).toString(16).padStart(40, "0")

async function play(random: Random, reached: Set<string>): Promise<void> {
  const service = await startService({ policy: { maxAttempts: 2 } })
  const gh = fakeGh(mkdtempSync(join(tmpdir(), "upnext-gh-")))
  const account: Account = {
    ...{
      status: "todo",
      attempts: 0,
      isLanded: false,
      isSent: false,
      isBlockedByClose: false,
      red: new Map(),
    },
    ...{ closed: new Set(), changesSeen: 0, wasClosed: false, epoch: 0, commit: "" },
  }
  const stage: Stage = { random, service, gh, account, reached, number: 1, pulls: new Map(), said: [] }
  await service.run("task.create", { title: "one" })
  await work(stage, true)
  for (let step = 0; step < 10; step += 1) {
    service.sleep(1000)
    await act(stage)
    if (random.chance(0.5)) await look(stage)
  }
  await look(stage)
}

/** An attempt, which ends done. It opens a pull request, or goes on with the one that is open. */
async function work(stage: Stage, opens: boolean): Promise<void> {
  const { service, account, random, pulls } = stage
  const agent = "ann"
  const { task } = await service.run("task.claim", { id: "T-1", agent })
  const commit = random.chance(0.9) || account.commit === "" ? newCommit() : account.commit
  const before = pulls.get(stage.number)
  if (opens && before) stage.number += 1
  const url = opens ? { url: fakeUrl(stage.number) } : {}
  await service.run("task.reportWork", {
    ...{
      id: "T-1",
      agent,
      repository: "shop",
      branch: "upnext/T-1.1-one",
      base: "main",
      commit,
      tree: commit,
    },
    ...{ files: 1, additions: 1, deletions: 0, ...url },
  })
  await service.run("task.complete", { id: "T-1", agent })
  Object.assign(account, {
    status: "done",
    isSent: false,
    isBlockedByClose: false,
    commit,
    epoch: task.epoch,
  })
  if (opens) {
    pulls.set(stage.number, fresh(commit))
    Object.assign(account, { changesSeen: 0, wasClosed: false })
    account.red.clear()
    account.closed.clear()
  } else if (before && random.chance(0.8)) push(before, commit)
}

const fresh = (head: string): FakePull => ({
  ...{
    state: "OPEN",
    head,
    branch: "upnext/T-1.1-one",
    base: "main",
    mergeCommit: null,
    checks: [],
    reviews: [],
  },
})

function push(pull: FakePull, head: string): void {
  Object.assign(pull, { head, checks: [] })
}

async function act(stage: Stage): Promise<void> {
  const { random, pulls, account, service, gh, reached } = stage
  const pull = pulls.get(stage.number)
  if (!pull) return
  const review = (
    state: "CHANGES_REQUESTED" | "APPROVED" | "COMMENTED",
    login = "mira",
    association = "MEMBER",
  ) => {
    const at = new Date(service.now()).toISOString()
    pull.reviews = [...pull.reviews, { login, state, at, body: "See line 3", association }]
  }
  const check = (conclusion: string, isRequired: boolean, name = "build") => {
    pull.checks = [...pull.checks.filter((each) => each.name !== name), { name, conclusion, isRequired }]
  }
  const acts: Record<string, () => void | Promise<void>> = {
    merge: () =>
      void (pull.state === "OPEN" && Object.assign(pull, { state: "MERGED", mergeCommit: newCommit() })),
    squash: () =>
      void (pull.state === "OPEN" && Object.assign(pull, { state: "MERGED", mergeCommit: newCommit() })),
    close: () => void (pull.state === "OPEN" && (pull.state = "CLOSED")),
    reopen: () => void (pull.state === "CLOSED" && (pull.state = "OPEN")),
    red: () => check("FAILURE", true),
    redOptional: () => check("FAILURE", false, "lint"),
    cancelled: () => check("CANCELLED", true),
    green: () => check("SUCCESS", true),
    push: () => push(pull, newCommit()),
    changes: () => review("CHANGES_REQUESTED"),
    changesOfStranger: () => review("CHANGES_REQUESTED", "eve", "NONE"),
    approve: () => review("APPROVED"),
    comment: () => review("COMMENTED"),
    limited: () => gh.fail("GraphQL: API rate limit exceeded for user ID 1."),
    loggedOut: () => gh.fail("To get started with GitHub CLI, please run:  gh auth login", 4),
    well: () => gh.fail(undefined),
    async again() {
      if (account.status !== "todo" && account.status !== "blocked") return
      if (account.isLanded) return
      reached.add("again")
      if (account.status === "blocked") {
        await service.run("task.edit", { id: "T-1", status: "todo" })
        account.attempts = 0
      } else await service.run("task.retry", { id: "T-1" })
      await work(stage, pull.state !== "OPEN" || account.wasClosed || random.chance(0.3))
    },
  }
  const isOver = account.status === "todo" || account.status === "blocked"
  const name =
    isOver && random.chance(0.4)
      ? "again"
      : random.pick([...Object.keys(acts), "red", "changes", "close", "reopen"])
  await acts[name]?.()
}

async function look(stage: Stage): Promise<void> {
  const { service, gh, said, account, reached } = stage
  for (const [number, pull] of stage.pulls) gh.put(number, pull)
  const before = service.engine.seq
  const count = said.length
  const isFine = await follow(stage)
  if (!isFine) {
    reached.add("trouble")
    expect(service.engine.seq, "nothing was seen").toBe(before)
    return
  }
  expectSeen(stage)
  const { task } = await service.run("task.read", { id: "T-1" })
  const { status, attempts, work: left } = task
  expect(
    { status, attempts, isLanded: left.landed !== null },
    JSON.stringify(stage.pulls.get(stage.number)),
  ).toEqual({
    status: account.status,
    ...{ attempts: account.attempts, isLanded: account.isLanded },
  })
  if (account.isLanded) expect(left.landed.commit).toBe(stage.pulls.get(stage.number)?.mergeCommit)
  if (stage.random.chance(0.3)) {
    const after = service.engine.seq
    await follow(stage)
    expect(service.engine.seq, "the same is seen again").toBe(after)
  }
  expect(said.length - count, "one thing at most, once").toBeLessThan(2)
}

async function follow({ service, gh, said }: Stage): Promise<boolean> {
  const asker = { actor: "pat" }
  const task = {
    list: (input: object) => service.run("task.list", { ...input }, asker),
    reportPull: (input: object) => service.run("task.reportPull", { ...input }, asker),
  }
  return followPulls({
    ...{
      client: { task } as never,
      home: join(gh.directory, "home"),
      url: "http://127.0.0.1:1",
      project: undefined,
    },
    env: { PATH: `${gh.directory}:${process.env["PATH"] ?? ""}` },
    ...{ signal: new AbortController().signal, every: 60_000, isOnce: true, tell: (news) => said.push(news) },
    say: () => undefined,
  })
}

/** What follows from how the pull request stands, told as a person would. */
function expectSeen({ account, pulls, number, reached }: Stage): void {
  const pull = pulls.get(number)
  if (!pull || account.isLanded) return
  const wasClosed = account.wasClosed
  account.wasClosed = pull.state === "CLOSED"
  const isFinished = () => account.status === "done"
  if (pull.state === "MERGED") {
    if (account.isSent) {
      reached.add("merged though sent back")
      account.status = "done"
    }
    if (!isFinished()) return
    reached.add("landed")
    account.isLanded = true
    return
  }
  if (pull.state === "CLOSED") {
    if (!isFinished() || account.closed.has(account.epoch)) return
    reached.add("closed")
    account.closed.add(account.epoch)
    Object.assign(account, { status: "blocked", isSent: true, isBlockedByClose: true })
    return
  }
  if (wasClosed) {
    account.closed.clear()
    if (account.isBlockedByClose) {
      reached.add("reopened")
      Object.assign(account, { status: "done", isSent: false, isBlockedByClose: false })
    }
  }
  const last = new Map(
    pull.reviews
      .filter(({ state, association }) => state !== "COMMENTED" && association === "MEMBER")
      .map((each) => [each.login, each]),
  )
  const asked = Math.max(
    0,
    ...[...last.values()]
      .filter(({ state }) => state === "CHANGES_REQUESTED")
      .map(({ at }) => Date.parse(at)),
  )
  const isAsked = asked > account.changesSeen
  account.changesSeen = Math.max(asked, account.changesSeen)
  const isRed = pull.checks.some(({ conclusion, isRequired }) => isRequired && conclusion === "FAILURE")
  const judged = account.red.get(pull.head) ?? new Set<number>()
  const isNewRed = isRed && !judged.has(account.epoch) && (judged.size === 0 || pull.head === account.commit)
  if (!isFinished() || (!isAsked && !isNewRed)) return
  if (!isAsked) account.red.set(pull.head, judged.add(account.epoch))
  account.attempts += 1
  const isLast = account.attempts >= 2
  reached.add(isLast ? "blocked" : "sent back")
  Object.assign(account, { status: isLast ? "blocked" : "todo", isSent: true, isBlockedByClose: false })
}
