import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { expect, test } from "vitest"
import { gitIn } from "../../src/repository/git.ts"
import { findRepository, requireGit } from "../../src/repository/repository.ts"
import { hashFiles, readTree } from "../../src/repository/tree.ts"
import { emptyRepository, gitEnv, pathWithGit, realRepository, type RealRepository } from "./real-git.ts"

const at = ({ root }: RealRepository, env: NodeJS.ProcessEnv = gitEnv) => gitIn(root, env)

/** The index, and every object that is there. */
function kept({ root, git }: RealRepository): unknown {
  const { mtimeMs, ino } = statSync(join(root, ".git/index"))
  return [readFileSync(join(root, ".git/index"), "base64"), mtimeMs, ino, git("count-objects", "-v")]
}

test("the hash is that of all tracked and untracked files, and neither the index nor an object of the user's is touched", async () => {
  const repository = realRepository({ "a.txt": "a\n", ".gitignore": "ignored\n" })
  repository.write("a.txt", "changed\n")
  repository.write("new/b.txt", "b\n")
  repository.write("ignored", "not looked at\n")
  const before = kept(repository)
  const { tree, isClean, branch, commit } = await readTree(at(repository))
  expect(kept(repository)).toEqual(before)
  expect({ isClean, branch, commit }).toEqual({
    isClean: false,
    branch: "main",
    commit: repository.git("rev-parse", "HEAD").trim(),
  })
  repository.commit("All of it")
  expect(repository.git("rev-parse", "HEAD^{tree}").trim()).toBe(tree)
  expect(await readTree(at(repository))).toMatchObject({ tree, isClean: true })
})

test("a file that changes in the second of the index, with the same size, is seen", async () => {
  const repository = realRepository({ "a.txt": "1\n" })
  const path = join(repository.root, "a.txt")
  const index = join(repository.root, ".git/index")
  utimesSync(path, 1_700_000_000, 1_700_000_000)
  repository.git("update-index", "--refresh")
  utimesSync(index, 1_700_000_000, 1_700_000_000)
  const before = await hashFiles(at(repository))
  writeFileSync(path, "2\n")
  utimesSync(path, 1_700_000_000, 1_700_000_000)
  expect(await hashFiles(at(repository))).not.toBe(before)
})

test("a deleted, a renamed and an executable file change the hash", async () => {
  const repository = realRepository({ "a.txt": "a\n", "b.txt": "b\n" })
  const hashes = [await hashFiles(at(repository))]
  chmodSync(join(repository.root, "a.txt"), 0o755)
  hashes.push(await hashFiles(at(repository)))
  rmSync(join(repository.root, "b.txt"))
  hashes.push(await hashFiles(at(repository)))
  repository.git("mv", "a.txt", "c.txt")
  hashes.push(await hashFiles(at(repository)))
  expect(new Set(hashes).size).toBe(4)
})

test("what a hook says of its own repository does not leak in", async () => {
  const repository = realRepository()
  const other = realRepository({ "other.txt": "other\n" })
  const tree = repository.git("rev-parse", "HEAD^{tree}").trim()
  const leaking = {
    ...gitEnv,
    GIT_DIR: join(other.root, ".git"),
    GIT_INDEX_FILE: join(other.root, ".git/index"),
    GIT_WORK_TREE: other.root,
    GIT_OBJECT_DIRECTORY: join(other.root, ".git/objects"),
    GIT_CONFIG_PARAMETERS: "'core.bare=true'",
  }
  expect(await readTree(at(repository, leaking))).toMatchObject({ tree, isClean: true })
})

test("a merge that stands still is hashed as its files are", async () => {
  const repository = realRepository({ "a.txt": "a\n" })
  repository.git("checkout", "--quiet", "-b", "other")
  repository.write("a.txt", "theirs\n")
  repository.commit("Theirs")
  repository.git("checkout", "--quiet", "main")
  repository.write("a.txt", "ours\n")
  repository.commit("Ours")
  expect(() => repository.git("merge", "other")).toThrow()
  const tree = await hashFiles(at(repository))
  expect(repository.git("status", "--porcelain")).toBe("UU a.txt\n")
  expect((await readTree(at(repository))).isClean).toBe(false)
  expect(repository.commit("Merged with its marks")).not.toBe("")
  expect(repository.git("rev-parse", "HEAD^{tree}").trim()).toBe(tree)
})

test("repositories inside of it that are no submodules are no part of the hash, with a commit or without", async () => {
  const repository = realRepository()
  const before = await hashFiles(at(repository))
  const inner = join(repository.root, "inner")
  mkdirSync(inner)
  repository.gitAt(inner, "init", "--quiet")
  expect(await hashFiles(at(repository))).toBe(before)
  // As git 2.55 says it.
  const twice = pathWithGit(`"$real" "$@"; exit=$?
case "$*" in *" add "*) echo "error: unable to index file 'inner/'" >&2;; esac; exit $exit`)
  expect(await hashFiles(at(repository, { ...gitEnv, PATH: twice }))).toBe(before)
  writeFileSync(join(inner, "file"), "x")
  repository.gitAt(inner, "add", ".")
  repository.gitAt(inner, "commit", "--quiet", "-m", "Inner")
  expect(await hashFiles(at(repository))).toBe(before)
})

test("a submodule counts with its commit, and with changes in it the tree is not clean", async () => {
  const inner = realRepository({ "inner.txt": "1\n" })
  const repository = realRepository()
  repository.git("-c", "protocol.file.allow=always", "submodule", "--quiet", "add", inner.root, "lib")
  repository.commit("Add a library")
  const clean = await readTree(at(repository))
  expect(clean.isClean).toBe(true)
  writeFileSync(join(repository.root, "lib/inner.txt"), "2\n")
  expect(await readTree(at(repository))).toMatchObject({ tree: clean.tree, isClean: false })
})

test("a file outside of a sparse checkout stays in the hash", async () => {
  const repository = realRepository({ "in/a.txt": "a\n", "out/b.txt": "b\n" })
  repository.git("update-index", "--refresh")
  const tree = await hashFiles(at(repository))
  repository.git("sparse-checkout", "set", "in")
  expect(existsSync(join(repository.root, "out/b.txt"))).toBe(false)
  expect(await readTree(at(repository))).toMatchObject({ tree, isClean: true })
  repository.write("out/c.txt", "c\n")
  expect((await readTree(at(repository))).isClean).toBe(false)
})

test("without a commit there is a hash, and neither a commit nor a clean tree", async () => {
  const repository = emptyRepository()
  repository.write("a.txt", "a\n")
  const state = await readTree(at(repository))
  expect(state).toMatchObject({ commit: undefined, branch: "main", isClean: false })
  repository.commit("Begin")
  expect(repository.git("rev-parse", "HEAD^{tree}").trim()).toBe(state.tree)
})

test("on a detached head there is no branch", async () => {
  const repository = realRepository()
  repository.git("checkout", "--quiet", "--detach")
  expect((await readTree(at(repository))).branch).toBeUndefined()
})

test("names of files that no text holds, that begin with a dash or break the line are files like any other", async () => {
  const repository = realRepository()
  const names = ["--upload-pack=x", "new\nline", "$(touch pwned)", ":(top)x", "ünï", "*.txt"]
  for (const name of names) repository.write(name, name)
  writeFileSync(Buffer.concat([Buffer.from(`${repository.root}/`), Buffer.from([0xff, 0xfe])]), "bytes")
  const tree = await hashFiles(at(repository))
  repository.commit("Names")
  expect(repository.git("rev-parse", "HEAD^{tree}").trim()).toBe(tree)
})

test("what git refuses is one line that says what it said", async () => {
  const repository = realRepository()
  await expect(at(repository).run(["checkout", "nothing-here"])).rejects.toMatchObject({
    code: "git_failed",
    message: expect.stringMatching(/^git checkout: pathspec 'nothing-here' did not match/),
  })
})

test("the files that git lists below its reason belong to it", async () => {
  const repository = realRepository()
  repository.git("checkout", "--quiet", "-b", "other")
  const names = ["c.txt", "d.txt", "e.txt", "f.txt", "g.txt", "h.txt"]
  for (const name of ["a.txt", ...names]) repository.write(name, "theirs\n")
  repository.commit("Theirs")
  repository.git("checkout", "--quiet", "main")
  const refused = (what: string) =>
    expect(at(repository).run(["checkout", "other"])).rejects.toMatchObject({
      message: expect.stringMatching(new RegExp(`^git checkout: ${what}$`)),
    })
  for (const name of names) repository.write(name, "mine\n")
  await refused("The following untracked .*: c.txt, d.txt, e.txt, f.txt, g.txt and 1 more")
  for (const name of names) rmSync(join(repository.root, name))
  repository.write("a.txt", "mine\n")
  await refused("Your local changes to the following files would be overwritten by checkout: a.txt")
})

test("an output that is longer than what is taken is refused", async () => {
  const repository = realRepository({ "a.txt": "x".repeat(100_000) })
  await expect(at(repository).run(["show", "HEAD:a.txt"], { maxBytes: 1000 })).rejects.toMatchObject({
    code: "git_failed",
    message: "git show produced too much output to read.",
  })
})

test("a machine without git, and a git that is too old, are one line", async () => {
  const repository = realRepository()
  await expect(at(repository, { PATH: "/nonexistent" }).run(["version"])).rejects.toMatchObject({
    code: "git_unfit",
    message: "Git is not installed, or not on the PATH.",
  })
  await expect(requireGit(at(repository), [99, 1], "This")).rejects.toMatchObject({
    code: "git_unfit",
    message: expect.stringMatching(/^This requires git 99\.1 or later; this is \d/),
  })
  await requireGit(at(repository), [2, 20], "This")
  // It repeats what it does not know, and goes on.
  const before = pathWithGit(`case "$*" in *version*) echo git version 2.30.2; exit;; esac
case "$*" in *--path-format*) echo --path-format=absolute; "$real" "$@";; *) exec "$real" "$@";; esac`)
  await expect(findRepository(repository.root, { ...gitEnv, PATH: before })).rejects.toMatchObject({
    code: "git_unfit",
    message: "Work in a repository requires git 2.31 or later; this is 2.30.2.",
  })
})

test("a repository is found from below its root, and from a tree that was added to it", async () => {
  const repository = realRepository({ "deep/er/a.txt": "a\n" })
  const { root } = repository
  expect(await findRepository(join(root, "deep/er"), gitEnv)).toMatchObject({
    root,
    main: root,
    isAdded: false,
  })
  const added = join(root, "../added")
  repository.git("worktree", "add", "--quiet", added, "-b", "other")
  expect(await findRepository(join(added, "deep"), gitEnv)).toMatchObject({
    root: join(root, "..", "added"),
    main: root,
    isAdded: true,
  })
})

test("no repository, and one without its files checked out, are one line", async () => {
  await expect(findRepository("/", gitEnv)).rejects.toMatchObject({
    code: "no_repository",
    message: "/ is not in a git repository.",
  })
  const bare = emptyRepository("--bare")
  await expect(findRepository(bare.root, gitEnv)).rejects.toMatchObject({
    code: "no_repository",
    message: expect.stringMatching(/cannot be used: cannot use bare repository/),
  })
})

test.each(["--assume-unchanged", "--skip-worktree"])(
  "a change is seen that git was told by %s not to look at, and the user's index goes on telling so",
  async (flag) => {
    const repository = realRepository({ "a.txt": "a\n", "b.txt": "b\n" })
    const before = await hashFiles(at(repository))
    repository.git("update-index", flag, "a.txt")
    repository.write("a.txt", "changed\n")
    const told = repository.git("ls-files", "-v")
    expect(await hashFiles(at(repository))).not.toBe(before)
    expect(repository.git("ls-files", "-v")).toBe(told)
    repository.write("a.txt", "a\n")
    expect(await hashFiles(at(repository))).toBe(before)
  },
)

test("a change is seen whatever the repository's settings say of the times of files", async () => {
  const repository = realRepository({ "a.txt": "1\n" })
  const path = join(repository.root, "a.txt")
  utimesSync(path, 1_700_000_000, 1_700_000_000)
  repository.git("update-index", "--refresh")
  const before = await hashFiles(at(repository))
  repository.git("config", "core.trustctime", "false")
  repository.git("config", "core.checkStat", "minimal")
  // Git compares seconds.
  await sleep(1_100)
  writeFileSync(path, "2\n")
  utimesSync(path, 1_700_000_000, 1_700_000_000)
  expect(await hashFiles(at(repository))).not.toBe(before)
})
