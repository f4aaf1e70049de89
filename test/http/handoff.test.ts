import { expect, test } from "vitest"
import { hashToken } from "../../src/config/token.ts"
import { authBy, startServer } from "../support/http.ts"
import { given } from "../support/service.ts"

const post = (body: object) => ({ method: "POST", body })

test("work is passed on: a failure's reason, a review's words, what is left open, and done said twice", async () => {
  const { engine, pass } = await given()
  const server = await startServer({ engine })
  const ask = async (path: string, body?: object) => {
    const { status, json, text } = await server.ask(path, body && post(body))
    expect(status, text).toBeLessThan(300)
    return json
  }
  await ask("/tasks", { title: "Ship", reviewer: "mira", done_criteria: ["tests pass", "docs updated"] })
  expect(await ask("/tasks/next/claim", { agent: "bo" })).toHaveProperty("handoff", null)
  await ask("/tasks/T-1/release", { agent: "bo", failed: true, reason: "no AWS key in this shell" })
  await pass(60_000)

  const second = await ask("/tasks/next/claim", { agent: "ann", session: "s1" })
  expect(second.handoff).toMatchObject({
    attempts: 1,
    lastAttempt: { agent: "bo", ended: "failed", reason: "no AWS key in this shell" },
    review: null,
  })
  const done = { agent: "ann", session: "s1", criteria: [{ criterion: 1, evidence: "build 214" }] }
  const finished = await ask("/tasks/T-1/complete", done)
  expect(finished).toMatchObject({ task: { status: "review", criteriaMet: 1 }, unmet: ["docs updated"] })
  const { seq } = engine
  expect(await ask("/tasks/T-1/complete", done)).toEqual({ ...finished, repeated: true })
  expect(engine.seq).toBe(seq)

  const words = "Add a test for null."
  await ask("/tasks/T-1/review", { reviewer: "mira", decision: "request_changes", comment: words })
  const [notice] = (await ask("/agents/ann/inbox")).inbox
  expect(notice).toMatchObject({ kind: "changes_requested", text: words })
  const third = await ask("/tasks/next/claim", { agent: "ann", session: "s2" })
  expect(third.handoff).toMatchObject({
    lastAttempt: { agent: "ann", ended: "changes_requested" },
    review: { reviewer: "mira", decision: "request_changes", comment: words },
    comments: [],
    omitted: 0,
  })
})

test("a read is answered for whom `Upnext-Actor` names, or for the agent that the token is bound to", async () => {
  const { engine } = await given(
    ["task.create", { title: "x" }],
    ["task.comment", { id: "T-1", author: "ann", content: "a" }],
    ["task.comment", { id: "T-1", author: "bo", content: "b" }],
  )
  const server = await startServer({ engine })
  const seen = async (headers: Record<string, string>, at = server) => {
    const { json } = await at.ask("/tasks/T-1?handoff=1", { headers })
    return json.handoff.comments.map(({ content }: { content: string }) => content)
  }
  expect(await seen({})).toEqual(["a", "b"])
  expect(await seen({ "upnext-actor": "ANN" })).toEqual(["b"])
  const auth = authBy([{ hash: hashToken("t"), agent: "bo" }])
  expect(await seen({ authorization: "Bearer t" }, await startServer({ engine, auth }))).toEqual(["a"])
})

test("the refusal names each criterion, as a fact and in its sentence", async () => {
  const { engine } = await given(
    ["task.create", { title: "x", done_criteria: ["a", "b"], metadata: { criteria_required: true } }],
    ["task.claim", { id: "T-1", agent: "ann" }],
  )
  const server = await startServer({ engine })
  const { status, json } = await server.ask("/tasks/T-1/complete", post({ agent: "ann" }))
  expect([status, json.code, json.facts.criteria]).toEqual([409, "criteria_unmet", ["a", "b"]])
  expect(json.detail).toBe("T-1 has 2 criteria that are not met: a; b.")
  expect(json.hint).toContain("POST /tasks/T-1/criteria")
})
