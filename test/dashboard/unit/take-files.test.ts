import { expect, test } from "vitest"
import { planPath, thoseWithTasks } from "../../../src/dashboard/import/take-files.ts"

const taken = (...paths: string[]) => paths.map((path) => ({ path, file: new File([], path) }))
const chosen = (paths: string[], from?: Parameters<typeof thoseWithTasks>[1]) => {
  const found = thoseWithTasks(taken(...paths), from)
  return typeof found === "string" ? found : found.map(({ path }) => path)
}

test.each<[string, string[], string[]]>([
  [
    "the plans of a repository alone",
    ["r/README.md", "r/specs/001-a/tasks.md", "r/specs/001-a/spec.md", "r/package.json", "r/issues.csv"],
    ["specs/001-a/tasks.md"],
  ],
  [
    "of Kiro and OpenSpec as well, and of no template below them",
    ["r/.kiro/specs/a/tasks.md", "r/openspec/changes/b/tasks.md", "r/tools/templates/specs/x/tasks.md"],
    [".kiro/specs/a/tasks.md", "openspec/changes/b/tasks.md"],
  ],
  ["the folder of specs itself", ["specs/001-a/tasks.md", "specs/001-a/spec.md"], ["specs/001-a/tasks.md"]],
  [
    "the folder of one spec, whose place the files beside it tell",
    ["001-a/tasks.md", "001-a/spec.md", "001-a/checklists/requirements.md"],
    ["specs/001-a/tasks.md"],
  ],
  ["one of Kiro", ["a/tasks.md", "a/requirements.md"], [".kiro/specs/a/tasks.md"]],
  ["one of OpenSpec", ["a/tasks.md", "a/proposal.md"], ["openspec/changes/a/tasks.md"]],
  ["todo.txt", ["notes/todo.txt", "notes/other.txt"], ["notes/todo.txt"]],
  [
    "what stands in the folder itself, and nothing of packages",
    ["r/TODO.md", "r/docs/a.md", "r/node_modules/p/TODO.md"],
    ["r/TODO.md"],
  ],
  ["what stands deeper, where the folder has no other", ["r/docs/a.md", "r/x.png"], ["r/docs/a.md"]],
  [
    "the tasks of a tool, not its documents",
    ["r/.beads/issues.jsonl", "r/TODO.md"],
    ["r/.beads/issues.jsonl"],
  ],
])("of a folder it takes %s", (_, paths, expected) => {
  expect(chosen(paths)).toEqual(expected)
})

test("a folder of several tools asks for one of them, and takes the one that is named", () => {
  const paths = ["r/.beads/issues.jsonl", "r/specs/001-a/tasks.md"]
  expect(chosen(paths)).toBe("contains beads and Plan or checklist. Choose one of them under “Written by”.")
  expect(chosen(paths, "beads")).toEqual(["r/.beads/issues.jsonl"])
  expect(chosen(paths, "checklist")).toEqual(["specs/001-a/tasks.md"])
})

test("plans of several repositories are not mixed, since their numbers are the same", () => {
  expect(chosen(["all/one/specs/001-a/tasks.md", "all/two/specs/001-a/tasks.md"])).toBe(
    "contains plans from several repositories: all/one, all/two. Choose one of them.",
  )
})

test.each([
  ["r/specs/001-a/tasks.md", "specs/001-a/tasks.md"],
  ["r/docs/TODO.md", "docs/TODO.md"],
  ["TODO.md", "TODO.md"],
])("the path of a plan is that of the command line: %s is %s", (path, expected) => {
  expect(planPath(path)).toBe(expected)
})
