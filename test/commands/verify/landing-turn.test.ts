import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { expect, test } from "vitest"
import { call, serverForFile } from "../../support/server.ts"
import { repositoryWith } from "./repository.ts"

const server = serverForFile()
const cli = `node ${process.cwd()}/dist/cli.cjs`

let projects = 0

async function begin(check: (root: string) => string) {
  const repository = await repositoryWith(server.url, {})
  const { root, git } = repository
  git("config", "user.name", "ann")
  git("config", "user.email", "ann@example.org")
  writeFileSync(join(root, ".upnext.json"), JSON.stringify({ checks: { t: check(root) } }))
  git("commit", "-qam", "checks")
  await repository.allow()
  const project = ["--project", `p${(projects += 1)}`]
  const add = () => repository.addTask("--check", "t", ...project)
  const work = async (script: string, ...flags: string[]) =>
    (await repository.runWorker(script, "--land", ...project, ...flags)).said
  const ran = () => readFileSync(`${root}.ran`, "utf8").trim().split("\n").length
  return { ...repository, add, work, ran }
}

const counted = (root: string) => `echo x >> ${root}.ran; sleep 0.2`

test("six jobs land one after the other, and no check runs on a commit that another landing makes void", async () => {
  const { add, work, ran, git, root } = await begin(counted)
  await Promise.all(Array.from({ length: 6 }, add))
  const said = await work('echo x > "$UPNEXT_TASK_ID.txt"', "--jobs", "6", "--idle-exit", "1s")
  expect(git("log", "--format=%s", "main").trim().split("\n"), said).toHaveLength(8)
  expect(ran(), said).toBeLessThanOrEqual(12)
  expect(said).not.toContain("begins again")
  rmSync(`${root}.ran`)
})

test("a check that has passed on exactly the files that land does not run again, unless --fresh is given", async () => {
  const { add, work, ran, run, root, read } = await begin(counted)
  const first = await add()
  expect(await work('echo x > "$UPNEXT_TASK_ID.txt"', "--once")).toContain(
    "t passed on these very files before.",
  )
  expect([ran(), (await read(first)).task.work.landed]).toEqual([
    1,
    expect.objectContaining({ base: "main" }),
  ])
  const second = await add()
  const tree = (await run("claim", second, "--worktree", "--format", "path")).stdout.trim()
  writeFileSync(join(tree, "b.txt"), "b\n")
  await run("done", second, "--verify", "--lesson", "x")
  expect((await run("land", second, "--fresh")).stdout).toContain("landed in main")
  expect(ran()).toBe(3)
  rmSync(`${root}.ran`)
})

test("where the last result on these files is another one, it runs again", async () => {
  const { run, add, ran, root, read } = await begin(counted)
  const id = await add()
  const tree = (await run("claim", id, "--worktree", "--format", "path")).stdout.trim()
  writeFileSync(join(tree, "b.txt"), "b\n")
  await run("verify", id)
  const { checks, task } = await read(id)
  const by = { agent: "ann", session: task.lease.session as string }
  const { tree: files, commit } = checks[0] as { tree: string; commit: string }
  const red = { check: "t", status: "failed", exitCode: 1, durationMs: 1, output: "", tree: files, commit }
  expect((await call(server.url, "POST", `/tasks/${id}/checks`, { ...red, ...by })).status).toBe(201)
  await run("done", id, "--lesson", "x")
  const before = ran()
  expect((await run("land", id)).stdout).toContain("landed in main")
  expect(ran()).toBe(before + 1)
  rmSync(`${root}.ran`)
})

test("a result that was reported, and did not come from a run here, does not count at a landing", async () => {
  const { run, add, git, read } = await begin(() => "! grep -q BROKEN a.txt")
  const id = await add()
  const tree = (await run("claim", id, "--worktree", "--format", "path")).stdout.trim()
  writeFileSync(join(tree, "a.txt"), "BROKEN\n")
  git("-C", tree, "commit", "-qam", "broken")
  const [files, commit] = git("-C", tree, "rev-parse", "HEAD^{tree}", "HEAD").trim().split("\n")
  const by = { agent: "ann", session: (await read(id)).task.lease.session as string }
  const said = { check: "t", status: "passed", exitCode: 0, durationMs: 1, output: "", tree: files, commit }
  expect((await call(server.url, "POST", `/tasks/${id}/checks`, { ...said, ...by })).status).toBe(201)
  await run("done", id, "--lesson", "x")
  const landed = await run("land", id)
  expect([landed.status, landed.stdout]).toEqual([1, expect.stringContaining("`t` failed (exit 1)")])
  expect(git("show", "main:a.txt")).not.toContain("BROKEN")
})

test.each([
  ["a file that git ignores", "echo x > made.ignored", "test -f made.ignored"],
  ["a mode that git does not look at", "git config core.fileMode false; chmod +x a.txt", "test -x a.txt"],
  ["a repository inside", "git init -q sub; git -C sub commit -q --allow-empty -m x", "test -d sub"],
])("a check that passed by %s runs again at the landing, and fails there", async (_what, act, check) => {
  const { add, work, git, read } = await begin(() => check)
  const id = await add()
  const said = await work(`echo '*.ignored' > .gitignore; ${act}; echo x > b.txt`, "--once")
  expect(said).not.toContain("passed on these very files before")
  expect((await read(id)).task, said).toMatchObject({ status: "todo", attempts: 1, work: { landed: null } })
  expect(git("ls-tree", "--name-only", "main")).not.toContain("b.txt")
})

test("what a check runs is what the base names now, whatever that was when the attempt began", async () => {
  const { run, add, ran, git, root } = await begin(counted)
  const id = await add()
  const tree = (await run("claim", id, "--worktree", "--format", "path")).stdout.trim()
  writeFileSync(join(tree, "b.txt"), "b\n")
  writeFileSync(join(root, ".upnext.json"), JSON.stringify({ checks: { t: `${counted(root)}; true` } }))
  git("commit", "-qam", "other check")
  await run("verify", "--yes")
  git("-C", tree, "merge", "-q", "--no-edit", "main")
  await run("done", id, "--verify", "--lesson", "x")
  const landed = await run("land", id)
  expect(landed.stdout, landed.stderr).toContain("landed in main")
  expect(ran(), "by verify and done").toBe(2)
  rmSync(`${root}.ran`)
})

test.each([
  ["says so when it lands", []],
  ["and that was approved, lands only where it is named", ["--reviewer", "mira"]],
])("work whose change was never shown %s", async (_what, flags) => {
  const { run, addTask, git, read } = await begin(() => "true")
  const id = await addTask("--check", "t", ...flags)
  const there = (await run("claim", id, "--worktree", "--format", "path")).stdout.trim()
  writeFileSync(join(there, "b.txt"), "b\n")
  git("-C", there, "add", "--all")
  git("-C", there, "commit", "-qm", "b")
  const branch = git("-C", there, "branch", "--show-current").trim()
  const [tree, commit] = git("-C", there, "rev-parse", "HEAD^{tree}", "HEAD").trim().split("\n")
  const by = { agent: "ann", session: (await read(id)).task.lease.session as string }
  const work = {
    repository: "repo",
    branch,
    base: "main",
    tree,
    commit,
    files: 1,
    additions: 1,
    deletions: 0,
  }
  expect((await call(server.url, "POST", `/tasks/${id}/work`, { ...by, ...work })).status).toBe(200)
  const ended = { ...by, reflection: "x" }
  expect((await call(server.url, "POST", `/tasks/${id}/complete`, ended)).status).toBe(200)
  if (flags.length > 0) {
    const decision = { decision: "approve" }
    await call(server.url, "POST", `/tasks/${id}/review`, decision, { "upnext-actor": "mira" })
    const refused = await run("land", id)
    expect([refused.status, refused.stderr]).toEqual([1, expect.stringContaining("the approver has not")])
  }
  const landed = await run("land", id, ...(flags.length > 0 ? ["--take", commit ?? ""] : []))
  expect(landed.stderr).toContain(`${id}: no patch is attached, so nobody has seen its change on the board.`)
  expect(landed.stdout).toContain("landed in main")
})

test("a check that lands is refused instead of waiting for itself", async () => {
  const { run, add } = await begin(() => `${cli} land`)
  const [first, second] = [await add(), await add()]
  for (const id of [first, second]) {
    const tree = (await run("claim", id, "--worktree", "--format", "path")).stdout.trim()
    writeFileSync(join(tree, `${id}.txt`), "b\n")
    await run("done", id, "--lesson", "x")
  }
  const landed = await run("land", first)
  expect([landed.status, landed.stderr]).toEqual([
    1,
    expect.stringContaining("A landing in main started this command"),
  ])
})

test("what could not land is tried again when the next task is finished", async () => {
  const { add, work, git, root } = await begin(() => "true")
  await add()
  writeFileSync(join(root, "a.txt"), "being edited\n")
  expect(await work('echo x > "$UPNEXT_TASK_ID.txt"', "--once")).toContain("did not land")
  await add()
  await add()
  const script = `echo x > "$UPNEXT_TASK_ID.txt"; test -e ../first && git -C ${root} checkout -q a.txt; touch ../first`
  await work(script, "--idle-exit", "1s")
  expect(git("log", "--format=%s", "main").trim().split("\n")).toHaveLength(4)
})

test("hooks that do not run on what lands are said, once", async () => {
  const { run, add, root, git } = await begin(() => "true")
  for (const id of [await add(), await add()]) {
    const tree = (await run("claim", id, "--worktree", "--format", "path")).stdout.trim()
    writeFileSync(join(tree, `${id}.txt`), "b\n")
    await run("done", id, "--verify", "--lesson", "x")
  }
  const hooks = join(root, "..", "hooks")
  mkdirSync(hooks)
  for (const [name, mode] of [
    ["pre-commit", 0o755],
    ["commit-msg", 0o755],
    ["prepare-commit-msg", 0o644],
  ] as const)
    writeFileSync(join(hooks, name), "#!/bin/sh\nexit 1\n", { mode })
  git("config", "core.hooksPath", hooks)
  const landed = await run("land")
  expect(landed.status, landed.stderr).toBe(0)
  const said = "Landing does not run git's hooks: pre-commit, commit-msg. --hooks runs them."
  expect(landed.stderr.split(said)).toHaveLength(2)
})

test("with --hooks git's own hooks look at what lands, after its checks, and may refuse it", async () => {
  const { run, add, root, git, read } = await begin((at) => `echo check >> ${at}.ran`)
  const hooks = join(root, "..", "hooks")
  mkdirSync(hooks)
  const hook = (name: string, script: string) =>
    writeFileSync(join(hooks, name), `#!/bin/sh\n${script}\n`, { mode: 0o755 })
  git("config", "core.hooksPath", hooks)
  const finished = async () => {
    const id = await add()
    const tree = (await run("claim", id, "--worktree", "--format", "path")).stdout.trim()
    writeFileSync(join(tree, `${id}.txt`), "b\n")
    await run("done", id, "--verify", "--lesson", "x")
    return id
  }
  hook("pre-commit", `git diff --cached --name-only >> ${root}.ran`)
  hook("commit-msg", 'echo "Reviewed-by: the hook" >> "$1"')
  const good = await finished()
  const landed = await run("land", good, "--hooks")
  expect(landed.status, landed.stderr).toBe(0)
  expect(landed.stderr).not.toContain("does not run git's hooks")
  expect(readFileSync(`${root}.ran`, "utf8")).toBe(`check\ncheck\n${good}.txt\n`)
  expect(git("log", "-1", "--format=%an: %B", "main").trim()).toBe(
    `ann: one (${good})\nReviewed-by: the hook`,
  )

  hook("pre-commit", "echo no tabs, please; exit 1")
  const bad = await finished()
  const before = git("rev-parse", "main")
  const refused = await run("land", bad, "--hooks")
  expect([refused.status, refused.stderr]).toEqual([1, expect.stringContaining("no tabs, please")])
  const { task, handoff } = await read(bad)
  expect([task.status, task.attempts, JSON.stringify(handoff)]).toEqual([
    ...["todo", 1],
    expect.stringContaining("no tabs, please"),
  ])

  hook("pre-commit", 'echo more >> "$(git diff --cached --name-only)"; git add --all')
  const changing = await finished()
  expect((await run("land", changing, "--hooks")).stdout).toContain("Git's hooks changed the files")
  expect(git("rev-parse", "main")).toBe(before)
})
