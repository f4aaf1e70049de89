import { execFileSync } from "node:child_process"
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { expect, test } from "vitest"
import { readRecords } from "../../src/repository/attempt-record.ts"
import { attemptState } from "../../src/repository/attempt-state.ts"
import { findBase } from "../../src/repository/base.ts"
import { gitIn, withGitLimit } from "../../src/repository/git.ts"
import { landBase } from "../../src/repository/land-base.ts"
import { landWork, type Candidate } from "../../src/repository/land.ts"
import { leaveTree } from "../../src/repository/leave.ts"
import { openTree } from "../../src/repository/open-tree.ts"
import { removeTree } from "../../src/repository/remove-tree.ts"
import { findRepository } from "../../src/repository/repository.ts"
import { listTrees } from "../../src/repository/worktree-list.ts"
import { emptyRepository, gitEnv, realRepository, repositoryAt, type RealRepository } from "./real-git.ts"

Object.assign(process.env, gitEnv)
const ofFiles = ["-c", "protocol.file.allow=always"]

const createdAt = "2026-01-02T03:04:05.000Z"

/** The tree of an attempt, from its beginning to its landing. */
async function attempt({ root }: Pick<RealRepository, "root">, epoch = 1) {
  const repository = await findRepository(root)
  const { git, main } = repository
  const claim = { task: 12, title: "Odd", createdAt, epoch, agent: "ann", session: "s", work: undefined }
  const { record, notes } = await openTree(repository, claim, {
    base: await findBase(git, undefined),
    trees: undefined,
  })
  const leave = () => leaveTree(record)
  return {
    ...{ record, path: record.path, notes, leave },
    write: (name: string, text: string) => writeFileSync(join(record.path, name), text),
    /** Lands it. @param look what is looked at in the tree that checks would run in */
    async land(look: (candidate: Candidate) => void = () => undefined, named?: string) {
      const { work, isCommitted } = await leave()
      const asked = { named, task: 12, createdAt, branch: record.branch, reported: work.base }
      const { branch: base } = await landBase(git, asked)
      const landing = { task: 12, epoch, title: "Odd", branch: record.branch, commit: work.commit, base }
      const landed = await landWork(
        git,
        { ...landing, trees: `${main}.trees` },
        {
          check(candidate) {
            look(candidate)
            return Promise.resolve(undefined)
          },
          confirm: () => Promise.resolve(),
          say: () => undefined,
        },
      )
      return { landed, work, isCommitted }
    },
    async remove() {
      const [own] = (await readRecords(git)).filter(({ branch }) => branch === record.branch)
      if (!own) throw new Error("it has a record")
      const state = await attemptState(git, own, { trees: await listTrees(git), refs: [] })
      await removeTree(git, state, { discards: false })
    },
  }
}

test("files of LFS stay pointers in commits and whole in trees, and one that is not here is one clear line", async () => {
  const repository = realRepository({ ".gitattributes": "*.bin filter=lfs\n" })
  const { git, root } = repository
  // What git-lfs sets up, with another program.
  git("config", "filter.lfs.clean", "sed 's/^whole /pointer /'")
  git("config", "filter.lfs.smudge", "sed 's/^pointer /whole /'")
  git("config", "filter.lfs.required", "true")
  repository.write("a.bin", "whole a\n")
  repository.commit("Add a")
  const { path, write, land } = await attempt(repository)
  expect(readFileSync(join(path, "a.bin"), "utf8")).toBe("whole a\n")
  write("b.bin", "whole b\n")
  let seen = ""
  const { landed, work } = await land((candidate) => {
    seen = readFileSync(join(candidate.path, "b.bin"), "utf8")
  })
  expect([landed.how, work.files, seen]).toEqual(["landed", 1, "whole b\n"])
  expect(git("show", "main:b.bin")).toBe("pointer b\n")
  expect(readFileSync(join(root, "b.bin"), "utf8")).toBe("whole b\n")
  expect(git("status", "--porcelain")).toBe("")
  git("config", "filter.lfs.smudge", "false")
  const next = attempt(repository, 3)
  await expect(next).rejects.toMatchObject({
    code: "tree_unfit",
    message: expect.stringMatching(
      /^No tree can be created at .*T-12\.3: git worktree add: .*smudge filter lfs failed$/,
    ) as string,
  })
  git("config", "filter.lfs.smudge", "cat")
  expect((await attempt(repository, 5)).path).toContain("T-12.5")
})

test("of a sparse checkout the rest is neither there nor deleted", async () => {
  const repository = realRepository({ "in/a": "a\n", "out/b": "b\n" })
  repository.git("sparse-checkout", "set", "in")
  const { path, write, land } = await attempt(repository)
  expect([existsSync(join(path, "in/a")), existsSync(join(path, "out/b"))]).toEqual([true, false])
  write("in/a", "changed\n")
  mkdirSync(join(path, "out"))
  write("out/c", "c\n")
  const { landed, work } = await land()
  expect([landed.how, work.files]).toEqual(["landed", 2])
  expect(repository.git("ls-tree", "-r", "--name-only", "main").trim().split("\n")).toEqual([
    "in/a",
    "out/b",
    "out/c",
  ])
  expect(readFileSync(join(repository.root, "in/a"), "utf8")).toBe("changed\n")
  expect(repository.git("status", "--porcelain")).toBe("")
})

test("submodules land as the commit that they stand at, once it was pushed; a tree stays while one of them holds what was not pushed", async () => {
  const library = realRepository({ "lib.txt": "1\n" })
  const repository = realRepository()
  const { gitAt } = repository
  repository.git(...ofFiles, "submodule", "--quiet", "add", library.root, "lib")
  repository.commit("Add lib")
  const { path, notes, write, leave, land, remove } = await attempt(repository)
  expect(notes).toEqual([
    "Its submodules are not checked out; `git submodule update --init` checks them out.",
  ])
  gitAt(path, ...ofFiles, "submodule", "--quiet", "update", "--init")
  const lib = join(path, "lib")
  writeFileSync(join(lib, "lib.txt"), "2\n")
  gitAt(lib, "commit", "--quiet", "--all", "-m", "Two")
  write("b.txt", "b\n")
  expect((await leave()).notes).toEqual([
    "left out because it was not pushed from its submodule: new work in lib",
  ])
  const two = gitAt(lib, "rev-parse", "HEAD").trim()
  expect((await land()).landed).toMatchObject({
    how: "checks_failed",
    reason: expect.stringContaining("was not pushed from the submodule") as string,
  })
  await expect(remove()).rejects.toMatchObject({
    code: "tree_unfit",
    message: "The tree's submodules contain changes or unpushed commits, which would be lost: lib.",
  })
  expect(existsSync(path)).toBe(true)
  gitAt(lib, "push", "--quiet", "origin", "HEAD:refs/heads/two")
  expect((await land()).landed).toMatchObject({ how: "landed" })
  expect(repository.git("ls-tree", "main", "lib")).toContain(two)
  writeFileSync(join(lib, "new.txt"), "")
  await expect(remove()).rejects.toMatchObject({ code: "tree_unfit" })
  gitAt(lib, "clean", "--quiet", "--force")
  await remove()
  expect(existsSync(path)).toBe(false)
  // What is checked out of the submodule did not move, which is no change of the base.
  expect(repository.git("status", "--porcelain")).toContain("M lib")
  const next = await attempt(repository, 3)
  next.write("c.txt", "c\n")
  expect((await next.land()).landed.how).toBe("landed")
})

test("from a tree of a bare repository, and from a detached head, work lands in the branch that is named", async () => {
  const origin = realRepository()
  const place = dirname(origin.root)
  origin.gitAt(place, "clone", "--quiet", "--bare", origin.root, "bare.git")
  origin.gitAt(join(place, "bare.git"), "worktree", "add", "--quiet", join(place, "mine"), "main")
  const mine = repositoryAt(join(place, "mine"))
  const first = await attempt(mine)
  expect(first.path).toBe(`${join(place, "bare.git")}.trees/T-12.1`)
  first.write("b.txt", "b\n")
  expect((await first.land()).landed.how).toBe("landed")
  expect(readFileSync(join(mine.root, "b.txt"), "utf8")).toBe("b\n")
  await expect(attempt({ root: join(place, "bare.git") })).rejects.toMatchObject({ code: "no_repository" })

  origin.git("checkout", "--quiet", "--detach")
  const detached = await attempt(origin)
  expect(detached.notes).toEqual(["No branch is checked out, so land the work with --base."])
  detached.write("c.txt", "c\n")
  await expect(detached.land()).rejects.toMatchObject({
    code: "git_failed",
    message: "T-12 started with no branch checked out, so it has no base.",
  })
  expect((await detached.land(undefined, "main")).landed.how).toBe("landed")
  expect(origin.git("show", "main:c.txt")).toBe("c\n")
  expect(existsSync(join(origin.root, "c.txt")), "what is checked out stays").toBe(false)
})

test("without a commit nothing begins and nothing lands, in one clear line", async () => {
  const empty = emptyRepository()
  await expect(attempt(empty)).rejects.toMatchObject({
    code: "git_failed",
    message: expect.stringContaining("has no commit yet") as string,
  })
  const asked = { named: undefined, task: 12, createdAt, branch: "upnext/T-12.1-odd", reported: "main" }
  await expect(landBase(gitIn(empty.root), asked)).rejects.toMatchObject({
    code: "git_failed",
    message: `There is no branch main in ${empty.root}.`,
  })
})

test("a pipe in place of a file ends git in time, and not by itself", async () => {
  const { path, leave } = await attempt(realRepository({ "a.txt": "a\n" }))
  execFileSync("mkfifo", [join(path, ".gitignore")])
  const late = { code: "git_failed", message: expect.stringContaining("did not finish in time") as string }
  await expect(withGitLimit({ ms: 300 }, leave)).rejects.toMatchObject(late)
  const signal = AbortSignal.timeout(300)
  await expect(withGitLimit({ signal }, () => gitIn(path).run(["status"]))).rejects.toMatchObject(late)
})
