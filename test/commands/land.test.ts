import { spawn } from "node:child_process"
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs"
import { join, resolve } from "node:path"
import { describe, expect, test } from "vitest"
import { serverForFile } from "../support/server.ts"
import { repositoryWith } from "./verify/repository.ts"
import { upnext } from "./upnext.ts"

const server = serverForFile()

/** A repository whose work ann does in trees, and lands. */
async function landing(checks: object = {}, more: object = {}) {
  const repository = await repositoryWith(server.url, checks, more)
  const { env, root, gitAt, git, read, addTask } = repository
  const identity = ["AUTHOR", "COMMITTER"].flatMap((who) => [
    [`GIT_${who}_NAME`, "Ann"],
    [`GIT_${who}_EMAIL`, "ann@example.com"],
  ])
  const all = { ...env, ...(Object.fromEntries(identity) as Record<string, string>) }
  const run = (...args: string[]) => upnext(args, all, "", root)
  const runAt = (cwd: string, ...args: string[]) => upnext(args, all, "", cwd)
  const statusOf = async (id: string) => (await read(id)).task.status as string
  /** Finished work that writes these files. */
  const finish = async (id: string, files: Readonly<Record<string, string>>) => {
    const claimed = await run("claim", id, "--worktree", "--yes", "--format", "path")
    const path = claimed.stdout.trim()
    for (const [name, text] of Object.entries(files)) writeFileSync(join(path, name), text)
    gitAt(path, "add", "--all")
    gitAt(path, "commit", "--quiet", "-m", `Write for ${id}`)
    const done = await runAt(path, "done", id, "--no-reflection", "a test")
    expect(done.status, done.stderr).toBe(0)
    return path
  }
  const work = async (files: Readonly<Record<string, string>>, ...flags: string[]) => {
    const id = await addTask(...flags)
    return { id, path: await finish(id, files) }
  }
  const log = () => git("log", "--format=%s", "main").trim().split("\n")
  const audit = () => {
    git("fsck", "--strict", "--no-dangling")
    expect(git("log", "--merges", "--format=%H", "main")).toBe("")
    expect(readdirSync(`${root}.trees`).filter((name) => name.startsWith("land-"))).toEqual([])
  }
  return { ...repository, env: all, run, runAt, statusOf, finish, work, log, audit }
}

test("all that is done lands in the order in which it was finished, and the board knows it", async () => {
  const { run, work, addTask, finish, log, read, git, audit } = await landing(
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
  const { run, work, write, commit, read, git, audit } = await landing({
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
  expect([task.status, task.assignee]).toEqual(["doing", "ann"])
  expect(JSON.stringify(handoff)).toContain("`test` failed (exit 1), on top of `main`, which did not move.")
  expect(JSON.stringify(handoff)).toContain("broken")
  expect(JSON.stringify((await read(clash.id)).handoff)).toContain("- `a.txt`")
  expect(git("rev-parse", "main").trim()).toBe(before)
  audit()
})

describe("nothing lands", () => {
  test("that is not done, has no work, has moved on, or is on a branch that is not of its task", async () => {
    const { run, runAt, work, addTask, finish, gitAt, log, audit, read } = await landing()
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
    const body = { ...of, branch: "--upload-pack=touch pwned", agent: undefined, at: undefined }
    const reported = await fetch(`${server.url}/api/v1/tasks/${foreign}/work`, {
      method: "POST",
      headers: { "content-type": "application/json", "upnext-actor": "ann" },
      body: JSON.stringify({
        ...{ repository: body.repository, branch: body.branch, base: "main", tree: body.tree },
        ...{ commit: body.commit, files: 1, additions: 1, deletions: 0, agent: "ann" },
      }),
    }).catch(() => undefined)
    if (reported?.ok) {
      await runAt(moved.path, "done", foreign, "--leave", "--no-reflection", "x")
      expect((await run("land", foreign)).stderr).toContain("Only one such as")
    }
    expect(log()).toEqual(["Begin"])
    audit()
  })

  test("with an old git, outside of a repository, or in a base that is changed", async () => {
    const { run, env, work, root, write, log } = await landing()
    const { id } = await work({ "b.txt": "b\n" })
    const bin = join(env.XDG_CONFIG_HOME, "bin")
    const { mkdirSync, chmodSync } = await import("node:fs")
    mkdirSync(bin)
    writeFileSync(
      join(bin, "git"),
      `#!/bin/sh\ncase "$*" in *" version") echo git version 2.30.2; exit;; esac\nexec ${JSON.stringify(
        (process.env["PATH"] ?? "")
          .split(":")
          .map((at) => join(at, "git"))
          .find((at) => existsSync(at)),
      )} "$@"\n`,
    )
    chmodSync(join(bin, "git"), 0o755)
    const old = await upnext(["land", id], { ...env, PATH: `${bin}:${process.env["PATH"] ?? ""}` }, "", root)
    expect(old).toMatchObject({
      status: 1,
      stderr: expect.stringContaining("Landing takes git 2.38 or later; this is 2.30.2.") as string,
    })
    expect((await upnext(["land", id], env, "", env.XDG_CONFIG_HOME)).stderr).toContain("in no repository")
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
  const { run, env, root, work, log, statusOf, git, audit } = await landing({
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
  await expect.poll(() => existsSync(pid), { timeout: 20_000 }).toBe(true)
  child.kill("SIGKILL")
  await new Promise((ended) => child.once("close", ended))
  expect([log(), await statusOf(slow.id)]).toEqual([["Begin"], "done"])
  expect(readdirSync(`${root}.trees`).some((name) => name.startsWith("land-"))).toBe(true)
  expect((await run("land", id)).status).toBe(0)
  audit()
  expect(git("worktree", "list")).not.toContain("land-")
})
