import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { expect, test } from "vitest"
import { gitEnv, realRepository } from "../../repository/real-git.ts"
import { call } from "../../support/server.ts"
import { startWorker, until } from "../../support/worker.ts"
import { serve, upnext } from "../upnext.ts"

const served = await serve()

/** A repository with a check, and the command line of anybody in it. */
async function begin(tokens: Readonly<Record<string, string>> = {}) {
  const repository = realRepository({
    "a.txt": "a\n",
    ".upnext.json": JSON.stringify({ checks: { ok: "true" } }),
  })
  const { root, git } = repository
  const envOf = (agent: string) => ({
    ...{ ...gitEnv, HOME: join(root, "..", "home"), UPNEXT_URL: served.server.url, UPNEXT_AGENT: agent },
    ...(tokens[agent] !== undefined && { UPNEXT_TOKEN: tokens[agent] }),
  })
  const as = (agent: string, cwd: string, ...args: string[]) => upnext(args, envOf(agent), "", cwd)
  const idOf = async (finished: Promise<{ stdout: string }>) => (await finished).stdout.trim()
  const claim = async (agent: string, id: string) => {
    const claimed = await as(agent, root, "claim", id, "--worktree", "--format", "path")
    expect(claimed.status, claimed.stderr).toBe(0)
    return claimed.stdout.trim()
  }
  const authorization = tokens["pat"] === undefined ? {} : { authorization: `Bearer ${tokens["pat"]}` }
  const send = (method: string, path: string, body?: object) =>
    call(served.server.url, method, path, body, authorization)
  const read = async (id: string) => (await send("GET", `/tasks/${id}?checks=1`)).body
  await as("pat", root, "verify", "--yes")
  return {
    ...repository,
    root,
    as,
    envOf,
    idOf,
    claim,
    send,
    read,
    tip: () => git("rev-parse", "main").trim(),
  }
}

const done = (id: string) => ["done", id, "--no-lesson", "none"] as const

test("a stale worker cannot report, verify or land, though it goes by the same name", async () => {
  const { root, as, idOf, claim, send, read, tip, gitAt } = await begin()
  const id = await idOf(as("pat", root, "add", "Small", "--check", "ok", "--format", "id"))
  const old = await claim("ann", id)
  await send("PATCH", `/tasks/${id}`, { status: "todo", assignee: null })
  // Another process of the same name, and neither has a session.
  const path = await claim("ann", id)
  expect(path).not.toBe(old)
  writeFileSync(join(old, "stale.txt"), "stale\n")
  const [before, stateBefore] = [await read(id), gitAt(path, "status", "--porcelain", "--branch")]
  for (const args of [["verify", id, "--yes"], done(id), ["release", id, "--reason", "late"], ["land", id]]) {
    const late = await as("ann", old, ...args)
    expect([args[0], late.status, late.stderr]).toEqual([
      args[0],
      1,
      expect.stringMatching(/is over|No attempt at/),
    ])
    expect([await read(id), gitAt(path, "status", "--porcelain", "--branch")]).toEqual([before, stateBefore])
  }
  const other = await as("bob", root, ...done(id))
  expect([other.status, await read(id)]).toEqual([1, before])
  expect((await as("ann", path, "verify", id, "--yes")).status).toBe(0)
  writeFileSync(join(path, "b.txt"), "b\n")
  expect((await as("ann", path, ...done(id))).status).toBe(0)
  // What it committed in its own tree lands by nobody's word.
  gitAt(old, "commit", "--quiet", "--allow-empty", "-m", "Late")
  const [{ task }, base] = [await read(id), tip()]
  await as("ann", old, ...done(id))
  expect((await read(id))["task"]).toEqual(task)
  expect(tip()).toBe(base)
  expect((await as("ann", old, "land", id)).status).toBe(0)
  expect(gitAt(root, "ls-tree", "--name-only", "main")).not.toContain("stale.txt")
  expect(gitAt(root, "log", "-1", "--format=%B", "main")).not.toContain("Late")
})

test("a worker that slept past its lease reports nothing, and lands nothing, when it goes on", async () => {
  const { root, as, envOf, idOf, claim, read, tip } = await begin()
  const id = await idOf(as("pat", root, "add", "Small", "--tag", "slept", "--format", "id"))
  const wait = join(root, "..", "wait")
  writeFileSync(wait, "")
  const script = `echo stale > b.txt; touch ../begun; while test -e ${wait}; do sleep 0.05; done`
  const flags = ["--once", "--worktree", "--land", "--tag", "slept", "--lease", "1s", "--json"]
  const worker = startWorker([...flags, "--", "sh", "-c", script], {
    ...{ url: served.server.url, cwd: root, env: envOf("bob") },
  })
  const begun = join(`${root}.trees`, "begun")
  await until(() => existsSync(begun))
  worker.kill("SIGSTOP")
  await until(async () => (await read(id))["task"].lease === null)
  await as("pat", root, "retry", id)
  const path = await claim("ann", id)
  expect(readFileSync(join(path, "b.txt"), "utf8"), "what was left goes along").toBe("stale\n")
  const [before, base] = [await read(id), tip()]
  rmSync(wait)
  worker.kill("SIGCONT")
  expect(await worker.exited, worker.stderr()).toBe(1)
  expect(JSON.parse(worker.stdout())).toMatchObject({ task: id, outcome: "lost" })
  expect([await read(id), tip()]).toEqual([before, base])
})

test("on a board that asks, a role to read reports, verifies and lands nothing, and one to work only its own", async () => {
  const made = async (name: string, ...flags: string[]) => {
    const env = tokens["pat"] === undefined ? {} : { UPNEXT_TOKEN: tokens["pat"] }
    const answer = await served.upnext(["token", "create", "--name", name, ...flags], env)
    expect(answer.status, answer.stderr).toBe(0)
    return answer.stdout.trim()
  }
  const tokens: Record<string, string> = {}
  tokens["pat"] = await made("pat", "--role", "admin")
  tokens["eve"] = await made("eve", "--role", "read")
  for (const name of ["ann", "bob", "cid"]) tokens[name] = await made(name, "--role", "work", "--agent", name)
  const { root, as, idOf, claim, read, tip, git } = await begin(tokens)
  const add = (...more: string[]) =>
    idOf(as("pat", root, "add", "Small", "--check", "ok", "--format", "id", ...more))
  const [id, reviewed] = [await add(), await add("--reviewer", "bob")]
  const refused = async (who: string, cwd: string, args: readonly string[], why: RegExp) => {
    const [before, base, refs] = [await read(id), tip(), git("for-each-ref", "refs/upnext")]
    const answer = await as(who, cwd, ...args)
    expect([who, args[0], answer.status, answer.stderr]).toEqual([
      who,
      args[0],
      1,
      expect.stringMatching(why),
    ])
    expect([await read(id), tip(), git("for-each-ref", "refs/upnext")]).toEqual([before, base, refs])
  }
  await refused("eve", root, ["claim", id, "--worktree"], /role read and may not use task.claim/)
  expect(existsSync(`${root}.trees`)).toBe(false)
  const path = await claim("ann", id)
  writeFileSync(join(path, "b.txt"), "b\n")
  for (const args of [["verify", id], done(id), ["release", id, "--reason", "no"]])
    await refused("eve", path, args, /role read and may not/)
  await refused("bob", path, ["verify", id], /only the holder|may not/)
  await refused("bob", path, done(id), /ann holds T/)
  expect((await as("ann", path, "verify", id)).status).toBe(0)
  expect((await as("ann", path, ...done(id))).status).toBe(0)
  await refused("eve", root, ["land", id], /role read and may not use task.land/)
  await refused("bob", root, ["land", id], /land work that it neither did nor reviews/)
  const landed = await as("ann", root, "land", id)
  expect(landed.status, landed.stderr).toBe(0)
  const other = await claim("ann", reviewed)
  writeFileSync(join(other, "c.txt"), "c\n")
  await as("ann", other, ...done(reviewed))
  expect((await as("bob", root, "review", reviewed, "approve")).status).toBe(0)
  await refused("cid", root, ["land", reviewed], /land work that it neither did nor reviews/)
  const byReviewer = await as("bob", root, "land", reviewed)
  expect(byReviewer.status, byReviewer.stderr).toBe(0)
  expect(git("log", "--format=%s", "main").trim().split("\n").slice(0, 2)).toEqual([
    `Small (${reviewed})`,
    `Small (${id})`,
  ])
})
