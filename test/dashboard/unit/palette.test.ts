import { expect, test } from "vitest"
import { idIn, isSearchable, marksIn, rank, stepFrom } from "../../../src/dashboard/words/rank.ts"

const commands = [
  { name: "Go to Board", also: "now" },
  { name: "Go to Team", also: "view" },
  { name: "New task", also: "create add" },
  { name: "Change my name", also: "who" },
]

test.each([
  ["", ["Go to Board", "Go to Team", "New task", "Change my name"]],
  ["ne", ["New task"]],
  ["TEAM", ["Go to Team"]],
  ["team go", ["Go to Team"]],
  ["n", ["New task", "Change my name", "Go to Board"]],
  ["oard", []],
  ["create", ["New task"]],
  ["nothing like it", []],
  ["go taem", ["Go to Team"]],
  ["craete", ["New task"]],
  ["og", []],
])("“%s” offers the entries with such words, best first", (typed, names) => {
  expect(rank(commands, typed).map(({ name }) => name)).toEqual(names)
})

test.each([
  ["ne", "New task", "[Ne]w task"],
  ["task n", "New task", "[N]ew [task]"],
  ["t te", "Tell the team", "[Te]ll [t]he [te]am"],
  ["ew", "New task", "New task"],
  ["", "New task", "New task"],
  ["tsak", "New task", "New [task]"],
  ["é", "É\u0301cole élan", "[É]\u0301cole [é]lan"],
])("of “%s” in “%s” is marked: %s", (typed, name, marked) => {
  const shown = marksIn(name, typed).reduceRight(
    (rest, { start, end }) => `${rest.slice(0, start)}[${rest.slice(start, end)}]${rest.slice(end)}`,
    name,
  )
  expect(shown).toBe(marked)
})

test.each([
  ["T-7", "T-7"],
  [" t12 ", "T-12"],
  ["#3", "T-3"],
  ["7", "T-7"],
  ["T-0", null],
  ["7 days", null],
  ["", null],
])("“%s” means the task %s", (typed, id) => {
  expect(idIn(typed)).toBe(id)
})

test("a text without a letter or a digit is not searched for", () => {
  expect(["", " - ", "…!?"].map(isSearchable)).toEqual([false, false, false])
  expect(["a", "7", "é", "任務"].map(isSearchable)).toEqual([true, true, true, true])
})

test("the arrows wrap around at the ends of the list", () => {
  const keys = ["a", "b", "c"]
  expect([stepFrom(keys, "a", 1), stepFrom(keys, "c", 1), stepFrom(keys, "a", -1)]).toEqual(["b", "a", "c"])
  expect([stepFrom(keys, null, 1), stepFrom(keys, "gone", 1), stepFrom([], null, 1)]).toEqual([
    "a",
    "a",
    null,
  ])
})
