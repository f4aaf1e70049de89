import { execFileSync } from "node:child_process"
import { rmSync, symlinkSync, unlinkSync } from "node:fs"
import { join } from "node:path"
import { expect, test } from "vitest"
import { gitIn } from "../../src/repository/git.ts"
import { readChange } from "../../src/repository/patch.ts"
import { gitEnv, realRepository, type RealRepository } from "./real-git.ts"

const textOf = (patch: { readonly bytes: Uint8Array } | undefined) =>
  Buffer.from(patch?.bytes ?? []).toString()
const headOf = ({ git }: RealRepository) => git("rev-parse", "HEAD").trim()

async function patchSince(repository: RealRepository, base: string, most?: number) {
  const { patch } = await readChange(gitIn(repository.root, gitEnv), base, headOf(repository), most)
  return patch && { text: textOf(patch), omitted: patch.omitted, bytes: patch.bytes }
}

/** Applies it to the files of a commit, and gives the hash of what that makes. */
function applied({ root, git }: RealRepository, base: string, bytes = Uint8Array.of()): string {
  git("read-tree", base)
  execFileSync("git", ["apply", "--cached", "-"], { cwd: root, env: gitEnv, input: bytes, stdio: "pipe" })
  return git("write-tree").trim()
}

test("a patch holds what a commit changed, and git applies it", async () => {
  const repository = realRepository({
    "a.txt": "one\ntwo\n",
    "gone.txt": "x\n",
    "old name.txt": "1\n2\n3\n4\n",
  })
  const base = headOf(repository)
  repository.git("checkout", "--quiet", "-b", "work")
  repository.write("a.txt", "one\nTWO\n")
  repository.write("späße/n\tew.txt", "no end of line")
  rmSync(join(repository.root, "gone.txt"))
  repository.git("mv", "old name.txt", "new name.txt")
  const end = repository.commit("Work")
  const { patch, ...size } = await readChange(gitIn(repository.root, gitEnv), base, end)
  expect(size).toEqual({ files: 4, additions: 2, deletions: 2, links: [] })
  expect(patch?.omitted).toEqual([])
  expect(textOf(patch)).toContain("-two\n+TWO\n")
  expect(textOf(patch)).toContain("rename to new name.txt")
  expect(applied(repository, base, patch?.bytes)).toBe(repository.git("rev-parse", `${end}^{tree}`).trim())
})

test("settings and attributes of the repository start no program, and change nothing of its form", async () => {
  const repository = realRepository({ "a.txt": "a\n", ".gitattributes": "*.txt diff=own\n" })
  const base = headOf(repository)
  const settings = {
    "diff.own.textconv": "touch textconv-ran; cat",
    "diff.own.command": "touch command-ran",
    "diff.external": "touch external-ran",
    "diff.noprefix": "true",
    "diff.context": "0",
    "color.ui": "always",
  }
  repository.write("a.txt", "b\n")
  repository.commit("Work")
  const plain = await patchSince(repository, base)
  for (const [name, value] of Object.entries(settings)) repository.git("config", name, value)
  expect(await patchSince(repository, base)).toEqual(plain)
  expect(plain?.text).toContain(`# ${base}..${headOf(repository)}\n\ndiff --git a/a.txt b/a.txt\n`)
  expect(repository.git("status", "--porcelain")).toBe("")
})

test("a patch that is too long is cut between files, says what is left out, and git applies the rest", async () => {
  const repository = realRepository({ "a.txt": "a\n" })
  const base = headOf(repository)
  repository.write("a.txt", "b\n")
  repository.write("large.txt", "diff --git a/x b/x\n\rdiff --git a/y b/y\n".repeat(200))
  repository.write("late.txt", "c\n")
  repository.commit("Work")
  const patch = await patchSince(repository, base, 2000)
  expect(patch?.omitted).toEqual(["large.txt"])
  expect(patch?.text).toMatch(
    /\n# The patch is cut off at 2 KiB\. 1 file is left out:\n# {3}large\.txt\n\ndiff --git /,
  )
  expect(patch?.bytes.length).toBeLessThan(2200)
  applied(repository, base, patch?.bytes)
  expect(repository.git("ls-files").split("\n")).toEqual(["a.txt", "late.txt", ""])
})

test("where the whole is far too long, its short files are still there", async () => {
  const repository = realRepository({ "a.txt": "a\n" })
  const base = headOf(repository)
  repository.write("a.txt", "b\n")
  repository.write("huge.txt", "x\n".repeat(20_000))
  repository.write("z.txt", "c\n")
  repository.commit("Work")
  const patch = await patchSince(repository, base, 1000)
  expect(patch?.omitted).toEqual(["huge.txt"])
  expect(patch?.text.match(/^diff --git .*/gm)).toEqual([
    "diff --git a/a.txt b/a.txt",
    "diff --git a/z.txt b/z.txt",
  ])
})

test("a name with a line break adds no line above the patch", async () => {
  const repository = realRepository({ "a.txt": "a\n" })
  const base = headOf(repository)
  repository.write("x\ndiff --git a b\n", "x\n".repeat(1000))
  repository.write("a.txt", "b\n")
  repository.commit("Work")
  const patch = await patchSince(repository, base, 1000)
  expect(patch?.omitted).toEqual(["x\ndiff --git a b\n"])
  expect(patch?.text.split("\n")[2]).toBe("#   x?diff --git a b?")
})

test("a file that becomes a link, bytes that are no text, and nothing at all", async () => {
  const repository = realRepository({ "a.txt": "a\n", "b.txt": "b\n" })
  const base = headOf(repository)
  expect(await patchSince(repository, base)).toBeUndefined()
  unlinkSync(join(repository.root, "a.txt"))
  symlinkSync("b.txt", join(repository.root, "a.txt"))
  repository.write("b.txt", Buffer.from([0xe9, 0x0a]).toString("latin1"))
  const end = repository.commit("Work")
  const patch = await patchSince(repository, base)
  expect(applied(repository, base, patch?.bytes)).toBe(repository.git("rev-parse", `${end}^{tree}`).trim())
})
