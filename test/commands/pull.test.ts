import { execFileSync, spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect, test } from "vitest"
import { fakeGh, fakeUrl, type FakePull } from "../pulls/gh.ts"
import { call, serverForFile } from "../support/server.ts"
import { landing } from "./landing.ts"
import { upnext } from "./upnext.ts"

const server = serverForFile()

/** A repository with a bare one behind it, which git takes for one of GitHub, and a `gh` that talks to nobody. */
async function shop() {
  const stage = await landing(server.url)
  const bare = mkdtempSync(join(tmpdir(), "upnext-bare-"))
  const git = (...args: string[]) => execFileSync("git", ["-C", bare, ...args], { encoding: "utf8" }).trim()
  git("init", "--quiet", "--bare")
  stage.git("config", `url.${bare}.insteadOf`, "https://github.com/acme/shop.git")
  stage.git("remote", "add", "origin", "https://github.com/acme/shop.git")
  stage.git("push", "--quiet", "origin", "main")
  const gh = fakeGh(mkdtempSync(join(tmpdir(), "upnext-gh-")))
  const env = { ...stage.env, PATH: `${gh.directory}:${process.env["PATH"] ?? ""}` }
  const run = (...args: string[]) => upnext(args, env, "", stage.root)
  const pull = (head: string, more: Partial<FakePull> = {}): FakePull => ({
    ...{ state: "OPEN", head, branch: "x", base: "main", mergeCommit: null, checks: [], reviews: [] },
    ...more,
  })
  return { ...stage, bare: git, gh, env, run, pull }
}

test("--pr pushes what was reported and opens one; merged by squash, the task has landed", async () => {
  const { run, work, read, bare, gh, pull } = await shop()
  const { id } = await work({ "b.txt": "b\n" })
  const asked = await run("land", id, "--pr")
  expect(asked).toMatchObject({ status: 2, stdout: "" })
  expect(asked.stderr).toContain("git push origin ")
  expect(asked.stderr).toContain("gh pr create --head upnext/")
  expect(bare("branch", "--list", "upnext/*"), "nothing was pushed").toBe("")
  const opened = await run("land", id, "--pr", "--yes")
  expect(opened.stdout, opened.stderr).toBe(`✓ ${id} lands once this is merged: ${fakeUrl(7)}\n`)
  const { task } = await read(id)
  expect(bare("rev-parse", task.work.branch)).toBe(task.work.commit)
  expect(task).toMatchObject({
    status: "done",
    work: { url: fakeUrl(7), landed: null, pull: { state: "open" } },
  })
  expect((await run("list", "--pull", "open")).stdout).toContain("done (PR open)")
  gh.put(7, pull(task.work.commit, { branch: task.work.branch }))
  const again = await run("land", id, "--pr", "--yes")
  expect(again.stdout, again.stderr).toBe(`✓ ${id} has its new commits in ${fakeUrl(7)}\n`)
  expect(gh.calls().filter((call) => call.startsWith("pr create"))).toHaveLength(1)
  const tree = bare("rev-parse", `${task.work.branch}^{tree}`)
  const squashed = bare(
    "-c",
    "user.name=m",
    "-c",
    "user.email=m@x",
    "commit-tree",
    tree,
    "-p",
    "main",
    "-m",
    "Squash",
  )
  bare("update-ref", "refs/heads/main", squashed)
  gh.put(7, pull(task.work.commit, { state: "MERGED", mergeCommit: squashed }))
  const followed = await run("land", "--follow", "--once")
  expect(followed).toMatchObject({ status: 0, stdout: `✓ ${id} has landed: ${fakeUrl(7)} was merged\n` })
  expect((await read(id)).task.work.landed).toMatchObject({ base: "main", commit: squashed })
  expect(await run("land", "--follow", "--once")).toMatchObject({ status: 0, stdout: "" })
})

test("a push runs the hooks of the user, and one that refuses is said", async () => {
  const { run, work, root, bare } = await shop()
  const { id } = await work({ "b.txt": "b\n" })
  writeFileSync(join(root, ".git/hooks/pre-push"), "#!/bin/sh\necho 'A secret is in it' >&2\nexit 1\n", {
    mode: 0o755,
  })
  const refused = await run("land", id, "--pr", "--yes")
  expect(refused).toMatchObject({ status: 1, stdout: "" })
  expect(refused.stderr).toContain("A secret is in it")
  expect(bare("branch", "--list", "upnext/*")).toBe("")
})

test("a red check sends it back, and what the next attempt has done is pushed to the same pull request", async () => {
  const { run, work, finish, read, bare, gh, pull } = await shop()
  const { id } = await work({ "b.txt": "b\n" })
  await run("land", id, "--pr", "--yes")
  const first = (await read(id)).task.work
  const checks = [{ name: "build", conclusion: "FAILURE", isRequired: true }]
  gh.put(7, pull(first.commit, { branch: first.branch, checks }))
  const followed = await run("land", "--follow", "--once", "--json")
  expect(JSON.parse(followed.stdout.split("\n").find((row) => row.includes(`"${id}"`)) ?? "")).toMatchObject({
    task: id,
    became: "sent_back",
    reason: expect.stringContaining("build"),
  })
  expect((await read(id)).task).toMatchObject({ status: "todo", attempts: 1 })
  await run("retry", id)
  await finish(id, { "b.txt": "better\n" })
  gh.put(7, pull(first.commit, { branch: first.branch, checks }))
  expect(await run("land", "--follow", "--once")).toMatchObject({ status: 0, stdout: "" })
  await run("land", id, "--pr", "--yes")
  const second = (await read(id)).task.work
  expect(second.commit).not.toBe(first.commit)
  expect(bare("rev-parse", first.branch), "the branch of the pull request").toBe(second.commit)
})

test("killed anywhere and started again, it says nothing twice, and the state is right", async () => {
  const { run, work, read, env, root, gh, pull } = await shop()
  const { id } = await work({ "b.txt": "b\n" })
  await run("land", id, "--pr", fakeUrl(30))
  const { commit } = (await read(id)).task.work
  const said: string[] = []
  for (const [i, state] of (["CLOSED", "OPEN", "CLOSED", "OPEN", "MERGED"] as const).entries()) {
    gh.put(30, pull(commit, { state, mergeCommit: state === "MERGED" ? "f".repeat(40) : null }))
    for (const ms of [130 + 30 * i, 190 + 30 * i, 260 + 40 * i]) said.push(await killedAfter(ms, env, root))
    said.push((await run("land", "--follow", "--once")).stdout)
    const expected = { CLOSED: "blocked", OPEN: "done", MERGED: "done" }[state]
    expect((await read(id)).task.status, `${i} ${state}`).toBe(expected)
  }
  const lines = said.flatMap((text) => text.split("\n")).filter((text) => text.includes(id))
  const count = (what: string) => lines.filter((text) => text.includes(what)).length
  expect(count("closed")).toBeLessThanOrEqual(2)
  expect(count("opened again")).toBeLessThanOrEqual(2)
  expect(count("was merged")).toBeLessThanOrEqual(1)
  const { history } = (await call(server.url, "GET", `/tasks/${id}/history`)).body
  const types = (history as { type: string }[]).map(({ type }) => type)
  expect(types.filter((type) => type === "work.landed")).toHaveLength(1)
  expect(types.filter((type) => type === "task.reviewed")).toHaveLength(2)
})

test("what cannot be asked for is said in a line, and tried again later", async () => {
  const { run, work, gh, env, root } = await shop()
  const { id } = await work({ "b.txt": "b\n" })
  await run("land", id, "--pr", "--yes")
  const said = async (trouble: string, exit = 1) => {
    gh.fail(trouble, exit)
    return await run("land", "--follow", "--once")
  }
  const limited = await said("GraphQL: API rate limit exceeded for user ID 1.")
  expect(limited).toMatchObject({ status: 1, stdout: "" })
  expect(limited.stderr).toContain("`gh` failed for github.com: GraphQL: API rate limit exceeded")
  const out = await said("To get started with GitHub CLI, please run:  gh auth login", 4)
  expect(out.stderr).toContain("gh auth login")
  gh.fail(undefined)
  const gone = await run("land", "--follow", "--once")
  expect(gone.stderr).toContain(
    `${id}: \`gh\` failed for ${fakeUrl(7)}: GraphQL: Could not resolve to a PullRequest`,
  )
  const git = execFileSync("which", ["git"], { encoding: "utf8" }).trim()
  const bin = mkdtempSync(join(tmpdir(), "upnext-bin-"))
  execFileSync("ln", ["-s", git, process.execPath, bin])
  const none = await upnext(["land", "--follow", "--once"], { ...env, PATH: bin }, "", root)
  expect(none.stderr).toContain("`gh` is not installed.")
})

test.each([
  [["land", "--follow", "--every", "5s"], "--every must be a duration from 10s to 1d"],
  [["land", "--every", "5m"], "--every needs --follow."],
  [["land", "--pr"], "--pr needs task ids."],
  [["land", "T-1", "--pr", "--take", "abc"], "--take cannot be combined with --pr."],
  [["land", "T-1", "--follow"], "--follow always watches all tasks."],
])("%j is refused", async (args, reason) => {
  const { status, stderr } = await upnext(args, { UPNEXT_URL: server.url })
  expect(status).toBe(2)
  expect(stderr).toContain(reason)
})

test("one that was opened by hand is named, before the task is finished or after", async () => {
  const { run, runAt, work, addTask, read } = await shop()
  const { id } = await work({ "b.txt": "b\n" })
  const named = await run("land", id, "--pr", fakeUrl(9))
  expect(named.stdout, named.stderr).toBe(`✓ ${id} lands once this is merged: ${fakeUrl(9)}\n`)
  const other = await addTask()
  const path = (await run("claim", other, "--worktree", "--yes", "--format", "path")).stdout.trim()
  writeFileSync(join(path, "c.txt"), "c\n")
  await runAt(path, "done", other, "--no-lesson", "a test", "--pr", fakeUrl(10))
  expect((await read(other)).task.work.url).toBe(fakeUrl(10))
})

test("it is pushed to branches of the task alone, whatever a named pull request comes from", async () => {
  const { run, work, bare, gh, pull } = await shop()
  const { id } = await work({ "b.txt": "b\n" })
  const foreign = "https://github.com/eve/other/pull/9"
  await run("land", id, "--pr", foreign)
  const main = bare("rev-parse", "main")
  gh.put(9, pull("0".repeat(40), { branch: "main" }))
  const refused = await run("land", id, "--pr", "--yes")
  expect(refused.stderr).toContain(`${foreign} comes from the branch main, which is not a branch of ${id}.`)
  expect(refused.status).toBe(1)
  expect(bare("rev-parse", "main"), "nothing was pushed").toBe(main)
})

test("one of a fork that has the same branch is not taken for its own", async () => {
  const { run, work, gh } = await shop()
  const { id } = await work({ "b.txt": "b\n" })
  const list = [{ url: fakeUrl(666), isCrossRepository: true }]
  writeFileSync(join(gh.directory, "list"), JSON.stringify(list))
  const opened = await run("land", id, "--pr", "--yes")
  expect(opened.stdout, opened.stderr).toBe(`✓ ${id} lands once this is merged: ${fakeUrl(7)}\n`)
})

test("none is opened for work whose pull request was merged and not looked at yet", async () => {
  const { run, work, read, gh, pull } = await shop()
  const { id } = await work({ "b.txt": "b\n" })
  await run("land", id, "--pr", "--yes")
  const { commit } = (await read(id)).task.work
  gh.put(7, pull(commit, { state: "MERGED", mergeCommit: commit }))
  rmSync(join(gh.directory, "list"))
  const again = await run("land", id, "--pr", "--yes")
  expect(again.stderr).toContain(`${fakeUrl(7)} has already been merged.`)
  expect(gh.calls().filter((call) => call.startsWith("pr create"))).toHaveLength(1)
})

/** What a follower prints until it is killed. */
async function killedAfter(ms: number, env: NodeJS.ProcessEnv, cwd: string): Promise<string> {
  const args = [join(process.cwd(), "dist/cli.cjs"), "land", "--follow"]
  const child = spawn(process.execPath, args, { cwd, env: { ...process.env, ...env }, stdio: "pipe" })
  let text = ""
  child.stdout.on("data", (part: Buffer) => (text += part.toString()))
  const closed = once(child, "close")
  await new Promise((resolve) => setTimeout(resolve, ms))
  child.kill("SIGKILL")
  await closed
  return text
}
