import { expect, test } from "vitest"
import { createParser } from "../../src/dashboard/stream/sse.ts"

test.each([
  ["a message", "id: 7\nevent: x\ndata: {}\n\n", [{ id: "7", event: "x", data: "{}" }]],
  ["no event name", "data: a\n\n", [{ id: "", event: "message", data: "a" }]],
  ["several lines", "data: a\ndata:b\n\n", [{ id: "", event: "message", data: "a\nb" }]],
  [
    "comments and empty messages",
    ": hello\n\nid: 3\n\ndata: a\n\n",
    [{ id: "3", event: "message", data: "a" }],
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
  ["an unfinished message", "data: a\n", []],
])("the stream's parser reads %s, in one piece and in many", (_, text, expected) => {
  expect(createParser()(text)).toEqual(expected)
  const parse = createParser()
  expect(Array.from(text).flatMap((piece) => parse(piece))).toEqual(expected)
})
