import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { expect, test } from "vitest"
import { pathWithGit } from "../../repository/real-git.ts"
import { serverForFile } from "../../support/server.ts"
import { runHere } from "../in-process.ts"
import { landing } from "../landing.ts"
import { upnext } from "../upnext.ts"

const server = serverForFile()

/** The commands of one attempt, each with the number of processes of git that it started. */
test("an attempt starts few processes of git, from its claim to its landing", async () => {
  const { root, env, addTask, allow, statusOf, log, audit } = await landing(server.url, { ok: "true" })
  await allow()
  const calls = join(env.XDG_CONFIG_HOME, "calls")
  const PATH = pathWithGit(`echo call >> ${calls}; exec "$real" "$@"`)
  const counted = async (args: readonly string[], cwd: string, run: typeof upnext | typeof runHere) => {
    writeFileSync(calls, "")
    const given = { HOME: "/nonexistent", ...env, PATH }
    const { status, stdout, stderr } = await run(args, given, "", cwd)
    expect(status, stderr).toBe(0)
    return { stdout, count: readFileSync(calls, "utf8").trimEnd().split("\n").length }
  }

  const id = await addTask("--check", "ok")
  const claim = await counted(["claim", id, "--worktree", "--format", "path"], root, upnext)
  const path = claim.stdout.trim()
  writeFileSync(join(path, "b.txt"), "b\n")
  const done = await counted(["done", id, "--verify", "--no-lesson", "a test"], path, upnext)
  const land = await counted(["land", id], root, upnext)
  const next = await addTask("--check", "ok")
  const worker = [
    "work",
    "--agent",
    "ann",
    "--worktree",
    "--land",
    "--once",
    "--",
    "sh",
    "-c",
    "echo c > c.txt",
  ]
  const work = await counted(worker, root, runHere)

  expect([await statusOf(id), await statusOf(next), log().length]).toEqual(["done", "done", 3])
  audit()
  const most = { claim: 10, done: 27, land: 28, work: 69 }
  for (const [name, { count }] of Object.entries({ claim, done, land, work })) {
    expect(count, name).toBeGreaterThan(5)
    expect(count, name).toBeLessThanOrEqual(most[name as keyof typeof most])
  }
})
