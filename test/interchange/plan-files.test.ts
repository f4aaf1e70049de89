import { expect, test } from "vitest"
import { readFiles } from "../../src/interchange/read-files.ts"

const read = (files: Record<string, string>) => {
  const given = Object.entries(files).map(([path, text]) => ({ path, bytes: new TextEncoder().encode(text) }))
  const { items, notes } = readFiles("checklist", given, { origin: "o" })
  return { titles: items.map(({ title }) => title), said: notes.map(({ what, text }) => `${what}: ${text}`) }
}

test("of a folder without the place of a tool, the files that are called plans are read, and the others are counted", () => {
  const { titles, said } = read({
    "README.md": "# Project\n\n- [ ] star it\n",
    "TODO.md": "- [ ] one\n- [x] two\n",
    "package.json": '{ "name": "x" }\n',
  })
  expect(titles).toEqual(["one", "two"])
  expect(said).toContain("dropped: 2 files left out: not a plan")
})

test("a file that was named is read, whatever it is called", () => {
  expect(read({ "notes.md": "- [ ] one\n" }).titles).toEqual(["one"])
})

test("the order of a plan is a note of its own", () => {
  const { said } = read({ "specs/001-a/tasks.md": "- [ ] T001 One\n- [ ] T002 Two\n" })
  expect(said).toContain("order: 1 plan put in order: 2 steps, at most 1 of its tasks in parallel")
})
