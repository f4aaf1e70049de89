import { execFileSync } from "node:child_process"
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { onTestFinished } from "vitest"

/** An environment in which git knows nobody's settings, and each commit has the same author and time. */
export const gitEnv: NodeJS.ProcessEnv = {
  PATH: process.env.PATH,
  HOME: "/nonexistent",
  GIT_CONFIG_NOSYSTEM: "1",
  GIT_CONFIG_GLOBAL: "/dev/null",
  GIT_AUTHOR_NAME: "Ada",
  GIT_AUTHOR_EMAIL: "ada@example.com",
  GIT_AUTHOR_DATE: "2026-01-02T03:04:05Z",
  GIT_COMMITTER_NAME: "Ada",
  GIT_COMMITTER_EMAIL: "ada@example.com",
  GIT_COMMITTER_DATE: "2026-01-02T03:04:05Z",
}

export interface RealRepository {
  readonly root: string
  /** Calls git itself in it, and answers what it prints. */
  git(...args: string[]): string
  write(path: string, text: string): void
  /** Commits all there is. */
  commit(subject: string): string
  /** Calls git in another directory. */
  gitAt(directory: string, ...args: string[]): string
}

/** The place of a repository with one commit that holds these files, made once in a run and never changed. */
const begun = new Map<string, string>()

/** A repository in a directory of its own, which goes when the test is over, with one commit on `main`. */
export function realRepository(files: Readonly<Record<string, string>> = { "a.txt": "a\n" }): RealRepository {
  const key = JSON.stringify(files)
  const first = begun.get(key) ?? begin(files)
  begun.set(key, first)
  const root = join(placeForTest(), "repo")
  // Git takes ten times as long.
  cpSync(first, root, { recursive: true })
  return repositoryAt(root)
}

export function emptyRepository(...flags: string[]): RealRepository {
  return initAt(placeForTest(), ...flags)
}

export function repositoryAt(root: string): RealRepository {
  const git = (...args: string[]) => gitAt(root, ...args)
  return {
    root,
    git,
    gitAt,
    write(path, text) {
      mkdirSync(dirname(join(root, path)), { recursive: true })
      writeFileSync(join(root, path), text)
    },
    commit(subject) {
      git("add", "--all")
      git("commit", "--quiet", "--allow-empty", "-m", subject)
      return headOf(root) ?? git("rev-parse", "HEAD").trim()
    },
  }
}

/** A PATH where `git` is a script for `sh`, for which `$real` is git itself. */
export function pathWithGit(script: string): string {
  const place = placeForTest()
  const path = process.env["PATH"] ?? ""
  const real = path
    .split(":")
    .map((each) => join(each, "git"))
    .find((each) => existsSync(each))
  writeFileSync(join(place, "git"), `#!/bin/sh\nreal='${real ?? ""}'\n${script}\n`, { mode: 0o755 })
  return `${place}:${path}`
}

// --- internal ---

function begin(files: Readonly<Record<string, string>>): string {
  const place = newPlace()
  process.once("exit", () => rmSync(place, { recursive: true, force: true }))
  // Without samples of hooks, which would be most of the files to copy, and without a second process for each commit.
  const repository = initAt(place, "--template=")
  for (const name of ["hooks", "info"]) mkdirSync(join(repository.root, ".git", name))
  repository.git("config", "maintenance.auto", "false")
  for (const [path, text] of Object.entries(files)) repository.write(path, text)
  repository.commit("Begin")
  return repository.root
}

/** The commit of the branch that was just committed to, where its file can be found without git. */
function headOf(root: string): string | undefined {
  try {
    const [, ref] = /^ref: (refs\/\S+)/.exec(readFileSync(join(root, ".git/HEAD"), "utf8")) ?? []
    return ref === undefined ? undefined : readFileSync(join(root, ".git", ref), "utf8").trim()
  } catch {
    return undefined
  }
}

const newPlace = () => realpathSync(mkdtempSync(join(tmpdir(), "upnext-git-")))

function placeForTest(): string {
  const place = newPlace()
  onTestFinished(() => rmSync(place, { recursive: true, force: true }))
  return place
}

function initAt(place: string, ...flags: string[]): RealRepository {
  const root = join(place, "repo")
  gitAt(place, "init", "--quiet", "--initial-branch=main", ...flags, root)
  return repositoryAt(root)
}

function gitAt(directory: string, ...args: string[]): string {
  return execFileSync("git", args, { cwd: directory, env: gitEnv, encoding: "utf8", stdio: "pipe" })
}
