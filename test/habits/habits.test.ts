import { existsSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { expect, test } from "vitest"
import { repositoryWith } from "../commands/verify/repository.ts"
import { createRandom, type Random } from "../support/random.ts"
import { call, serverForFile } from "../support/server.ts"
import { startCommand, startWorker, type Worker } from "../support/worker.ts"
import { agentHabits, agentPrelude } from "./agents.ts"
import { audit } from "./audit.ts"

const server = serverForFile()
const cli = `${process.execPath} ${process.cwd()}/dist/cli.cjs`

/** So many seeds in the suite, with so many steps each; with UPNEXT_LONG it looks for more. */
const isLong = process.env["UPNEXT_LONG"] !== undefined
const seeds = Array.from({ length: isLong ? 300 : 3 }, (_, i) => i + 1)
const steps = isLong ? 40 : 25

/** No step may take longer, in ms. */
const longestMs = 60_000

/** Agents with any habits, and people who do what people do, in one repository. Audited from outside after each step. */
test.each(seeds)("what agents and people do in a repository breaks no promise, seed %i", async (given) => {
  const random = createRandom(given)
  const world = await begin(random)
  for (let step = 0; step < steps; step += 1) {
    await world.next()
    await audit(world.seen())
  }
})

async function begin(random: Random) {
  const repository = await repositoryWith(server.url, { t: "test ! -e broken" })
  const { root, git, env } = repository
  git("config", "user.name", "ann")
  git("config", "user.email", "ann@example.org")
  await repository.run("verify", "--yes")
  const project = `habits-${random.seed}-${process.pid}`
  const noted = join(root, "..", "noted")
  writeFileSync(noted, "")
  const ids: string[] = []
  const own = new Map<string, string>()
  const story: string[] = []
  const environment = { ...env, UPNEXT_SESSION: "", NOTED: noted, UPNEXT: cli }

  const addTask = async () => {
    ids.push(await repository.addTask("--check", "t", "--project", project))
  }
  await addTask()

  const worker = (...flags: string[]) => {
    const count = 1 + random.below(4)
    const lines = Array.from({ length: count }, () => `R=${random.below(1000)}; ${random.pick(agentHabits)}`)
    story.push(`work ${flags.join(" ")}: ${lines.join(" | ")}`)
    const args = ["--once", "--worktree", ...flags, "--agent", random.pick(["ann", "bob"])]
    const script = [agentPrelude, ...lines].join("\n")
    return startWorker([...args, "--project", project, "--", "sh", "-c", script], {
      url: server.url,
      cwd: root,
      env: environment,
    })
  }
  const land = (...flags: string[]) => {
    story.push(`land ${flags.join(" ")}`)
    return startCommand(["land", "--project", project, ...flags], {
      url: server.url,
      cwd: root,
      env: environment,
    })
  }
  const ended = async (started: Worker, signal?: NodeJS.Signals) => {
    if (signal !== undefined) {
      const ms = random.below(1500)
      story.push(`  ${signal} after ${ms} ms`)
      void sleep(ms).then(() => started.kill(signal))
    }
    const late = sleep(longestMs).then(() => "late" as const)
    expect(await Promise.race([started.exited, late]), story.slice(-4).join("\n")).not.toBe("late")
  }
  const person = (name: string, act: () => void) => () => {
    story.push(name)
    try {
      act()
    } catch {
      story.push("  which git refused")
    }
  }

  const acts: readonly (() => void | Promise<void>)[] = [
    ...Array.from({ length: 6 }, () => () => ended(worker())),
    ...Array.from({ length: 3 }, () => () => ended(worker("--land"))),
    () => ended(worker("--rounds", "2")),
    () => ended(worker(), "SIGINT"),
    () => ended(worker("--land"), "SIGKILL"),
    () => ended(land()),
    () => ended(land()),
    () => ended(land(), "SIGINT"),
    () => ended(land(), "SIGKILL"),
    addTask,
    addTask,
    person("commits to the base", () => {
      writeFileSync(join(root, `f${random.below(4)}.txt`), `base ${random.below(1000)}\n`)
      git("add", "--", ...[0, 1, 2, 3].map((n) => `f${n}.txt`).filter((name) => existsSync(join(root, name))))
      git("commit", "-qm", "by a person")
    }),
    person("amends the base", () => git("commit", "-q", "--amend", "--no-edit", "--allow-empty")),
    person("has a file of their own", () => {
      const name = `mine-${random.below(3)}.txt`
      writeFileSync(join(root, name), `${random.below(1000)}\n`)
      own.set(name, git("hash-object", "--no-filters", "--", join(root, name)))
    }),
    async () => {
      story.push("lets all be tried again")
      for (const id of ids) {
        const { body } = await call(server.url, "GET", `/tasks/${id}`)
        const { status } = (body as { task: { status: string } }).task
        if (status === "blocked")
          await call(server.url, "PATCH", `/tasks/${id}`, { status: "todo", assignee: "unassigned" })
        else if (status === "doing")
          await call(server.url, "PATCH", `/tasks/${id}`, { assignee: "unassigned", status: "todo" })
        await call(server.url, "POST", `/tasks/${id}/retry`, {})
      }
    },
    () => ended(startCommand(["worktree", "clean"], { url: server.url, cwd: root, env: environment })),
  ]

  return {
    next: async () => random.pick(acts)(),
    seen: () => ({
      ...{ url: server.url, repository, ids, own, story },
      noted: readFileSync(noted, "utf8")
        .split("\n")
        .filter((line) => line !== ""),
    }),
  }
}
