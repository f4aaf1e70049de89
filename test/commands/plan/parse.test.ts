import { describe, expect, test } from "vitest"
import { parsePlan } from "../../../src/commands/plan/parse.ts"

const text = (...lines: string[]) => lines.join("\n")
/** The tasks of a plan that has no faults, as they would be sent. */
function tasksOf(source: string) {
  const { entries, faults } = parsePlan(source)
  expect(faults).toEqual([])
  return entries.map(({ task }) => task as Record<string, unknown>)
}
/** Each task with its parent and its description, in short. */
const outline = (source: string) =>
  tasksOf(source).map(({ title, parent = null, description = null }) => [title, parent, description])

test("a plan is read as in the docs", () => {
  const plan = text(
    "# Launch {#launch}",
    "",
    "What we do by May.",
    "",
    "## Backend",
    "",
    "- [ ] Schema {#db} @ann !P1 ~2h +sql",
    "  Three tables.",
    "",
    "  Done when:",
    "  - [ ] migrations run twice",
    "  - [ ] a rollback is tested",
    "- [ ] API (after #db, T-3)",
    "  - [ ] Read",
    "  - [ ] Write",
  )
  expect(tasksOf(plan)).toEqual([
    { title: "Launch", ref: "launch", description: "What we do by May." },
    { title: "Backend", ref: "line-5", parent: "#launch", result: "children" },
    {
      title: "Schema",
      ref: "db",
      parent: "#line-5",
      assignee: "ann",
      priority: "P1",
      eta: "2h",
      tags: ["sql"],
      description: "Three tables.",
      done_criteria: ["migrations run twice", "a rollback is tested"],
    },
    { title: "API", ref: "line-13", parent: "#line-5", blockedBy: ["#db", "T-3"] },
    { title: "Read", ref: "line-14", parent: "#line-13" },
    { title: "Write", ref: "line-15", parent: "#line-13" },
  ])
})

describe("what is whose child", () => {
  test("a deeper heading is a child of the one above, also where a level is left out", () => {
    expect(outline(text("# a", "### b", "## c", "###### d", "# e", "## f"))).toEqual([
      ["a", null, null],
      ["b", "#line-1", null],
      ["c", "#line-1", null],
      ["d", "#line-3", null],
      ["e", null, null],
      ["f", "#line-5", null],
    ])
  })

  test("an item that is indented by two or more is a child; items may stand under no heading", () => {
    expect(
      outline(text("- [ ] a", "  - [ ] b", "      - [ ] c", "    - [ ] d", " - [ ] e", "* [ ] f")),
    ).toEqual([
      ["a", null, null],
      ["b", "#line-1", null],
      ["c", "#line-2", null],
      ["d", "#line-2", null],
      ["e", null, null],
      ["f", null, null],
    ])
  })

  test("bullets are -, *, +, 1. and 1), and a tab counts to the next multiple of four", () => {
    expect(outline(text("1. [ ] a", "\t- [ ] b", "\t\t* [ ] c", "12) [ ]\td", "   + [ ] e"))).toEqual([
      ["a", null, null],
      ["b", "#line-1", null],
      ["c", "#line-2", null],
      ["d", null, null],
      ["e", "#line-4", null],
    ])
  })

  test("lines may end in CRLF or CR, and a byte order mark is left out", () => {
    expect(outline("\ufeff# a\r\n- [ ] b\r\n  one\r\n  two\r- [ ] c")).toEqual([
      ["a", null, null],
      ["b", "#line-1", "one\ntwo"],
      ["c", "#line-1", null],
    ])
  })

  test("marks at the end of a heading and rules between parts mean nothing", () => {
    expect(outline(text("# a ##", "- [ ] b", "---", "***", "# c#", "- [ ] d"))).toEqual([
      ["a", null, null],
      ["b", "#line-1", null],
      ["c#", null, null],
      ["d", "#line-5", null],
    ])
  })
})

describe("descriptions", () => {
  test("text keeps its blank lines, its inner indent and the spaces at its ends of lines", () => {
    const plan = text("- [ ] a", "", "    one  ", "", "", "      - two", "    three", "", "", "- [ ] b")
    expect(outline(plan)).toEqual([
      ["a", null, "one  \n\n\n  - two\nthree"],
      ["b", null, null],
    ])
  })

  test("text below the children of an item goes to the item, as a paragraph of its own", () => {
    const plan = text("- [ ] a", "  one", "  - [ ] b", "    inner", "  two")
    expect(outline(plan)).toEqual([
      ["a", null, "one\n\ntwo"],
      ["b", "#line-1", "inner"],
    ])
  })

  test.each(["```", "~~~~"])("between %s everything is code: boxes, headings, `Done when:`", (mark) => {
    const code = [`${mark}md`, "- [ ] no task", "# no heading", "", "Done when:", "\tx", mark]
    const plan = text("- [ ] a", ...code.map((each) => `  ${each}`), "  after", "  - [ ] b")
    expect(outline(plan)).toEqual([
      ["a", null, [...code, "after"].join("\n")],
      ["b", "#line-1", null],
    ])
  })

  test("code below a heading may hold headings", () => {
    expect(outline(text("# a", "```sh", "# comment", "```", "- [ ] b"))).toEqual([
      ["a", null, "```sh\n# comment\n```"],
      ["b", "#line-1", null],
    ])
  })

  test("a heading in the text of an item is text", () => {
    expect(outline(text("- [ ] a", "  # Why", "  because"))).toEqual([["a", null, "# Why\nbecause"]])
  })
})

describe("criteria", () => {
  test("all boxes at the indent of `Done when:` or deeper are criteria, with their text as it is", () => {
    const plan = text(
      "- [ ] a",
      "  - [ ] child",
      "  **Done when:**",
      "  - [ ] one @ann !P1 \\@",
      "    - [X] two",
      "  1. [ ] three",
      "- [ ] b",
    )
    expect(tasksOf(plan)).toEqual([
      {
        title: "a",
        ref: "line-1",
        done_criteria: ["one @ann !P1 \\@", "two", "three"],
        met: [{ criterion: "two" }],
      },
      { title: "child", ref: "line-2", parent: "#line-1" },
      { title: "b", ref: "line-7" },
    ])
    expect(parsePlan(plan).notes).toEqual([])
  })

  test("an indented line below a criterion that is checked off is its evidence", () => {
    const plan = text(
      ...["- [ ] a", "  Done when:", "  - [x] one", "    build 812", "", "  - [X] two", "  - [ ] three"],
      ...["# b", "  Done when:", "  - [x] four", "      https://x.example/1 # done"],
    )
    const met = [{ criterion: "one", evidence: "build 812" }, { criterion: "two" }]
    expect(tasksOf(plan)).toEqual([
      { title: "a", ref: "line-1", done_criteria: ["one", "two", "three"], met },
      {
        title: "b",
        ref: "line-8",
        done_criteria: ["four"],
        met: [{ criterion: "four", evidence: "https://x.example/1 # done" }],
      },
    ])
  })

  test("a box that is less indented than `Done when:` is a task again", () => {
    const plan = text("- [ ] a", "    done WHEN:", "    - [ ] one", "  - [ ] child", "    - [ ] grandchild")
    expect(tasksOf(plan)).toEqual([
      { title: "a", ref: "line-1", done_criteria: ["one"] },
      { title: "child", ref: "line-4", parent: "#line-1" },
      { title: "grandchild", ref: "line-5", parent: "#line-4" },
    ])
  })

  test("a heading has criteria too: they stand below its items, up to the next heading", () => {
    const plan = text("# a", "- [ ] item", "", "Done when:", "", "- [ ] one", "## b", "- [ ] other")
    expect(tasksOf(plan)).toEqual([
      { title: "a", ref: "line-1", done_criteria: ["one"] },
      { title: "item", ref: "line-2", parent: "#line-1" },
      { title: "b", ref: "line-7", parent: "#line-1", result: "children" },
      { title: "other", ref: "line-8", parent: "#line-7" },
    ])
  })
})

describe("a heading is done when its children are", () => {
  const resultOf = (...lines: string[]) => tasksOf(text("# a", ...lines, "- [ ] b"))[0]?.["result"]

  test("unless it asks for something of its own", () => {
    expect(resultOf()).toBe("children")
    expect(resultOf('{"project":"web"}')).toBe("children")
    expect(resultOf("some text")).toBeUndefined()
    expect(resultOf('{"reviewer":"mira"}')).toBeUndefined()
    expect(resultOf('{"checks":["test"]}')).toBeUndefined()
    expect(resultOf('{"result":"text"}')).toBe("text")
    expect(resultOf('{"result":null}')).toBeNull()
  })

  test("which an item or a heading without tasks is not, and none where that is not wanted", () => {
    expect(tasksOf("- [ ] a\n  - [ ] b")[0]).not.toHaveProperty("result")
    expect(tasksOf("# a")[0]).not.toHaveProperty("result")
    const { entries } = parsePlan("# a\n- [ ] b", { closesHeadings: false })
    expect(entries[0]?.task).not.toHaveProperty("result")
  })
})

describe("what is done", () => {
  test("a checked item is left out, its tasks take its place, and nobody waits for it", () => {
    const plan = text("- [ ] a (after #b)", "  - [x] b {#b}", "    - [ ] c", "- [X] d")
    expect(tasksOf(plan)).toEqual([
      { title: "a", ref: "line-1", blockedBy: [] },
      { title: "c", ref: "line-3", parent: "#line-1" },
    ])
    expect(parsePlan(plan).notes).toEqual([
      { line: 2, message: "is done, so it is left out" },
      { line: 4, message: "is done, so it is left out" },
    ])
  })
})

describe("a line of more fields", () => {
  test("sets what has no mark, right below its task; a project also holds for the tasks below", () => {
    const plan = text(
      "# a @ann",
      '{"project":"web","reviewer":"mira","dueAt":"2030-01-01T00:00:00Z"}',
      "text",
      "- [ ] b",
      "",
      '  {"metadata":{"k":1},"description":"x"}',
      "- [ ] c",
      '  {"project":"ops"}',
      "  - [ ] d",
    )
    expect(tasksOf(plan)).toEqual([
      {
        title: "a",
        ref: "line-1",
        assignee: "ann",
        project: "web",
        reviewer: "mira",
        dueAt: "2030-01-01T00:00:00Z",
        description: "text",
      },
      { title: "b", ref: "line-4", parent: "#line-1", project: "web", metadata: { k: 1 }, description: "x" },
      { title: "c", ref: "line-7", parent: "#line-1", project: "ops" },
      { title: "d", ref: "line-9", parent: "#line-7", project: "ops" },
    ])
  })

  test("below text it is text", () => {
    expect(outline(text("- [ ] a", "  text", '  {"project":"web"}'))).toEqual([
      ["a", null, 'text\n{"project":"web"}'],
    ])
  })
})

describe("JSON lines", () => {
  test("each line is a task as it is sent; one without a name is named after its line", () => {
    const plan = text(
      '{"title":"a","ref":"a"}',
      "",
      '  {"title":"b","parent":"#a","blockedBy":["#c"]}',
      '{"title":"c","ref":"c"}',
      "",
    )
    expect(tasksOf(plan)).toEqual([
      { title: "a", ref: "a" },
      { title: "b", parent: "#a", blockedBy: ["#c"], ref: "line-3" },
      { title: "c", ref: "c" },
    ])
  })

  test("every wrong line is named", () => {
    expect(parsePlan(text('{"title":"a"}', "{", "[1]", "- [ ] b")).faults).toMatchObject([
      { line: 2, message: expect.stringContaining("not valid JSON") },
      { line: 3, message: "each line must be one JSON object" },
      { line: 4 },
    ])
  })
})

test("a name that a plan gives is not given to a task without one", () => {
  expect(tasksOf(text("- [ ] a", "- [ ] b {#line-1}")).map(({ ref }) => ref)).toEqual(["line-1-", "line-1"])
})

describe("what cannot be read is named by its line, all at once", () => {
  test.each<[string, string[], [number, RegExp][]]>([
    ["nothing", [""], [[1, /plan has no tasks/]]],
    ["only what is done", ["- [x] a"], [[1, /plan has no tasks/]]],
    ["no title behind the words", ["- [ ] a", "- [ ] @bo"], [[2, /title is missing/]]],
    ["code without an end, in an item", ["- [ ] a", "  ```", "- [ ] b"], [[2, /has no end/]]],
    ["code without an end, at the end", ["# a", "~~~", "x", "```"], [[2, /has no end/]]],
    [
      "text among criteria",
      ["- [ ] a", "  Done when:", "  tests pass", "  - tests"],
      [
        [3, /one line with a box/],
        [4, /box/],
      ],
    ],
    [
      "evidence of what is not met, and more than one line of it",
      ["- [ ] a", "  Done when:", "  - [ ] one", "    so", "  - [x] two", "    so", "    and so", "  so"],
      [
        [4, /one line with a box/],
        [7, /one line with a box/],
        [8, /one line with a box/],
      ],
    ],
    ["an empty criterion", ["- [ ] a", "  Done when:", "  - [ ]"], [[3, /criterion is missing/]]],
    ["a name twice", ["- [ ] a {#x}", "- [ ] b {#x}"], [[2, /#x is already used as the name of line 1/]]],
    [
      "an unknown name",
      ["- [ ] a {#login}", "- [ ] b (after #logn)"],
      [[2, /no task .* #logn; did you mean #login\?/]],
    ],
    ["a name in another case", ["- [ ] a {#x}", "- [ ] b (after #X)"], [[2, /is named #X/]]],
    ["broken fields", ["- [ ] a", '  {"project":}'], [[2, /one JSON object/]]],
    [
      "fields that marks have given",
      ["- [ ] a @bo", '  {"assignee":"x","ref":"y","parent":"T-1"}'],
      [
        [1, /"assignee" is given twice/],
        [1, /"ref" comes/],
        [1, /"parent" comes/],
      ],
    ],
    [
      "several faults",
      ["- [ ] a !P7", "x", "- [ ] b ~1y (after #c)"],
      [
        [1, /!P7/],
        [3, /~1y/],
        [3, /#c/],
      ],
    ],
  ])("%s", (_, lines, expected) => {
    const { faults } = parsePlan(lines.join("\n"))
    expect(faults.map(({ line }) => line)).toEqual(expected.map(([line]) => line))
    expected.forEach(([, message], i) => expect(faults[i]?.message).toMatch(message))
  })

  test("a fault in a title has its column", () => {
    expect(parsePlan("# ok\n\n  - [ ] a !P7  ").faults).toMatchObject([{ line: 3, column: 11 }])
    expect(parsePlan("\ufeff- [ ] a !P7").faults).toMatchObject([{ line: 1, column: 9 }])
    expect(parsePlan("## a ~1y ##").faults).toMatchObject([{ line: 1, column: 6 }])
  })

  test("500 tasks are read; of 501 the last is named", () => {
    expect(parsePlan("- [ ] a\n".repeat(500)).faults).toEqual([])
    expect(parsePlan("- [ ] a\n".repeat(501)).faults).toEqual([
      { line: 501, message: "501 tasks; a plan has at most 500" },
    ])
  })
})

test.each<[string, string[], [number, RegExp][]]>([
  [
    "an item without a box below a heading",
    ["# a", "- b", "1. c", "- [ ] d"],
    [
      [2, /not a task/],
      [3, /not a task/],
    ],
  ],
  [
    "a check behind the title of a task",
    ["- [ ] a", "  - [ ] all tests pass (check: test) @ann"],
    [[2, /`\(check: test\)` is text here; .*Done when:.*\{"checks":\["name"\]\}/]],
  ],
  [
    "`Done when:` with words behind it",
    ["- [ ] a", "  Done when: tests pass"],
    [[2, /must be on a line of its own/]],
  ],
])("%s is text, and a note says so", (_, lines, expected) => {
  const { notes, faults } = parsePlan(lines.join("\n"))
  expect(faults).toEqual([])
  expect(notes.map(({ line }) => line)).toEqual(expected.map(([line]) => line))
  expected.forEach(([, message], i) => expect(notes[i]?.message).toMatch(message))
})

/** Forms that people write and a plan does not name: each is read, and a note says how. */
test.each<[string, string[], unknown[][], [number, RegExp][]]>([
  ["text above the first task", ["Hello", "- [ ] a"], [["a", null, null]], [[1, /left out/]]],
  [
    "text below tasks",
    ["# a", "- [ ] b", "text"],
    [
      ["a", null, "text"],
      ["b", "#line-1", null],
    ],
    [[3, /text of their heading/]],
  ],
  ["text below tasks without a heading", ["- [ ] b", " text"], [["b", null, null]], [[2, /left out/]]],
  ["front matter", ["---", "title: x", "---", "- [ ] a"], [["a", null, null]], [[1, /left out/]]],
  [
    "a comment",
    ["- [ ] a", "<!-- - [ ] no", "- [ ] task -->", "- [ ] b"],
    [
      ["a", null, null],
      ["b", null, null],
    ],
    [],
  ],
  [
    "other signs in a box",
    ["- [-] a", "- [~] b", "- [] c"],
    [
      ["a", null, null],
      ["b", null, null],
      ["c", null, null],
    ],
    [
      [1, /\[-\] is read as open/],
      [2, /\[~\]/],
    ],
  ],
  [
    "other signs of what is done",
    ["- [✓] a", "- [X] b", "- [ ] c"],
    [["c", null, null]],
    [
      [1, /is done/],
      [2, /is done/],
    ],
  ],
  [
    "a box without a title, and a heading",
    ["- [ ]", "#", "- [ ] c"],
    [["c", null, null]],
    [
      [1, /left out/],
      [2, /left out/],
    ],
  ],
  [
    "a box in an item without one",
    ["# a", "- group", "  why", "  - [ ] b"],
    [
      ["a", null, null],
      ["group", "#line-1", "why"],
      ["b", "#line-2", null],
    ],
    [
      [2, /part of the text under its heading/],
      [2, /is also a task/],
    ],
  ],
  [
    "no box at all",
    ["# To do", "- a", "- b"],
    [
      ["To do", null, null],
      ["a", "#line-1", null],
      ["b", "#line-1", null],
    ],
    [[1, /each item is a task/]],
  ],
  [
    "a heading that holds no task",
    ["# a", "- [ ] b", "# Notes", "text"],
    [
      ["a", null, null],
      ["b", "#line-1", null],
    ],
    [[3, /no task below/]],
  ],
  [
    "a heading whose tasks are all done",
    ["# a", "- [x] b", "# c", "- [ ] d"],
    [
      ["c", null, null],
      ["d", "#line-3", null],
    ],
    [
      [1, /is done/],
      [2, /is done/],
    ],
  ],
  ["a letter in brackets", ["- [ ] a", "- [P] means parallel"], [["a", null, null]], [[2, /left out/]]],
])("%s is read, and a note says how", (_, lines, expected, notes) => {
  const read = parsePlan(lines.join("\n"))
  expect(outline(lines.join("\n"))).toEqual(expected)
  expect(read.notes.map(({ line }) => line)).toEqual(notes.map(([line]) => line))
  notes.forEach(([, message], i) => expect(read.notes[i]?.message).toMatch(message))
})
