import { describe, expect, test } from "vitest"
import { toClientError, unreachable } from "../../../src/client/client-error.ts"
import { backOff, createConnection, meansAway } from "../../../src/attempts/work/connection.ts"
import { UpnextError } from "../../../src/errors.ts"
import { problemOf } from "../../../src/http/reply/problem.ts"

const refusal = new UpnextError("lease_lost", { detail: "lost" })
/** Makes the pauses short, as they are when a worker ends. */
const shortPauses = AbortSignal.abort()

/** Fails with each of the errors in turn, then answers. */
function failing(...failures: Error[]) {
  return () => {
    const failure = failures.shift()
    return failure ? Promise.reject(failure) : Promise.resolve("answer")
  }
}

describe("which errors mean that the server is away", () => {
  test.each<[unknown, boolean]>([
    [unreachable("No server is listening."), true],
    [new UpnextError("unavailable", { detail: "starting" }), true],
    [new UpnextError("storage_full", { detail: "full" }), true],
    [new UpnextError("request_timeout", { detail: "slow" }), true],
    [refusal, false],
    [new UpnextError("unauthorized", { detail: "no" }), false],
    // A refusal by a newer server, with a code that is unknown here.
    [toClientError({ ...problemOf(refusal), code: "brand_new" as "internal", status: 418 }), false],
    [new TypeError("a defect"), false],
  ])("%s: %s", (error, expected) => {
    expect(meansAway(error)).toBe(expected)
  })
})

test("the pauses double from 1 s to 15 s, each made up to a quarter shorter or longer at random", () => {
  expect([0, 1, 2, 3, 4, 50].map((attempt) => backOff(attempt, 0.5))).toEqual([
    1000, 2000, 4000, 8000, 15_000, 15_000,
  ])
  expect([backOff(0, 0), backOff(0, 1)]).toEqual([750, 1250])
})

describe("a call", () => {
  test("is repeated until the server answers, and people are told once that it is away and once that it is back", async () => {
    const said: string[] = []
    const { persist, isAway } = createConnection((text) => said.push(text))
    const calls = [1, 2].map(() =>
      persist(failing(unreachable("Gone."), unreachable("Still gone.")), { shortPauses }),
    )
    expect(await Promise.all(calls)).toEqual(["answer", "answer"])
    expect(said).toEqual(["The server cannot be reached: Gone. Trying again.", "The server is back."])
    expect(isAway()).toBe(false)
  })

  test("that is refused is not repeated, and the refusal shows that the server is there", async () => {
    const said: string[] = []
    const { persist } = createConnection((text) => said.push(text))
    await expect(persist(failing(unreachable("Gone."), refusal), { shortPauses })).rejects.toBe(refusal)
    expect(said.at(-1)).toBe("The server is back.")
  })

  test("that is not worth repeating rejects at once, and nothing is said", async () => {
    const { persist, isAway } = createConnection(() => expect.unreachable())
    const gone = unreachable("Gone.")
    await expect(persist(failing(gone), { isWorth: () => false })).rejects.toBe(gone)
    expect(isAway()).toBe(false)
  })

  test("is given up when its signal aborts, also during a pause", async () => {
    const stop = new AbortController()
    const { persist } = createConnection(() => stop.abort())
    const gone = unreachable("Gone.")
    await expect(persist(failing(gone), { signal: stop.signal })).rejects.toBe(gone)
  })

  test("is repeated at once when `shortPauses` aborts during a pause", async () => {
    const hurried = new AbortController()
    const { persist } = createConnection(() => hurried.abort())
    expect(await persist(failing(unreachable("Gone.")), { shortPauses: hurried.signal })).toBe("answer")
  })
})
