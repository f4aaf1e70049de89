import { execFileSync } from "node:child_process"
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, test } from "vitest"
import { landWork, tryLanding, type LandSteps } from "../../src/repository/land.ts"
import type { LandingWork } from "../../src/repository/landing-work.ts"
import { forgetAttempts } from "../../src/repository/landed-as.ts"
import { gitIn } from "../../src/repository/git.ts"
import { gitEnv, realRepository, type RealRepository } from "./real-git.ts"

Object.assign(process.env, gitEnv)

const passing: LandSteps = {
  check: () => Promise.resolve(undefined),
  confirm: () => Promise.resolve(),
  say: () => undefined,
}
const refOf = ({ git }: RealRepository, ref: string) => git("rev-parse", ref).trim()

/** A branch of an attempt that makes these files of the base. */
function attempt(
  repository: RealRepository,
  { task = 12, title = "Fix the login" }: { task?: number; title?: string },
  ...commits: readonly Readonly<Record<string, string>>[]
): LandingWork {
  const branch = `upnext/T-${task}.1-words`
  const tree = `${repository.root}.trees/T-${task}.1`
  repository.git("worktree", "add", "--quiet", "-b", branch, tree, "main")
  for (const [i, files] of commits.entries()) {
    for (const [path, text] of Object.entries(files)) writeFileSync(join(tree, path), text)
    repository.gitAt(tree, "add", "--all")
    repository.gitAt(tree, "commit", "--quiet", "--author", "Bob <bob@example.com>", "-m", `Step ${i + 1}`)
  }
  const commit = refOf(repository, branch)
  return { task, epoch: 1, title, branch, commit, base: "main", trees: `${repository.root}.trees` }
}

const land = ({ root }: RealRepository, landing: LandingWork, steps: Partial<LandSteps> = {}) =>
  landWork(gitIn(root), landing, { ...passing, ...steps })

/** What holds of a repository whatever landed, looked at from outside. */
function audit({ git, root }: RealRepository): void {
  git("fsck", "--strict", "--no-dangling")
  expect(git("log", "--merges", "--format=%H", "main")).toBe("")
  expect(git("status", "--porcelain")).toBe("")
  const left = existsSync(`${root}.trees`) ? readdirSync(`${root}.trees`) : []
  expect(left.filter((name) => name.startsWith("land-"))).toEqual([])
}

test("work lands as one commit: the title, the id and the subjects, by the author of the last one", async () => {
  const repository = realRepository()
  const { git, root } = repository
  const landing = attempt(repository, {}, { "b.txt": "1\n" }, { "b.txt": "2\n" })
  repository.write("c.txt", "base\n")
  const before = repository.commit("Meanwhile")
  const landed = await land(repository, landing)
  expect(landed).toEqual({ how: "landed", commit: refOf(repository, "main") })
  expect(git("log", "-1", "--format=%P|%an|%ae|%B", "main").trim()).toBe(
    `${before}|Bob|bob@example.com|Fix the login (T-12)\n\n- Step 1\n- Step 2`,
  )
  expect(git("diff", "--name-only", before, "main").trim()).toBe("b.txt")
  expect(existsSync(join(root, "b.txt")), "the files that are checked out follow").toBe(true)
  expect(refOf(repository, "refs/upnext/T-12.1")).toBe(landing.commit)
  audit(repository)
})

test("a base that is checked out in another tree moves there, and one that is not moves as a ref", async () => {
  const repository = realRepository()
  const { git, gitAt, root } = repository
  const [first, second] = [
    attempt(repository, { task: 1 }, { "b.txt": "b\n" }),
    attempt(repository, { task: 2 }, { "c.txt": "c\n" }),
  ]
  git("checkout", "--quiet", "-b", "mine")
  const other = `${root}-main`
  git("worktree", "add", "--quiet", other, "main")
  expect(await land(repository, first)).toMatchObject({ how: "landed" })
  expect([existsSync(join(other, "b.txt")), existsSync(join(root, "b.txt"))]).toEqual([true, false])
  git("worktree", "remove", other)
  expect(await land(repository, second)).toMatchObject({ how: "landed" })
  expect(git("ls-tree", "--name-only", "main").trim().split("\n")).toEqual(["a.txt", "b.txt", "c.txt"])
  expect(gitAt(root, "reflog", "-1", "--format=%gs", "main").trim()).toBe("upnext: land")
  audit(repository)
})

describe("a base that is not touched", () => {
  test("is checked out with changes", async () => {
    const repository = realRepository()
    const landing = attempt(repository, {}, { "b.txt": "b\n" })
    const before = refOf(repository, "main")
    repository.write("a.txt", "mine\n")
    const check = () => Promise.reject(new Error("nothing is checked in vain"))
    await expect(land(repository, landing, { check })).rejects.toMatchObject({
      code: "git_failed",
      message: `main is checked out in ${repository.root} with changes, so it is not touched.`,
    })
    expect(refOf(repository, "main")).toBe(before)
    repository.git("checkout", "--quiet", "a.txt")
    audit(repository)
  })

  test("has a file in the way that git does not know, or ignores", async () => {
    const repository = realRepository({ ".gitignore": ".env\n" })
    repository.git("config", "core.hooksPath", "/dev/null")
    const plain = attempt(repository, { task: 1 }, { "b.txt": "theirs\n" })
    const before = refOf(repository, "main")
    repository.write("b.txt", "mine\n")
    const check = () => Promise.reject(new Error("nothing is checked in vain"))
    await expect(land(repository, plain, { check })).rejects.toMatchObject({
      code: "git_failed",
      message: `b.txt in ${repository.root} is in the way, and git does not track this file. main was not touched.`,
    })
    const tree = `${repository.root}.trees/T-1.1`
    writeFileSync(join(tree, ".env"), "theirs\n")
    repository.gitAt(tree, "add", "--force", ".env")
    repository.gitAt(tree, "rm", "--quiet", "b.txt")
    repository.gitAt(tree, "commit", "--quiet", "-m", "Add .env")
    repository.write(".env", "mine\n")
    const ignored = { ...plain, commit: refOf(repository, plain.branch) }
    await expect(land(repository, ignored, { check })).rejects.toMatchObject({
      code: "git_failed",
      message: expect.stringContaining(".env") as string,
    })
    expect(refOf(repository, "main")).toBe(before)
    expect(readFileSync(join(repository.root, ".env"), "utf8")).toBe("mine\n")
  })

  test("is being rebased", async () => {
    const repository = realRepository()
    const { git } = repository
    const landing = attempt(repository, {}, { "b.txt": "b\n" })
    git("checkout", "--quiet", "-b", "onto")
    repository.write("a.txt", "onto\n")
    repository.commit("Onto")
    git("checkout", "--quiet", "main")
    repository.write("a.txt", "main\n")
    const before = repository.commit("Main")
    expect(() => git("rebase", "onto")).toThrow()
    await expect(land(repository, landing)).rejects.toMatchObject({
      message: `main is being rebased in ${repository.root}, so it is not touched.`,
    })
    expect(refOf(repository, "main")).toBe(before)
  })
})

test("a conflict names the files, and a red check its reason; the base does not move", async () => {
  const repository = realRepository()
  const landing = attempt(repository, {}, { "a.txt": "theirs\n", "b.txt": "b\n" })
  const red = await land(repository, landing, { check: () => Promise.resolve({ reason: "red" }) })
  expect(red).toEqual({ how: "checks_failed", reason: "red" })
  repository.write("a.txt", "ours\n")
  const before = repository.commit("Meanwhile")
  expect(await land(repository, landing)).toEqual({ how: "conflict", files: ["a.txt"] })
  expect(refOf(repository, "main")).toBe(before)
  audit(repository)
})

test("the checks see the files of both, in a tree that is removed with what they left in it", async () => {
  const repository = realRepository()
  const landing = attempt(repository, {}, { "b.txt": "b\n" })
  repository.write("c.txt", "c\n")
  repository.commit("Meanwhile")
  let seen: string[] = []
  await land(repository, landing, {
    check: ({ path }) => {
      writeFileSync(join(path, "left"), "left")
      writeFileSync(join(path, "a.txt"), "changed")
      seen = readdirSync(path)
      return Promise.resolve(undefined)
    },
  })
  expect(seen.sort()).toEqual([".git", "a.txt", "b.txt", "c.txt", "left"])
  expect(repository.git("show", "main:a.txt")).toBe("a\n")
  audit(repository)
})

test("only the commit that was reported lands", async () => {
  const repository = realRepository()
  const landing = attempt(repository, {}, { "b.txt": "b\n" })
  const tree = `${repository.root}.trees/T-12.1`
  repository.gitAt(tree, "commit", "--quiet", "--allow-empty", "-m", "More")
  await expect(land(repository, landing)).rejects.toMatchObject({ code: "work_changed" })
  repository.gitAt(tree, "reset", "--quiet", "--hard", landing.commit)
  const moves = () => {
    repository.gitAt(tree, "commit", "--quiet", "--allow-empty", "-m", "While checked")
    return Promise.resolve(undefined)
  }
  await expect(land(repository, landing, { check: moves })).rejects.toMatchObject({ code: "work_changed" })
  repository.git("worktree", "remove", "--force", tree)
  repository.git("branch", "-D", landing.branch)
  expect(await land(repository, landing)).toMatchObject({ how: "landed" })
  audit(repository)
})

test("of a branch of another machine lands what was reported, as far as it was fetched", async () => {
  const repository = realRepository()
  const landing = attempt(repository, {}, { "b.txt": "b\n" }, { "b.txt": "c\n" })
  const { git, root } = repository
  const tracked = `refs/remotes/mill/${landing.branch}`
  git("remote", "add", "mill", "/nowhere")
  git("worktree", "remove", `${root}.trees/T-12.1`)
  git("branch", "-D", landing.branch)
  const further = git("commit-tree", `${landing.commit}^{tree}`, "-p", landing.commit, "-m", "More").trim()
  git("update-ref", tracked, further)
  await expect(land(repository, landing)).rejects.toMatchObject({
    code: "work_changed",
    message: expect.stringContaining(`mill/${landing.branch} has moved on`) as string,
  })
  git("update-ref", tracked, `${landing.commit}~1`)
  expect(await land(repository, landing)).toMatchObject({ how: "landed" })
  audit(repository)
})

test("what is refused at the last moment moves nothing", async () => {
  const repository = realRepository()
  const landing = attempt(repository, {}, { "b.txt": "b\n" })
  const before = refOf(repository, "main")
  const confirm = () => Promise.reject(new Error("reopened"))
  await expect(land(repository, landing, { confirm })).rejects.toThrow("reopened")
  expect(refOf(repository, "main")).toBe(before)
  audit(repository)
})

test.each(["main", "mine"])("whoever loses a race begins again, with %s checked out", async (checkedOut) => {
  const repository = realRepository()
  const [first, second] = [
    attempt(repository, { task: 1 }, { "b.txt": "b\n" }),
    attempt(repository, { task: 2 }, { "c.txt": "c\n" }),
  ]
  if (checkedOut === "mine") repository.git("checkout", "--quiet", "-b", "mine")
  const said: string[] = []
  const checked: string[][] = []
  const check: LandSteps["check"] = async ({ path }) => {
    checked.push(readdirSync(path).filter((name) => name !== ".git"))
    if (checked.length === 1) await land(repository, second)
    return undefined
  }
  expect(await land(repository, first, { check, say: (text) => said.push(text) })).toMatchObject({
    how: "landed",
  })
  expect(said).toEqual(["main has moved in the meantime; starting again."])
  expect(checked).toEqual([
    ["a.txt", "b.txt"],
    ["a.txt", "b.txt", "c.txt"],
  ])
  expect(repository.git("log", "--format=%s", "main").trim().split("\n")).toEqual([
    "Fix the login (T-1)",
    "Fix the login (T-2)",
    "Begin",
  ])
  audit(repository)
})

test("the same work, landed by two at once, is there once", async () => {
  const repository = realRepository()
  const landing = attempt(repository, {}, { "b.txt": "b\n" })
  const other = { ...landing, trees: `${repository.root}.others` }
  const both = await Promise.all([land(repository, landing), land(repository, other)])
  expect(new Set(both.map(({ how }) => how))).toEqual(new Set(["landed"]))
  expect(repository.git("log", "--format=%s", "main").trim().split("\n")).toEqual([
    "Fix the login (T-12)",
    "Begin",
  ])
})

test("work that has landed is recognised, whatever came on top of it", async () => {
  const repository = realRepository()
  const landing = attempt(repository, {}, { "b.txt": "b\n" })
  await land(repository, landing)
  const commit = refOf(repository, "main")
  repository.write("b.txt", "other\n")
  repository.commit("On top")
  const before = refOf(repository, "main")
  expect(await land(repository, landing)).toEqual({ how: "landed", commit })
  await forgetAttempts(gitIn(repository.root), landing)
  expect(repository.git("for-each-ref", "--format=%(refname)", "refs/upnext").trim()).toBe(
    "refs/upnext/T-12.1",
  )
  expect(refOf(repository, "main")).toBe(before)
})

test("work that another machine has landed is recognised in the base that was pulled", async () => {
  const repository = realRepository()
  const landing = attempt(repository, {}, { "b.txt": "b\n" }, { "b.txt": "c\n" })
  repository.write("a.txt", "meanwhile\n")
  repository.commit("Meanwhile")
  await land(repository, landing)
  const commit = refOf(repository, "main")
  // What the other one has noted is not pulled.
  for (const ref of repository.git("for-each-ref", "--format=%(refname)", "refs/upnext").trim().split("\n"))
    repository.git("update-ref", "-d", ref)
  expect(await land(repository, landing)).toEqual({ how: "landed", commit })
  repository.write("b.txt", "other\n")
  const before = repository.commit("On top")
  expect(await land(repository, landing)).toEqual({ how: "landed", commit })
  expect([refOf(repository, "main"), refOf(repository, "refs/upnext/T-12.1")]).toEqual([
    before,
    landing.commit,
  ])
  // The same words by somebody else are not the same work.
  const other = attempt(repository, { task: 13 }, { "d.txt": "d\n" })
  repository.git("commit", "--quiet", "--allow-empty", "-m", "Fix the login (T-13)\n\n- Step 1")
  const landed = await land(repository, other)
  expect(landed).toEqual({ how: "landed", commit: refOf(repository, "main") })
  expect(repository.git("show", "main:d.txt")).toBe("d\n")
})

test("work that the base has already needs no commit", async () => {
  const repository = realRepository()
  const landing = attempt(repository, {}, { "b.txt": "b\n" })
  repository.write("b.txt", "b\n")
  const before = repository.commit("The same")
  expect(await land(repository, landing)).toEqual({ how: "landed", commit: null })
  expect(refOf(repository, "main")).toBe(before)
  audit(repository)
})

test("a title is one line, whatever is in it", async () => {
  const repository = realRepository()
  const title = "--amend\n\n$(touch pwned)\u202e; `x`\n\nCo-authored-by: Eve <eve@example.com>"
  const landing = attempt(repository, { title }, { "-f.txt": "b\n", "$(x);\n.txt": "c\n" })
  const tree = `${repository.root}.trees/T-12.1`
  repository.gitAt(tree, "commit", "--quiet", "--allow-empty", "-m", "Turn \u202e\u001b[31mit")
  await land(repository, { ...landing, commit: refOf(repository, landing.branch) })
  expect(repository.git("log", "-1", "--format=%b", "main").trim()).toBe("- Step 1\n- Turn [31mit")
  const message = repository.git("log", "-1", "--format=%B", "main").trim()
  expect(message.split("\n")[0]).toBe(
    "--amend $(touch pwned) ; `x` Co-authored-by: Eve <eve@example.com> (T-12)",
  )
  expect(repository.git("log", "-1", "--format=%(trailers)", "main").trim()).toBe("")
  audit(repository)
})

/** Where the base no longer has a commit that the attempt began at. */
test.each(["reset", "amend"])("what was removed from the base by %s stays removed", async (how) => {
  const repository = realRepository()
  const { git } = repository
  repository.write("secret", "s\n")
  const began = repository.commit("Secret")
  const landing = attempt(repository, {}, { "b.txt": "b\n" })
  if (how === "reset") git("reset", "--quiet", "--hard", "HEAD~1")
  else {
    git("rm", "--quiet", "secret")
    repository.write("c.txt", "c\n")
    git("add", "--all")
    git("commit", "--quiet", "--amend", "-m", "Instead")
  }
  const shown = { ...landing, began: [began], shownFrom: began }
  expect(await land(repository, shown)).toMatchObject({ how: "landed" })
  expect(git("ls-tree", "--name-only", "main").trim()).toBe(
    how === "reset" ? "a.txt\nb.txt" : "a.txt\nb.txt\nc.txt",
  )
  expect(git("log", "-1", "--format=%b", "main").trim()).toBe("- Step 1")
  audit(repository)
})

test("what changes in a file that the base renamed lands there, and nothing that the base has taken out", async () => {
  const repository = realRepository({ "a.txt": "1\n2\n3\n4\n5\n6\n7\n8\n" })
  const { git } = repository
  const began = refOf(repository, "main")
  const renamed = attempt(repository, { task: 1 }, { "a.txt": "1\n2\n3\n4\n5\n6\n7\neight\n" })
  git("mv", "a.txt", "z.txt")
  repository.write("secret", "s\n")
  repository.commit("Secret and rename")
  expect(await land(repository, { ...renamed, shownFrom: began })).toMatchObject({ how: "landed" })
  const later = refOf(repository, "main")
  const stolen = attempt(repository, { task: 2 }, { "b.txt": "b\n" })
  git("reset", "--quiet", "--hard", began)
  expect(await land(repository, { ...stolen, shownFrom: later })).toMatchObject({ how: "landed" })
  expect(git("ls-tree", "--name-only", "main")).toBe("a.txt\nb.txt\n")
  expect(git("show", "main:a.txt")).toContain("\n8\n")
})

test("bodies and trailers are kept, the author is somebody, and what git would sign is signed", async () => {
  const repository = realRepository()
  const { git, gitAt, root } = repository
  const landing = attempt(repository, {}, { "b.txt": "b\n" })
  const tree = `${root}.trees/T-12.1`
  const trailer = "Signed-off-by: Bob <bob@example.com>"
  gitAt(tree, "commit", "--quiet", "--allow-empty", "-m", `Say why\n\nSince it was.\n\nMore.\n\n${trailer}`)
  const nobody = "upnext <upnext@localhost>"
  gitAt(tree, "commit", "--quiet", "--allow-empty", "--author", nobody, "-m", `T-12: left uncommitted`)
  gitAt(tree, "commit", "--quiet", "--allow-empty", "--author", nobody, "-m", `Again\n\n${trailer}`)
  const work = { ...landing, commit: refOf(repository, landing.branch) }
  git("config", "commit.gpgSign", "true")
  git("config", "gpg.program", "false")
  await expect(land(repository, work)).rejects.toMatchObject({
    message: expect.stringContaining("this commit could not be signed") as string,
  })
  const program = join(`${root}.trees`, "gpg")
  writeFileSync(program, "#!/bin/sh\ncat > /dev/null; echo '[GNUPG:] SIG_CREATED ' >&2; echo signature\n", {
    mode: 0o755,
  })
  git("config", "gpg.program", program)
  await land(repository, work)
  expect(git("cat-file", "commit", "main")).toContain("gpgsig signature")
  expect(git("log", "-1", "--format=%an|%b", "main").trim()).toBe(
    `Ada|- Step 1\n- Say why\n\n  Since it was.\n\n  More.\n\n- Again\n\n${trailer}`,
  )
  expect(git("log", "-1", "--format=%(trailers)", "main").trim()).toBe(trailer)
})

test("a checkout that was left half moved is brought to the end, but not where somebody changed a file", async () => {
  const repository = realRepository({ "a.txt": "a\n", "gone.txt": "g\n", "d.txt": "d\n" })
  const { git, write, root } = repository
  const before = refOf(repository, "main")
  const landing = attempt(repository, {}, { "a.txt": "b\n", "b.txt": "b\n", "d.txt": "e\n" })
  const tree = `${root}.trees/T-12.1`
  repository.gitAt(tree, "rm", "--quiet", "gone.txt")
  repository.gitAt(tree, "commit", "--quiet", "-m", "Remove")
  const work = { ...landing, commit: refOf(repository, landing.branch) }
  // The group of processes that git writes the files in: Ctrl-C reaches only ours.
  git("config", "filter.slow.smudge", `ps -o pgid= -p $$ > ${root}.trees/group; cat`)
  writeFileSync(join(root, ".git/info/attributes"), "b.txt filter=slow\n")
  await land(repository, work)
  const group = readFileSync(`${root}.trees/group`, "utf8").trim()
  expect(group).not.toBe(
    execFileSync("ps", ["-o", "pgid=", "-p", `${process.pid}`], { encoding: "utf8" }).trim(),
  )
  const after = refOf(repository, "main")
  const halve = () => {
    git("update-ref", "refs/heads/main", before)
    git("read-tree", before)
    write("d.txt", "d\n")
  }
  halve()
  write("a.txt", "mine\n")
  await expect(land(repository, work)).rejects.toMatchObject({
    message: expect.stringContaining("with changes, so it is not touched") as string,
  })
  expect(readFileSync(join(root, "a.txt"), "utf8")).toBe("mine\n")
  write("a.txt", "b\n")
  expect(await land(repository, work)).toEqual({ how: "landed", commit: after })
  audit(repository)
})

test("files with conflict markers, and repositories that cannot be checked out, do not land", async () => {
  const repository = realRepository()
  const { git, gitAt, root } = repository
  const marks = "<<<<<<< HEAD\nours\n=======\ntheirs\n>>>>>>> main\n"
  const marked = attempt(repository, { task: 1 }, { "a.txt": marks, "b.txt": "Heading\n=======\n" })
  expect(await land(repository, marked)).toEqual({
    how: "checks_failed",
    reason: "There are conflict markers in `a.txt`.",
  })
  expect(await tryLanding(gitIn(root), marked)).toMatchObject({ how: "checks_failed" })
  const linked = attempt(repository, { task: 2 })
  const tree = `${root}.trees/T-2.1`
  const commit = refOf(repository, "main")
  gitAt(tree, "update-index", "--add", "--cacheinfo", `160000,${commit},sub`)
  gitAt(tree, "commit", "--quiet", "-m", "Link")
  const reason = async () => {
    const became = await land(repository, { ...linked, commit: refOf(repository, linked.branch) })
    return became.how === "checks_failed" ? became.reason : became.how
  }
  expect(await reason()).toContain("that .gitmodules does not list")
  writeFileSync(join(tree, ".gitmodules"), '[submodule "sub"]\n\tpath = sub\n\turl = ../sub\n')
  gitAt(tree, "add", ".gitmodules")
  gitAt(tree, "commit", "--quiet", "-m", "Name")
  git("clone", "--quiet", root, join(root, "sub"))
  gitAt(join(root, "sub"), "remote", "remove", "origin")
  expect(await reason()).toContain("was not pushed from the submodule")
  expect(refOf(repository, "main")).toBe(commit)
})

test("a commit lands as it is in every clone, not as a replacement here would show it", async () => {
  const repository = realRepository({ "a.txt": "a\n" })
  const { git, root } = repository
  const landing = attempt(repository, {}, { "b.txt": "evil\n" })
  repository.write("harmless", "harmless\n")
  const fair = git("hash-object", "-w", "harmless").trim()
  execFileSync("rm", [`${root}/harmless`])
  git("replace", git("rev-parse", `${landing.commit}:b.txt`).trim(), fair)
  let seen = ""
  const check: LandSteps["check"] = ({ path }) => {
    seen = readFileSync(join(path, "b.txt"), "utf8")
    return Promise.resolve(undefined)
  }
  await land(repository, landing, { check })
  expect(seen).toBe("evil\n")
})

test("where part of the change came into the base in another way, what would land has not been shown", async () => {
  const repository = realRepository({ "a.txt": "1\n2\n3\n4\n5\n6\n7\n8\n9\n" })
  const { git } = repository
  const shownFrom = refOf(repository, "main")
  const landing = attempt(
    repository,
    {},
    { "a.txt": "one\n2\n3\n4\n5\n6\n7\n8\n9\n" },
    { "a.txt": "one\n2\n3\n4\n5\n6\n7\n8\nnine\n" },
  )
  git("merge", "--quiet", "--ff-only", `${landing.commit}~`)
  git("revert", "--no-edit", "HEAD")
  const before = refOf(repository, "main")
  const refused = land(repository, { ...landing, shownFrom })
  await expect(refused).rejects.toMatchObject({ code: "work_changed" })
  expect(refOf(repository, "main")).toBe(before)
})
