import { expect, test } from "vitest"
import { mentionsIn, writeMention } from "../../../src/domain/wire/mentions.ts"
import { nameKey } from "../../../src/domain/wire/names.ts"

const names = [
  "ann",
  "Bob",
  "Ann Lee",
  "build-bot",
  "build-bot 2",
  "v2.1",
  "Zoë",
  "Äöü ß",
  "李雷",
  "O'Hara",
  "C++ team",
  "a/b",
  "𝒜da",
  "one two three four five six seven",
  "x".repeat(64),
]
const agents = new Map(names.map((name) => [nameKey(name), name]))
const find = (written: string) => agents.get(nameKey(written))
const called = (text: string) => [...new Set(mentionsIn(text, find).map(({ name }) => name))]

test.each([
  ["nobody", "no one is called here", []],
  ["nobody by an @ alone", "a @ b @", []],
  ["only known names", "@ann @stranger", ["ann"]],
  ["in any case", "@ANN and @bOB", ["ann", "Bob"]],
  ["each once, in the order of the text", "@bob @ann @BOB", ["Bob", "ann"]],
  ["at the start of a line", "hello\n@ann\n@bob", ["ann", "Bob"]],
  ["the longest name that fits", "@Ann Lee, and @ann lives", ["Ann Lee", "ann"]],
  ["a name with spaces, of any number of words", "@one two three four five six seven!", [names[13]]],
  ["not across lines", "@Ann\nLee", ["ann"]],
  ["a name in quotes", 'ask @"ann lee" or @" bob "', ["Ann Lee", "Bob"]],
  ["nobody by quotes around a stranger", '@"ann stranger" @""', []],
  [
    "before punctuation",
    "@ann, @bob. (@build-bot) **@zoë** @ann lee?!",
    [..."ann Bob build-bot Zoë".split(" "), "Ann Lee"],
  ],
  ["before an emoji, a dash, an ellipsis", "@ann🙂 @bob—now @zoë…", ["ann", "Bob", "Zoë"]],
  ["side by side", "@ann,@bob/@zoë", ["ann", "Bob", "Zoë"]],
  ["in the possessive", "@ann's and @Bob’s", ["ann", "Bob"]],
  ["names with an apostrophe, a plus or a slash", "@O'Hara's @C++ team. @a/b", ["O'Hara", "C++ team", "a/b"]],
  ["names with a dash or a dot", "@build-bot 2. @build-bot. @v2.1.", ["build-bot 2", "build-bot", "v2.1"]],
  ["not what only begins like a name", "@anna @ann-marie @ann.lee @ann_lee @ann2 @ann+1", []],
  ["nobody by an address", "mail me: lee@ann, x.y@bob.example, @ann@example.com", []],
  ["nobody by an address with other letters", "zoë@ann 李@ann 𝒜@ann", []],
  ["nobody by a doubled @", "@@ann", []],
  ["names in other scripts", "@李雷， @äÖÜ ß. @𝒜da", ["李雷", "Äöü ß", "𝒜da"]],
  ["in either form of Unicode", "@Zoe\u0308 @Zoë", ["Zoë"]],
  ["not a name whose last letter carries a mark", "@ann\u0308", []],
  ["in code as elsewhere", "`@ann`\n```\n@bob\n```", ["ann", "Bob"]],
  ["a name of the greatest length", `@${"X".repeat(64)}.`, ["x".repeat(64)]],
  ["not what is longer", `@${"x".repeat(65)}`, []],
])("a text calls %s", (_, text, expected) => {
  expect(called(text)).toEqual(expected)
})

test("only the first fifty mentions of a text count; an e-mail address is not one", () => {
  expect(called("a@b ".repeat(60) + "@no ".repeat(49) + "@ann @bob")).toEqual(["ann"])
})

test("a property that every object has is not taken for an agent", () => {
  expect(called("@constructor @__proto__ @toString")).toEqual([])
})

test("a mention says where it begins and ends", () => {
  const text = 'hi @otto, ask @"ann lee" and @Zoë.'
  const known = (written: string) =>
    ["otto", "ann lee", "zoë"].includes(nameKey(written)) ? written : undefined
  expect(mentionsIn(text, known).map(({ from, to }) => text.slice(from, to))).toEqual([
    "@otto",
    '@"ann lee"',
    "@Zoë",
  ])
})

test.each(names)("%s is called by the way that its name is written, whatever follows", (name) => {
  for (const after of ["", " ", " two three", ", and", "\n"])
    expect(called(`hi ${writeMention(name)}${after}`)).toEqual([name])
})
