import { expect, test } from "vitest"
import { digestOf, type Digest } from "../../src/commands/digest/count.ts"
import type { DigestedTask } from "../../src/commands/digest/in-span.ts"
import { digestPage } from "../../src/commands/digest/page.ts"
import { sayReason } from "../../src/domain/wire/tasks/need-words.ts"
import { call } from "../support/server.ts"
import { serve } from "./upnext.ts"

const served = await serve({ env: { UPNEXT_AGENT: "lead" } })

const send = async (method: string, path: string, body: unknown) => {
  const { status, text } = await call(served.server.url, method, path, body)
  expect(status, text).toBeLessThan(300)
}
const claim = (n: number, agent: string) => send("POST", `/tasks/T-${n}/claim`, { agent })
const finish = (n: number, agent: string) =>
  send("POST", `/tasks/T-${n}/complete`, { agent, reflection: "learned" })
const giveBack = (n: number, agent: string, more = {}) =>
  send("POST", `/tasks/T-${n}/release`, { agent, ...more })

test("a day in one page: numbers of tasks, by agent, by task, and what waits", async () => {
  for (let n = 1; n <= 9; n++) await send("POST", "/tasks", { title: `task ${n}` })
  // Done twice: one task.
  await claim(1, "ann")
  await finish(1, "ann")
  await send("PATCH", "/tasks/T-1", { status: "todo", assignee: "unassigned" })
  await claim(1, "bo")
  await finish(1, "bo")
  // Failed twice by one, then done by another.
  for (let i = 0; i < 2; i++) {
    await claim(2, "ann")
    await giveBack(2, "ann", { failed: true, reason: "red" })
    await send("POST", "/tasks/T-2/retry", {})
  }
  await claim(2, "cy")
  await finish(2, "cy")
  await claim(3, "bo")
  await giveBack(3, "bo")
  await claim(4, "bo")
  await call(
    served.server.url,
    "PATCH",
    "/tasks/T-4",
    { status: "blocked", reason: "Which colour?" },
    { "upnext-actor": "bo" },
  )
  await send("PATCH", "/tasks/T-5", { reviewer: "lead" })
  await claim(5, "ann")
  await finish(5, "ann")
  await claim(6, "cy")
  await send("PATCH", "/tasks/T-7", { status: "cancelled" })

  // Failed by one, closed by hand: nobody's work.
  await claim(8, "ann")
  await giveBack(8, "ann", { failed: true, reason: "red" })
  await send("PATCH", "/tasks/T-8", { status: "done" })

  const digest = (await served.upnext(["digest", "--json"])).json() as unknown as Digest
  expect(digest.counts).toEqual({
    ...{ created: 9, done: 3, landed: 0, failed: 2, givenBack: 1, ranOut: 0 },
    ...{ asked: 1, outOfAttempts: 0, inReview: 1, cancelled: 1 },
  })
  expect(digest.agents.find(({ agent }) => agent === "ann")).toMatchObject({
    ...{ failed: 2, failedAttempts: 3, attempts: 5, givenBackAttempts: 0, ranOutAttempts: 0 },
  })
  const byAgent = digest.agents.map(({ agent, done, failed, givenBack, attempts, working }) => [
    ...[agent, done, failed, givenBack, attempts],
    working.join(),
  ])
  expect(byAgent.sort()).toEqual([
    ["ann", 0, 2, 0, 5, ""],
    ["bo", 1, 0, 1, 3, ""],
    ["cy", 1, 0, 0, 1, "T-6"],
  ])
  expect(digest.tasks.find(({ id }) => id === "T-2")).toMatchObject({
    status: "done",
    agent: "cy",
    attempts: 3,
  })
  const page = (await served.upnext(["digest"])).stdout
  expect(page).toContain(
    "3 done · 2 failed at least once · 1 given back · 1 blocked with a reason · 1 in review · 1 cancelled · 9 new",
  )
  expect(page).toMatch(/^AGENT +DONE +ATTEMPTS +FAILED +GIVEN BACK +RAN OUT +TIME +AT WORK ON$/m)
  expect(page).toMatch(/^ann +5 +3 +/m)
  expect(page).toMatch(/^T-4 +blocked +bo .*task 4 \(released: Which colour\?\)$/m)
  expect(page).toContain("2 need you: `upnext needs`")
  expect((await served.upnext(["status"])).stdout).toContain("2 need you (upnext needs)")
})

test("what came before is left out, and a time that is none is refused", async () => {
  await new Promise((resolve) => setTimeout(resolve, 1100))
  const quiet = (await served.upnext(["digest", "--since", "1s", "--json"])).json() as unknown as Digest
  expect([quiet.counts.done, quiet.agents, quiet.tasks]).toEqual([0, [], []])
  expect(quiet.counts.inReview).toBe(0)
  await send("PATCH", "/tasks/T-9", { dueAt: "2020-01-01T00:00:00Z" })
  expect((await served.upnext(["list", "--stuck"])).stdout).toMatch(/^ID .*WHY .*\nT-9 .* overdue .*\n$/)
  expect((await served.upnext(["list"])).stdout).not.toContain("WHY")
  await send("PATCH", "/tasks/T-9", { dueAt: null })
  const refused = await served.upnext(["digest", "--since", "soon"])
  expect([refused.status, refused.stderr]).toEqual([2, expect.stringContaining("--since takes a time")])
})

test("needs names for each task the command that settles it", async () => {
  const { stdout } = await served.upnext(["needs"])
  expect(stdout).toMatch(
    /^T-4 P2 {2}task 4\n {2}blocked by bo · .*\n {2}Which colour\?\n {2}upnext edit T-4 --status todo --comment "your answer"\nT-5 P2 {2}task 5\n {2}review of work by ann · .*\n {2}upnext review T-5\n$/,
  )
  expect((await served.upnext(["needs", "--agent", "lead"])).stdout).toMatch(
    /upnext edit T-4 --status todo --comment "your answer" --agent lead\n[^]* upnext review T-5 --agent lead\n$/,
  )
  expect((await served.upnext(["review", "T-5", "request_changes", "--agent", "lead"])).stderr).toContain(
    '`upnext review T-5 request-changes "Add a test" --agent lead',
  )
  expect(await served.upnext(["needs", "--format", "id"])).toMatchObject({ status: 0, stdout: "T-4\nT-5\n" })
  expect((await served.upnext(["needs", "--limit", "1"])).stdout).toContain(
    "1 of 2; all: upnext needs --limit 2\n",
  )
  await served.upnext(["edit", "T-4", "--status", "todo", "--comment", "red"])
  await served.upnext(["review", "T-5", "approve"])
  expect(await served.upnext(["needs"])).toMatchObject({
    stdout: "",
    stderr: "Nothing is waiting for you.\n",
  })
})

test("--all shows what everybody must do, and for whom", async () => {
  const { id } = (await call(served.server.url, "POST", "/tasks", { title: "Judge", reviewer: "kim" })).body[
    "task"
  ]
  const n = Number(id.slice(2))
  await claim(n, "ann")
  await finish(n, "ann")
  await send("POST", `/tasks/T-9/comments`, { author: "bo", content: "Which?", ask: { to: "mira" } })
  expect((await served.upnext(["needs"])).stdout).not.toContain("Judge")
  const all = (await served.upnext(["needs", "--all"])).stdout
  expect(all).toMatch(
    /^T-9 .*\n {2}question from bo · for mira · [^]*\nT-\d+ P2 {2}Judge\n {2}review of work by ann · for kim · /,
  )
  const { needs } = (await served.upnext(["needs", "--all", "--json"])).json() as {
    needs: { for: string | null }[]
  }
  expect(needs.map((each) => each.for)).toEqual(["mira", "kim", "bo"])
  await send("POST", `/tasks/T-1/comments`, { author: "bo", content: "hi @kim" })
  const comment = expect.stringMatching(
    /\n {2}comment from bo · (for kim · )?now\n {2}hi @kim\n {2}upnext comment T-1 /,
  )
  expect((await served.upnext(["needs", "--all"])).stdout).toEqual(comment)
  expect((await served.upnext(["needs", "--agent", "kim"])).stdout).toEqual(comment)
  await send("POST", `/tasks/${id}/review`, { decision: "approve", reviewer: "kim" })
  await send("PATCH", "/tasks/T-9", { status: "cancelled" })
})

test("what is overdue comes with a flag that the help names; an expired claim is held by nobody", async () => {
  const { id } = (await call(served.server.url, "POST", "/tasks", { title: "Late" })).body["task"]
  const edited = await served.upnext(["edit", id, "--due-at", "2020-01-01"])
  expect(edited.stdout).toContain("due in the past: Wed 2020-01-01")
  expect((await served.upnext(["needs"])).stderr).toContain("agents can finish it: `upnext list --stuck`")
  await served.upnext(["edit", id, "--assignee", "cy"])
  expect((await served.upnext(["needs", "--agent", "cy"])).stdout).toContain(`upnext edit ${id} --due-at 2d`)
  expect((await served.upnext(["edit", "--help"])).stdout).toContain("--due-at")
  expect((await served.upnext(["edit", id, "--due-at", "2100-01-01"])).stdout).toContain(
    ", due Fri 2100-01-01",
  )
  const expired = { task: { status: "todo" }, why: "lease_expired", by: "zed" } as const
  expect(sayReason(expired)[1]).toBe(", last held by zed")
  await send("PATCH", `/tasks/${id}`, { status: "cancelled" })
})

test("a task with no attempt left is not counted as one that asked", async () => {
  await send("POST", "/tasks", { title: "Hopeless" })
  for (let i = 0; i < 3; i++) {
    await claim(12, "dan")
    await giveBack(12, "dan", { failed: true, reason: "red" })
    if (i < 2) await send("POST", "/tasks/T-12/retry", {})
  }
  const { counts } = (await served.upnext(["digest", "--json"])).json() as unknown as Digest
  expect(counts).toMatchObject({ asked: 0, outOfAttempts: 1 })
  expect((await served.upnext(["digest"])).stdout).toContain(" · 1 has no attempt left · ")
})

test("with --agent only the work of this agent is counted, and the first line says so", async () => {
  const digest = (await served.upnext(["digest", "--json", "--agent", "cy"])).json() as unknown as Digest
  expect(digest.agents.map(({ agent }) => agent)).toEqual(["cy"])
  expect(digest.tasks.map(({ id, attempts }) => [id, attempts])).toEqual([
    ["T-6", 0],
    ["T-2", 1],
  ])
  expect(digest).toMatchObject({ agent: "cy", counts: { done: 1, failed: 0, created: 0, outOfAttempts: 0 } })
  const [first, second] = (await served.upnext(["digest", "--agent", "cy"])).stdout.split("\n")
  expect([first?.split(", ").at(-1), second]).toEqual(["only the work of cy", "1 done"])
})

test("costs are sums without stray digits, in the word that statistics use", () => {
  const used = [4.1, 3.06].map((cost) => ({ attempt: "T-1.1", agent: "ann", at: at(1), cost }))
  const task = { ...done, usage: { total: {}, attempts: used } } as unknown as DigestedTask
  const digest = digestOf({ ...span, tasks: [{ task, attempts: [] }] })
  expect(digest.usage).toEqual({ cost: 7.16 })
  expect(digestPage(digest)).toContain("$7.16 reported")
})

const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 0, minute)).toISOString()
const done = {
  ...{ id: "T-1", title: "Write", status: "done", reason: null, createdBy: "lead" },
  createdAt: at(0),
}
const now = { working: 0, ready: 0, stuck: 0, needsYou: 0 }
const span = { since: Date.parse(at(0)), until: Date.parse(at(9)), now, needs: [], only: undefined }

test("a task for a name that no agent has is settled by an edit, and stands in the digest as stuck", async () => {
  const args = ["--assignee", "anne", "--format", "id"]
  const id = (await served.upnext(["add", "Misnamed", ...args])).stdout.trim()
  const { stdout } = await served.upnext(["needs"])
  expect(stdout).toContain(`${id} P2  Misnamed\n  no agent can do it`)
  expect(stdout).toContain(`\n  upnext edit ${id} --assignee ann\n`)
  const page = (await served.upnext(["digest"])).stdout
  expect(page).toMatch(new RegExp(`stuck · .*\n(  .*\n)*  ${id}  Misnamed \\(no agent can do it\\)\n`))
  const statuses = [...page.matchAll(/^T-\d+ +(\w+) /gm)].map(([, status]) => status)
  expect(statuses.filter((status, i) => status !== statuses[i - 1])).toEqual([...new Set(statuses)])
  await served.upnext(["edit", id, "--assignee", "pat zoe"])
  expect((await served.upnext(["needs"])).stdout).toContain(`upnext edit ${id} --assignee NAME\n`)
})

test("a claim under a name that is near another comes with the way back", async () => {
  const id = (await served.upnext(["add", "Taken", "--format", "id"])).stdout.trim()
  const { stderr } = await served.upnext(["claim", id, "--agent", "annn"])
  expect(stderr).toBe(
    `note  annn is new here; did you mean ann? \`upnext release ${id} --agent annn\` gives ${id} back.\n`,
  )
})
