import { expect, test } from "vitest"
import { partBytes } from "../../src/domain/wire/imports/import-form.ts"
import { linkParts, taskParts } from "../../src/interchange/send/parts.ts"
import { given, readGiven } from "../support/given-files.ts"

const items = (count: number, more: object = {}) =>
  Array.from({ length: count }, (_, i) => ({ source: `csv:${i}`, title: `T${i}`, ...more }))
const bytes = (value: unknown) => new TextEncoder().encode(JSON.stringify(value)).length

test("a part holds at most 500 tasks, and its edges come apart from it", () => {
  const parts = [...taskParts(items(1001, { blockedBy: ["csv:0"] }))]
  expect(parts.map(({ tasks }) => tasks.length)).toEqual([500, 500, 1])
  expect(parts[0]?.tasks[0]).toEqual({ source: "csv:0", title: "T0" })
  const links = [...linkParts(items(1001, { blockedBy: ["csv:0"] }))]
  expect(links.map((part) => part.length)).toEqual([500, 500, 1])
  expect(links[0]?.[0]).toEqual({ source: "csv:0", blockedBy: ["csv:0"] })
})

test("no part takes more bytes than a request may, in any script", () => {
  const parts = [...taskParts(items(100, { description: "日本".repeat(10_000) }))]
  expect(parts.length).toBeGreaterThan(5)
  expect(parts.flatMap(({ tasks }) => tasks)).toHaveLength(100)
  for (const { tasks } of parts) expect(bytes({ import: "I-1", tasks })).toBeLessThan(partBytes + 1000)
})

test("a task with more comments than a part takes goes several times, each time with others", () => {
  const comments = Array.from({ length: 100 }, (_, i) => ({ author: "ann", content: `${i}`.padEnd(60_000) }))
  const [one] = items(1, { comments, description: "x".repeat(60_000) })
  const parts = [...taskParts([...items(2), one ?? { source: "", title: "" }, ...items(2)])]
  for (const { tasks } of parts) expect(bytes({ import: "I-1", tasks })).toBeLessThan(partBytes + 1000)
  const pieces = parts.filter(({ tasks }) => tasks[0]?.comments)
  expect(pieces.map(({ isMore }) => isMore)).toEqual(pieces.map((_, i) => i > 0))
  expect(pieces.flatMap(({ tasks }) => tasks[0]?.comments)).toEqual(comments)
  for (const { tasks } of pieces)
    expect(tasks[0]).toMatchObject({ title: "T0", description: /x{9}/ as never })
})

test("a task that no request could take is skipped and named", () => {
  const rows = [
    ["id", "title", "description", "other"],
    ["1", "One", "\u0001".repeat(60_000), "x".repeat(250_000)],
    ["2", "Two", "", ""],
  ]
  const { items: read, said } = readGiven([
    given("a.csv", rows.map((row) => row.map((cell) => `"${cell}"`).join(",")).join("\n")),
  ])
  expect(read.map(({ source }) => source)).toEqual(["csv:2"])
  expect(said).toContain("skipped: 1 task skipped: too long to send")
})
