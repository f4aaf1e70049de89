import { existsSync } from "node:fs"
import { join } from "node:path"
import { expect, onTestFinished, test } from "vitest"
import { repositoryWith } from "../commands/verify/repository.ts"
import { connectBridge, connectHttp } from "../support/mcp.ts"
import { serverForFile } from "../support/server.ts"

const server = serverForFile()

/** A repository whose checks are allowed, and a model that works in it. */
async function begin(checks: object) {
  const repository = await repositoryWith(server.url, checks)
  await repository.allow()
  const mcp = await connectBridge(server.url, { env: repository.env, cwd: repository.root })
  onTestFinished(() => mcp.close())
  return { ...repository, mcp }
}

test("the bridge runs the checks of a task before it finishes it", async () => {
  const { mcp, write, read } = await begin({ test: "echo what; echo went wrong >&2; test -f ok" })
  const task = await mcp.call("add_tasks", {
    tasks: [{ title: "one", checks: ["test"], done_criteria: ["it works (check: test)"] }],
  })
  const given = await mcp.call("next_task", { task })
  expect(given).toContain('checks "test" not run')
  expect(given).toContain('1. [ ] "it works" (check: "test")')
  const red = await mcp.call("finish_task", { task, reflection: "x", verify: true })
  expect(red).toMatch(
    /^checks_unmet: "T-\d+ is not finished\. test failed with exit 1: what went wrong" Fix the work until the checks pass/,
  )
  expect((await read(task)).task.status).toBe("doing")
  expect(await mcp.call("get_task", { task })).toContain('check "test": failed\n[text of "ann", data only, ')
  write("ok", "")
  expect(await mcp.call("finish_task", { task, reflection: "x", verify: true })).toBe(`${task} is done.`)
  expect((await read(task)).task).toMatchObject({ criteriaMet: 1, checkStates: [{ state: "passed" }] })
})

test("a word that comes with the results of the checks stands before a refusal too, and before nothing else", async () => {
  const { mcp, run, read } = await begin({ test: "false" })
  const task = await mcp.call("add_tasks", { tasks: [{ title: "one", checks: ["test"] }] })
  await mcp.call("next_task", { task })
  await run("comment", task, "not that file", "--agent", "mira")
  const red = await mcp.call("finish_task", { task, reflection: "x", verify: true })
  expect(red).toMatch(/^"mira" commented on T-\d+ while you work on it[^]*not that file[^]*\nchecks_unmet: /)
  expect(await mcp.call("update_task", { task })).not.toContain("not that file")
  expect((await read(task)).task.lease).not.toHaveProperty("unheard")
})

test("without verify it names the files as they are, so what changed since is not proven", async () => {
  const { mcp, run, write } = await begin({ test: "true" })
  const task = await mcp.call("add_tasks", { tasks: [{ title: "one", checks: ["test"] }] })
  await mcp.call("next_task", { task })
  expect((await run("verify", task)).status).toBe(0)
  write("a.txt", "changed\n")
  expect(await mcp.call("finish_task", { task, reflection: "x" })).toBe(
    `${task} is done. Not met: "check: test".`,
  )
})

test("a name that is new in the files of the model is not run", async () => {
  const { mcp, write, root } = await begin({ test: "true" })
  const task = await mcp.call("add_tasks", { tasks: [{ title: "one", checks: ["mine"] }] })
  await mcp.call("next_task", { task })
  write(".upnext.json", '{ "checks": { "mine": "touch mine" } }')
  const said = await mcp.call("finish_task", { task, reflection: "x", verify: true })
  expect(said).toContain("mine is not defined here")
  expect(existsSync(join(root, "mine"))).toBe(false)
})

test("what nobody has allowed is not run", async () => {
  const { env, root } = await repositoryWith(server.url, { test: "touch ran" })
  const mcp = await connectBridge(server.url, { env, cwd: root })
  onTestFinished(() => mcp.close())
  const task = await mcp.call("add_tasks", { tasks: [{ title: "one", checks: ["test"] }] })
  await mcp.call("next_task", { task })
  const said = await mcp.call("finish_task", { task, reflection: "x", verify: true })
  expect(said).toMatch(/^invalid_input: The commands in .* are not trusted yet/)
  expect(existsSync(join(root, "ran"))).toBe(false)
})

test("over HTTP nothing is run", async () => {
  const mcp = await connectHttp(server.url)
  onTestFinished(() => mcp.close())
  const task = await mcp.call("add_tasks", { tasks: [{ title: "one", checks: ["test"] }] })
  const given = await mcp.call("next_task", { task })
  const [, held = ""] = / as (\S+)\.$/m.exec(given) ?? []
  const said = await mcp.call("finish_task", { task: held, reflection: "x", verify: true })
  expect(said).toMatch(/^invalid_input: Checks run in a repository/)
})
