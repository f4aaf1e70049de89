import { AsyncLocalStorage } from "node:async_hooks"
import { spawn } from "node:child_process"
import { devNull } from "node:os"
import { setTimeout as sleep } from "node:timers/promises"
import { UpnextError, fail } from "../errors.ts"
import { endOf } from "../machine/process-end.ts"
import { gitEnvironment } from "./git-environment.ts"
import { someOf } from "../machine/some-of.ts"
import { collect, type Collected } from "./git-output.ts"
import { placeFlags, placesIn, type GitPlaces } from "./git-places.ts"

/**
 * Git in one directory. This is the only place that starts the user's `git`, but for the commit of `land --hooks`: never through a shell, with its arguments as
 * a list. Whoever passes a name that somebody else chose checks its form first, and puts `--end-of-options` or `--`
 * before it.
 */
export interface Git {
  readonly directory: string
  /**
   * What git prints.
   * @throws git_failed, with what git said on one line, for any other exit status than 0
   */
  run(args: readonly string[], options?: GitOptions): Promise<string>
  /** The same for any exit status. */
  ask(args: readonly string[], options?: GitOptions): Promise<GitAnswer>
  /** Asked once: none moves while it is in use. Another index or place for objects by `with` is not among them. */
  places(): Promise<GitPlaces>
  /** The same git with more in its environment, such as an index of its own. */
  with(env: GitVariables): Git
}

/** Undefined takes one out. */
type GitVariables = Readonly<Record<string, string | undefined>>

export interface GitOptions {
  /** What it reads on standard input. */
  readonly input?: string | undefined
  /** A longer output is refused. In bytes, default 64 MiB. */
  readonly maxBytes?: number
  /** Ended after this. A network may not answer, and a file of a tree may be a pipe that nobody writes to. */
  readonly timeoutMs?: number
  /** Ends it. */
  readonly signal?: AbortSignal | undefined
  /** In a group of processes of its own, so that Ctrl-C does not end it halfway. */
  readonly isApart?: boolean
  /** With `latin1` bytes that are no UTF-8, as in names of files, stay as they are: one character is one byte. */
  readonly encoding?: "utf8" | "latin1"
}

export interface GitAnswer {
  readonly exit: number
  readonly stdout: string
  /** The last 8 KiB of what it said, without control characters. */
  readonly said: string
}

/** What git may take where it reads the files of a tree. */
export interface GitLimit {
  readonly ms?: number
  /** Ends it. */
  readonly signal?: AbortSignal | undefined
}

/** All that is called within waits for git no longer than this. */
export function withGitLimit<T>(limit: GitLimit, call: () => Promise<T>): Promise<T> {
  return limits.run(limit, call)
}

/** Whether git was ended since it took too long. */
export function isLateGit(error: unknown): error is UpnextError {
  return error instanceof UpnextError && error.code === "git_failed" && error.facts["isLate"] === true
}

export function gitIn(
  directory: string,
  env: NodeJS.ProcessEnv = process.env,
  { more = {}, places }: { more?: GitVariables; places?: Promise<GitPlaces> } = {},
): Git {
  async function ask(args: readonly string[], options: GitOptions = {}): Promise<GitAnswer> {
    for (let attempt = 1; ; attempt += 1) {
      const answer = await askOnce(args, options)
      if (answer.exit === 0 || attempt === mostTries || !isNeighbourInTheMaking(answer.said)) return answer
      await sleep(momentMs)
    }
  }

  async function askOnce(args: readonly string[], options: GitOptions): Promise<GitAnswer> {
    const ended = await start(directory, args, { ...gitEnvironment(env), ...more }, options)
    if (ended.tooMuch)
      fail("git_failed", {
        detail: `git ${wordOf(args)} produced too much output to read.`,
        facts: { tooMuch: true },
      })
    if (ended.isLate)
      fail("git_failed", {
        detail: `git ${wordOf(args)} did not finish in time. A file in ${directory} may be too large, or a pipe.`,
        facts: { isLate: true },
      })
    return { exit: ended.exit, stdout: ended.stdout.toString(options.encoding ?? "utf8"), said: ended.said }
  }

  async function run(args: readonly string[], options?: GitOptions): Promise<string> {
    const { exit, stdout, said } = await ask(args, options)
    if (exit !== 0) throw gitRefusal(args, exit, said)
    return stdout
  }

  const askPlaces = () =>
    (places ??= run(["rev-parse", ...placeFlags]).then((said) => placesIn(said.split("\n"))))

  return {
    directory,
    ask,
    run,
    places: askPlaces,
    with: (others) => gitIn(directory, env, { more: { ...more, ...others }, ...(places && { places }) }),
  }
}

/** The one line about a git that ended with another exit status than 0. */
export function gitRefusal(args: readonly string[], exit: number, said: string): UpnextError {
  const reason = reasonIn(said)
  const detail = `git ${wordOf(args)}: ${reason === "" ? `it ended with exit ${exit}.` : reason}`
  return new UpnextError("git_failed", { detail, facts: { exit } })
}

/** The parts of an output that ends each of them with NUL (`-z`). */
export function parts(output: string): string[] {
  return output.split("\0").filter((part) => part !== "")
}

/** A name of a commit, as git prints it: SHA-1 or SHA-256. */
export function isHash(text: string): boolean {
  return /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(text)
}

// --- internal ---

const settings = [
  // A clone may hold, as plain files, a repository without a tree, whose settings start programs.
  "safe.bareRepository=explicit",
  "core.quotePath=false",
  // A program that watches files would be started, and its answer is about another index.
  "core.fsmonitor=false",
  "core.splitIndex=false",
  // A file that has changed and looks as it did is read all the same.
  "core.trustctime=true",
  "core.checkStat=default",
  "core.ignoreStat=false",
  // Hooks may refuse, ask or change files, and a path of hooks may lead into the tree of a task.
  `core.hooksPath=${devNull}`,
  "commit.gpgSign=false",
  "advice.addEmbeddedRepo=false",
  "i18n.commitEncoding=UTF-8",
  "i18n.logOutputEncoding=UTF-8",
  "color.ui=false",
  "gc.auto=0",
  "maintenance.auto=false",
].flatMap((setting) => ["-c", setting])

const limits = new AsyncLocalStorage<GitLimit>()

/** Those that read the files of a tree. */
const readers = new Set(["add", "status", "ls-files", "reset", "diff"])
const readMs = 5 * 60_000

const defaultBytes = 64 * 1024 * 1024

interface Ended extends Collected {
  readonly exit: number
  readonly isLate: boolean
}

function start(
  directory: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  {
    input,
    maxBytes = defaultBytes,
    timeoutMs,
    signal: ending,
    encoding = "utf8",
    isApart = false,
  }: GitOptions,
): Promise<Ended> {
  return new Promise((resolve, reject) => {
    // By `-C` and not by its working directory, so that a PATH with a relative part never finds a `git` in a tree.
    const child = spawn("git", ["-C", directory, ...settings, ...args], {
      env,
      stdio: "pipe",
      detached: isApart,
    })
    let isLate = false
    const end = () => void (isLate = child.kill())
    const limit = readers.has(args[0] ?? "") ? { ms: readMs, ...limits.getStore() } : undefined
    const [most, signal] = [timeoutMs ?? limit?.ms, ending ?? limit?.signal]
    const clock = most === undefined ? undefined : setTimeout(end, most)
    if (signal?.aborted) end()
    signal?.addEventListener("abort", end)
    const collected = collect(child, maxBytes)
    // What a fetch leaves behind, such as a shared connection of ssh, is not ours to end.
    endOf(child)
      .then(({ code }) => resolve({ ...collected(), exit: code ?? 128, isLate }))
      .catch((error: unknown) => reject(notStarted(error as NodeJS.ErrnoException)))
      .finally(() => {
        clearTimeout(clock)
        signal?.removeEventListener("abort", end)
      })
    child.stdin.on("error", () => undefined)
    child.stdin.end(Buffer.from(input ?? "", encoding))
  })
}

function notStarted(error: NodeJS.ErrnoException): UpnextError {
  const detail =
    error.code === "ENOENT"
      ? "Git is not installed, or not on the PATH."
      : `git cannot be started: ${error.code ?? error.message}.`
  return new UpnextError("git_unfit", { detail, cause: error })
}

const mostListed = 5

/** Git dies on the files of a worktree that another git is just writing. */
const isNeighbourInTheMaking = (said: string) =>
  /failed to read \S*worktrees\/[^/\s]+\/commondir: Success/.test(said)
const mostTries = 50
const momentMs = 50

/** The command of git, for a message: `worktree add`. */
function wordOf(args: readonly string[]): string {
  const [word = "", next = ""] = args
  return word === "worktree" ? `${word} ${next}` : word
}

/** What git gave as the reason: the last line that it marked as one, with the files that it lists below, else the last line. */
function reasonIn(said: string): string {
  const lines = said.split("\n").filter((text) => text !== "")
  const marked = lines.findLastIndex((text) => /^(?:fatal|error): /.test(text))
  const reason = (lines.at(marked) ?? "").replace(/^(?:fatal|error): /, "")
  const below = marked < 0 || !reason.endsWith(":") ? [] : lines.slice(marked + 1)
  const end = below.findIndex((text) => !/^\s/.test(text))
  const listed = below.slice(0, end < 0 ? undefined : end).map((text) => text.trim())
  return [reason, someOf(listed, mostListed)].join(" ").trim().slice(0, 500)
}
