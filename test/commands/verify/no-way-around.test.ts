import { existsSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, test } from "vitest"
import { call, serverForFile } from "../../support/server.ts"
import { repositoryWith } from "./repository.ts"

const server = serverForFile()
const cli = `node ${process.cwd()}/dist/cli.cjs`

let projects = 0

/** A task with the check `t`, in a repository where that is allowed. */
async function begin(run: string) {
  const repository = await repositoryWith(server.url, { t: run })
  await repository.allow()
  const project = ["--project", `p${(projects += 1)}`]
  const id = await repository.addTask("--check", "t", ...project)
  /** What a worker makes of the task, whose agent is this script. */
  const work = async (script: string, ...flags: string[]) => {
    const ended = await repository.runWorker(script, "--once", ...project, ...flags)
    return { ...ended, ...(await repository.read(id)) }
  }
  return { ...repository, id, work }
}

const finishOverMcp = [
  '{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"a","version":"1"}}}',
  '{"jsonrpc":"2.0","method":"notifications/initialized"}',
  '{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"finish_task","arguments":{"task":"\'$UPNEXT_TASK_ID\'","summary":"All of it","reflection":"x"}}}',
].join("\n")
const overHttp = `fetch(process.env.UPNEXT_URL + "/tasks/" + process.env.UPNEXT_TASK_ID + "/complete", {
  method: "POST",
  headers: { "content-type": "application/json", "upnext-actor": "ann" },
  body: JSON.stringify({ reflection: "x", summary: "All of it", leaseToken: process.env.UPNEXT_LEASE_TOKEN }),
})`

describe("an agent under a worker that says it is done", () => {
  const ways: readonly (readonly [way: string, script: string])[] = [
    ["the command line", `${cli} done $UPNEXT_TASK_ID --lesson x --summary "All of it"`],
    ["MCP", `printf '%s\n' '${finishOverMcp}' | ${cli} mcp`],
    ["HTTP", `node -e '${overHttp}'`],
  ]
  test.each(ways)("by %s leaves its task to the worker, which runs the checks", async (_, script) => {
    const { work, run, id } = await begin("grep -q GOOD a.txt")
    const red = await work(`echo bad > a.txt; ${script}`)
    expect(red.task, red.said).toMatchObject({ status: "todo", attempts: 1, summary: "All of it" })
    await run("task", "retry", id)
    const green = await work(`echo GOOD > a.txt; ${script}; echo bye`)
    expect(green.task, green.said).toMatchObject({
      status: "done",
      summary: "All of it",
      checkStates: [{ check: "t", state: "passed" }],
      work: { files: 1 },
    })
  })

  test("cannot move it to done by hand, and no hook asks for it", async () => {
    const { work, id } = await begin("true")
    const script = `${cli} edit ${id} --status done; ${cli} prime --hook stop </dev/null; exit 1`
    const { task, said } = await work(script)
    expect(said).toContain(`The worker that holds ${id} will finish it`)
    expect(said).not.toContain("You still hold")
    expect(task).toMatchObject({ status: "todo", attempts: 1 })
  })
})

test.each([
  ["its index is locked", 'echo x > a.txt; touch "$(git rev-parse --git-dir)/index.lock"'],
  ["its head is locked", 'echo x > a.txt; touch "$(git rev-parse --git-dir)/HEAD.lock"'],
  [
    "a filter fails",
    "git config filter.no.clean false; git config filter.no.required true; echo '*.txt filter=no' > .gitattributes; echo x > a.txt",
  ],
  ["its .git is missing", "echo x > a.txt; rm .git"],
])("work that git cannot keep, because %s, is a failed attempt", async (_, script) => {
  const { work } = await begin("true")
  const { task, said, handoff } = await work(script)
  expect(task, said).toMatchObject({ status: "todo", attempts: 1, checkStates: [{ state: "not_run" }] })
  expect(handoff.lastAttempt.reason).toMatch(/^git could not keep the work: /)
})

test("a tree inside a repository that loses its .git is not taken for the repository", async () => {
  const { work, git } = await begin("true")
  const { task } = await work("echo x > a.txt; rm .git", "--trees", "trees")
  expect(task).toMatchObject({ status: "todo", attempts: 1 })
  expect(git("log", "--format=%s").trim().split("\n")).toHaveLength(1)
})

test("verify and done speak of the tree of the attempt, from wherever in the repository they are called", async () => {
  const { id, run, read } = await begin("! grep -q BROKEN a.txt")
  const tree = (await run("claim", id, "--worktree", "--format", "path")).stdout.trim()
  writeFileSync(join(tree, "a.txt"), "BROKEN\n")
  const verified = await run("verify", id)
  expect([verified.status, verified.stderr]).toEqual([1, expect.stringContaining(tree)])
  const refused = await run("done", id, "--verify", "--lesson", "x")
  expect([refused.status, (await read(id)).task.status]).toEqual([1, "doing"])
  writeFileSync(join(tree, "a.txt"), "fine\n")
  const finished = await run("done", id, "--verify", "--lesson", "x")
  expect(finished.status, finished.stderr).toBe(0)
  const { task } = await read(id)
  expect(task).toMatchObject({ status: "done", checkStates: [{ state: "passed" }], work: { path: tree } })
})

test("where the tree of an attempt is gone, nothing else is proven in its place, and the task can be given back", async () => {
  const { id, run, read } = await begin("true")
  const tree = (await run("claim", id, "--worktree", "--format", "path")).stdout.trim()
  rmSync(tree, { recursive: true })
  for (const args of [
    ["verify", id],
    ["done", id, "--lesson", "x"],
  ]) {
    const { status, stderr } = await run(...args)
    expect([status, stderr]).toEqual([1, expect.stringContaining(`${tree}, but that tree no longer exists`)])
  }
  expect((await run("release", id)).status).toBe(0)
  expect((await read(id)).task).toMatchObject({ status: "todo", attempts: 0 })
})

test("work that is reported with other files makes the results of before stale", async () => {
  const { id, run, read } = await begin("true")
  await run("claim", id)
  await run("verify", id)
  expect((await read(id)).task).toMatchObject({ checkStates: [{ state: "passed" }] })
  const work = {
    repository: "r",
    branch: `upnext/${id}.1-one`,
    base: "main",
    files: 1,
    additions: 1,
    deletions: 0,
  }
  const [tree, commit] = ["1".repeat(40), "2".repeat(40)]
  const by = { agent: "ann", session: (await read(id)).task.lease.session }
  await call(server.url, "POST", `/tasks/${id}/work`, { ...work, tree, commit, ...by })
  expect((await read(id)).task).toMatchObject({ checkStates: [{ state: "stale" }] })
})

const moveBase = (file: object) =>
  `echo GOOD > a.txt; echo '${JSON.stringify(file)}' > .upnext.json; git -c user.name=a -c user.email=a@b.c commit -qam x; git update-ref refs/heads/main HEAD`

test.each([
  ["what a check runs", { checks: { t: "touch ../ran" } }],
  ["what makes a tree ready", { checks: { t: "grep -q GOOD a.txt" }, setup: "touch ../ran" }],
])("a command that puts %s into the base ends the worker, at no cost", async (_, file) => {
  const { work, root, run, read } = await begin("grep -q GOOD a.txt")
  const { task, status, said } = await work(moveBase(file), "--yes")
  expect([status, said]).toEqual([1, expect.stringContaining("have changed since this worker started")])
  expect(task).toMatchObject({ status: "todo", attempts: 0, checkStates: [{ state: "not_run" }] })
  expect(existsSync(join(root, "..", "ran"))).toBe(false)
  // A person looks at it and allows it.
  await run("verify", "--yes")
  expect((await work("echo x > b.txt")).said).not.toContain("not trusted yet")
  expect((await read(task.id)).task.status).toBe("done")
})

test("a change of a check that is not committed is said, and does not count", async () => {
  const { work } = await begin("grep -q GOOD a.txt")
  const { task, said } = await work(`echo '{"checks":{"t":"true"}}' > .upnext.json`)
  expect(said).toContain(".upnext.json here defines t differently")
  expect(task).toMatchObject({ status: "todo", attempts: 1 })
})
