import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { expect, test } from "vitest"
import { readRecords } from "../../src/repository/attempt-record.ts"
import { findBase } from "../../src/repository/base.ts"
import { attemptIn, branchNameOf } from "../../src/repository/branch-name.ts"
import { leaveTree } from "../../src/repository/leave.ts"
import { openTree, type TreeClaim } from "../../src/repository/open-tree.ts"
import { findRepository } from "../../src/repository/repository.ts"
import { emptyRepository, gitEnv, realRepository, type RealRepository } from "./real-git.ts"

const createdAt = "2026-01-02T03:04:05.000Z"
const claim = (more: Partial<TreeClaim> = {}): TreeClaim => ({
  ...{ task: 12, title: "Fix the login", createdAt, epoch: 2, agent: "ann", session: "s1", work: undefined },
  ...more,
})
Object.assign(process.env, gitEnv)

const openAt = async (
  root: string,
  more: Partial<TreeClaim>,
  { base, trees }: { base?: string; trees?: string } = {},
) => {
  const repository = await findRepository(root)
  const wishes = {
    base: await findBase(repository.git, base),
    trees: trees === undefined ? trees : { directory: trees },
  }
  return openTree(repository, claim(more), wishes)
}
const open = async (
  { root }: Pick<RealRepository, "root">,
  more: Partial<TreeClaim> = {},
  wishes: Parameters<typeof openAt>[2] = {},
) => {
  const opened = await openAt(root, more, wishes)
  return { ...opened, notes: [...opened.notes, ...(await opened.lacking())] }
}
const leave = async (repository: RealRepository, branch: string, commits = true) => {
  const found = await findRepository(repository.root)
  const record = (await readRecords(found.git)).find((each) => each.branch === branch)
  if (!record) throw new Error(`${branch} has a record`)
  return leaveTree(record, { commits })
}

test("an attempt gets a tree and a branch of its own, beside the repository", async () => {
  const repository = realRepository()
  const { record, isNew } = await open(repository)
  expect([isNew, record.path, record.branch, record.base]).toEqual([
    ...[true, `${repository.root}.trees/T-12.2`, "upnext/T-12.2-fix-the-login", "main"],
  ])
  expect(repository.gitAt(record.path, "status", "--porcelain", "--branch").trim()).toBe(
    `## ${record.branch}`,
  )
  expect(repository.git("status", "--porcelain").trim()).toBe("")
})

test("the same session that claims its task anew keeps both; any other attempt begins in another tree", async () => {
  const repository = realRepository()
  const first = (await open(repository)).record
  const again = await open(repository, { epoch: 3 })
  expect([again.isNew, again.record.path, again.record.epoch]).toEqual([false, first.path, 3])
  expect((await open(repository, { epoch: 5 })).record.path).toBe(`${repository.root}.trees/T-12.5`)
  expect((await open(repository, { epoch: 6, session: "s2" })).record.path).toContain("T-12.6")
  expect((await open(repository, { epoch: 7, session: undefined })).record.path).toContain("T-12.7")
  expect((await open(repository, { epoch: 8, session: undefined })).record.path).toContain("T-12.8")
})

test("the next attempt begins where the last one ended, with what was left there, and the old tree stays as it was", async () => {
  const repository = realRepository()
  const { record: old } = await open(repository)
  writeFileSync(join(old.path, "b.txt"), "committed\n")
  repository.gitAt(old.path, "add", "b.txt")
  repository.gitAt(old.path, "commit", "--quiet", "-m", "Add b")
  writeFileSync(join(old.path, "b.txt"), "staged\n")
  repository.gitAt(old.path, "add", "b.txt")
  writeFileSync(join(old.path, "b.txt"), "left\n")
  writeFileSync(join(old.path, "c.txt"), "new\n")
  const before = repository.gitAt(old.path, "status", "--porcelain").trim()
  const { record, notes } = await open(repository, { epoch: 4, agent: "bob" })
  expect(readFileSync(join(record.path, "b.txt"), "utf8")).toBe("left\n")
  expect(readFileSync(join(record.path, "c.txt"), "utf8")).toBe("new\n")
  expect(repository.gitAt(record.path, "log", "--format=%s").trim().split("\n")).toEqual([
    ...["T-12: left uncommitted", "Add b", "Begin"],
  ])
  expect(notes).toContain("Continues from upnext/T-12.2-fix-the-login, with the uncommitted work left there.")
  expect(repository.gitAt(old.path, "status", "--porcelain").trim()).toBe(before)
  // The stale worker goes on, in its own tree.
  writeFileSync(join(old.path, "b.txt"), "stale\n")
  expect(readFileSync(join(record.path, "b.txt"), "utf8")).toBe("left\n")
})

test("from the middle of a rebase the next attempt begins at what is checked out there", async () => {
  const repository = realRepository()
  const { record: old } = await open(repository)
  writeFileSync(join(old.path, "a.txt"), "ours\n")
  repository.gitAt(old.path, "commit", "--quiet", "--all", "-m", "Ours")
  repository.write("a.txt", "theirs\n")
  repository.commit("Theirs")
  expect(() => repository.gitAt(old.path, "rebase", "main").trim()).toThrow()
  const left = await leave(repository, old.branch)
  expect(left.notes.join()).toContain("refs/upnext/T-12.2")
  expect(repository.git("rev-parse", "refs/upnext/T-12.2").trim()).toBe(left.work.commit)
  const { record } = await open(repository, { epoch: 4 })
  expect(repository.gitAt(record.path, "log", "--format=%s").trim().split("\n").slice(0, 2)).toEqual([
    ...["T-12: left uncommitted", "Theirs"],
  ])
  expect(readFileSync(join(record.path, "a.txt"), "utf8")).toContain("<<<<<<<")
  expect(existsSync(join(old.path, ".git"))).toBe(true)
  expect(repository.gitAt(old.path, "status").trim()).toContain("rebase in progress")
})

test("what cannot go along is named: repositories inside, and what git ignores", async () => {
  const repository = realRepository({ "a.txt": "a\n", ".gitignore": "cache/\n" })
  const { record } = await open(repository)
  mkdirSync(join(record.path, "cache"))
  writeFileSync(join(record.path, "cache", "x"), "x")
  repository.gitAt(record.path, "init", "--quiet", "inner")
  const { notes } = await open(repository, { epoch: 4 })
  expect(notes.join("\n")).toContain("left out, because git ignores it: cache/")
  expect(notes.join("\n")).toContain("left out, because they are repositories of their own: inner")
})

test("the end of an attempt commits what is left, by an index of its own, and says how much there is", async () => {
  const repository = realRepository()
  repository.git("remote", "add", "origin", "https://ann:secret@example.com/shop.git")
  repository.git("config", "commit.gpgSign", "true")
  const hook = join(repository.root, ".git", "hooks", "pre-commit")
  writeFileSync(hook, "#!/bin/sh\nexit 1\n", { mode: 0o755 })
  const { record } = await open(repository)
  writeFileSync(join(record.path, "b.txt"), "1\n2\n")
  const { work, isCommitted } = await leave(repository, record.branch)
  expect([isCommitted, work.files, work.additions, work.deletions]).toEqual([true, 1, 2, 0])
  expect(work.repository).toBe("https://example.com/shop.git")
  expect(repository.git("rev-parse", `refs/heads/${record.branch}`).trim()).toBe(work.commit)
  expect(repository.gitAt(record.path, "status", "--porcelain").trim()).toBe("")
  expect(repository.git("log", "-1", "--format=%s", work.commit).trim()).toBe("T-12: left uncommitted")
  writeFileSync(join(record.path, "c.txt"), "3\n")
  const left = await leave(repository, record.branch, false)
  expect([left.isCommitted, left.work.commit]).toEqual([false, work.commit])
  expect(repository.gitAt(record.path, "status", "--porcelain").trim()).toBe("?? c.txt")
})

test("a new tree gets the ignored files that .worktreeinclude names, and none by a link that leads out of it", async () => {
  const repository = realRepository({
    ...{
      ".gitignore": ".env\nsecrets/\nother\n",
      ".worktreeinclude": ".env\nsecrets/\na.txt\n",
      "a.txt": "a\n",
    },
  })
  const outside = join(dirname(repository.root), "outside")
  mkdirSync(outside)
  const { record } = await open(repository)
  symlinkSync(outside, join(record.path, "secrets"))
  repository.gitAt(record.path, "add", "--force", "secrets")
  repository.gitAt(record.path, "commit", "--quiet", "-m", "A link")
  for (const name of [".env", "secrets/key", "other"]) repository.write(name, "secret\n")
  const { record: next, notes } = await open(repository, { epoch: 4 })
  expect(readFileSync(join(next.path, ".env"), "utf8")).toBe("secret\n")
  expect(existsSync(join(next.path, "other"))).toBe(false)
  expect(existsSync(join(outside, "key"))).toBe(false)
  expect(notes).toContain("could not be copied: secrets/key")
  // What the next tree has got as well is not left out; what the last attempt changed is.
  writeFileSync(join(next.path, "other"), "other\n")
  repository.gitAt(next.path, "rm", "--quiet", "secrets")
  mkdirSync(join(next.path, "secrets"))
  for (const name of ["key", "own"]) writeFileSync(join(next.path, "secrets", name), "secret\n")
  const third = await open(repository, { epoch: 6 })
  expect(third.notes).toContain("left out, because git ignores it: other, secrets/own")
  writeFileSync(join(third.record.path, ".env"), "changed\n")
  const fourth = await openAt(repository.root, { epoch: 8 })
  writeFileSync(join(fourth.record.path, "other"), "by setup\n")
  expect(await fourth.lacking()).toEqual(["left out, because git ignores it: .env"])
  repository.write("more", "")
  repository.write(".gitignore", ".env\nsecrets/\nother\nmore\n")
  expect(await fourth.lacking()).toContain("not in the tree, because git ignores it: more")
})

test("odd repositories work, or are one clear line", async () => {
  await expect(open(emptyRepository())).rejects.toMatchObject({
    code: "git_failed",
    message: expect.stringContaining("has no commit yet"),
  })
  await expect(open(emptyRepository("--bare"))).rejects.toMatchObject({ code: "no_repository" })
  await expect(open({ root: "/" })).rejects.toMatchObject({ code: "no_repository" })
  const detached = realRepository()
  detached.git("checkout", "--quiet", "--detach")
  const { record, notes } = await open(detached)
  expect([record.base, notes]).toEqual([null, ["No branch is checked out, so land the work with --base."]])
  const taken = realRepository()
  taken.git("branch", "upnext")
  expect((await open(taken)).record.branch).toBe("upnext-T-12.2-fix-the-login")
  await expect(open(taken, { epoch: 9 }, { base: "none" })).rejects.toMatchObject({
    message: expect.stringContaining("There is no branch none"),
  })
  writeFileSync(join(taken.root, "file"), "")
  for (const trees of ["file", "x".repeat(300), "/proc/none"])
    await expect(open(taken, { epoch: 9 }, { trees })).rejects.toMatchObject({
      code: "tree_unfit",
    })
})

test("what is begun in the tree of another attempt starts from the base of that one", async () => {
  const repository = realRepository()
  const { record } = await open(repository)
  repository.gitAt(record.path, "commit", "--quiet", "--allow-empty", "-m", "Mine")
  const next = await open({ root: record.path }, { task: 13 })
  expect([next.record.base, next.record.start]).toEqual(["main", repository.git("rev-parse", "main").trim()])
  repository.gitAt(record.path, "checkout", "--quiet", "--detach")
  expect((await open({ root: record.path }, { task: 14 })).record.base).toBe("main")
})

test("what a killed claim has made and nobody was told of goes with the next one, unless something is in it", async () => {
  const repository = realRepository()
  const trees = `${repository.root}.trees`
  const made = (epoch: number) => {
    const path = join(trees, `T-12.${epoch}`)
    repository.git("worktree", "add", "--quiet", "-b", `upnext/T-12.${epoch}-fix-the-login`, path)
    return path
  }
  const [committed, whole, partly, used] = [made(1), made(2), made(3), made(4)]
  repository.gitAt(committed, "commit", "--quiet", "--allow-empty", "-m", "Mine")
  // As git leaves it in the middle of a checkout.
  repository.git("worktree", "lock", "--reason", "initializing", partly)
  rmSync(join(partly, "a.txt"))
  writeFileSync(join(used, "mine.txt"), "mine\n")
  const { record } = await open(repository, { epoch: 5 })
  expect([whole, partly, used, record.path].map((path) => existsSync(path))).toEqual([
    false,
    false,
    true,
    true,
  ])
  expect(
    repository.git("branch", "--list", "upnext/*", "--format=%(refname:short)").trim().split("\n"),
  ).toEqual(["upnext/T-12.1-fix-the-login", "upnext/T-12.4-fix-the-login", "upnext/T-12.5-fix-the-login"])
  expect(readFileSync(join(record.path, "a.txt"), "utf8")).toBe("a\n")
})

test("the task of another board with the same number is not gone on from", async () => {
  const repository = realRepository()
  const { record } = await open(repository)
  writeFileSync(join(record.path, "b.txt"), "b\n")
  const other = await open(repository, { createdAt: "2026-02-02T03:04:05.000Z" })
  expect([other.record.branch, other.record.path]).toEqual([
    ...["upnext/T-12.2-fix-the-login-2", `${repository.root}.trees/T-12.2-2`],
  ])
  expect(existsSync(join(other.record.path, "b.txt"))).toBe(false)
})

test("an attempt that was made elsewhere is fetched from the remote, and a name of another form never is", async () => {
  const origin = realRepository()
  const branch = "upnext/T-12.2-fix-the-login"
  origin.git("checkout", "--quiet", "-b", branch)
  origin.write("b.txt", "there\n")
  origin.commit("There")
  origin.git("checkout", "--quiet", "main")
  const clone = join(dirname(origin.root), "clone")
  origin.gitAt(
    dirname(origin.root),
    "clone",
    "--quiet",
    "--single-branch",
    "--branch",
    "main",
    origin.root,
    clone,
  )
  const commit = origin.git("rev-parse", branch).trim()
  const there = { epoch: 2, agent: "ann", host: "mill", path: "/x", landed: null, commit }
  const { record, notes } = await open({ root: clone }, { epoch: 4, work: { ...there, branch } })
  expect(notes).toEqual([
    `The last attempt, by ann on mill, is not in this repository: continues from origin/${branch}.`,
  ])
  expect(readFileSync(join(record.path, "b.txt"), "utf8")).toBe("there\n")
  // One that was killed before it reported is known by its branch, if that is of this task.
  const killed = await open({ root: clone }, { epoch: 3, createdAt: "another", work: undefined })
  expect([killed.notes, killed.record.start]).toEqual([
    [`Attempt 2 has reported nothing, so this attempt continues from origin/${branch}.`],
    commit,
  ])
  const unlike = await open({ root: clone }, { epoch: 3, createdAt: "a third", title: "Fix it" })
  expect([unlike.notes, unlike.record.base]).toEqual([[], "main"])
  // What is pushed only after an attempt here came to nothing is gone on from all the same.
  const late = { ...there, branch: "upnext/T-15.2-late", commit }
  const early = await open({ root: clone }, { task: 15, epoch: 3, work: late })
  expect(early.notes.join()).toContain(
    "nor is its branch upnext/T-15.2-late on a remote, so this attempt starts from the base.",
  )
  origin.git("branch", late.branch, commit)
  const after = await open({ root: clone }, { task: 15, epoch: 5, work: late })
  expect(after.record.start).toBe(commit)
  expect((await open({ root: clone }, { task: 15, epoch: 7, work: late })).notes).toEqual([
    `Continues from ${after.record.branch}.`,
  ])
  // A branch that somebody has looked at here is older than what was pushed since, and not all of it was.
  const atClone = (...args: string[]) => origin.gitAt(clone, ...args)
  atClone("branch", branch, "main")
  const ahead = { ...there, epoch: 5, branch, commit: "1".repeat(40) }
  const next = await open({ root: clone }, { epoch: 6, work: ahead })
  expect(next.notes.slice(1)).toEqual([
    "Its last commit, 1111111, is not on that branch, so the commit was not pushed.",
  ])
  expect(next.record.start).toBe(commit)
  atClone("branch", "--force", branch, commit)
  atClone("remote", "remove", "origin")
  const own = await open({ root: clone }, { epoch: 8, work: { ...there, epoch: 7, branch } })
  expect([own.notes, own.record.start]).toEqual([[`Continues from ${branch}.`], commit])
  rmSync(origin.root, { recursive: true })
  for (const hostile of [
    "--upload-pack=touch /tmp/pwned",
    "upnext/T-13.2-x",
    "main",
    "upnext/T-12.2-../x",
    `${branch}:main`,
  ]) {
    const opened = await open(
      { root: clone },
      { task: 12, epoch: 20, createdAt: hostile, work: { ...there, branch: hostile } },
    )
    expect(opened.notes.join(), hostile).toMatch(/is not in this repository\.$/)
    expect(readFileSync(join(opened.record.path, "a.txt"), "utf8")).toBe("a\n")
  }
})

test("names take nothing of a title but plain letters and digits", () => {
  const of = (title: string) => branchNameOf(title, { task: 1, epoch: 2 }, "/")
  expect(of("Fix: the `login`; $(rm -rf /) --force ../x")).toBe("upnext/T-1.2-fix-the-login-rm-rf-force")
  expect(of("Größe ändern")).toBe("upnext/T-1.2-große-andern".replace("ß", "-"))
  expect(of("日本語")).toBe("upnext/T-1.2")
  for (const title of ["a".repeat(400), "\n\0\u202E", "-", "--", "x.lock", "@{u}"])
    expect(attemptIn(of(title)), title).toEqual({ task: 1, epoch: 2 })
  for (const wrong of [
    "upnext/T-1.2-",
    "upnext/T-01.2",
    "upnext/T-1.2-A",
    "refs/heads/upnext/T-1.2",
    "upnext/T-1.2 x",
  ])
    expect(attemptIn(wrong), wrong).toBeUndefined()
})

test("a tree is opened beside one that another git is just adding", async () => {
  const repository = realRepository()
  repository.git("worktree", "add", "--quiet", "--detach", `${repository.root}.other`)
  const [name = ""] = readdirSync(join(repository.root, ".git", "worktrees"))
  const file = join(repository.root, ".git", "worktrees", name, "commondir")
  const whole = readFileSync(file)
  // As git leaves it for a moment.
  writeFileSync(file, "")
  setTimeout(() => writeFileSync(file, whole), 300)
  const { record } = await open(repository, { task: 1 })
  expect(repository.git("rev-parse", record.branch)).toBe(repository.git("rev-parse", "main"))
})

test("where there can be no tree, no branch is left", async () => {
  const repository = realRepository()
  writeFileSync(join(repository.root, ".git", "worktrees"), "")
  await expect(open(repository, { task: 1 })).rejects.toMatchObject({ code: "tree_unfit" })
  expect(repository.git("branch", "--list", "upnext/*")).toBe("")
})
