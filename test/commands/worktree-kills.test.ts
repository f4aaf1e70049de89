import { spawn } from "node:child_process"
import { existsSync, writeFileSync } from "node:fs"
import { join, resolve } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { expect, test } from "vitest"
import { gitEnv, realRepository } from "../repository/real-git.ts"
import { createRandom } from "../support/random.ts"
import { serve, upnext } from "./upnext.ts"

const served = await serve()
/** A few in the suite; with UPNEXT_LONG for minutes. */
const rounds = process.env["UPNEXT_LONG"] ? 60 : 3

test("killed at any moment, a claim, a finish or a cleaning can be done again, and nothing that was left is lost", async () => {
  const random = createRandom(31)
  const repository = realRepository()
  const { root } = repository
  const env = (agent: string) => ({
    ...{ ...gitEnv, HOME: join(root, "..", "home"), UPNEXT_URL: served.server.url },
    ...{ UPNEXT_AGENT: agent, UPNEXT_SESSION: "s1" },
  })
  const as = (agent: string, cwd: string, ...args: string[]) => upnext(args, env(agent), "", cwd)

  /** Starts a command and kills it, with git that it has started, at some moment. */
  async function killed(agent: string, cwd: string, ...args: string[]): Promise<void> {
    const child = spawn(process.execPath, [resolve("dist/cli.cjs"), ...args], {
      ...{ cwd, env: env(agent), stdio: "ignore", detached: true },
    })
    const ended = new Promise((done) => child.once("close", done))
    await Promise.race([ended, sleep(100 + random.below(900))])
    try {
      process.kill(-(child.pid ?? 0), "SIGKILL")
    } catch {
      // It has ended by itself.
    }
    await ended
  }

  for (let round = 0; round < rounds; round++) {
    const told = `seed ${random.seed}, round ${round}`
    const id = (await as("pat", root, "add", "Small", "--format", "id")).stdout.trim()
    await killed("ann", root, "claim", id, "--worktree")
    const claimed = await as("ann", root, "claim", id, "--worktree", "--format", "path")
    expect([claimed.status, claimed.stderr], told).toEqual([0, claimed.stderr])
    const path = claimed.stdout.trim()
    const text = `${id} ${round}\n`
    writeFileSync(join(path, "left.txt"), text)
    await killed("ann", path, "done", id, "--no-reflection", "none")
    // What a killed git has locked is no longer being written.
    repository.gitAt(path, "status")
    const done = await as("ann", path, "done", id, "--no-reflection", "none")
    expect([done.status, done.stderr], told).toEqual([0, expect.any(String)])
    await killed("pat", root, "worktree", "clean", "--discard")
    const refs = repository.git("for-each-ref", "--format=%(refname)").trim().split("\n")
    const holders = refs.filter((ref) => holds(ref))
    const isInTree = existsSync(join(path, "left.txt"))
    expect(holders.length > 0 || isInTree, `${told}: what was left is somewhere`).toBe(true)
    expect(repository.git("fsck", "--no-dangling", "--no-progress").trim(), told).toBe("")

    function holds(ref: string): boolean {
      try {
        return repository.git("show", `${ref}:left.txt`) === text
      } catch {
        return false
      }
    }
  }
  expect((await as("pat", root, "worktree", "clean", "--discard")).status).toBe(0)
  expect(repository.git("worktree", "list").trim().split("\n")).toHaveLength(1)
  expect(repository.git("status", "--porcelain")).toBe("")
}, 600_000)
