import { describe, expect, test } from "vitest"
import { toClientError } from "../src/client/client-error.ts"
import { errors, toProblem, UpnextError, type ErrorCode } from "../src/errors.ts"

/** Words that mean something in a request only. */
const ofHttp = /\b(GET|POST|PATCH|PUT|DELETE)\b|\bSend\b|\bheader\b|`Allow`|`errors`/

describe("every error says in the shell what to do there", () => {
  test.each(Object.keys(errors) as ErrorCode[])("%s", (code) => {
    const { cli, hint } = new UpnextError(code, { detail: "It is so." })
    expect(cli).not.toMatch(ofHttp)
    expect(hint).toMatch(/[.!]$/)
    expect(cli).toMatch(/[.!]$/)
  })
})

describe("the hint for the shell comes through HTTP", () => {
  test.each([
    [{}, undefined, "`upnext task list` shows the tasks there are."],
    [{ hint: "Look elsewhere." }, undefined, "Look elsewhere."],
    [{ hint: "GET it.", cli: "Show it." }, "Show it.", "Show it."],
  ])("%j", (hints, member, expected) => {
    const problem = toProblem(new UpnextError("task_not_found", { detail: "It is gone.", ...hints }))
    expect(problem.cli).toBe(member)
    const error = toClientError(JSON.parse(JSON.stringify(problem)) as typeof problem)
    expect(error).toMatchObject({ code: "task_not_found", cli: expected, hint: problem.hint, more: {} })
  })
})
