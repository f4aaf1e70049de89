import { expect, test } from "vitest"
import { heartbeatTask } from "../../../src/operations/heartbeat-task.ts"
import { createQuiet } from "../../../src/attempts/work/quiet.ts"

function start() {
  let now = 0
  const quiet = createQuiet(() => now)
  const pass = (minutes: number) => {
    now += minutes * 60_000
    return quiet.state()
  }
  return { ...quiet, pass }
}

test("a command that prints new lines is not quiet, and one that prints nothing is, after ten seconds", () => {
  const { push, pass } = start()
  for (const word of ["one", "two", "three"]) {
    push(`${word}\n`)
    expect(pass(0.1)).toEqual({})
  }
  expect(pass(1)).toEqual({ quietMs: 1.1 * 60_000 })
})

test("a loop is quiet, whatever the times and counts in its lines, and names what comes again", () => {
  const { push, pass } = start()
  for (let i = 0; i < 100; i++) {
    push(`\u001b[31mRetry ${i} at 12:${i % 60}\u001b[0m\r\nfetch failed (${i * 7} ms)\n`)
    pass(1)
  }
  expect(pass(0)).toEqual({ quietMs: 100 * 60_000, repeats: "fetch failed (693 ms)" })
  push("Connected\n")
  expect(pass(0)).toEqual({})
})

test("a progress bar without a line end, and a line in pieces, count as what they are", () => {
  const { push, pass } = start()
  for (let i = 0; i < 5; i++) push(`\r${i}% done`)
  pass(2)
  push("\r6% done\rhalf a li")
  expect(pass(0)).toMatchObject({ repeats: "6% done" })
  push("ne\n")
  expect(pass(0)).toEqual({})
})

test("a line without an end takes no memory", () => {
  const { push, pass } = start()
  for (let i = 0; i < 1000; i++) push("x".repeat(1000))
  expect(pass(2)).toMatchObject({ quietMs: 2 * 60_000 })
})

test.each([
  ["a\tb\u0007c\bd", "a b c d"],
  [`${"x".repeat(199)}😀😀`, `${"x".repeat(199)}…`],
  ["a\u2028b", "a b"],
  ["\u200b", undefined],
])("what comes again is a line that a server takes: %j", (line, repeats) => {
  const { push, pass } = start()
  push(`${line}\n${line}\n`)
  const state = pass(2)
  expect(state.repeats).toBe(repeats)
  expect(heartbeatTask.input.safeParse({ id: "T-1", ...state }).success).toBe(true)
})
