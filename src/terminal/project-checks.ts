import { existsSync } from "node:fs"
import { basename, dirname, join, relative, resolve } from "node:path"
import { parseDuration } from "../domain/wire/duration.ts"
import { nearest } from "../nearest.ts"
import type { CloneDecision } from "./allowed.ts"
import { failConfig } from "./sources.ts"
import { isObject } from "../machine/text.ts"

/** A command of a repository. */
export interface CheckCommand {
  /** What `sh -c` runs. */
  readonly run: string
  readonly timeoutMs: number
}

/** What the `.upnext.json` of a repository says about the work in it. */
export interface ProjectChecks {
  readonly checks: ReadonlyMap<string, CheckCommand>
  /** What makes a new tree ready. */
  readonly setup?: string | undefined
  /** The directory of the trees of tasks. */
  readonly trees?: string | undefined
}

export const noChecks: ProjectChecks = { checks: new Map() }

/** Reads those keys of a `.upnext.json`. @throws invalid_config */
export function readChecks(path: string, { checks, setup, trees }: Record<string, unknown>): ProjectChecks {
  return {
    checks: checks === undefined ? new Map() : readAll(path, checks),
    setup: setup === undefined ? undefined : textIn(path, "setup", setup),
    trees: trees === undefined ? undefined : textIn(path, "trees", trees),
  }
}

/** What of it somebody has to allow. @param main the repository */
export function decisionsIn(
  main: string,
  { checks, setup, trees }: ProjectChecks,
  fresh: ReadonlyMap<string, CheckCommand> = new Map(),
): CloneDecision[] {
  const isAway = trees !== undefined && isElsewhere(main, trees)
  return [
    ...(isAway ? [{ kind: "trees", name: "trees", text: resolve(main, trees) } as const] : []),
    ...(setup === undefined ? [] : [{ kind: "setup", name: "setup", text: setup } as const]),
    ...[...checks, ...fresh].map(([name, { run }]) => ({ kind: "check", name, text: run }) as const),
  ]
}

/**
 * Whether a directory for trees is neither in the repository nor right beside it, or is in a directory that git keeps
 * for itself. Files of a clone would come to a place where a program of the user finds and runs them; hidden directories
 * are such places, too.
 */
export function isElsewhere(main: string, trees: string): boolean {
  const path = resolve(main, trees)
  if (isOfGit(path)) return true
  const inside = relative(main, path).split(/[\\/]/)
  if (inside[0] !== ".." && resolve(main, inside.join("/")) === path)
    return inside.some((part) => part.toLowerCase() === ".git")
  const beside = dirname(main)
  return path !== beside && (dirname(path) !== beside || basename(path).startsWith("."))
}

// --- internal ---

const defaultTimeoutMs = 30 * 60_000
/** A timer of Node waits for at most 24 days. */
const longestTimeoutMs = 21 * 24 * 60 * 60_000
const known = ["run", "timeout"]

/** Whether it is in a directory of git, whatever its name: that of a bare repository may have any. */
function isOfGit(path: string): boolean {
  if (["HEAD", "objects"].every((name) => existsSync(join(path, name)))) return true
  return dirname(path) !== path && isOfGit(dirname(path))
}

function readAll(path: string, checks: unknown): ReadonlyMap<string, CheckCommand> {
  if (!isObject(checks)) return failConfig(path, "checks must be an object that maps names to commands.")
  return new Map(
    Object.entries(checks).map(([name, check]) => [nameIn(path, name), readOne(path, name, check)]),
  )
}

function readOne(path: string, name: string, check: unknown): CheckCommand {
  const key = `checks.${name}`
  if (typeof check === "string") return { run: textIn(path, key, check), timeoutMs: defaultTimeoutMs }
  if (!isObject(check))
    return failConfig(path, `${key} must be a command, or an object with run and timeout.`)
  for (const each of Object.keys(check)) {
    if (known.includes(each)) continue
    const meant = nearest(each, known)
    failConfig(path, `unknown key ${key}.${each}.${meant ? ` Did you mean ${meant}?` : ""}`)
  }
  const { run, timeout = "30m" } = check
  const ms = typeof timeout === "string" ? parseDuration(timeout) : undefined
  if (ms === undefined || ms === 0 || ms > longestTimeoutMs)
    failConfig(path, `${key}.timeout must be a duration such as 5m, at most 3w.`)
  return { run: textIn(path, `${key}.run`, run), timeoutMs: ms }
}

/** As the board takes a name: one line of 1 to 64 characters. */
function nameIn(path: string, name: string): string {
  const isFine =
    name.trim() === name && name !== "" && name.length <= 64 && !/[\p{Cc}\u2028\u2029]/u.test(name)
  return isFine
    ? name
    : failConfig(path, `the name of a check is one line of 1 to 64 characters, not ${JSON.stringify(name)}.`)
}

function textIn(path: string, key: string, value: unknown): string {
  if (typeof value === "string" && value.trim() !== "" && !value.includes("\0")) return value
  return failConfig(path, `${key} must be text.`)
}
