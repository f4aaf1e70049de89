import { parseDuration } from "../domain/wire/duration.ts"
import { fail } from "../errors.ts"
import { explainSettings } from "../terminal/explain-settings.ts"
import { someOfCommon } from "../terminal/common-flags.ts"
import { createClient } from "../terminal/client.ts"
import { define } from "../terminal/define.ts"
import type { Flags } from "../terminal/flag.ts"
import { requireAgent, splitTags } from "../terminal/input.ts"
import { note, style } from "../terminal/output.ts"
import { readSettings } from "../terminal/settings.ts"
import { quote } from "../terminal/typed.ts"
import type { Worker } from "../attempts/work/worker.ts"
import { leaveFlag, treeFlags, treeWishesOf } from "./worktree/flags.ts"
import { settingsDirectory } from "../terminal/working-directory.ts"
import { succeeds } from "../machine/file-errors.ts"

const flags: Flags = {
  with: {
    kind: "text",
    value: "agent",
    description:
      "run claude, codex, gemini or opencode for each task, in a worktree if there is a repository; words after `--` are added to its arguments",
  },
  tag: { kind: "list", splits: true, description: "only tasks with this tag; if several, with all of them" },
  skill: {
    kind: "list",
    splits: true,
    description: "a skill that the agent has; those given replace the skills in the agent's description",
  },
  resource: {
    kind: "list",
    description:
      "a resource that the agent needs for every task; replaces the resources in the agent's description",
  },
  lease: { kind: "text", description: "how long a claim lasts if this worker dies, default 2m" },
  jobs: { kind: "number", description: "how many tasks to do at a time, 1 to 32, default 1" },
  once: {
    kind: "boolean",
    description:
      "do one task, then exit; the exit status is 3 if nothing is ready, 1 if the task failed, 75 if the agent hit a limit",
  },
  "idle-exit": { kind: "text", description: "end after this time without work" },
  timeout: {
    kind: "text",
    description: "end a command that takes longer than this; its attempt fails",
  },
  rounds: {
    kind: "number",
    description:
      "how often the command may run in one attempt; it runs again if it did nothing or a check failed; default 1",
  },
  yes: { kind: "boolean", description: "trust the commands in .upnext.json until they change" },
  lesson: {
    kind: "text",
    description: "the lesson to record; default: the last line `lesson: …` of the output",
  },
  ...treeFlags,
  land: { kind: "boolean", description: "land finished tasks, as `upnext land` does; needs --worktree" },
  pr: {
    kind: "boolean",
    description:
      "open a pull request for finished work, without asking; follow it as `upnext land --follow` does; needs --worktree",
  },
  ...leaveFlag,
  "allow-empty": {
    kind: "boolean",
    description: "count a task as done even if its command changed nothing; needs --worktree",
  },
  session: {
    kind: "text",
    description: "session in which a restarted worker resumes its task; default: random",
  },
}

export default define({
  name: "work",
  summary: "Take tasks one after another and run a command for each",
  rest: "<command> [args...]",
  flags,
  common: someOfCommon("agent", "project", "url", "token", "home", "json"),
  about: [
    "The command gets the task as JSON on its standard input, with the task's history as `handoff`. Its environment has UPNEXT_TASK_ID, _TITLE, _DESCRIPTION, _PROJECT, _PRIORITY, _TAGS, _CRITERIA (one per line) and, if there is a history, _HANDOFF (the same JSON on one line). The environment also has UPNEXT_AGENT, _URL, _SESSION and _LEASE_TOKEN, so `upnext` inside the command acts as the holder of the task. The worker renews the lease while the command runs.",
    "Exit status 0 completes the task; the last lines of standard output become the summary. The lesson comes from --lesson, or else from the last line `lesson: …` of the output. The task is finished even if there is no lesson.",
    "With --worktree, each attempt has its own branch and its own git worktree next to the repository; the command runs in that tree. UPNEXT_TREE, UPNEXT_BRANCH and UPNEXT_BASE name the tree, the branch and the base. The next attempt starts where the last one ended, but in another tree. Uncommitted work is committed unless --leave is given. In a new tree, the `setup` command from .upnext.json runs once, and the ignored files listed in .worktreeinclude are copied.",
    "With --worktree, an attempt must have a result: changed files, or something new on the board (a task, an attached file, evidence or a review). Otherwise, with --rounds, the command runs again; if there is still no result, the task is blocked with the reason `did nothing`. No attempt is counted. If there is really nothing to do, the command ends its output with the line `nothing to do: why`, or runs `upnext done --nothing-to-do why`. The task is then done if its checks pass and its criteria are met; a task with neither checks nor criteria goes to review. A task can set its own required result: `upnext add --result`.",
    "If the task has checks, they run in the worker's directory after the command exits with 0, as with `upnext verify`. A failed check fails the attempt; the reason given is the check and the end of its output. With --rounds, the command first runs again in the same attempt, with the check results in its `handoff`.",
    "Any other exit status gives the task back as failed; the reason given is the exit status and the last line of output. After exit status 126 or 127 (the shell cannot run a program), the task is given back, the attempt is not counted, and the worker ends with exit status 1. The same applies when three different tasks in a row fail within 5 seconds each.",
    "Exit status 75, or the last line `limit: until 18:30` (a time or a duration, then the reason), reports that the agent hit a limit. The task is given back, and the attempt is not counted. The agent's resources are closed until the time given, or for an hour if none is given; an agent without resources is paused instead. The worker resumes by itself afterwards. --resource or `upnext agent describe` sets an agent's resources; with authentication on, setting them requires the role manage.",
    "A command counts as ended once it exits; processes that it leaves running are ended two seconds later. If --timeout is exceeded, or if the task is taken away or the worker itself is killed, the command's whole process group is ended: with SIGTERM, then after 10 s with SIGKILL. --timeout also applies to `setup`. If the server cannot be reached, the command keeps running, and its result is kept until the server is back. Ctrl-C ends the command and gives the task back, and the attempt is not counted; pressing Ctrl-C twice kills the command.",
    "The command's output is shown, and the worker's own lines are written to standard error. With --json, standard output has one line of JSON per task, and the command's output is written to standard error.",
  ],
  examples: [
    ["work --agent ann -- ./do-the-work", "until Ctrl-C"],
    ["work --with claude --jobs 3 --land", "three agents, each in its own tree; proven work lands"],
    ["work --agent ann --rounds 3 -- ./do-the-work", "up to two more runs while a check of the task fails"],
    ["work --jobs 3 --worktree -- ./do-the-work", "three tasks at a time, each in its own git worktree"],
    ["work --agent ann --once -- make deploy", "one task; exit status 3 if nothing is ready"],
    [
      "work --agent ann --skill gpu --resource claude-max -- ./do-the-work",
      "the agent's skills and resources",
    ],
  ],
  async run({ flags: typed, rest }) {
    const settings = await readSettings(typed, process.env, settingsDirectory())
    const kind = typeof typed.with === "string" ? typed.with : undefined
    const [command = failNothing(), ...args] = kind === undefined ? rest : await commandWith(kind, rest)
    const given = kind !== undefined && (await isInRepository()) ? { ...typed, worktree: true } : typed
    const read = given as Partial<Record<"lease" | "lesson" | "session" | "timeout", string>> &
      Partial<Record<"tag" | "skill" | "resource", string[]>>
    const jobs = parseJobs(given.jobs as number | undefined, given.once === true)
    const worker = {
      createClient,
      settings,
      isProjectTyped: given.project !== undefined,
      agent: kind !== undefined && settings.isAgentAssumed ? kind : requireAgent(settings.agent),
      session: read.session,
      command,
      args,
      tags: splitTags(read.tag ?? []),
      ...(read.skill && { skills: read.skill }),
      ...(read.resource && { resources: read.resource }),
      lease: { text: read.lease ?? "2m", ms: toMs("lease", read.lease ?? "2m") },
      reflection: read.lesson,
      rounds: parseRounds(given.rounds as number | undefined),
      timeout: parseTimeout(read.timeout),
      jobs,
      isOnce: given.once === true,
      idle: idleOf(given["idle-exit"], given.once === true),
      isJson: given.json === true,
    }
    const parts = await import("./runner-parts.ts")
    const { allowChecks } = await parts.allowChecks()
    await allowChecks(process.cwd(), { isYes: given.yes === true, env: process.env })
    const { work } = await parts.worker()
    return work({ ...worker, trees: await treesOf(given) }).catch((error: unknown) => {
      throw explainSettings(error, settings)
    })
  },
})

// --- internal ---

function failNothing(): never {
  fail("invalid_input", {
    detail: "The command that does the work is missing after `--`.",
    hint: "For example: `upnext work --agent ann -- ./do-the-work`, or `upnext work --with claude`.",
  })
}

/** The command of a known coding agent, which is said before it runs. */
async function commandWith(kind: string, more: readonly string[]): Promise<readonly string[]> {
  const parts = await import("./runner-parts.ts")
  const command = (await parts.knownAgents()).commandWith(kind, more)
  note(style.dim(`Runs ${command.map(quote).join(" ")}`))
  return command
}

async function isInRepository(): Promise<boolean> {
  const parts = await import("../attempts/parts.ts")
  const { findRepository } = await parts.repository()
  return succeeds(findRepository(process.cwd()))
}

async function treesOf(given: Readonly<Record<string, unknown>>): Promise<Worker["trees"]> {
  const wishes = treeWishesOf(given)
  if (!wishes) {
    const flag = ["land", "pr", "allow-empty"].find((name) => given[name] === true)
    if (flag === undefined) return undefined
    const hint = given.with === undefined ? "Add --worktree." : "There is no git repository here."
    return fail("invalid_input", { detail: `--${flag} needs --worktree.`, hint })
  }
  const parts = await import("../attempts/parts.ts")
  const { findTreePlace } = await parts.trees()
  const place = await findTreePlace(process.cwd(), {
    ...wishes,
    isYes: given.yes === true,
    typed: "upnext work --worktree",
  })
  if (given.land === true && given.pr === true)
    fail("invalid_input", {
      detail: "--land cannot be combined with --pr.",
      hint: "Leave one of the two out.",
    })
  const { createFinishedLanding } = await parts.landing()
  const runner = await import("./runner-parts.ts")
  return {
    place,
    commits: given.leave !== true,
    allowsEmpty: given["allow-empty"] === true,
    land: given.land === true ? createFinishedLanding() : undefined,
    pulls: given.pr === true ? (await runner.workerPulls()).workerPulls : undefined,
  }
}

function parseJobs(jobs: number | undefined = 1, isOnce: boolean): number {
  if (!Number.isInteger(jobs) || jobs < 1 || jobs > 32)
    fail("invalid_input", {
      detail: `--jobs must be a whole number from 1 to 32, not ${jobs}.`,
      hint: "Leave --jobs out to do one task at a time.",
    })
  if (isOnce && jobs > 1)
    fail("invalid_input", {
      detail: "--once cannot be combined with --jobs.",
      hint: "Leave one of them out.",
    })
  return jobs
}

function parseRounds(rounds = 1): number {
  if (Number.isInteger(rounds) && rounds >= 1 && rounds <= 20) return rounds
  return fail("invalid_input", {
    detail: `--rounds must be a whole number from 1 to 20, not ${rounds}.`,
    hint: "Leave --rounds out to run the command once for each attempt.",
  })
}

function parseTimeout(text: string | undefined): Worker["timeout"] {
  if (text === undefined) return undefined
  const ms = toMs("timeout", text)
  if (ms <= longestTimeout) return { text, ms }
  return fail("invalid_input", {
    detail: `--timeout must be at most 3w, not ${text}.`,
    hint: "Leave --timeout out to let a command run as long as it needs.",
  })
}

/** A timer of Node waits for at most 24 days. */
const longestTimeout = 21 * 24 * 60 * 60_000

function idleOf(given: unknown, isOnce: boolean): number {
  if (typeof given === "string") return toMs("idle-exit", given)
  return isOnce ? 0 : Infinity
}

function toMs(flag: string, text: string): number {
  return (
    parseDuration(text) ??
    fail("invalid_input", {
      detail: `--${flag} takes a duration such as 30s or 10m, not ${JSON.stringify(text)}.`,
      hint: `Write a number and a unit, for example --${flag} 30m.`,
    })
  )
}
