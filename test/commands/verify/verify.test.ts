import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, test } from "vitest"
import { hasScript, inTerminal } from "../../support/in-terminal.ts"
import { serverForFile } from "../../support/server.ts"
import { until } from "../../support/worker.ts"
import { upnext } from "../upnext.ts"
import { isThere, repositoryWith } from "./repository.ts"

const server = serverForFile({}, true)

test("`done --verify` keeps the lesson, though its checks had not passed when it began", async () => {
  const { hold, run, read } = await repositoryWith(server.url, { test: "true" })
  const id = await hold("--check", "test", "--metadata", '{"checks_required":true}')
  const done = await run("done", id, "--verify", "--lesson", "Look twice")
  expect(done.status, done.stderr).toBe(0)
  expect((await read(id)).task.status).toBe("done")
  const { reflections } = (await run("lessons", "--json")).json() as { reflections: object[] }
  expect(reflections).toContainEqual(expect.objectContaining({ taskId: id, content: "Look twice" }))
})
const statesOf = (task: { checkStates: { check: string; state: string }[] }) =>
  task.checkStates.map(({ check, state }) => `${check} ${state}`)

test("the checks of the task that this session holds are run and reported", async () => {
  const checks = { test: "echo to out; echo to err >&2; test -f ok", lint: { run: "pwd", timeout: "5m" } }
  const { run, hold, read, write, root, git } = await repositoryWith(server.url, checks)
  const id = await hold("--criterion", "all tests pass (check: test)", "--check", "lint")
  const red = await run("verify")
  expect(red.status).toBe(1)
  expect(red.stdout).toBe(`${root}\nto out\n`)
  expect(red.stderr).toContain("to err\n")
  expect(red.stderr).toMatch(/✗ test failed \(exit 1, /)
  const { task, checks: results } = await read(id)
  expect(statesOf(task)).toEqual(["lint passed", "test failed"])
  expect(results[0]).toMatchObject({ check: "test", output: "to out\nto err", exitCode: 1, branch: "main" })
  expect(results[0]).toMatchObject({ commit: git("rev-parse", "HEAD").trim(), isClean: true, isNew: false })
  expect(results[0].tree).toBe(git("rev-parse", "HEAD^{tree}").trim())
  write("ok", "")
  expect((await run("verify", id, "test")).status).toBe(0)
  const now = await read(id)
  expect(statesOf(now.task)).toEqual(["lint stale", "test passed"])
  expect(now.task.criteria[0].check.evidence).toMatch(/^test · exit 0 · \d+ ms · files [0-9a-f]{7}$/)
  expect((await run("show", id)).stdout).toMatch(/checks +lint stale, test passed/)
  expect((await run("show", id)).stdout).toContain("☑ 1. all tests pass (check: test)")
})

test("of a task without checks nothing is proven, which `verify && land` must not take for a success", async () => {
  const { run, hold } = await repositoryWith(server.url, { test: "true" })
  const id = await hold()
  expect(await run("verify")).toMatchObject({ status: 3, stderr: `${id} lists no checks.\n` })
  expect((await run("done", id, "--verify", "--lesson", "x")).status).toBe(0)
})

test("what a repository runs is asked for once, and again when it changes", async () => {
  const { run, addTask, write, commit } = await repositoryWith(server.url, { test: "touch ran" })
  const id = await addTask("--check", "test")
  await run("claim", id)
  const refused = await run("verify", id)
  expect(refused).toMatchObject({ status: 2, stdout: "" })
  expect(refused.stderr).toContain("are not trusted yet")
  expect(refused.stderr).toContain(`upnext verify ${id} --yes`)
  expect((await run("verify", id, "--yes")).status).toBe(0)
  expect((await run("verify", id)).status).toBe(0)
  write(".upnext.json", '{ "checks": { "test": "touch other" } }')
  commit("Change what test runs")
  expect((await run("verify", id)).status).toBe(2)
})

describe("a name that is not known where it is run", () => {
  test("is a failed check that says so", async () => {
    const { run, hold, read, root } = await repositoryWith(server.url, { test: "true" })
    const id = await hold("--check", "none")
    const { status, stderr } = await run("verify", id)
    expect(status).toBe(1)
    expect(stderr).toContain("none is unknown here")
    expect((await read(id)).checks[0]).toMatchObject({
      ...{ check: "none", status: "unknown", exitCode: null },
      output: `.upnext.json in ${root} has no check with this name.`,
    })
  })

  test("may have the name of what every object has", async () => {
    const { run, hold } = await repositoryWith(server.url, { test: "true" })
    const id = await hold("--check", "constructor")
    expect((await run("verify", id)).stderr).toContain("constructor is unknown here")
  })
})

describe("what a name runs is what is committed", () => {
  test("a change of the files here changes nothing, and a name that is new here counts if a person ran it", async () => {
    const { run, hold, read, write, root, env } = await repositoryWith(server.url, {
      test: "touch committed",
    })
    const id = await hold("--check", "test", "--check", "mine")
    write(".upnext.json", '{ "checks": { "test": "touch changed", "mine": "touch mine" } }')
    expect((await run("verify", id, "test")).status).toBe(0)
    expect([existsSync(join(root, "committed")), existsSync(join(root, "changed"))]).toEqual([true, false])
    const { status, stderr } = await run("verify", id, "mine", "--yes")
    expect([status, stderr]).toEqual([1, expect.stringContaining("does not count: its name is new here")])
    const { checks, task } = await read(id)
    expect(checks[0]).toMatchObject({ check: "mine", status: "passed", isNew: true, byPerson: false })
    expect(statesOf(task)).toContain("mine stale")
    if (!hasScript) return
    const typed = `cd '${root}' && ${process.execPath} ${process.cwd()}/dist/cli.cjs verify ${id} mine`
    // A coding agent with a terminal is no person.
    inTerminal(100, typed, { ...env, CLAUDECODE: "1" })
    expect((await read(id)).checks[0]).toMatchObject({ isNew: true, byPerson: false })
    inTerminal(100, typed, env)
    const byPerson = await read(id)
    expect(byPerson.checks[0]).toMatchObject({ check: "mine", status: "passed", isNew: true, byPerson: true })
    expect(statesOf(byPerson.task)).toContain("mine passed")
  })

  test("in a tree that was added it is what the main tree has, whatever is committed there", async () => {
    const { hold, write, root, git, gitAt, env } = await repositoryWith(server.url, {
      test: "touch base",
    })
    const id = await hold("--check", "test")
    const tree = join(root, "..", "tree")
    git("worktree", "add", "--quiet", "-b", "work", tree)
    write("../tree/.upnext.json", '{ "checks": { "test": "touch own" } }')
    gitAt(tree, "add", "--all")
    gitAt(tree, "commit", "--quiet", "-m", "Change what test runs")
    expect((await upnext(["verify", id], env, "", tree)).status).toBe(0)
    expect([existsSync(join(tree, "base")), existsSync(join(tree, "own"))]).toEqual([true, false])
  })
})

test("in the tree of an attempt a name runs what the branch has that it is to land in", async () => {
  const { hold, write, root, git, gitAt, commit, env } = await repositoryWith(server.url, {
    test: "touch base",
  })
  const id = await hold("--check", "test")
  const claimed = await upnext(["claim", id, "--worktree", "--format", "path"], env, "", root)
  const tree = claimed.stdout.trim()
  // Neither what the attempt commits counts, nor what is checked out in the main tree by now.
  writeFileSync(join(tree, ".upnext.json"), '{ "checks": { "test": "touch own" } }')
  gitAt(tree, "add", "--all")
  gitAt(tree, "commit", "--quiet", "-m", "Change what test runs")
  git("checkout", "--quiet", "-b", "other")
  write(".upnext.json", '{ "checks": { "test": "touch other" } }')
  commit("Change it elsewhere")
  expect((await upnext(["verify", id], env, "", tree)).status).toBe(0)
  expect(["base", "own", "other"].map((name) => existsSync(join(tree, name)))).toEqual([true, false, false])
})

test("a check that takes too long is ended with all that it started", async () => {
  const command = { run: "sleep 300 & echo $! > pid; sleep 300", timeout: "1s" }
  const { run, hold, read, root } = await repositoryWith(server.url, { slow: command })
  const id = await hold("--check", "slow")
  const { status, stderr } = await run("verify", id)
  expect(status).toBe(1)
  expect(stderr).toContain("slow took too long and was stopped after 1.")
  expect((await read(id)).checks[0]).toMatchObject({ status: "timed_out", exitCode: null })
  const pid = Number(readFileSync(join(root, "pid"), "utf8"))
  await until(() => !isThere(pid))
})

test("of a long output the end is kept, in whole characters and without what a terminal obeys", async () => {
  const run40k =
    "i=0; while [ $i -lt 2000 ]; do echo \"$i ääääääää\"; i=$((i+1)); done; printf '\\033[31mred\\033[0m\\0\\n'"
  const { run, hold, read } = await repositoryWith(server.url, { long: `${run40k}; false` })
  const id = await hold("--check", "long")
  await run("verify", id)
  const { output } = (await read(id)).checks[0]
  expect(Buffer.byteLength(output)).toBeLessThanOrEqual(4096)
  expect(Buffer.byteLength(output)).toBeGreaterThan(4000)
  expect(output).toMatch(/1999 ääääääää\nred<U\+0000>$/)
  expect(output).not.toContain("�")
})

test("files that change while a check runs leave its result with the files of before", async () => {
  const { run, hold } = await repositoryWith(server.url, { test: "date +%N > made" })
  const id = await hold("--check", "test")
  const { status, stderr } = await run("verify", id)
  expect(status).toBe(0)
  expect(stderr).toContain("Files changed while the check ran")
  const done = await run("done", id, "--no-lesson", "x")
  expect(done.stdout).toContain("not met: check: test")
})

describe("done", () => {
  test("names the files as they are then, so what was changed since is not proven", async () => {
    const { run, hold, write } = await repositoryWith(server.url, { test: "true" })
    const [one, two] = [await hold("--check", "test"), await hold("--check", "test")]
    await run("verify", one)
    expect((await run("done", one, "--no-lesson", "x")).stdout).not.toContain("not met")
    await run("verify", two)
    write("a.txt", "changed\n")
    expect((await run("done", two, "--no-lesson", "x")).stdout).toContain("not met: check: test")
  })

  test("--verify finishes only if all have passed", async () => {
    const { run, hold, read, write } = await repositoryWith(server.url, { test: "test -f ok" })
    const id = await hold("--check", "test")
    const red = await run("done", id, "--verify", "--no-lesson", "x")
    expect(red.status).toBe(1)
    expect(red.stderr).toContain(`${id} is not finished: test has not passed.`)
    expect((await read(id)).task.status).toBe("doing")
    write("ok", "")
    expect((await run("done", id, "--verify", "--no-lesson", "x")).status).toBe(0)
    expect((await read(id)).task).toMatchObject({ status: "done", checkStates: [{ state: "passed" }] })
  })
})

test("a criterion that stands on a check names the command to type", async () => {
  const { run, hold } = await repositoryWith(server.url, { test: "true" })
  const id = await hold("--criterion", "all tests pass (check: test)")
  const { status, stderr } = await run("meet", id, "1")
  expect(status).toBe(1)
  expect(stderr).toContain(`upnext verify ${id} test`)
})

test("without git the checks of the nearest .upnext.json run beside it", async () => {
  const { run, hold, root, read } = await repositoryWith(server.url, { test: "pwd" })
  rmSync(join(root, ".git"), { recursive: true })
  const id = await hold("--check", "test")
  expect((await run("verify", id)).stdout).toBe(`${root}\n`)
  expect((await read(id)).checks[0]).toMatchObject({ status: "passed", tree: null, counts: true })
})

test.each([
  ['{"checks": ["a"]}', "checks must be an object"],
  ['{"checks": {"a": 7}}', "checks.a must be a command"],
  ['{"checks": {"a": {"run": "b", "timout": "1m"}}}', "Did you mean timeout?"],
  ['{"checks": {"a": {"run": "b", "timeout": "soon"}}}', "checks.a.timeout must be a duration"],
  ['{"checks": {"a\\nb": "c"}}', "the name of a check is one line"],
  ['{"setup": ""}', "setup must be text"],
  ['{"check": {}}', "Did you mean checks?"],
])("%s is refused", async (text, said) => {
  const { run, write } = await repositoryWith(server.url, {})
  write(".upnext.json", text)
  const { status, stderr } = await run("verify", "T-1")
  expect([status, stderr]).toEqual([2, expect.stringContaining(said)])
})
