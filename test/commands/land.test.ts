import { spawn } from "node:child_process"
import { existsSync, readdirSync, readFileSync } from "node:fs"
import { dirname, join, resolve } from "node:path"
import { describe, expect, test } from "vitest"
import { pathWithGit } from "../repository/real-git.ts"
import { call, serverForFile } from "../support/server.ts"
import { landing } from "./landing.ts"
import { upnext } from "./upnext.ts"

const server = serverForFile()

test("all that is done lands in the order in which it was finished, and the board knows it", async () => {
  const { run, work, addTask, finish, log, read, git, audit } = await landing(
    server.url,
    { test: "test -f c.txt" },
    { setup: "echo ready" },
  )
  const late = await addTask()
  const { id } = await work({ "c.txt": "c\n" }, "--check", "test")
  await finish(late, { "b.txt": "b\n" })
  const landed = await run("land")
  expect(landed.status, landed.stderr).toBe(0)
  expect(landed.stdout).toMatch(new RegExp(`✓ ${id} landed in main as [0-9a-f]{7}\n✓ ${late} landed in main`))
  expect(log()).toEqual([`one (${late})`, `one (${id})`, "Begin"])
  const { task } = await read(late)
  expect(task.work.landed).toMatchObject({ base: "main", commit: git("rev-parse", "main").trim() })
  expect((await run("land")).stderr).toContain("Nothing to land.")
  const again = await run("land", id, "--json")
  expect(again.json()).toMatchObject({ results: [{ task: id, result: "landed", wasThere: true }] })
  audit()
})

test("a red check and a conflict send the task back with what the next attempt needs", async () => {
  const { run, work, write, commit, read, git, audit } = await landing(server.url, {
    test: "echo broken; test ! -f meanwhile",
  })
  const red = await work({ "b.txt": "b\n" }, "--check", "test")
  const clash = await work({ "a.txt": "theirs\n" })
  write("meanwhile", "")
  write("a.txt", "ours\n")
  const before = commit("Meanwhile")
  const landed = await run("land", "--json")
  expect(landed.status).toBe(1)
  expect(landed.json()).toMatchObject({
    results: [
      { task: red.id, result: "checks_failed" },
      { task: clash.id, result: "conflict", files: ["a.txt"] },
    ],
  })
  const { task, handoff } = await read(red.id)
  expect([task.status, task.assignee, task.attempts]).toEqual(["todo", "ann", 1])
  expect(JSON.stringify(handoff)).toContain(
    "`test` failed (exit 1), on top of `main`, which was left unchanged.",
  )
  expect(JSON.stringify(handoff)).toContain("broken")
  expect(JSON.stringify((await read(clash.id)).handoff)).toContain("- `a.txt`")
  expect(git("rev-parse", "main").trim()).toBe(before)
  audit()
})

describe("nothing lands", () => {
  test("that is not done, has no work, has moved on, or is on a branch that is not of its task", async () => {
    const { run, root, env, work, addTask, finish, gitAt, log, audit, read } = await landing(server.url)
    const open = await addTask()
    expect((await run("land", open)).stderr).toContain("No attempt")
    const reviewed = await addTask("--reviewer", "pat")
    await finish(reviewed, { "r.txt": "" })
    expect(await run("land", reviewed)).toMatchObject({
      status: 1,
      stderr: expect.stringContaining("is in review; only finished work lands") as string,
    })
    const moved = await work({ "b.txt": "b\n" })
    gitAt(moved.path, "commit", "--quiet", "--allow-empty", "-m", "More")
    const refused = await run("land", moved.id)
    expect([refused.status, refused.stderr]).toEqual([1, expect.stringContaining("has moved on since")])
    const foreign = await addTask()
    await run("claim", foreign)
    const { work: of } = (await read(moved.id)).task
    const { repository, tree, commit, files, additions, deletions } = of
    const branch = "--upload-pack=touch pwned"
    const reported = await call(server.url, "POST", `/tasks/${foreign}/work`, {
      ...{ repository, tree, commit, files, additions, deletions, branch, base: "main" },
      ...{ agent: "ann", session: env.UPNEXT_SESSION },
    })
    expect(reported.status, JSON.stringify(reported.body)).toBe(200)
    expect((await run("done", foreign, "--no-lesson", "x")).status).toBe(0)
    const strange = await run("land", foreign)
    expect([strange.status, strange.stderr]).toEqual([
      1,
      expect.stringContaining(`The branch of ${foreign} is called "--upload-pack=touch pwned".`),
    ])
    expect(existsSync(join(root, "pwned"))).toBe(false)
    expect(log()).toEqual(["Begin"])
    audit()
  })

  test("with an old git, outside of a repository, or in a base that is changed", async () => {
    const { run, env, work, root, write, log } = await landing(server.url)
    const { id } = await work({ "b.txt": "b\n" })
    const PATH = pathWithGit(
      'case "$*" in *" version") echo git version 2.30.2; exit;; esac; exec "$real" "$@"',
    )
    const old = await upnext(["land", id], { ...env, PATH }, "", root)
    expect(old).toMatchObject({
      status: 1,
      stderr: expect.stringContaining("Landing requires git 2.38 or later; this is 2.30.2.") as string,
    })
    expect((await upnext(["land", id], env, "", env.XDG_CONFIG_HOME)).stderr).toContain(
      "not in a git repository",
    )
    write("a.txt", "mine\n")
    const dirty = await run("land", id)
    expect([dirty.status, dirty.stderr]).toEqual([
      1,
      expect.stringContaining("main is checked out in") as string,
    ])
    expect(readFileSync(join(root, "a.txt"), "utf8")).toBe("mine\n")
    expect(log()).toEqual(["Begin"])
  })
})

test("a land that is killed goes on where it was, whenever that is", async () => {
  const { run, env, root, work, log, statusOf, git, audit } = await landing(server.url, {
    slow: 'echo "$$" > "$UPNEXT_TEST_PID"; exec sleep 60',
  })
  const { id } = await work({ "b.txt": "b\n" })
  const slow = await work({ "c.txt": "c\n" }, "--check", "slow")
  const pid = join(env.XDG_CONFIG_HOME, "pid")
  const child = spawn(process.execPath, [resolve("dist/cli.cjs"), "land", slow.id], {
    cwd: root,
    env: { PATH: process.env["PATH"], ...env, UPNEXT_TEST_PID: pid },
    stdio: "ignore",
  })
  await expect.poll(() => existsSync(pid), { timeout: 60_000 }).toBe(true)
  child.kill("SIGKILL")
  await new Promise((ended) => child.once("close", ended))
  expect([log(), await statusOf(slow.id)]).toEqual([["Begin"], "done"])
  expect(readdirSync(`${root}.trees`).some((name) => name.startsWith("land-"))).toBe(true)
  expect((await run("land", id)).status).toBe(0)
  audit()
  expect(git("worktree", "list")).not.toContain("land-")
})

test("work of another machine lands once it was fetched, as the hint says; what was not pushed does not", async () => {
  const { run, root, gitAt, git, env, work, read } = await landing(server.url)
  const place = dirname(root)
  gitAt(place, "clone", "--quiet", "--bare", root, "origin.git")
  git("remote", "add", "origin", join(place, "origin.git"))
  gitAt(place, "clone", "--quiet", "--branch", "main", "origin.git", "mill")
  const mill = join(place, "mill")
  const atMill = (...args: string[]) => upnext(args, env, "", mill)
  const { id } = await work({ "b.txt": "b\n" })
  const { branch, host } = (await read(id)).task.work as { branch: string; host: string }
  const all = await atMill("land")
  const hint = `If the work was pushed, \`git fetch origin ${branch}\` fetches it; otherwise land it on ${host}.`
  expect(all.stderr).toContain(`is not in this repository. ${hint}`)
  const named = await atMill("land", id)
  expect([named.status, named.stderr]).toEqual([1, expect.stringContaining(`hint  ${hint}`)])
  expect(() => gitAt(mill, "fetch", "--quiet", "origin", branch)).toThrow(/couldn't find remote ref/)
  git("push", "--quiet", "origin", branch)
  gitAt(mill, "fetch", "--quiet", "origin", branch)
  expect((await atMill("land")).stdout).toContain(`${id} landed in main`)
  expect(gitAt(mill, "show", "main:b.txt")).toBe("b\n")
  expect(gitAt(mill, "rev-parse", `refs/upnext/${id}.1`)).toBe(git("rev-parse", branch))
  expect(git("log", "--format=%s", "main").trim(), "nothing is pushed").toBe("Begin")
  expect((await run("land", id)).stdout).toContain(`${id} has already landed in main`)
})

test("a worker lands what it has done; what could not land it takes up again", async () => {
  const { run, root, addTask, log, git, statusOf, audit } = await landing(server.url)
  const id = await addTask("--tag", "to-land")
  const script = `if test -e ../again; then echo theirs > a.txt; else
    touch ../again; echo theirs > a.txt; cd ${JSON.stringify(root)}; echo ours > a.txt; git commit --quiet -am Meanwhile; fi`
  const refused = await run("work", "--land", "--", "true")
  expect([refused.status, refused.stderr]).toEqual([2, expect.stringContaining("--land needs --worktree.")])
  const flags = [
    ...["work", "--worktree", "--land", "--json", "--once", "--tag", "to-land"],
    ...["--", "sh", "-c", script],
  ]
  const worked = await run(...flags)
  expect(worked.json()).toMatchObject({ task: id, outcome: "done", landed: false })
  expect([worked.status, worked.stderr]).toEqual([1, expect.stringContaining(`${id} done, not landed`)])
  expect((await run("task", "retry", id)).status).toBe(0)
  const again = await run(...flags)
  expect(again.json()).toMatchObject({ task: id, outcome: "done", landed: true })
  expect(worked.stderr).toContain(`${id} conflicts with main in a.txt; it counts as a failed attempt`)
  expect(log()).toEqual([`one (${id})`, "Meanwhile", "Begin"])
  expect(git("show", "main:a.txt")).toBe("theirs\n")
  expect(await statusOf(id)).toBe("done")
  audit()
})

test("`done --pr` keeps the pull request with the work; where there is no tree nothing is finished", async () => {
  const { run, runAt, addTask, read, statusOf } = await landing(server.url)
  const url = "https://github.com/owner/shop/pull/7"
  const id = await addTask()
  const tree = (await run("claim", id, "--worktree", "--yes", "--format", "path")).stdout.trim()
  const done = await runAt(tree, "done", id, "--pr", url, "--lesson", "x")
  expect(done.status, done.stderr).toBe(0)
  expect((await read(id)).task.work).toMatchObject({ url, landed: null })
  expect((await run("show", id)).stdout).toMatch(
    /^ {2}work .*, not landed, pull request open https:\/\/github\.com\/owner\/shop\/pull\/7$/m,
  )
  const other = await addTask()
  await run("claim", other)
  const refused = await run("done", other, "--pr", url, "--lesson", "x")
  expect([refused.status, refused.stderr]).toEqual([2, expect.stringContaining("--pr needs a worktree")])
  expect(await statusOf(other)).toBe("doing")
})
