import { expect, test } from "vitest"
import { createEventReader } from "../../src/stream/sse.ts"

test.each([
  ["a message", "id: 7\nevent: x\ndata: {}\n\n", [{ id: "7", event: "x", data: "{}" }]],
  ["no event name", "data: a\n\n", [{ id: "", event: "message", data: "a" }]],
  ["several lines", "data: a\ndata:b\n\n", [{ id: "", event: "message", data: "a\nb" }]],
  [
    "comments and empty messages",
    ": hello\n\nevent: x\n\ndata: a\n\n",
    [{ id: "", event: "message", data: "a" }],
  ],
  [
    "an id that lasts",
    "id: 1\ndata: a\n\ndata: b\n\n",
    [
      { id: "1", event: "message", data: "a" },
      { id: "1", event: "message", data: "b" },
    ],
  ],
  ["CRLF", "id: 1\r\ndata: a\r\n\r\n", [{ id: "1", event: "message", data: "a" }]],
  [
    "CR",
    "id: 1\rdata: a\r\rdata: b\r\r: end\n",
    [
      { id: "1", event: "message", data: "a" },
      { id: "1", event: "message", data: "b" },
    ],
  ],
  ["a BOM", "\uFEFFdata: a\n\n", [{ id: "", event: "message", data: "a" }]],
  ["spaces that belong to the data", "data:  a \n\n", [{ id: "", event: "message", data: " a " }]],
  ["an id with NUL, which does not count", "id: 1\0\ndata: a\n\n", [{ id: "", event: "message", data: "a" }]],
  ["fields of others", "retry: 5\nnope: x\nnope\ndata: a\n\n", [{ id: "", event: "message", data: "a" }]],
  ["an unfinished message", "data: a\n", []],
])("an event stream is read with %s, in one piece and in many", (_, text, expected) => {
  expect(createEventReader()(text)).toEqual(expected)
  const parse = createEventReader()
  expect(Array.from(text).flatMap((piece) => parse(piece))).toEqual(expected)
})
