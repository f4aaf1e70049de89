import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { expect, test } from "vitest"
import { call, serverForFile } from "../../support/server.ts"
import { startCommand, startWorker, until } from "../../support/worker.ts"
import { isThere, repositoryWith } from "./repository.ts"

const server = serverForFile()

/** A repository whose checks are allowed, and a worker in it. */
async function begin(checks: object, ...flags: string[]) {
  const repository = await repositoryWith(server.url, checks)
  await repository.allow()
  const id = await repository.addTask(...flags)
  const work = (script: string, ...more: string[]) =>
    startWorker(["--once", "--agent", "ann", "--lesson", "x", ...more, "--", "sh", "-c", script], {
      url: server.url,
      cwd: repository.root,
      env: { ...repository.env, UPNEXT_SESSION: "" },
    })
  return { ...repository, id, work }
}

test("a command that ended well is verified before its task is done", async () => {
  const { id, work, read } = await begin({ test: "test -f made" }, "--criterion", "it works (check: test)")
  const worker = work("touch made")
  expect(await worker.exited, worker.stderr()).toBe(0)
  const { task } = await read(id)
  expect(task).toMatchObject({ status: "done", criteriaMet: 1, checkStates: [{ state: "passed" }] })
})

test("a check that fails makes the attempt fail, with the check and the end of its output", async () => {
  const { id, work, read } = await begin({ test: "echo what went wrong; false" }, "--check", "test")
  const worker = work("true")
  expect(await worker.exited, worker.stderr()).toBe(1)
  const { task, handoff } = await read(id)
  expect(task).toMatchObject({ status: "todo", attempts: 1 })
  expect(handoff.lastAttempt).toMatchObject({ ended: "failed" })
  expect(handoff.lastAttempt.reason).toMatch(/^check test failed \(exit 1, [\d.]+ s\): what went wrong$/)
  expect(handoff.checks).toMatchObject([{ check: "test", status: "failed", output: "what went wrong" }])
})

test("with rounds the command runs again in the same attempt, with what the checks came to", async () => {
  const { id, work, read, root } = await begin(
    { test: "echo too few; test $(wc -l < given) = 3" },
    "--check",
    "test",
  )
  const worker = work('cat >> given; echo "$UPNEXT_TASK_HANDOFF" >> handed', "--rounds", "3")
  expect(await worker.exited, worker.stderr()).toBe(0)
  const given = readFileSync(join(root, "given"), "utf8").trim().split("\n")
  expect(given.map((line) => (JSON.parse(line) as { handoff: unknown }).handoff)).toEqual([
    null,
    ...[1, 2].map(() =>
      expect.objectContaining({ attempts: 0, checks: [expect.objectContaining({ output: "too few" })] }),
    ),
  ])
  expect(readFileSync(join(root, "handed"), "utf8").split("\n")[1]).toContain('"output":"too few"')
  expect((await read(id)).task).toMatchObject({ status: "done", attempts: 0 })
  const { body } = await call(server.url, "GET", `/tasks/${id}/history`)
  expect(body["attempts"]).toHaveLength(1)
})

test("the rounds end, and then the attempt has failed", async () => {
  const { id, work, read, root } = await begin({ test: "false" }, "--check", "test")
  const worker = work("cat > /dev/null; echo again >> rounds", "--rounds", "2")
  expect(await worker.exited).toBe(1)
  expect(readFileSync(join(root, "rounds"), "utf8")).toBe("again\nagain\n")
  expect((await read(id)).task).toMatchObject({ status: "todo", attempts: 1 })
})

test("what the command adds to .upnext.json is not run, and proves nothing", async () => {
  const { id, work, read } = await begin({ test: "true" }, "--check", "mine")
  const worker = work(`echo '{"checks": {"test": "touch changed", "mine": "touch mine"}}' > .upnext.json`)
  expect(await worker.exited).toBe(1)
  expect((await read(id)).checks[0]).toMatchObject({ check: "mine", status: "unknown", isNew: true })
  expect((await read(id)).handoff.lastAttempt.reason).toMatch(/mine is unknown here: The name is new/)
})

test("a worker does not begin before somebody has allowed what the repository runs", async () => {
  const { root, env } = await repositoryWith(server.url, { test: "true" })
  const worker = startWorker(["--once", "--agent", "ann", "--", "true"], { url: server.url, cwd: root, env })
  expect(await worker.exited).toBe(2)
  expect(worker.stderr()).toContain("are not trusted yet")
})

test("a signal ends the check and all that it started, and reports nothing", async () => {
  const { id, root, env, read, run } = await begin(
    { slow: "sleep 300 & echo $! > pid; echo begun; sleep 300" },
    "--check",
    "slow",
  )
  await run("claim", id)
  const verify = startCommand(["verify", id], { url: server.url, cwd: root, env })
  await until(() => verify.stdout().includes("begun"))
  verify.kill("SIGINT")
  expect(await verify.exited).toBe(130)
  const pid = Number(readFileSync(join(root, "pid"), "utf8"))
  await until(() => !isThere(pid))
  expect((await read(id)).checks).toEqual([])
})

test("a killed verify takes its check with it", async () => {
  const { id, root, env, run } = await begin(
    { slow: "sleep 300 & echo $! > pid; echo begun; sleep 300" },
    "--check",
    "slow",
  )
  await run("claim", id)
  const verify = startCommand(["verify", id], { url: server.url, cwd: root, env })
  await until(() => verify.stdout().includes("begun"))
  verify.kill("SIGKILL")
  await verify.exited
  const pid = Number(readFileSync(join(root, "pid"), "utf8"))
  await until(() => !isThere(pid))
})

test("a check learns nothing of the board", async () => {
  const { id, root, env } = await begin({ test: "env > environment" }, "--check", "test")
  writeFileSync(join(root, ".gitignore"), "environment\n")
  const secret = { UPNEXT_DATABASE: "postgres://ann:secret@127.0.0.1:1/board", UPNEXT_SESSION: "" }
  const worker = startWorker(["--once", "--agent", "ann", "--lesson", "x", "--", "true"], {
    url: server.url,
    cwd: root,
    env: { ...env, ...secret },
  })
  expect(await worker.exited, worker.stderr()).toBe(0)
  const names = readFileSync(join(root, "environment"), "utf8").match(/^UPNEXT_\w+/gm) ?? []
  expect(names.filter((name) => /TASK|TOKEN|DATABASE/.test(name))).toEqual([])
  expect(id).toMatch(/^T-/)
})
