import { existsSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { expect, test } from "vitest"
import { gitEnv, realRepository } from "../repository/real-git.ts"
import { serve, upnext } from "./upnext.ts"

const served = await serve()

/** Calls the command line in a directory, as an agent with a session. */
async function as(agent: string, session: string, cwd: string, ...args: string[]) {
  const { url } = served.server
  const env = {
    ...gitEnv,
    HOME: join(cwd, "..", "home"),
    UPNEXT_URL: url,
    UPNEXT_AGENT: agent,
    UPNEXT_SESSION: session,
  }
  return upnext(args, env, "", cwd)
}

test("a claim and a worker get a tree of their own, and what is left there is reported", async () => {
  const repository = realRepository({
    ".upnext.json": JSON.stringify({ setup: "touch ready", checks: { ok: "grep -q good b.txt" } }),
    ".gitignore": "ready\n.env\n",
  })
  const { root } = repository
  const added = await as("pat", "p", root, "add", "Fix $(touch pwned); it", "--check", "ok", "--format", "id")
  const id = added.stdout.trim()
  const refused = await as("ann", "a", root, "claim", id, "--worktree")
  expect([refused.status, refused.stderr]).toEqual([2, expect.stringContaining("are not trusted yet")])
  expect((await as("pat", "p", root, "show", id, "--json=status")).json()).toMatchObject({
    task: { status: "todo" },
  })
  const claimed = await as("ann", "a", root, "claim", id, "--worktree", "--yes", "--format", "path")
  const path = claimed.stdout.trim()
  expect(path).toBe(`${root}.trees/${id}.1`)
  expect(existsSync(join(path, "ready")), "setup has run").toBe(true)
  const again = await as("ann", "a", root, "claim", id, "--worktree", "--json")
  expect(again.json()).toMatchObject({
    tree: { path, branch: `upnext/${id}.1-fix-touch-pwned-it`, base: "main" },
  })
  repository.gitAt(path, "commit", "--quiet", "--allow-empty", "-m", "Try")
  await as("ann", "a", path, "release", id, "--failed", "--reason", "tired")
  const { task } = (await as("pat", "p", root, "show", id, "--json=work")).json() as {
    task: { work: object }
  }
  expect(task.work).toMatchObject({
    branch: `upnext/${id}.1-fix-touch-pwned-it`,
    path,
    epoch: 2,
    landed: null,
  })
  await as("pat", "p", root, "retry", id)
  writeFileSync(join(root, ".env"), "secret\n")
  const script = 'test "$PWD" = "$UPNEXT_TREE" && echo "good $UPNEXT_BASE" > b.txt'
  const worked = await as("bob", "b", root, "work", "--once", "--worktree", "--", "sh", "-c", script)
  expect([worked.status, worked.stderr]).toEqual([
    0,
    expect.stringContaining(`Continues from upnext/${id}.1-`),
  ])
  expect(worked.stderr).toContain(`${id}: on upnext/${id}.4-fix-touch-pwned-it, to land in main\n`)
  expect(worked.stderr, "and not what setup has made").toContain(
    `${id}: not in the tree, because git ignores it: .env\n`,
  )
  const done = (await as("pat", "p", root, "show", id, "--json=status,work,checkStates")).json()
  expect(done).toMatchObject({
    task: {
      status: "done",
      work: { agent: "bob", files: 1, additions: 1 },
      checkStates: [{ state: "passed" }],
    },
  })
  const { commit } = (done["task"] as { work: { commit: string } }).work
  expect(repository.git("show", `${commit}:b.txt`)).toBe("good main\n")
  expect(existsSync(join(root, "b.txt")), "the tree of the repository is left alone").toBe(false)
  for (const place of [root, path]) expect(existsSync(join(place, "pwned"))).toBe(false)
  expect(readFileSync(join(root, ".git", "HEAD"), "utf8")).toBe("ref: refs/heads/main\n")
})

test("done in a tree commits what is left, unless it is to be left", async () => {
  const repository = realRepository()
  const { root } = repository
  for (const [flags, subject] of [
    [[], "left uncommitted"],
    [["--leave"], "Begin"],
  ] as const) {
    const id = (await as("pat", "p", root, "add", "Small", "--format", "id")).stdout.trim()
    const path = (await as("ann", "a", root, "claim", id, "--worktree", "--format", "path")).stdout.trim()
    repository.gitAt(path, "rm", "--quiet", "a.txt")
    const done = await as("ann", "a", path, "done", id, "--no-lesson", "none", ...flags)
    expect([done.status, done.stderr]).toEqual([0, expect.any(String)])
    expect(repository.gitAt(path, "log", "-1", "--format=%s")).toContain(subject)
  }
})

test("where no tree can be made, nothing is claimed, and a flag without --worktree is refused", async () => {
  const id = (await as("pat", "p", "/tmp", "add", "Nowhere", "--format", "id")).stdout.trim()
  const nowhere = await as("ann", "a", "/", "claim", id, "--worktree")
  expect([nowhere.status, nowhere.stderr]).toEqual([1, expect.stringContaining("is not in a git repository")])
  const flag = await as("ann", "a", "/", "claim", id, "--base", "main")
  expect([flag.status, flag.stderr]).toEqual([2, expect.stringContaining("--base needs --worktree.")])
  expect((await as("pat", "p", "/tmp", "show", id, "--json=status")).json()).toMatchObject({
    task: { status: "todo" },
  })
})
