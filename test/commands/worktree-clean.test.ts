import { spawn } from "node:child_process"
import { existsSync, linkSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { expect, test } from "vitest"
import { gitEnv, realRepository, type RealRepository } from "../repository/real-git.ts"
import { serve, upnext } from "./upnext.ts"

const served = await serve()

const calls = (repository: RealRepository) => ({
  async as(agent: string, cwd: string, ...args: string[]) {
    const env = {
      ...{ ...gitEnv, HOME: join(repository.root, "..", "home"), UPNEXT_URL: served.server.url },
      ...{ UPNEXT_AGENT: agent, UPNEXT_SESSION: `${agent}-1` },
    }
    const finished = await upnext(args, env, "", cwd)
    return { ...finished, text: finished.stdout.trim() }
  },
})

/** A task that ann has begun in a tree of its own, with one commit and one file that is not committed. */
async function begun(repository: RealRepository) {
  const { as } = calls(repository)
  const { root } = repository
  const id = (await as("pat", root, "add", "Small", "--format", "id")).text
  const path = (await as("ann", root, "claim", id, "--worktree", "--format", "path")).text
  writeFileSync(join(path, `${id}.txt`), "one\n")
  repository.gitAt(path, "add", "--all")
  repository.gitAt(path, "commit", "--quiet", "-m", "One")
  writeFileSync(join(path, "left.txt"), "left\n")
  return { id, path, branch: `upnext/${id}.1-small` }
}

test("a branch is the present one while its attempt is under way, or finished and nobody came after", async () => {
  const repository = realRepository()
  const { as } = calls(repository)
  const { root } = repository
  const { id, path, branch } = await begun(repository)
  const current = async (name: string) => {
    const { status, stderr } = await as("pat", root, "worktree", "current", name)
    return [status, stderr.trim()]
  }
  expect(await current(branch)).toEqual([0, ""])
  await as("ann", path, "claim", id)
  expect(await current(branch), "the same session has claimed it anew").toEqual([0, ""])
  await as("ann", root, "claim", id)
  expect(await current(branch), "and elsewhere in the repository").toEqual([0, ""])
  expect(await current("main")).toEqual([1, "main is not the branch of an attempt."])
  expect(await current("upnext/T-999.1")).toEqual([1, "The board has no task for upnext/T-999.1."])
  await as("ann", path, "done", id, "--no-lesson", "none")
  expect(await current(branch)).toEqual([0, ""])
  await as("pat", root, "reopen", id)
  await as("pat", root, "edit", id, "--assignee", "bob")
  await as("bob", root, "claim", id, "--worktree")
  expect(await current(branch)).toEqual([
    1,
    expect.stringMatching(/^T-\d+ is on attempt \d, but .* belongs to attempt 3\.$/),
  ])
})

test("clean removes what has landed, and nothing that has not or is not committed; all that goes stays under refs/upnext", async () => {
  const repository = realRepository()
  const { as } = calls(repository)
  const { root } = repository
  const [held, unlanded] = [await begun(repository), await begun(repository)]
  const [landed, cancelled] = [await begun(repository), await begun(repository)]
  const tips: string[] = []
  for (const each of [unlanded, landed]) {
    await as("ann", each.path, "done", each.id, "--no-lesson", "none")
    tips.push(repository.git("rev-parse", each.branch).trim())
  }
  await as("pat", root, "cancel", cancelled.id)
  repository.git("merge", "--quiet", "--ff-only", landed.branch)
  const { url } = served.server
  const report = { epoch: 1, commit: tips[1], base: "main", result: "landed", landed: tips[1] }
  const said = await fetch(`${url}/tasks/${landed.id}/land`, {
    ...{ method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(report) },
  })
  expect(said.status).toBe(200)

  const { attempts } = (await as("pat", root, "worktree", "list", "--json")).json() as { attempts: object[] }
  expect(attempts).toMatchObject([
    { task: held.id, status: "doing", ahead: 1, behind: 2, clean: false, held: true, landed: false },
    { task: unlanded.id, status: "done", ahead: 2, clean: true, held: false, landed: false },
    { task: landed.id, status: "done", ahead: 0, behind: 0, clean: true, held: false, landed: true },
    { task: cancelled.id, status: "cancelled", clean: false, held: false, landed: false },
  ])
  const inside = await as("pat", landed.path, "worktree", "clean")
  expect([inside.stdout + inside.stderr, existsSync(landed.path)]).toEqual([
    expect.stringContaining(`${landed.path}  you are in it`),
    true,
  ])
  const cleaned = await as("pat", root, "worktree", "clean")
  expect(cleaned.stdout).toContain(landed.path)
  const isThere = () => [held, unlanded, landed, cancelled].map(({ path }) => existsSync(path))
  expect(isThere()).toEqual([true, true, false, true])
  expect(repository.git("rev-parse", `refs/upnext/${landed.id}.1`).trim()).toBe(tips[1])
  expect(repository.git("branch", "--list", landed.branch).trim()).toBe("")

  await as("pat", root, "worktree", "clean", "--discard")
  expect(isThere(), "what is held is never removed").toEqual([true, false, false, false])
  expect(repository.git("rev-parse", `refs/upnext/${unlanded.id}.1`).trim()).toBe(tips[0])
  expect(repository.git("show", `refs/upnext/${cancelled.id}.1:left.txt`)).toBe("left\n")
  expect(repository.git("fsck", "--no-dangling").trim()).toBe("")
})

test("a tree with a repository inside stays, whatever is said", async () => {
  const repository = realRepository()
  const { as } = calls(repository)
  const { id, path } = await begun(repository)
  repository.gitAt(path, "init", "--quiet", "inner")
  repository.gitAt(join(path, "inner"), "commit", "--quiet", "--allow-empty", "-m", "Inner")
  await as("pat", repository.root, "cancel", id)
  const { stderr } = await as("pat", repository.root, "worktree", "clean", "--discard")
  expect([existsSync(path), stderr]).toEqual([
    true,
    expect.stringContaining("The tree contains other repositories"),
  ])
})

test("done work that nobody has reported is named, a process keeps its tree, and a branch that is gone is said", async () => {
  const repository = realRepository()
  const { as } = calls(repository)
  const { root, git } = repository
  const { id, path, branch } = await begun(repository)
  await as("pat", root, "edit", id, "--status", "done")
  expect((await as("pat", root, "land")).stderr).toContain(
    `${id} is done, but no work in its tree ${path} was reported, so nothing lands.`,
  )
  expect((await as("pat", root, "worktree", "list")).text).toContain("not reported")

  const child = spawn("sleep", ["60"], { cwd: path })
  const kept = await as("pat", root, "worktree", "clean", "--discard")
  expect(kept.stderr + kept.stdout).toContain(`process ${child.pid} is running in it`)
  expect(existsSync(path)).toBe(true)
  child.kill()

  git("worktree", "remove", "--force", path)
  git("branch", "-D", branch)
  await as("pat", root, "task", "reopen", id)
  const anew = await as("ann", root, "claim", id, "--worktree")
  expect(anew.stderr + anew.stdout).toContain(
    `The branch of its last attempt, ${branch}, is gone, so this attempt starts from the base.`,
  )
})

test("the size of a tree is what its removal frees", async () => {
  const repository = realRepository()
  const { as } = calls(repository)
  const { id, path } = await begun(repository)
  const sizeOf = async () => {
    const { text } = await as("ann", repository.root, "worktree", "list", "--json")
    const { attempts } = JSON.parse(text) as { attempts: { task: string; bytes: number }[] }
    return attempts.find(({ task }) => task === id)?.bytes ?? 0
  }
  const before = await sizeOf()
  writeFileSync(join(repository.root, "..", "store"), "x".repeat(100_000))
  linkSync(join(repository.root, "..", "store"), join(path, "shared"))
  writeFileSync(join(path, "own"), "x".repeat(50_000))
  linkSync(join(path, "own"), join(path, "own-2"))
  expect(await sizeOf()).toBe(before + 50_000)
})
