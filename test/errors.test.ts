import { describe, expect, test } from "vitest"
import { toClientError } from "../src/client/client-error.ts"
import { errors, toProblem, UpnextError, type ErrorCode, type Facts } from "../src/errors.ts"
import { hintFor as inHttp } from "../src/http/hints.ts"
import { problemOf } from "../src/http/problem.ts"
import { hintFor as inShell, hintOf } from "../src/terminal/hints.ts"

/** Words that mean something in a request only. */
const ofHttp = /\b(GET|POST|PATCH|PUT|DELETE)\b|\bSend\b|\bheader\b|`Allow`|`errors`/

/** Words that mean something in a shell only; `doctor` runs where the server runs. */
const ofShell = /(^|[\s`])--[a-z]|`upnext (?!doctor)/

const codes = Object.keys(errors) as ErrorCode[]

/** What a refusal may know, in each combination that words another hint. */
const variants: readonly Facts[] = [
  {},
  { task: "T-7", holder: "ann", status: "doing" },
  { task: "T-7", holder: null, status: "doing" },
  { task: "T-7", holder: "ann", otherSession: true },
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

describe("every face has its own words for every error, whatever is known of it", () => {
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

describe("what is known of the case stands in the hint", () => {
  test.each<[ErrorCode, Facts, string, string]>([
    [
      "task_taken",
      { task: "T-7", holder: "ann" },
      "PATCH /tasks/T-7 with `status: todo`",
      "`upnext task edit T-7 --status todo`",
    ],
    ["task_taken", { task: "T-7", otherSession: true }, "`takeOver: true`", "--take-over"],
    ["lease_lost", { task: "T-7", holder: "bo", status: "doing" }, "bo has it now", "bo has it now"],
    [
      "lease_lost",
      { task: "T-7", holder: null, status: "todo" },
      "POST /tasks/T-7/claim",
      "`upnext task claim T-7`",
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
      "`upnext task edit T-7 --status todo` opens it again",
    ],
    [
      "invalid_transition",
      { task: "T-7", status: "review", reviewer: "rita" },
      "rita may decide: POST /tasks/T-7/review",
      "rita may decide: `upnext task review T-7 approve`",
    ],
    [
      "invalid_transition",
      { task: "T-7", status: "todo" },
      "POST /tasks/T-7/claim",
      "`upnext task claim T-7`",
    ],
    [
      "review_required",
      { task: "T-7", status: "doing" },
      "POST /tasks/T-7/complete",
      "`upnext task done T-7`",
    ],
    ["agent_paused", { agent: "ann", isTeam: false }, "POST /agents/ann/resume", "`upnext agent resume ann`"],
    ["agent_paused", { agent: "ann", isTeam: true }, "POST /team/resume", "`upnext team resume`"],
    [
      "agent_busy",
      { agent: "ann", tasks: ["T-3"] },
      "`status: todo`",
      "`upnext task edit T-3 --status todo`",
    ],
    ["version_mismatch", { task: "T-7", version: 3 }, "GET /tasks/T-7", "`upnext task show T-7`"],
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
    expect(hintOf(error)).toContain("`upnext task edit T-7 --status todo`")
  })

  test("and whose code is not known here, keeps the server's hint", () => {
    const problem = { ...sent("internal"), code: "brand_new" as ErrorCode, hint: "Stand on your head." }
    const error = toClientError(problem)
    expect(error.code).toBe("internal")
    expect(hintOf(error)).toBe("Stand on your head.")
  })
})

test("a hint that comes with the error goes before that of the table", () => {
  const error = new UpnextError("invalid_input", { detail: "No.", hint: "Leave it out." })
  expect([hintOf(error), problemOf(error).hint]).toEqual(["Leave it out.", "Leave it out."])
})

test("what is not a refusal of ours shows nothing of the inside", () => {
  const problem = toProblem(new Error("secret"), () => "Look.")
  expect(problem).toMatchObject({ code: "internal", status: 500, hint: "Look." })
  expect(JSON.stringify(problem)).not.toContain("secret")
})
