import { expect, test } from "vitest"
import { readFiles } from "../../src/interchange/read-files.ts"
import { planPlaceOf } from "../../src/interchange/checklist/plan-place.ts"
import { recognise } from "../../src/interchange/recognise.ts"
import type { ReadWishes } from "../../src/interchange/reader.ts"

const specKit = "specs/001-x/tasks.md"
const kiro = ".kiro/specs/x/tasks.md"
const openSpec = "openspec/changes/x/tasks.md"

function read(path: string, text: string, wishes: ReadWishes = {}) {
  const { items, notes } = readFiles("checklist", [{ path, bytes: new TextEncoder().encode(text) }], {
    origin: "o/n",
    ...wishes,
  })
  const short = (source: string) => source.split("#").slice(1).join("#")
  const waits = Object.fromEntries(
    items.map(({ source, blockedBy }) => [short(source), (blockedBy ?? []).map(short)]),
  )
  return {
    items: items.map((item) => ({
      ...item,
      id: short(item.source),
      under: item.parent && short(item.parent),
    })),
    waits,
    notes: notes.map(({ text: said, at }) => `${said}: ${(at ?? []).join(", ")}`).join("\n"),
  }
}

test.each([
  ["- [ ] T001 [P] [US1] Add it", "T001", "Add it", ["US1"]],
  ["- [ ] T012a Add it", "T012a", "Add it", undefined],
  ["- [ ] T00A Add it", "T00A", "Add it", undefined],
  ["- [ ] T031-MIN Add it", "T031-MIN", "Add it", undefined],
  ["- [ ] [FOUND-004] Add it", "FOUND-004", "Add it", undefined],
  ["- [ ] **1.2** Add it", "1.2", "Add it", undefined],
  ["- [ ] 1.2 (P) Add it", "1.2", "Add it", undefined],
  ["- [ ] T-3: Add it", "T-3", "Add it", undefined],
  ["- [ ] T-PN-001 — Add it", "T-PN-001", "— Add it", undefined],
  ["- [ ] T000123 Add it", "T000123", "Add it", undefined],
  ["- [ ] TXXX [P] Add it", "Add it", "Add it", undefined],
  ["- [ ] UTF-8 in names", "UTF-8 in names", "UTF-8 in names", undefined],
  ["- [ ] S3 bucket", "S3 bucket", "S3 bucket", undefined],
  ["- [ ] 3.14159 is enough", "3.14159 is enough", "3.14159 is enough", undefined],
])("%s is %s", (line, id, title, tags) => {
  const [item] = read(openSpec, `${line}\n- [ ] 8.1 a\n- [ ] 8.2 b\n`).items
  expect([item?.id, item?.title, item?.tags]).toEqual([id, title, tags])
})

test("Foundational waits for Setup, stories only for it, and what follows for all stories", () => {
  const { waits } = read(
    specKit,
    `## Phase 1: Setup
- [ ] T001 a
## Phase 2: Foundational
- [ ] T002 b
## Phase 3: User Story 1 - A
- [ ] T003 c
## Phase 4: User Story 2 - B
- [ ] T004 d
## Phase 5: Polish
- [ ] T005 e
`,
  )
  expect(waits["T002"]).toEqual(["Phase 1: Setup"])
  expect(waits["T003"]).toEqual(["Phase 2: Foundational"])
  expect(waits["T004"]).toEqual(["Phase 2: Foundational"])
  expect(waits["T005"]).toEqual(["Phase 3: User Story 1 - A", "Phase 4: User Story 2 - B"])
})

test("the tests of a story come before its code", () => {
  const { waits } = read(
    specKit,
    "## Phase 3: User Story 1\n### Tests for User Story 1\n- [ ] T001 a\n### Implementation for User Story 1\n- [ ] T002 b\n",
  )
  expect(waits["T002"]).toEqual(["Tests for User Story 1"])
})

test("consecutive [P] stand side by side", () => {
  const { waits } = read(
    specKit,
    "- [ ] T001 a\n- [ ] T002 [P] b\n- [ ] T003 [P] c\n- [ ] T004 d\n- [ ] T005 e\n",
  )
  expect(waits).toEqual({ T001: [], T002: ["T001"], T003: ["T001"], T004: ["T002", "T003"], T005: ["T004"] })
})

test("--parallel drops the order of a phase, and what is said stays", () => {
  const { waits } = read(specKit, "- [ ] T001 a\n- [ ] T002 b\n- [ ] T003 c (depends on T001)\n", {
    isFree: true,
  })
  expect(waits).toEqual({ T001: [], T002: [], T003: ["T001"] })
})

test.each([
  ["T003 depends on T001", { T003: ["T001"] }],
  [
    "T001, T002 (both) must complete before T003-T004 (late)",
    { T003: ["T001", "T002"], T004: ["T001", "T002"] },
  ],
  ["T001 blocks T003, T004", { T003: ["T001"], T004: ["T001"] }],
  ["T001 → T002 → T004", { T002: ["T001"], T004: ["T002"] }],
  ["T003 → depende de T001", { T003: ["T001"] }],
  ["T001 → bloquea T003", { T003: ["T001"] }],
  ["Tests (T001-T003) → code (T002-T004)", { T004: ["T001"] }],
  ["T003 and T004 can run in parallel after T001. T002 is small", { T003: ["T001"], T004: ["T001"] }],
  ["Developer A: T001 → T003", {}],
  ["T003 does not depend on T001", {}],
  ["| T003 | depends on T001 |", {}],
  ["`run T003` depends on T001", {}],
])("of the prose %s", (line, expected) => {
  const { waits } = read(
    specKit,
    `- [ ] T001 [P] a\n- [ ] T002 [P] b\n- [ ] T003 [P] c\n- [ ] T004 [P] d\n\n## Dependencies\n\n- ${line}\n`.replace(
      "- |",
      "|",
    ),
  )
  expect(waits).toEqual({ T001: [], T002: [], T003: [], T004: [], ...expected })
})

test("a story waits for another where the plan says so", () => {
  const stories = [1, 2, 3]
    .map((n) => `## Phase ${n}: User Story ${n}\n- [ ] T00${n} a\n- [ ] T01${n} b\n`)
    .join("")
  const { waits } = read(
    specKit,
    `${stories}\n## Order\n- **US3 (Phase 3)**: Depends on US1 (its guard) - but not US2\n`,
  )
  expect(waits["T003"]).toEqual(["Phase 1: User Story 1"])
  expect(waits["T013"]).toEqual(["T003"])
})

test("an edge against the order of the plan is left out and named", () => {
  const { waits, notes } = read(specKit, "- [ ] T001 a (depends on T002)\n- [ ] T002 b\n")
  expect(waits).toEqual({ T001: [], T002: ["T001"] })
  expect(notes).toContain("wait for another that already waits for it")
})

test.each([
  ["- [ ] 1.1 a\n- [ ] 1.2 (P) b\n  _Depends: 1.1_\n- [ ] 1.3 (P) c\n", { "1.2": ["1.1"], "1.3": ["1.1"] }],
  ["- [ ] 1.1 (P) a\n- [ ] 1.2 (P) b\n  depends: 1.1\n", { "1.2": ["1.1"] }],
  ["- [ ] 1.1 (P) a\n- [ ] 1.2 (P) b\n  - **Dependencies:** Tasks 1.1\n", { "1.2": ["1.1"] }],
  ["- [ ] 1.1 (P) a\n- [ ] 1.2 (P) b\n  - Show deps like `1.2 (deps: 1.1)`\n", { "1.2": [] }],
])("of the lines below a task %j", (text, expected) => {
  expect(read(kiro, text).waits).toMatchObject(expected)
})

test("the waves of Kiro are the order, parts of a named task keep theirs, unknown names are said", () => {
  const waves = {
    waves: [
      { id: 0, tasks: ["1", "9.9"] },
      { id: 1, tasks: ["2", "3"] },
    ],
  }
  const { waits, notes } = read(
    kiro,
    `- [ ] 1. a\n- [ ] 2. b\n  - [ ] 2.1 c\n  - [ ] 2.2 d\n- [ ] 3. e\n\n## Task Dependency Graph\n\`\`\`json\n${JSON.stringify(waves)}\n\`\`\`\n`,
  )
  expect(waits).toMatchObject({ "1": [], "2.1": ["1"], "2.2": ["2.1"], "3": ["1"] })
  expect(notes).toContain(
    "a wave lists tasks that are not in the plan; these tasks are left out: .kiro/specs/x line 8",
  )
})

test("a wave waits for the waves that it names, and without names for the one before it", () => {
  const waves = [
    { wave: 1, tasks: [1] },
    { wave: 2, tasks: [2], dependsOn: [1] },
    { wave: 3, tasks: [3], dependsOn: [1] },
    { wave: 4, tasks: [4], dependsOn: [2, 3, 9] },
    { wave: 5, tasks: [5], dependsOn: [] },
    { wave: 6, tasks: [6] },
  ]
  const boxes = waves.map(({ wave }) => `- [ ] ${wave}. ${"abcdef"[wave - 1]}\n`).join("")
  const text = `${boxes}\n\`\`\`json\n${JSON.stringify({ waves })}\n\`\`\`\n`
  const { waits, notes } = read(kiro, text)
  expect(notes).toContain(
    "a wave depends on waves that do not come before it; these dependencies are left out: .kiro/specs/x line 8",
  )
  expect(waits).toEqual({ "1": [], "2": ["1"], "3": ["1"], "4": ["2", "3"], "5": [], "6": ["5"] })
})

test("what may be left out is parked below the whole plan, with a heading of nothing else", () => {
  const text =
    "# Plan\n## A\n- [ ] 1. a\n  - [ ] 1.1 b\n  - [ ]* 1.2 c\n## B\n- [ ]* 2. d\n## C\n- [ ] 3. e\n"
  const { items, waits } = read(kiro, text)
  const byId = new Map(items.map((item) => [item.id, item]))
  expect(byId.get("1.2")).toMatchObject({ status: "blocked", under: "Plan", tags: ["optional"] })
  expect(byId.get("2")).toMatchObject({ status: "blocked", under: "B" })
  expect(byId.get("B")?.status ?? "todo").toBe("todo")
  expect(waits["3"]).toEqual(["A"])
  const taken = read(kiro, text, { takesOptional: true }).items.find(({ id }) => id === "1.2")
  expect([taken?.status ?? "todo", taken?.under]).toEqual(["todo", "1"])
})

test("a checked box with open tasks below is open, and named", () => {
  const { items, notes } = read(kiro, "- [x] 1. a\n  - [x] 1.1 b\n  - [ ] 1.2 c\n- [ ] 2. d\n  - [x] 2.1 e\n")
  const done = items.filter(({ status }) => status === "done").map(({ id }) => id)
  expect(done).toEqual(["1.1", "2", "2.1"])
  expect(notes).toContain("its box is checked")
})

test.each([
  "Validation Checklist",
  "Success Criteria",
  "受け入れ基準",
  "품질 체크리스트",
  "Definition of Done",
])("boxes without a number below %s are no tasks", (heading) => {
  const { items, notes } = read(specKit, `## A\n- [ ] T001 a\n- [ ] T002 b\n## ${heading}\n- [ ] all good\n`)
  expect(items.map(({ id }) => id)).toEqual(["A", "T001", "T002"])
  expect(notes).toContain("checklist about the plan itself")
})

test("numbered boxes below such a heading are tasks", () => {
  const { items } = read(openSpec, "## 1. A\n- [ ] 1.1 a\n## 2. Acceptance\n- [ ] 2.1 b\n")
  expect(items.map(({ id }) => id)).toContain("2.1")
})

test("a legend, code and comments hold no task; a box in a comment is named", () => {
  const text =
    "## A\n- [ ] T001 a\n- [ ] T002 b\n\n```\n- [ ] T003 c\n```\n<!-- - [ ] T004 d -->\n## Notes\n- [P] tasks = others\n"
  const { items, notes } = read(specKit, text)
  expect(items.map(({ id }) => id)).toEqual(["A", "T001", "T002"])
  expect(notes).toContain("a box in a comment is left out")
  expect(notes).toContain("no task below this heading")
})

test("ids that come twice are known by their text, too, and none is above the other", () => {
  const { items, notes } = read(openSpec, "- [ ] T01 a\n- [ ] T01 b\n- [ ] T02 c\n")
  expect(items.map(({ id, under }) => [id, under])).toEqual([
    ["T01", undefined],
    ["T01 b", undefined],
    ["T02", undefined],
  ])
  expect(notes).toContain("a reused number")
})

test("what is struck out is cancelled", () => {
  const { items } = read(openSpec, "- [ ] 1.1 ~~a~~ (no need)\n- [x] 1.2 b\n")
  expect(items.map(({ status }) => status)).toEqual(["cancelled", "done"])
})

test("headings are the tasks of a plan without boxes", () => {
  const { items, waits } = read(openSpec, "## Work\n### T001: Build it\nHow.\n### T002: Ship it\nWhen.\n")
  expect(items.map(({ title }) => title)).toEqual(["Work", "T001: Build it", "T002: Ship it"])
  expect(waits["T002: Ship it"]).toEqual(["T001: Build it"])
})

test("a list without numbers has no order", () => {
  const { waits } = read("TODO.md", "## A\n- [ ] a\n- [ ] b\n")
  expect(waits).toEqual({ A: [], a: [], b: [] })
})

test.each([
  ["Create the model in src/models/user.py", ["src/models/user.py"]],
  ["Implement `src/a.ts` and `src/b.ts`", ["src/a.ts", "src/b.ts"]],
  ["Migrate it in src/app/[id]/(main)/page.tsx", ["src/app/[id]/(main)/page.tsx"]],
  ["Update package.json", ["package.json"]],
  ["Update index.ts", undefined],
  ["Create `src/a/` and create README.md", undefined],
  ["Add `src/*.ts`", undefined],
  ["Update `../../tsconfig.json`", undefined],
  ["Create `/etc/hosts.txt`", undefined],
  ["Migrate in `.../screens/main.dart`", undefined],
  ["Write a test for src/a.ts", undefined],
  ["Implement it as described in docs/api.md", undefined],
  ["Verify the entry in src/a.ts", undefined],
  ["Update specs/001-x/plan.md", undefined],
  ["Add Node.js and e.g. more", undefined],
])("the files that %s writes", (title, paths) => {
  const text = `- [ ] T001 ${title}\n- [ ] T002 b\n`
  expect(read(specKit, text).items[0]?.resources).toEqual(paths)
  expect(read(specKit, text, { withoutPaths: true }).items[0]?.resources).toBeUndefined()
})

test("a line of todo.txt", () => {
  const { items } = read(
    "todo.txt",
    "(A) 2030-01-01 Call Mum +home +tel @phone due:2030-02-01 rec:1w\nx 2030-01-03 2030-01-02 Done http://a.b\n",
  )
  expect(items[0]).toMatchObject({
    id: "Call Mum",
    priority: "P0",
    project: "home",
    tags: ["+tel", "@phone"],
    dueAt: expect.stringContaining("2030-02-01"),
  })
  expect(items[1]).toMatchObject({ title: "Done http://a.b", status: "done" })
})

test("a text that is cut at a blank or within a character is still an id", () => {
  const texts = [`${"a".repeat(119)} b`, `${"c".repeat(119)}😀`]
  expect(read("todo.txt", texts.join("\n")).items).toHaveLength(2)
  expect(read("TODO.md", texts.map((each) => `- [ ] ${each}`).join("\n")).items).toHaveLength(2)
})

test.each([
  ["TODO.md", "- [ ] a", "checklist"],
  ["TODO.md", "- a", "checklist"],
  ["notes.md", "- a", undefined],
  ["notes.md", "- [ ] a", "checklist"],
  ["todo.txt", "(A) a", "checklist"],
  ["-", "- [ ] a", "checklist"],
  ["readme.txt", "- a", undefined],
])("%s with %j is recognised as %s", (path, text, kind) => {
  expect(recognise([{ path, bytes: new TextEncoder().encode(text) }])).toBe(kind)
})

test("archived changes are left out and named", () => {
  const bytes = new TextEncoder().encode("- [ ] 1.1 a\n- [ ] 1.2 b\n")
  const paths = [openSpec, "openspec/changes/archive/2030-01-01-y/tasks.md"]
  const { items, notes } = readFiles(
    "checklist",
    paths.map((path) => ({ path, bytes })),
    { origin: "o/n" },
  )
  expect(items).toHaveLength(2)
  expect(notes.map(({ text }) => text)).toContain("1 plan left out: part of an archived change")
})

test("a word in brackets makes no list of a plan with numbers, and a task that waits by our own words does", () => {
  const plan = (word: string) => `- [ ] 1.1 One\n- [ ] 1.2 Two ${word}\n- [ ] 1.3 Three`
  expect(read("PLAN.md", plan("(after lunch)")).waits).toMatchObject({ "1.2": ["1.1"] })
  expect(read("PLAN.md", plan("(after T-3)")).waits).toMatchObject({ "1.2 Two": [] })
})

test("a # in the name of a folder stays in the part of a source that names the plan", () => {
  const [item] = read("specs/c#-port/tasks.md", "- [ ] T001 One").items
  expect(item?.source).toBe("checklist:o/n/specs/c%23-port#T001")
})

test("a code block ends at a longer mark, too, and a comment tells no order", () => {
  const code = "```\n- [ ] no task\n````\n- [ ] task\n"
  expect(recognise([{ path: "notes.md", bytes: new TextEncoder().encode(code) }])).toBe("checklist")
  const plan = "- [ ] T001 [P] One\n- [ ] T002 [P] Two\n\n<!-- T001 depends on T002 -->\n"
  expect(read(specKit, plan).waits).toMatchObject({ T001: [] })
})

test.each([
  ["/home/u/specs/app/specs/001-x/tasks.md", "/home/u/specs/app", "specs/001-x/tasks.md"],
  ["/specs/app/.kiro/specs/x/tasks.md", "/specs/app", ".kiro/specs/x/tasks.md"],
  ["specs/001-x/tasks.md", "", "specs/001-x/tasks.md"],
  ["app\\openspec\\changes\\archive\\x\\tasks.md", "app", "openspec/changes/archive/x/tasks.md"],
])("the plan %s belongs to %j", (path, root, inside) => {
  expect(planPlaceOf(path)).toEqual({ root, inside })
})

test.each(["specs/tasks.md", "myspecs/001-x/tasks.md", "specs/001-x/plan.md"])(
  "%s is in no place of plans",
  (path) => {
    expect(planPlaceOf(path)).toBeUndefined()
  },
)
