import { expect, test } from "vitest"
import { sameFiles } from "../../../src/domain/wire/tasks/same-files.ts"

const file = (name: string, lines: string, place = "@@ -1,2 +1,2 @@", hash = "1111111..2222222") =>
  `diff --git a/${name} b/${name}\nindex ${hash} 100644\n--- a/${name}\n+++ b/${name}\n${place}\n${lines}\n`
const same = (patch: string, other: string) => [...sameFiles(patch, other)]

test("a file is the same where its lines and their places are, whatever the hash of the whole", () => {
  const before = `# ab..cd\n\n${file("a b.ts", " x\n-y\n+z")}${file("c.ts", "+c")}`
  const after = `# ef..01\n\n${file("0.ts", "+0")}${file("a b.ts", " x\n-y\n+z", undefined, "333..444")}`
  expect(same(after, before)).toEqual(["a b.ts"])
})

test.each([
  ["another line", file("a.ts", "+z ")],
  ["another place", file("a.ts", "+z", "@@ -9,2 +9,2 @@")],
  ["another name", file("b.ts", "+z")],
  ["one hunk more", file("a.ts", "+z\n@@ -9 +9 @@\n+more")],
  ["another mode", file("a.ts", "+z").replace("index", "old mode 100644\nnew mode 100755\nindex")],
  ["no patch", ""],
])("it is not with %s", (_what, patch) => {
  const other = file("a.ts", "+z")
  expect(same(other, other)).toEqual(["a.ts"])
  expect(same(patch, other)).toEqual([])
})

test("what shows no line is never the same, and a line of a file is no name", () => {
  const binary = "diff --git a/x.png b/x.png\nindex 1..2\nBinary files a/x.png and b/x.png differ\n"
  expect(same(binary, binary)).toEqual([])
  const inside = file("a.ts", "+++ b/b.ts\n--- a/b.ts")
  expect(same(inside, inside)).toEqual(["a.ts"])
})
