import { spawn } from "node:child_process"
import { resolve } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { expect, test } from "vitest"
import { createRandom } from "../support/random.ts"
import { serverForFile } from "../support/server.ts"
import { landing } from "./landing.ts"

const server = serverForFile()

/** UPNEXT_LAND_ROUNDS makes it longer. */
const rounds = Number(process.env["UPNEXT_LAND_ROUNDS"] ?? 1)
const tasksOfRound = 6

/** Lands in a process that is killed after so many ms. */
async function landFor(ms: number, cwd: string, env: NodeJS.ProcessEnv, ...ids: string[]): Promise<void> {
  const child = spawn(process.execPath, [resolve("dist/cli.cjs"), "land", ...ids], {
    ...{ cwd, stdio: "ignore" },
    env: { PATH: process.env["PATH"], HOME: "/nonexistent", ...env },
  })
  const ended = new Promise((ends) => child.once("close", ends))
  await Promise.race([ended, sleep(ms)])
  child.kill("SIGKILL")
  await ended
}

test(
  "whatever is landed by several at once and killed at any moment: the base holds what was approved, each once",
  async () => {
    for (let round = 0; round < rounds; round += 1) {
      const random = createRandom(20261125 + round)
      const seed = `UPNEXT_SEED=${random.seed}`
      const { run, root, env, work, read, git, log, audit } = await landing(server.url, {
        test: "test -f a.txt",
      })
      // The last two write the same file, each in its own way: only one of them can land.
      const tasks: { id: string; file: string }[] = []
      for (let n = 0; n < tasksOfRound; n += 1) {
        const file = n < tasksOfRound - 2 ? `f${n}.txt` : "both.txt"
        const flags = random.chance(0.5) ? ["--check", "test"] : []
        const { id } = await work({ [file]: `${n}\n` }, ...flags)
        tasks.push({ id, file })
      }
      if (random.chance(0.5)) git("checkout", "--quiet", "-b", "mine")
      for (let kill = 0; kill < 4; kill += 1) {
        const one = random.chance(0.5) ? [random.pick(tasks).id] : []
        await Promise.all([
          landFor(300 + random.below(1500), root, env),
          landFor(300 + random.below(1500), root, env, ...one),
        ])
      }
      // A git that was begun by one that was killed may still be at its end.
      await expect
        .poll(async () => (await run("land")).stderr, { timeout: 60_000 })
        .toContain("Nothing to land.")
      const landed: string[] = []
      for (const { id, file } of tasks) {
        const { task } = await read(id)
        const { commit, landed: how } = task.work
        if (task.status === "doing") {
          expect([file, how], seed).toEqual(["both.txt", null])
          continue
        }
        expect(task.status, seed).toBe("done")
        expect(git("rev-parse", `refs/upnext/${id}.1`).trim(), seed).toBe(commit)
        landed.push(`one (${id})`)
        expect(git("show", `main:${file}`), seed).toBe(git("show", `${commit}:${file}`))
        const changed = git("diff", "--name-only", `${how.commit}^`, how.commit).trim()
        expect([changed, git("log", "-1", "--format=%s", how.commit).trim()], seed).toEqual([
          file,
          `one (${id})`,
        ])
      }
      expect(log().sort(), seed).toEqual([...landed, "Begin"].sort())
      expect(landed.length, seed).toBe(tasksOfRound - 1)
      expect(git("ls-tree", "-r", "--name-only", "main").trim().split("\n"), seed).toEqual(
        [".upnext.json", "a.txt", ...new Set(tasks.map(({ file }) => file))].sort(),
      )
      expect(git("status", "--porcelain"), seed).toBe("")
      // One that was killed after the board knew of it has left its note, which goes with the next call.
      await run("land", ...tasks.map(({ id }) => id))
      expect(git("for-each-ref", "refs/upnext/landed").trim(), seed).toBe("")
      audit()
    }
  },
  rounds * 180_000,
)
