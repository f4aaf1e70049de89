import { expect, test } from "vitest"
import { parseTitle, writeTitle } from "../../../src/domain/wire/plan/title.ts"

test.each<[string, object]>([
  ["Fix login", { title: "Fix login" }],
  [
    "Fix login {#login} @ann !P1 ~2h +web +ui (after #db, T-3)",
    {
      title: "Fix login",
      ref: "login",
      assignee: "ann",
      priority: "P1",
      eta: "2h",
      tags: ["web", "ui"],
      blockedBy: ["#db", "T-3"],
    },
  ],
  [
    "Fix (after #a) +b !p0 (AFTER t-2) ~~1h30m @Ann-2 {#Prüfung.2}",
    {
      title: "Fix",
      ref: "Prüfung.2",
      assignee: "Ann-2",
      priority: "P0",
      eta: "~1h30m",
      tags: ["b"],
      blockedBy: ["#a", "t-2"],
    },
  ],
  ["Fix  two   spaces  ", { title: "Fix  two   spaces" }],
  ["Answer @bo about {#x} now", { title: "Answer @bo about {#x} now" }],
  ["Mail bob@example.org", { title: "Mail bob@example.org" }],
  ["Learn C++", { title: "Learn C++" }],
  ["Add a + b", { title: "Add a + b" }],
  ["Give it a +1", { title: "Give it a +1" }],
  ["Stop at once!", { title: "Stop at once!" }],
  ["Mind the !important", { title: "Mind the !important" }],
  ["Take ~ 5 or ~some", { title: "Take ~ 5 or ~some" }],
  ["Ask @bo?", { title: "Ask @bo?" }],
  ["Ask @bo.", { title: "Ask @bo." }],
  ["Meet Bo (after lunch)", { title: "Meet Bo (after lunch)" }],
  ["Meet Bo (after 5 pm)", { title: "Meet Bo (after 5 pm)" }],
  ["Use {braces}", { title: "Use {braces}" }],
  ["Ping \\@bo", { title: "Ping @bo" }],
  ["Ping \\@bo @ann", { title: "Ping @bo", assignee: "ann" }],
  ["Write \\{#ref} \\!P1 \\~2h \\+tag \\(after #x)", { title: "Write {#ref} !P1 ~2h +tag (after #x)" }],
  ["Open C:\\temp\\new", { title: "Open C:\\temp\\new" }],
  ["Escape \\\\@bo", { title: "Escape \\@bo" }],
  ["日本語の題 +分類", { title: "日本語の題", tags: ["分類"] }],
  ["Deploy 🚀 +ops/eu", { title: "Deploy 🚀", tags: ["ops/eu"] }],
])("%j is read", (text, expected) => {
  expect(parseTitle(text)).toEqual({ read: expected, faults: [] })
})

test.each<[string, number, RegExp]>([
  ["", 0, /title is missing/],
  ["@bo", 0, /title is missing/],
  ["Fix !P4", 4, /!P4 is not a priority/],
  ["Fix ~2x", 4, /~2x is not a duration/],
  ["Fix ~0h", 4, /is not a duration/],
  ["Fix {#}", 4, /is not a name/],
  ["Fix {#-a}", 4, /"-a" is not a name/],
  ["Fix @a @b", 4, /assignee is given twice/],
  ["Fix !P1 !P2", 4, /priority is given twice/],
  ["Fix ~1h ~2h", 4, /duration is given twice/],
  ["Fix {#a} {#b}", 4, /ref is given twice/],
  ["Fix (after #a, b)", 4, /"b" is neither a task id/],
  ["Fix (after #a, login)", 4, /"login" is neither a task id/],
  ["Fix (after T-0, #a)", 4, /"T-0" is neither/],
  ["Fix (after #a,)", 4, /"" is neither/],
])("%j is refused, with the place", (text, at, message) => {
  const { faults } = parseTitle(text)
  expect(faults).toEqual([{ at, message: expect.stringMatching(message) as string }])
})

test.each([
  "plain",
  "@bo",
  "a @bo",
  "a {#x}",
  "(after #a)",
  "x (after T-1, #b)",
  "!P1",
  "x !p9",
  "~2h",
  "a ~9",
  "+tag",
  "a +b +c",
  "\\",
  "a\\",
  "\\@bo",
  "a \\\\ b",
  "\\\\{#a} @b",
  "# a #",
  "C #",
  "##",
  "[ ] x",
  "- [ ] x",
  "a  b",
  "`code` *b* <i>",
  "é +é",
  '{"a":1}',
])("the title %j is written so that it reads back, also with words behind it", (title) => {
  expect(parseTitle(writeTitle(title))).toEqual({ read: { title }, faults: [] })
  expect(parseTitle(`${writeTitle(title)} {#r} @ann`)).toEqual({
    read: { title, ref: "r", assignee: "ann" },
    faults: [],
  })
})

test("of a line that no title can fill, the end is not taken apart", () => {
  const words = "@a ".repeat(100_000)
  expect(parseTitle(`x ${words}`).read.title.length).toBeGreaterThan(200_000)
  expect(parseTitle(`x ${"+a ".repeat(1_000)}`).read.tags).toHaveLength(1_000)
})
