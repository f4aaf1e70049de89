import { describe, expect, test } from "vitest"
import { toClientError } from "../src/client/client-error.ts"
import { errors, toProblem, UpnextError, type ErrorCode, type Facts } from "../src/errors.ts"
import { hintFor as inHttp } from "../src/http/reply/hints.ts"
import { problemOf } from "../src/http/reply/problem.ts"
import { hintFor as inShell, hintOf } from "../src/terminal/hints.ts"

/** Words that make sense only in an HTTP request. */
const ofHttp = /\b(GET|POST|PATCH|PUT|DELETE)\b|\bSend\b|\bheader\b|`Allow`|`errors`/

/** Words that make sense only in a shell. `doctor` is exempt, because it runs where the server runs. */
const ofShell = /(^|[\s`])--[a-z]|`upnext (?!doctor)/

const codes = Object.keys(errors) as ErrorCode[]

/** Facts of a refusal, in each combination that leads to another hint. */
const variants: readonly Facts[] = [
  {},
  { task: "T-7", holder: "ann", status: "doing" },
  { task: "T-7", holder: null, status: "doing" },
  { task: "T-7", holder: "ann", otherSession: true },
  { task: "T-7", holder: "ann", otherSession: true, silent: true },
  { task: "T-7", otherSession: true, silent: true, heardAt: "2026-11-22T10:00:00.000Z" },
  ...["todo", "blocked", "review", "done", "cancelled"].map((status) => ({ task: "T-7", status })),
  { task: "T-7", status: "review", reviewer: "rita" },
  { agent: "ann", isTeam: true },
  { agent: "ann", isTeam: false },
  { part: "checkpoint" },
  { part: "key" },
  { obstacle: "file" },
  { obstacle: "foreign", path: "/tmp/upnext" },
  { obstacle: "link" },
  { obstacle: "parent" },
  ...["assignee", "reviewer", "reason", "blockedBy", "criterion", "cursor", "seq", "leaseToken"].map(
    (field) => ({
      field,
    }),
  ),
]

describe("HTTP and the shell have their own hint for every error, with any facts", () => {
  test.each(codes)("%s", (code) => {
    for (const facts of variants) {
      expect(inHttp(code, facts)).toMatch(/^[^]+[.!]$/)
      expect(inShell(code, facts)).toMatch(/^[^]+[.!]$/)
      expect(inHttp(code, facts)).not.toMatch(ofShell)
      expect(inShell(code, facts)).not.toMatch(ofHttp)
      for (const hint of [inHttp(code, facts), inShell(code, facts)])
        expect(hint).not.toMatch(/undefined|null|\[object/)
    }
  })
})

test("nobody is told how to take over from a session that is at work", () => {
  for (const hint of [inHttp, inShell].map((of) =>
    of("task_taken", { task: "T-7", otherSession: true, silent: false }),
  ))
    expect(hint).not.toMatch(/take-?over/i)
})

describe("the hint uses the facts of the case", () => {
  test.each<[ErrorCode, Facts, string, string]>([
    [
      "task_taken",
      { task: "T-7", holder: "ann" },
      "PATCH /tasks/T-7 with `status: todo`",
      "`upnext edit T-7 --status todo`",
    ],
    ["task_taken", { task: "T-7", otherSession: true, silent: true }, "`takeOver: true`", "--take-over"],
    [
      "task_taken",
      { task: "T-7", otherSession: true, silent: false },
      "POST /tasks/next/claim",
      "claim` takes",
    ],
    ["lease_lost", { task: "T-7", holder: "bo", status: "doing" }, "bo has it now", "bo holds it now"],
    [
      "lease_lost",
      { task: "T-7", holder: null, status: "todo" },
      "POST /tasks/T-7/claim",
      "`upnext claim T-7`",
    ],
    [
      "lease_lost",
      { task: "T-7", holder: null, status: "done" },
      "nothing is left to do",
      "nothing is left to do",
    ],
    [
      "invalid_transition",
      { task: "T-7", status: "done" },
      "opens it again",
      "`upnext reopen T-7` opens it again",
    ],
    [
      "invalid_transition",
      { task: "T-7", status: "review", reviewer: "rita" },
      "rita may decide: POST /tasks/T-7/review",
      "rita may decide: `upnext review T-7 approve`",
    ],
    [
      "review_required",
      { task: "T-7", status: "review", reviewer: "rita", isOwnReview: true },
      "Anyone but rita may decide: POST /tasks/T-7/review",
      "Anyone but rita may decide: `upnext review T-7 approve`",
    ],
    ["invalid_transition", { task: "T-7", status: "todo" }, "POST /tasks/T-7/claim", "`upnext claim T-7`"],
    ["review_required", { task: "T-7", status: "doing" }, "POST /tasks/T-7/complete", "`upnext done T-7`"],
    ["agent_paused", { agent: "ann", isTeam: false }, "ask a person to end it", "ask a person to end it"],
    ["agent_busy", { agent: "ann", tasks: ["T-3"] }, "`status: todo`", "`upnext edit T-3 --status todo`"],
    ["version_mismatch", { task: "T-7", version: 3 }, "GET /tasks/T-7", "`upnext show T-7`"],
  ])("%s %j", (code, facts, http, shell) => {
    expect(inHttp(code, facts)).toContain(http)
    expect(inShell(code, facts)).toContain(shell)
  })
})

describe("a refusal that comes through HTTP", () => {
  const sent = (code: ErrorCode, facts: Facts = {}) =>
    JSON.parse(
      JSON.stringify(problemOf(new UpnextError(code, { detail: "It is gone.", facts }))),
    ) as ReturnType<typeof problemOf>

  test("carries its facts, and the shell words its own hint from them", () => {
    const problem = sent("task_taken", { task: "T-7", holder: "ann", expiresAt: null })
    expect(problem).toMatchObject({ facts: { task: "T-7", holder: "ann", expiresAt: null } })
    const error = toClientError(problem)
    expect(error).toMatchObject({ code: "task_taken", facts: { holder: "ann" }, hint: problem.hint, problem })
    expect(hintOf(error)).toContain("`upnext edit T-7 --status todo`")
  })

  test("keeps the server's hint if its code is not known here", () => {
    const problem = { ...sent("internal"), code: "brand_new" as ErrorCode, hint: "Stand on your head." }
    const error = toClientError(problem)
    expect(error.code).toBe("internal")
    expect(hintOf(error)).toBe("Stand on your head.")
  })
})

test("a hint that comes with the error replaces the hint of the table", () => {
  const error = new UpnextError("invalid_input", { detail: "No.", hint: "Leave it out." })
  expect([hintOf(error), problemOf(error).hint]).toEqual(["Leave it out.", "Leave it out."])
})

test("an unexpected error shows no internals", () => {
  const problem = toProblem(new Error("secret"), () => "Look.")
  expect(problem).toMatchObject({ code: "internal", status: 500, hint: "Look." })
  expect(JSON.stringify(problem)).not.toContain("secret")
})
