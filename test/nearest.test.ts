import { expect, test } from "vitest"
import { nearest } from "../src/nearest.ts"

const commands = ["start", "stats", "status", "stop", "list", "add", "next", "retry", "review", "release"]
const flags = ["sort", "session", "search", "status", "at", "all", "agent", "blocked-by", "tag", "priority"]

test.each<[string, readonly string[], string]>([
  ["stauts", commands, "status"],
  ["satts", commands, "stats"],
  ["lsit", commands, "list"],
  ["ilst", commands, "list"],
  ["ad", commands, "add"],
  ["lis", commands, "list"],
  ["reveiw", commands, "review"],
  ["srot", flags, "sort"],
  ["tags", flags, "tag"],
  ["prioirty", flags, "priority"],
  ["blockedby", flags, "blocked-by"],
  ["seesion", flags, "session"],
  ["unasigned", ["unassigned", "ann"], "unassigned"],
  ["dueDate", ["dueAt", "title"], "dueAt"],
])("%j is a slip of the fingers in %j: %j", (typed, known, meant) => {
  expect(nearest(typed, known)).toBe(meant)
})

test.each<[string, readonly string[]]>([
  ["port", flags],
  ["decision", flags],
  ["a", flags],
  ["x", flags],
  ["atlas", flags],
  ["ready", commands],
  ["log", commands],
  ["find", commands],
  ["stat", commands],
  ["", commands],
])("%j is like no word of %j", (typed, known) => {
  expect(nearest(typed, known)).toBeUndefined()
})
