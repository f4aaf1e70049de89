import { expect, test } from "vitest"
import { readFiles } from "../../src/interchange/read-files.ts"

function count(text: string, path = "specs/001-x/tasks.md") {
  return readFiles("checklist", [{ path, bytes: new TextEncoder().encode(text) }], { origin: "o/n" }).items
    .length
}
const lines = (most: number, line: (i: number) => string) =>
  Array.from({ length: most }, (_, i) => line(i)).join("\n")

test.each([
  ["30,000 boxes", lines(30_000, (i) => `- [ ] T${1000 + i} Do`), 30_000],
  ["one id 8,000 times", lines(8000, () => "- [ ] T001 Do"), 8000],
  ["boxes nested 500 deep", lines(500, (i) => `${"  ".repeat(i)}- [ ] T${100 + i} Do`), 500],
  ["10,000 headings", `${lines(10_000, (i) => `## Phase ${i}`)}\n- [ ] T001 Do`, 2],
  ["a line of 5 MB", `- [ ] T001 ${"a ".repeat(2_500_000)}`, 1],
  ["3,000 parallel tasks twice", `${lines(3000, (i) => `- [ ] T${1000 + i} [P] a`)}\n- [ ] T9999 b\n`, 3001],
  [
    "1,500 lines of ranges",
    `${lines(3000, (i) => `- [ ] T${1000 + i} a`)}\n## D\n${lines(1500, () => "T1000-T1900 before T2000-T2900")}`,
    3000,
  ],
])("%s are read", { timeout: 60_000 }, (_, text, items) => {
  expect(count(text)).toBe(items)
})

test.each([
  "[",
  "*",
  "`",
  ".",
  "-",
  "→",
  "~",
  "_",
  "(",
  "/",
  "a/",
  "T001-",
  "before ",
  "depends on T001 ",
  "1.",
  "[P] ",
])("a long run of %j takes no time that grows with its square", { timeout: 20_000 }, (run) => {
  const long = run.repeat(Math.floor(300_000 / run.length))
  const short = run.repeat(Math.floor(990 / run.length))
  count(`- [ ] T001 ${long}\n- [ ] T002 b\n  ${long}\n## D\n${`${short}\n`.repeat(100)}`)
  count(long, "todo.txt")
  expect(count(`- [ ] a ${long}`, "TODO.md")).toBe(1)
})
