import { execFileSync } from "node:child_process"
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { onTestFinished } from "vitest"
import type { Random } from "../support/random.ts"
import { call } from "../support/server.ts"
import { startCommand, type Worker } from "../support/worker.ts"
import { agentHabits } from "./agents.ts"
import { ownFiles } from "./own-files.ts"

/** A server, and the tasks that this world has on it. */
export interface Board {
  readonly name: string
  readonly url: string
  /** What `(after A)` waits for there. */
  readonly edges: "landed" | "done"
  readonly tasks: Task[]
}

export interface Task {
  readonly id: string
  readonly title: string
  readonly blockedBy: readonly string[]
}

/** A machine: a clone of the origin, and what is kept beside it for the audit. */
export interface Clone {
  readonly name: string
  readonly root: string
  /** As people call it there. */
  git(...args: string[]): string
  /** Commits that somebody had made when their command ended, one a line. */
  readonly noted: string
  /** The trees of attempts as they were when their command ended. */
  readonly kept: string
  /** Each start of a command: the URL of the board and the task, one a line. */
  readonly started: string
  readonly env: NodeJS.ProcessEnv
  /** What people have in their checkout that no commit holds, with its bytes. */
  own: ReadonlyMap<string, string>
}

export interface World {
  readonly random: Random
  readonly project: string
  /** What agents do here most of the time. */
  readonly habits: readonly string[]
  /** How often an attempt is about `habits` or any others, not about ordinary work: 0 to 1. */
  readonly oddness: number
  /** People clear their checkout before work and landings, or hardly any would land. */
  readonly isTidy: boolean
  /** What people do here more often than elsewhere, as places in the list of acts: 0 is its begin, 1 its end. */
  readonly leanings: readonly number[]
  readonly clones: readonly Clone[]
  readonly boards: readonly Board[]
  /** Commits that a reviewer took along, by board and task. */
  readonly taken: Map<string, string>
  /** Tasks whose holder, with no worker above it, may have said itself what its check came to, by board. */
  readonly told: Set<string>
  readonly story: string[]
}

/** No command may take longer, in ms. */
const longestMs = 60_000

const check = "test ! -e broken && { test ! -e left-half || test ! -e right-half; }"

export const checksFile = (run: string) => JSON.stringify({ checks: { t: run } })

/** Two clones of one bare origin, each with a board of its own. */
export async function createWorld(random: Random, urls: { landed: string; done: string }): Promise<World> {
  const place = realpathSync(mkdtempSync(join(tmpdir(), "upnext-habits-")))
  onTestFinished(() => rmSync(place, { recursive: true, force: true }))
  gitAt(place, "init", "--quiet", "--bare", "--initial-branch=main", "module.git")
  gitAt(place, "init", "--quiet", "--bare", "--initial-branch=main", "origin.git")
  seed(place)
  const clones = ["one", "two"].map((name) => createClone(place, name))
  const boards = [
    { name: "red", url: urls.landed, edges: "landed", tasks: [] },
    { name: "blue", url: urls.done, edges: "done", tasks: [] },
  ] satisfies Board[]
  const project = `habits-${random.seed}-${process.pid}`
  const habits = Array.from({ length: 6 }, () => random.pick(agentHabits))
  const leanings = Array.from({ length: 3 }, () => random.next())
  const [oddness, isTidy] = [random.pick([0, 0.15, 0.4]), random.chance(0.7)]
  const taken = new Map<string, string>()
  const world: World = {
    ...{ random, project, habits, oddness, isTidy, leanings, clones, boards, taken },
    ...{ told: new Set<string>(), story: [] },
  }
  for (const board of [...boards, ...boards, ...boards]) await addTask(world, board)
  for (const clone of clones) await ended({ random, story: [] }, upnext(clone, boards[0], "verify", "--yes"))
  return world
}

/** Adds a task that has the check, and now and then waits for others or has a reviewer. */
export async function addTask(
  { random, project }: Pick<World, "random" | "project">,
  board: Board,
  metadata: Readonly<Record<string, unknown>> = {},
): Promise<string> {
  const blockedBy = board.tasks.length > 0 && random.chance(0.3) ? [random.pick(board.tasks).id] : []
  const title = `habit ${random.seed} ${board.name} ${board.tasks.length + 1}`
  const { body, text } = await call(board.url, "POST", "/tasks", {
    ...{ title, project, checks: ["t"], createdBy: "ann", blockedBy, metadata },
    ...(random.chance(0.2) && { reviewer: "eve" }),
  })
  const id = (body["task"] as { id: string } | undefined)?.id
  if (id === undefined) throw new Error(text)
  board.tasks.push({ id, title, blockedBy })
  return id
}

/** Starts a command of ours in a clone, as ann, on a board. */
export function upnext(clone: Clone, board: Board | undefined, ...args: string[]): Worker {
  return startCommand(args, { url: board?.url ?? "", cwd: clone.root, env: clone.env })
}

/** Waits for a command to end, or ends it by a signal. @throws where it does not end in time */
export async function ended(
  { random, story }: Pick<World, "random" | "story">,
  command: Worker,
  signal?: NodeJS.Signals,
) {
  const timers: NodeJS.Timeout[] = []
  if (signal !== undefined) {
    const ms = random.below(1500)
    story.push(`    ${signal} after ${ms} ms`)
    timers.push(setTimeout(() => command.kill(signal), ms))
  }
  const late = new Promise<"late">((resolve) => timers.push(setTimeout(() => resolve("late"), longestMs)))
  const end = await Promise.race([command.exited, late])
  for (const timer of timers) clearTimeout(timer)
  const said = command.stderr().trim().split("\n")
  story.push(
    ...said
      .filter((text) => /land|failed|did nothing|✗|fail/.test(text))
      .map((text) => `    ${text}`.slice(0, 300)),
  )
  if (end !== "late") return
  command.kill("SIGKILL")
  throw new Error(`A command did not end within a minute, and said:\n${said.slice(-20).join("\n")}`)
}

/** What people have that no commit holds. */
export function lookAgain(clone: Clone): void {
  clone.own = ownFiles(clone.root)
}

export const linesOf = (path: string) =>
  readFileSync(path, "utf8")
    .split("\n")
    .filter((line) => line !== "")

// --- internal ---

function seed(place: string): void {
  for (const [name, files] of [
    ["module", { "module.txt": "module\n" }],
    [
      "origin",
      {
        ...{ "a.txt": text("a"), "f0.txt": text("f0"), "f1.txt": text("f1"), "notes.txt": text("notes") },
        ".gitignore": "*.ignored\n",
        ".upnext.json": checksFile(check),
      },
    ],
  ] as const) {
    const root = join(place, `seed-${name}`)
    gitAt(place, "init", "--quiet", "--initial-branch=main", root)
    for (const [path, content] of Object.entries(files)) writeFileSync(join(root, path), content)
    gitAt(root, "add", "--all")
    gitAt(root, "commit", "--quiet", "-m", "Begin")
    gitAt(root, "push", "--quiet", join(place, `${name}.git`), "main")
  }
}

/** Long enough that changes at both ends merge. */
const text = (name: string) => Array.from({ length: 12 }, (_, i) => `${name} ${i}\n`).join("")

function createClone(place: string, name: string): Clone {
  const beside = (what: string) => join(place, `${name}-${what}`)
  const root = join(place, name)
  gitAt(place, "clone", "--quiet", join(place, "origin.git"), root)
  const git = (...args: string[]) => gitAt(root, ...args)
  git("config", "user.name", name === "one" ? "Ann" : "Bob")
  git("config", "user.email", `${name}@example.org`)
  for (const file of ["noted", "started"]) writeFileSync(beside(file), "")
  for (const directory of ["kept", "config"]) mkdirSync(beside(directory))
  const [noted, kept, started] = [beside("noted"), beside("kept"), beside("started")]
  const env = {
    ...{ GIT_CONFIG_GLOBAL: "/dev/null", XDG_CONFIG_HOME: beside("config"), UPNEXT_SESSION: "" },
    ...{ UPNEXT_AGENT: "ann", NOTED: noted, KEPT: kept, STARTED: started, MODULE: join(place, "module.git") },
    UPNEXT: `${process.execPath} ${process.cwd()}/dist/cli.cjs`,
    FORGE: `${process.execPath} ${process.cwd()}/test/habits/forge.js`,
  }
  return { name, root, git, noted, kept, started, env, own: new Map() }
}

function gitAt(directory: string, ...args: string[]): string {
  return execFileSync("git", args, {
    cwd: directory,
    env: {
      ...{ PATH: process.env["PATH"], HOME: "/nonexistent", LC_ALL: "C", GIT_EDITOR: "true" },
      ...{ GIT_CONFIG_GLOBAL: "/dev/null", GIT_CONFIG_NOSYSTEM: "1" },
      ...{ GIT_AUTHOR_NAME: "Ada", GIT_AUTHOR_EMAIL: "ada@example.org" },
      ...{ GIT_COMMITTER_NAME: "Ada", GIT_COMMITTER_EMAIL: "ada@example.org" },
    },
    encoding: "utf8",
    stdio: "pipe",
    maxBuffer: 64 * 1024 * 1024,
  })
}
