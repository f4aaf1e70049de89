import { spawnSync } from "node:child_process"
import { existsSync, readdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { call } from "../support/server.ts"
import { auditorGit, lines } from "./auditor-git.ts"
import { agentHabits, agentPrelude, half, ordinaryHabits } from "./agents.ts"
import { workOf, type ShownTask } from "./shown-task.ts"
import { addTask, ended, lookAgain, upnext, type Board, type Clone, type World } from "./world.ts"

/** Somebody at one of the machines, with one of the boards. */
interface Place {
  readonly world: World
  readonly clone: Clone
  readonly board: Board
}

type Act = (place: Place) => void | Promise<void>

/** Does the next thing that somebody might do, and says it in the story. */
export async function nextAct(world: World): Promise<void> {
  const { random, clones, boards, story } = world
  const at = random.below(2)
  const home = random.chance(0.75) ? at : 1 - at
  const [clone, board] = [clones[at], boards[home]]
  if (!clone || !board) throw new Error("There are two of each.")
  const [name, act] = pickAct(world)
  story.push(`${clone.name}, ${board.name}: ${name}`)
  try {
    if (world.isTidy && /^(work|land)/.test(name)) putAside(clone)
    await act({ world, clone, board })
  } catch (error) {
    if (!isOfGit(error)) throw error
    story.push(`    which git refused: ${lines(error.stderr).at(-1) ?? ""}`)
  }
  if (!name.startsWith("work") && !name.startsWith("land") && name !== "clean") lookAgain(clone)
}

// --- internal ---

const isOfGit = (error: unknown): error is Error & { stderr: string } =>
  error instanceof Error && "stderr" in error

function pickAct({ random, leanings }: World): readonly [string, Act] {
  const [, ...leant] = acts[Math.floor(random.pick(leanings) * acts.length)] ?? fail()
  if (random.chance(0.25)) return leant
  const sum = acts.reduce((total, [weight]) => total + weight, 0)
  let rest = random.below(sum)
  for (const [weight, name, act] of acts) {
    rest -= weight
    if (rest < 0) return [name, act]
  }
  return fail()
}

function fail(): never {
  throw new Error("unreachable")
}

const work =
  (signal: NodeJS.Signals | undefined, ...flags: string[]): Act =>
  async ({ world, clone, board }) => {
    const { random, story, project } = world
    const count = 1 + random.below(2)
    const habits = Array.from(
      { length: count },
      () => `R=$((${random.below(1000)} + \${UPNEXT_TASK_ID#T-})); ${random.pick(favourites(world))}`,
    )
    story.push(`    ${[...flags, ...habits].join("\n    ")}`)
    const args = ["--worktree", ...flags, "--agent", random.pick(["ann", "bob"]), "--project", project]
    // What git refuses on the way is no failed attempt.
    const script = [agentPrelude, ...habits, "exit 0"].join("\n")
    await ended(world, upnext(clone, board, "work", ...args, "--", "sh", "-c", script), signal)
  }

/** Each seed is about a few habits, so that they meet. */
function favourites({ random, habits, oddness }: World): readonly string[] {
  if (!random.chance(oddness)) return ordinaryHabits
  return random.chance(0.7) ? habits : agentHabits
}

const land =
  (signal?: NodeJS.Signals, ...flags: string[]): Act =>
  ({ world, clone, board }) =>
    ended(world, upnext(clone, board, "land", "--project", world.project, ...flags), signal)

const git =
  (...args: string[]): Act =>
  ({ clone }) =>
    void clone.git(...args)

/** How often, what, and how. */
const acts: readonly (readonly [number, string, Act])[] = [
  [16, "work", work(undefined, "--once")],
  [20, "work and land", work(undefined, "--once", "--land")],
  [
    6,
    "work until nothing is ready",
    work(undefined, "--land", "--rounds", "2", "--idle-exit", "1s", "--jobs", "2"),
  ],
  [8, "work on two halves at once", halves],
  [8, "work by hand", byHand],
  [1, "work, ended by Ctrl-C", work("SIGINT", "--once")],
  [3, "work and land, killed", work("SIGKILL", "--once", "--land")],
  [8, "land", land()],
  [1, "land, ended by Ctrl-C", land("SIGINT")],
  [2, "land, killed", land("SIGKILL")],
  [1, "land afresh with hooks", land(undefined, "--fresh", "--hooks")],
  [5, "land with a commit of a reviewer", takeAlong],
  [14, "add a task", async ({ world, board }) => void (await addTask(world, board))],
  [8, "review", review],
  [6, "let all be tried again", tryAgain],
  [1, "reopen what is done", reopen],
  [3, "commit", commit],
  [2, "amend", git("commit", "-q", "--amend", "--no-edit", "--allow-empty")],
  [1, "edit", edit],
  [2, "keep a file that git does not know", ownFile],
  [2, "reset", git("reset", "-q", "--hard", "HEAD~1")],
  [4, "undo all changes", git("reset", "-q", "--hard")],
  [2, "revert what has landed", revert],
  [4, "pull", git("pull", "-q", "--no-rebase", "--no-edit")],
  [1, "pull and rebase", git("pull", "-q", "--rebase")],
  [5, "push", push],
  [1, "push with force", git("push", "-q", "--force", "origin", "main")],
  [3, "fetch", git("fetch", "-q")],
  [1, "look at another commit", git("checkout", "-q", "--detach")],
  [3, "back to main", backToMain],
  [1, "clean", ({ world, clone, board }) => ended(world, upnext(clone, board, "worktree", "clean"))],
  [
    2,
    "allow what the checks run now",
    ({ world, clone, board }) => ended(world, upnext(clone, board, "verify", "--yes")),
  ],
]

/** Either half passes the check, and both together do not: only a look at what lands tells. */
async function halves({ world, clone, board }: Place): Promise<void> {
  await addTask(world, board)
  await addTask(world, board)
  const flags = ["--worktree", "--land", "--jobs", "2", "--rounds", "1", "--idle-exit", "1s"]
  const script = [agentPrelude, "R=${UPNEXT_TASK_ID#T-}", half, "exit 0"].join("\n")
  const args = [...flags, "--project", world.project, "--", "sh", "-c", script]
  await ended(world, upnext(clone, board, "work", ...args))
}

/**
 * Without a worker: somebody claims a task that asks for its checks, works in its tree, runs the checks before or after the
 * last of it, and says that it is done.
 */
async function byHand({ world, clone, board }: Place): Promise<void> {
  const { random, story } = world
  const id = await addTask(world, board, { checks_required: true })
  const session = `by-hand-${random.below(1_000_000)}`
  const person: Clone = { ...clone, env: { ...clone.env, UPNEXT_SESSION: session } }
  const claim = upnext(person, board, "claim", id, "--worktree", "--yes", "--format", "path")
  await ended(world, claim)
  const tree = claim.stdout().trim()
  if (tree === "") return
  const habits = [0, 1].map(() => `R=${random.below(1000)}; ${random.pick(favourites(world))}`)
  if (habits.some((habit) => habit.includes("$FORGE check"))) world.told.add(`${board.name} ${id}`)
  const verify = '$UPNEXT verify "$UPNEXT_TASK_ID" --yes'
  story.push(`    ${habits.join("\n    ")}`)
  const steps = random.chance(0.5) ? [habits[0], verify, habits[1]] : [...habits, verify]
  const env = {
    ...person.env,
    UPNEXT_URL: board.url,
    UPNEXT_TASK_ID: id,
    UPNEXT_TREE: tree,
    UPNEXT_BASE: "main",
  }
  spawnSync("sh", ["-c", [agentPrelude, ...steps, "exit 0"].join("\n")], {
    ...{ cwd: tree, env: { PATH: process.env["PATH"], HOME: "/nonexistent", ...env }, timeout: 60_000 },
  })
  const flags = random.chance(0.2) ? ["--verify", "--yes"] : []
  await ended(world, upnext(person, board, "done", id, "--lesson", "x", ...flags))
}

function commit({ world: { random }, clone: { git, root } }: Place): void {
  const name = random.pick(["f0.txt", "f1.txt", "a.txt", `base-${random.below(3)}.txt`])
  writeFileSync(join(root, name), `base ${random.below(1000)}\n`)
  git("add", "--", name)
  git("commit", "-qm", "by a person")
}

function edit({ world: { random }, clone: { root } }: Place): void {
  writeFileSync(join(root, random.pick(["f1.txt", "notes.txt"])), `not committed ${random.below(1000)}\n`)
}

/** Agents make files of the first of these names, too. */
function ownFile({ world: { random }, clone: { root } }: Place): void {
  const n = random.below(3)
  writeFileSync(join(root, random.pick([`mine-${n}.txt`, `mine-${n}.ignored`])), `${random.below(1000)}\n`)
}

function push({ clone: { git } }: Place): void {
  git("push", "-q", "origin", "refs/heads/upnext/*:refs/heads/upnext/*")
  git("push", "-q", "origin", "main")
}

function backToMain({ clone: { git, root } }: Pick<Place, "clone">): void {
  if (existsSync(join(root, ".git", "MERGE_HEAD"))) git("merge", "--abort")
  if (readdirSync(join(root, ".git")).includes("rebase-merge")) git("rebase", "--abort")
  git("switch", "-q", "main")
}

/** Before work and landings, in a tidy world: the base is checked out, and nothing that git knows of stands open. */
function putAside(clone: Clone): void {
  backToMain({ clone })
  clone.git("add", "--all")
  if (clone.git("diff", "--cached", "--name-only") !== "") clone.git("commit", "--quiet", "-m", "put aside")
  lookAgain(clone)
}

function revert({ world: { random }, clone: { git } }: Place): void {
  const landed = lines(git("log", "-20", "--no-merges", "--format=%H %s")).filter((line) =>
    / habit \d+/.test(line),
  )
  if (landed.length === 0) return
  const [hash = ""] = random.pick(landed).split(" ")
  try {
    git("revert", "--no-edit", hash)
  } catch (error) {
    git("revert", "--abort")
    throw error
  }
}

async function shownTasks({ board }: Place): Promise<ShownTask[]> {
  return Promise.all(board.tasks.map(async ({ id }) => (await workOf(board, id)).task))
}

async function review(place: Place): Promise<void> {
  const { world, board } = place
  for (const { id, status } of await shownTasks(place)) {
    if (status !== "review") continue
    const decision = world.random.pick(["approve", "approve", "request_changes"])
    world.story.push(`    ${id}: ${decision}`)
    await call(board.url, "POST", `/tasks/${id}/review`, { reviewer: "eve", decision })
  }
}

async function tryAgain(place: Place): Promise<void> {
  const { url } = place.board
  for (const { id, status } of await shownTasks(place)) {
    if (status === "blocked" || status === "doing")
      await call(url, "PATCH", `/tasks/${id}`, { status: "todo", assignee: "unassigned" })
    await call(url, "POST", `/tasks/${id}/retry`, {})
  }
}

async function reopen(place: Place): Promise<void> {
  const { world, board } = place
  const done = (await shownTasks(place)).filter(({ status }) => status === "done")
  if (done.length === 0) return
  const { id } = world.random.pick(done)
  world.story.push(`    ${id}`)
  await call(board.url, "PATCH", `/tasks/${id}`, { status: "todo", assignee: "unassigned" })
}

/** A reviewer commits on top of what was reported, and lands that. */
async function takeAlong(place: Place): Promise<void> {
  const { world, clone, board } = place
  const here = (await shownTasks(place)).filter(
    ({ status, work: found }) =>
      status === "done" &&
      found?.landed === null &&
      auditorGit(clone.root).ask(["cat-file", "-e", found.commit]) !== undefined,
  )
  if (here.length === 0) return
  const { id, work: found } = world.random.pick(here)
  if (!found) return
  const tree = auditorGit(clone.root).aside(({ ask }) => ask(["rev-parse", `${found.commit}^{tree}`]))
  const extra = clone
    .git("commit-tree", "-p", found.commit, "-m", "by a reviewer", withFile(clone, tree ?? ""))
    .trim()
  world.taken.set(`${board.name}/${id}`, extra)
  world.story.push(`    ${id}: takes ${extra}`)
  const isFree = auditorGit(clone.root).ask(["update-ref", `refs/heads/${found.branch}`, extra, found.commit])
  if (isFree === undefined) world.story.push("    whose branch does not stand there")
  await ended(world, upnext(clone, board, "land", id, "--take", extra))
}

function withFile({ git, root }: Clone, tree: string): string {
  const blob = auditorGit(root).ask(["hash-object", "-w", "--stdin"], "reviewed\n")?.trim() ?? ""
  const entries = git("ls-tree", "-z", tree)
  const added = `${entries}100644 blob ${blob}\treviewed.txt\0`
  return auditorGit(root).ask(["mktree", "-z"], added)?.trim() ?? ""
}
