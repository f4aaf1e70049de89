import { describe, expect, test } from "vitest"
import { createLines, createTail } from "../../../src/attempts/processes/tail.ts"

function tailOf(...parts: (string | Uint8Array)[]) {
  const tail = createTail()
  for (const part of parts) tail.push(typeof part === "string" ? Buffer.from(part) : part)
  tail.end()
  return tail
}

describe("the summary of an output", () => {
  test.each<[string, string[], string]>([
    ["nothing", [], ""],
    ["blank lines only", ["\n \n\t\n"], ""],
    ["a line without its newline", ["one\ntwo"], "one\ntwo"],
    ["a line in pieces", ["o", "ne\nt", "wo\n"], "one\ntwo"],
    ["carriage returns", ["a\r\nb\r\n"], "a\nb"],
    ["a progress bar, of which the end is kept", ["10%\r50%\r100%\n"], "100%"],
    [
      "colours, which are removed, and bells and bidi characters, which are shown",
      ["\u001b[31mred\u001b[0m\u0007 \u202ebidi\n"],
      "red<U+0007> <U+202E>bidi",
    ],
    ["tabs, which are kept", ["a\tb\n"], "a\tb"],
  ])("with %s", (_, parts, expected) => {
    expect(tailOf(...parts).summary()).toBe(expected)
  })

  test("holds the last 20 lines", () => {
    const lines = Array.from({ length: 50 }, (_, i) => `line ${i}`)
    expect(tailOf(lines.join("\n")).summary()).toBe(lines.slice(30).join("\n"))
  })

  test("holds at most 4 KB, and cuts no character in half", () => {
    const summary = tailOf("ä".repeat(5000), "\nx\n").summary()
    expect(Buffer.byteLength(summary)).toBeLessThanOrEqual(4096)
    expect(summary).toMatch(/^ä{2000,}\nx$/)
  })

  test("joins a character that arrives in two parts, and replaces one that is invalid", () => {
    const bytes = Buffer.from("grün\n")
    expect(tailOf(bytes.subarray(0, 3), bytes.subarray(3)).summary()).toBe("grün")
    expect(tailOf(Buffer.from([0x61, 0xff, 0x62])).summary()).toBe("a\ufffdb")
  })
})

test.each<[string, string]>([
  ["one\ntwo\n\n  \n", "two"],
  ["  indented  \n", "indented"],
  ["", ""],
])("the last line of %j that is not blank is %j", (text, last) => {
  expect(tailOf(text).last()).toBe(last)
})

describe("the reflection in an output", () => {
  test.each<[string, string | undefined]>([
    ["done\n", undefined],
    ["reflection:\n", undefined],
    ["reflection: mocks hid it\n", "mocks hid it"],
    ["  Reflection:tight\n", "tight"],
    ["reflection: first\nreflection: last\nmore\n", "last"],
    ["no reflection: here\n", undefined],
  ])("%j holds the reflection %j", (text, reflection) => {
    expect(tailOf(text).reflection()).toBe(reflection)
  })

  test("is found however much comes after it", () => {
    expect(tailOf("reflection: early\n", "noise\n".repeat(1000)).reflection()).toBe("early")
  })
})

test("a line without an end is passed on in pieces, so that it cannot fill the memory", () => {
  const lines: string[] = []
  const cut = createLines((line) => lines.push(line), 10)
  for (let i = 0; i < 7; i += 1) cut.push(Buffer.from("abcde"))
  cut.end()
  expect(lines.every((line) => line.length <= 10)).toBe(true)
  expect(lines.join("")).toBe("abcde".repeat(7))
})
