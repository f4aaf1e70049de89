import { expect, test } from "vitest"
import { gitIn } from "../../src/repository/git.ts"
import { readChange } from "../../src/repository/patch.ts"
import { shownFrom } from "../../src/repository/shown-change.ts"
import { gitEnv, realRepository, type RealRepository } from "./real-git.ts"

interface Changed extends RealRepository {
  readonly base: string
  readonly end: string
  readonly patch: string
}

async function changed(files: Readonly<Record<string, string>> = { "a.txt": "one\nTWO\nthree\n" }) {
  const repository = realRepository({ "a.txt": "one\ntwo\nthree\n", "b.txt": "b\n" })
  const base = repository.git("rev-parse", "HEAD").trim()
  for (const [path, text] of Object.entries(files)) repository.write(path, text)
  const end = repository.commit("Work")
  const { bytes } = (await readChange(gitIn(repository.root, gitEnv), base, end)).patch ?? {}
  return { ...repository, base, end, patch: Buffer.from(bytes ?? []).toString("latin1") }
}

const from = ({ root, end }: Pick<Changed, "root" | "end">, patch: string) =>
  shownFrom(gitIn(root, gitEnv), new Uint8Array(Buffer.from(patch, "latin1")), end)

test("a patch of ours shows what it says, and leaves no object behind", async () => {
  const work = await changed({ "a.txt": "x\n", "späße.bin": "\u0000\u0001", "new.txt": "n" })
  const before = work.git("count-objects", "-v")
  expect(await from(work, work.patch)).toBe(work.base)
  expect(work.git("count-objects", "-v")).toBe(before)
})

test("the same change as another git writes it is the same", async () => {
  const work = await changed({ "a.txt": "one\nTWO\nthree\n", "some.bin": "\u0000\u0001" })
  const wide = work.git("diff", "--full-index", "--unified=0", work.base, work.end)
  const [head = ""] = work.patch.split("\n\n")
  const before = work.git("count-objects", "-v")
  expect(await from(work, `${head}\n\n${wide}`)).toBe(undefined)
  const other = work.git("diff", "--full-index", "--unified=1", work.base, work.end)
  expect(other).not.toBe(work.patch)
  expect(await from(work, `${head}\n\n${other}`)).toBe(work.base)
  expect(work.git("count-objects", "-v")).toBe(before)
})

test.each([
  ["another line", (patch: string) => patch.replace("+TWO", "+two two")],
  ["no line at all", (patch: string) => `${patch.split("\n\n")[0] ?? ""}\n\n`],
  ["no patch", () => "harmless\n"],
  ["nothing", () => ""],
  ["another end", (patch: string) => patch.replace(/\.\.\w+/, `..${"0".repeat(40)}`)],
  ["a begin that is not here", (patch: string) => patch.replace(/^# \w+/, `# ${"1".repeat(40)}`)],
  ["a file that is said to be left out", (patch: string) => forgedOmission(patch, "a.txt")],
  ["a line above it", (patch: string) => `# all is well\n${patch}`],
])("a patch that shows %s is not believed", async (_what, forge) => {
  const work = await changed()
  expect(await from(work, work.patch)).toBe(work.base)
  expect(await from(work, forge(work.patch))).toBe(undefined)
})

test.each([
  [
    "a file without a `diff --git`",
    (work: Changed) => {
      const evil = "--- /dev/null\n+++ b/evil.js\n@@ -0,0 +1 @@\n+evil()\n"
      const shown = work.git("diff", "--full-index", work.base, work.end, "--", "a.txt")
      return [`${evil}${shown}`, `${shown}${evil}`]
    },
  ],
  [
    "a text as a binary patch",
    (work: Changed) => {
      work.write("../attributes", "evil.js binary\n")
      const settings = ["-c", `core.attributesFile=${work.root}/../attributes`]
      return [work.git(...settings, "diff", "--binary", "--full-index", work.base, work.end)]
    },
  ],
])("a patch that git applies, and that shows %s, is not believed", async (_what, forge) => {
  const work = await changed({ "a.txt": "one\nTWO\nthree\n", "evil.js": "evil()\n" })
  const [head = ""] = work.patch.split("\n\n")
  for (const change of forge(work)) expect(await from(work, `${head}\n\n${change}`)).toBe(undefined)
})

test("what is too large to be shown may be left out, and nothing else", async () => {
  const large = Array.from({ length: 200_000 }, (_, i) => `line ${i} of a file`).join("\n")
  const work = await changed({ "large.txt": large, "b.txt": "changed\n" })
  expect(work.patch).toContain("left out:\n#   large.txt\n")
  expect(await from(work, work.patch)).toBe(work.base)
  expect(await from(work, work.patch.replace(/\ndiff --git a\/b\.txt[^]*/, "\n"))).toBe(undefined)
})

function forgedOmission(patch: string, path: string): string {
  const [head = ""] = patch.split("\n\n")
  return `${head}\n# The patch is cut at 2048 KiB. 1 file is left out:\n#   ${path}\n\n`
}
