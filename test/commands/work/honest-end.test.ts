import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { expect, test } from "vitest"
import { call, serverForFile } from "../../support/server.ts"
import { startWorker } from "../../support/worker.ts"
import { repositoryWith } from "../verify/repository.ts"

const server = serverForFile()
const cli = `node ${process.cwd()}/dist/cli.cjs`

let projects = 0

/** A task in a repository of its own, and what a worker makes of it whose agent is a script. */
async function begin({
  checks = { t: "true" },
  add = ["--check", "t"],
}: { checks?: object; add?: string[] } = {}) {
  const repository = await repositoryWith(server.url, checks)
  repository.git("config", "user.name", "ann")
  repository.git("config", "user.email", "ann@example.org")
  await repository.allow()
  const project = ["--project", `p${(projects += 1)}`]
  const id = await repository.addTask(...add, ...project)
  const work = async (script: string, ...flags: string[]) => {
    const ended = await repository.runWorker(script, "--once", ...project, ...flags)
    return { ...ended, ...(await repository.read(id)) }
  }
  return { ...repository, id, project, work }
}

test.each([
  ["ends at once", "true", "did nothing"],
  ["prints a plan", "echo '1. read'; echo '2. write'", "did nothing: 2. write"],
  [
    "touches a file, makes an ignored one and commits nothing",
    "touch a.txt; echo x > .git-ignored; git commit -q --allow-empty -m x",
    "did nothing",
  ],
  ["takes its change back", "echo x > a.txt; git checkout -q a.txt", "did nothing"],
  ["reverts its commit", "echo x > a.txt; git commit -qam x; git revert --no-edit HEAD", "did nothing"],
  ["says that it is done", `${cli} done $UPNEXT_TASK_ID --lesson x --summary all`, "did nothing"],
  ["comments", `${cli} task comment $UPNEXT_TASK_ID "I looked"`, "did nothing"],
  ["says so before its last line", "echo 'nothing to do: all is there'; echo bye", "did nothing: bye"],
])("a command that %s has done nothing", async (_, script, reason) => {
  const { work, root, git } = await begin()
  writeFileSync(join(root, ".gitignore"), ".git-ignored\n")
  git("add", "-A")
  git("commit", "-qm", "ignore")
  const { task, status, said } = await work(script)
  expect(task, said).toMatchObject({ status: "blocked", attempts: 0, assignee: "unassigned" })
  expect(task.reason).toMatch(new RegExp(`^${reason}`))
  expect([status, said]).toEqual([1, expect.stringContaining("blocked, did nothing")])
  const { tasks } = (await call(server.url, "GET", "/tasks?needs=mira")).body as { tasks: { id: string }[] }
  expect(tasks.map(({ id }) => id)).toContain(task.id)
})

const files = { "task.md": "# A\n" }

test.each([
  ["a change", "echo x > a.txt"],
  ["a new file", "echo x > b.txt"],
  ["a task", `${cli} add next`],
  [
    "a part of it",
    `${cli} add part --parent $UPNEXT_TASK_ID; ${cli} cancel $(${cli} list --parent $UPNEXT_TASK_ID --format id)`,
  ],
  [
    "a file",
    `echo ${files["task.md"]} > /tmp/upnext-$$.md; ${cli} task attach $UPNEXT_TASK_ID /tmp/upnext-$$.md; rm /tmp/upnext-$$.md`,
  ],
])("an attempt that leaves %s has brought something", async (_, script) => {
  const { work } = await begin()
  const { task, said } = await work(script)
  expect(task, said).toMatchObject({ status: "done", checkStates: [{ state: "passed" }] })
})

test.each([
  ["text", "says what it found", "echo 'The cause is the cache.'", "done"],
  ["text", "sums it up", `${cli} done $UPNEXT_TASK_ID --lesson x --summary 'It is the cache'`, "done"],
  [
    "text",
    "attaches it",
    `echo x > /tmp/upnext-$$.md; ${cli} task attach $UPNEXT_TASK_ID /tmp/upnext-$$.md`,
    "done",
  ],
  ["text", "says nothing", "echo x > a.txt", "blocked"],
  ["text", "says what the task says", "echo '  ONE '", "blocked"],
  ["none", "changes nothing", "true", "done"],
  ["change", "says something", "echo 'The cause is the cache.'", "blocked"],
  ["change", "asks for less", `${cli} edit $UPNEXT_TASK_ID --result none`, "blocked"],
])("of a task whose result is %s, an attempt that %s", async (result, _, script, status) => {
  const { work } = await begin({ add: ["--check", "t", "--result", result] })
  const { task, said } = await work(script)
  expect(task, said).toMatchObject({ status })
})

test("a result of text is asked for in a shared checkout too", async () => {
  const { id, root, env, read, project } = await begin({ add: ["--result", "text"] })
  const args = ["--agent", "ann", "--once", ...project, "--", "true"]
  const worker = startWorker(args, { url: server.url, cwd: root, env: { ...env, UPNEXT_SESSION: "" } })
  expect(await worker.exited).toBe(1)
  expect((await read(id)).task, worker.stderr()).toMatchObject({ status: "blocked", reason: "did nothing" })
})

test("evidence for a criterion, and a review of another task, are something", async () => {
  const shown = await begin({ add: ["--check", "t", "--criterion", "deployed"] })
  const met = await shown.work(`${cli} task meet $UPNEXT_TASK_ID deployed --evidence "build 7"`)
  expect(met.task, met.said).toMatchObject({ status: "done", criteriaMet: 1 })
  const reviewing = await begin()
  const other = await reviewing.addTask("--project", "others", "--reviewer", "ann")
  await call(server.url, "PATCH", `/tasks/${other}`, { assignee: "ben", status: "doing" })
  await call(server.url, "PATCH", `/tasks/${other}`, { status: "review" })
  const { task, said } = await reviewing.work(`${cli} task review ${other} approve --comment fine`)
  expect(task, said).toMatchObject({ status: "done" })
})

test("a command that has done nothing runs again with --rounds, and is told why", async () => {
  const { work } = await begin()
  const { task, said } = await work(
    'grep -q "\\"lastRound\\":\\"did nothing: hm" && echo x > a.txt || echo hm',
    "--rounds",
    "2",
  )
  expect(task, said).toMatchObject({ status: "done", attempts: 0 })
  expect(said).toContain("round 2 of 2")
})

const word = "echo 'nothing to do: it was there'; echo 'reflection: look first'"

test.each([
  ["done, where its checks pass", word, {}, "done"],
  [
    "done, where its criteria are met",
    `${cli} task meet $UPNEXT_TASK_ID fine; ${word}`,
    { add: ["--criterion", "fine"] },
    "done",
  ],
  ["in review, where a criterion is open", word, { add: ["--criterion", "fine"] }, "review"],
  ["in review, where nothing shows it", word, { add: [] }, "review"],
  ["a failed attempt, where a check fails", word, { checks: { t: "false" } }, "todo"],
  [
    "done, said by `done`",
    `${cli} done $UPNEXT_TASK_ID --nothing-to-do "it was there" --lesson x`,
    {},
    "done",
  ],
])("nothing to do, said with its reason, is %s", async (_, script, how, status) => {
  const { work } = await begin(how)
  const { task, said } = await work(script)
  expect(task, said).toMatchObject({ status })
  if (status === "todo") expect(task.attempts).toBe(1)
  else expect(task.summary).toMatch(/^nothing to do: it was there/)
  const { tasks } = (await call(server.url, "GET", "/tasks?needs=mira")).body as { tasks: { id: string }[] }
  expect(tasks.some(({ id }) => id === task.id)).toBe(status === "review")
})

test("with --allow-empty a command may change nothing", async () => {
  const { work } = await begin({ add: [] })
  const { task, said } = await work("true", "--allow-empty")
  expect(task, said).toMatchObject({ status: "done" })
})

test("after a request for changes nothing is no answer, and after a worker that went away its work is one", async () => {
  const reviewed = await begin({ add: ["--check", "t", "--reviewer", "mira"] })
  await reviewed.work("echo x > a.txt")
  await call(
    server.url,
    "POST",
    `/tasks/${reviewed.id}/review`,
    { decision: "request_changes", comment: "No." },
    { "upnext-actor": "mira" },
  )
  const again = await reviewed.work("true")
  expect(again.task, again.said).toMatchObject({ status: "blocked", reason: "did nothing" })

  const left = await begin()
  await left.run("claim", left.id, "--worktree", "--agent", "bob", "--format", "path")
  const { task: held } = await left.read(left.id)
  writeFileSync(join(`${left.root}.trees`, `${left.id}.1`, "a.txt"), "x\n")
  await left.run("release", left.id, "--agent", "bob")
  expect(held.status).toBe("doing")
  const { task, said } = await left.work("true")
  expect(task, said).toMatchObject({ status: "done" })
})

test("three tasks in a row that a command does nothing for end the worker", async () => {
  const repository = await repositoryWith(server.url, {})
  const ids = [
    await repository.addTask("--project", "idle"),
    await repository.addTask("--project", "idle"),
    await repository.addTask("--project", "idle"),
  ]
  const args = ["--worktree", "--agent", "ann", "--project", "idle", "--", "true"]
  const worker = startWorker(args, {
    url: server.url,
    cwd: repository.root,
    env: { ...repository.env, UPNEXT_SESSION: "" },
  })
  expect(await worker.exited).toBe(1)
  const states = await Promise.all(ids.map(async (id) => (await repository.read(id)).task.status as string))
  expect(states.sort()).toEqual(["blocked", "blocked", "todo"])
})

test("what setup makes is no part of the work, until somebody tracks it", async () => {
  const { work, root, git, run } = await begin()
  const setup = "echo made > made.txt; mkdir -p gen; echo made > gen/made.txt"
  writeFileSync(join(root, ".upnext.json"), JSON.stringify({ checks: { t: "test -f made.txt" }, setup }))
  git("commit", "-qam", "setup")
  await run("verify", "--yes")
  const idle = await work("true")
  expect(idle.task, idle.said).toMatchObject({ status: "blocked" })
  expect(idle.said).toContain("made by setup, so not part of the work: gen/made.txt, made.txt")
  await run("task", "retry", idle.task.id as string)
  await call(server.url, "PATCH", `/tasks/${idle.task.id}`, { status: "todo" })
  const { task, said } = await work("echo x > gen/own.txt; git add gen/made.txt")
  expect(task, said).toMatchObject({ status: "done", checkStates: [{ state: "passed" }] })
  expect(
    git("show", "--format=", "--name-only", task.work.commit as string)
      .trim()
      .split("\n"),
  ).toEqual(["gen/made.txt", "gen/own.txt"])
  expect((await run("land", task.id as string)).stdout).toContain("landed")
  const cleaned = await run("worktree", "clean")
  expect(cleaned.stdout.match(/removed/g), cleaned.stdout).toHaveLength(2)
})
