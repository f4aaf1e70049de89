import { expect, test } from "vitest"
import { createOutputReader } from "../../../src/dashboard/words/ansi.ts"

/** The lines after all pieces, each as its spans: `look:text`. */
function read(...pieces: string[]): string[] {
  const reader = createOutputReader()
  const [last = []] = pieces.map((piece) => reader(piece)).slice(-1)
  return last.map(({ spans }) =>
    spans.map(({ look, text }) => (look === "" ? text : `${look}:${text}`)).join("|"),
  )
}

test.each<[string, string[], string[]]>([
  ["plain text", ["one\n\ntwo\n"], ["one", "", "two"]],
  ["a line whose end has not come", ["one\ntw", "o"], ["one", "two"]],
  ["colours", ["a\u001b[31mb\u001b[0mc\n"], ["a|ansi-red:b|c"]],
  [
    "colours that go on in the next line",
    ["\u001b[32ma\nb\u001b[39m\nc\n"],
    ["ansi-green:a", "ansi-green:b", "c"],
  ],
  ["a colour of an unfinished line", ["\u001b[32ma", "b\u001b[0m\nc"], ["ansi-green:ab", "c"]],
  ["an escape in two pieces", ["a\u001b[3", "1mb\n"], ["a|ansi-red:b"]],
  ["an escape that is still unfinished", ["a\u001b[3"], ["a"]],
  [
    "several looks",
    ["\u001b[1;4;33mx\u001b[22my\n"],
    ["ansi-bold ansi-underline ansi-yellow:x|ansi-underline ansi-yellow:y"],
  ],
  [
    "bright, 256 and true colours",
    ["\u001b[94ma\u001b[38;5;196mb\u001b[38;2;1;180;190mc\u001b[38;5;244md\n"],
    ["ansi-blue:a|ansi-red:b|ansi-cyan:c|ansi-grey:d"],
  ],
  ["a ground", ["\u001b[41;37m FAIL \u001b[0m a\n"], ["ansi-on-red: FAIL | a"]],
  ["a progress bar", ["10 %\r55 %\r100 %\n", "1\r"], ["100 %", "1"]],
  ["colours before a carriage return", ["\u001b[31m1\r2\n"], ["ansi-red:2"]],
  ["Windows line ends", ["one\r\ntwo\r\n"], ["one", "two"]],
  [
    "cursor, title, link and other escapes",
    [
      "\u001b[2K\u001b[1A\u001b]0;evil\u0007\u001b]8;;https://x\u001b\\link\u001b]8;;\u001b\\\u001b(B\u001b7x\n",
    ],
    ["linkx"],
  ],
  ["control and bidi characters", ["a\u0007\u0008\u202eb\tc\n"], ["ab\tc"]],
  ["HTML", ["<img src=x onerror=alert(1)>&amp;\n"], ["<img src=x onerror=alert(1)>&amp;"]],
])("%s", (_, pieces, lines) => {
  expect(read(...pieces)).toEqual(lines)
})

test("only the last lines are kept, and each has its number", () => {
  const reader = createOutputReader(3)
  reader("1\n2\n3\n")
  expect(reader("4\n5\n6").map(({ n, text }) => [n, text])).toEqual([
    [2, "3"],
    [3, "4"],
    [4, "5"],
    [5, "6"],
  ])
})
