/**
 * Builds `dist/`, unless it is newer than all that it is made of; with `--anew` in any case. It is built beside, and swapped
 * at the end, so that whoever uses `dist/` meanwhile goes on. Builds at the same time do not meet: the last one stays.
 */
import { execFileSync } from "node:child_process"
import { existsSync, readdirSync, renameSync, rmSync, statSync, utimesSync } from "node:fs"
import { join } from "node:path"

const sources = ["src", "assets", "build", "package.json", "package-lock.json", "tsup.config.ts"]
const out = "dist"
const built = join(out, "cli.cjs")

if (process.argv.includes("--anew") || !isFresh()) build()

function build() {
  const [next, last] = [`.dist-${process.pid}`, `.dist-${process.pid}-last`]
  const began = new Date()
  console.error("Building…")
  sweep()
  try {
    execFileSync(join("node_modules", ".bin", "tsup"), ["--silent"], {
      stdio: "inherit",
      env: { ...process.env, UPNEXT_BUILD: next },
    })
    // What is changed while it is built makes it stale.
    utimesSync(join(next, "cli.cjs"), began, began)
    swap(next, last)
  } catch (error) {
    if (error.status === undefined) throw error
    process.exitCode = error.status
  } finally {
    for (const each of [next, last]) rmSync(each, { recursive: true, force: true })
  }
}

/** Another build may put its own there between the two steps. */
function swap(next, last) {
  for (;;) {
    try {
      renameSync(out, last)
    } catch (error) {
      if (error.code !== "ENOENT") throw error
    }
    try {
      return renameSync(next, out)
    } catch (error) {
      if (error.code !== "ENOTEMPTY" && error.code !== "EEXIST") throw error
      rmSync(last, { recursive: true, force: true })
    }
  }
}

/** Removes what builds have left that were killed. */
function sweep() {
  for (const name of readdirSync(".")) {
    const [, pid] = /^\.dist-(\d+)/.exec(name) ?? []
    if (pid !== undefined && !isAlive(Number(pid))) rmSync(name, { recursive: true, force: true })
  }
}

function isAlive(pid) {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return error.code === "EPERM"
  }
}

function isFresh() {
  return existsSync(built) && sources.every((path) => newest(path) < statSync(built).mtimeMs)
}

/** When something was changed last in a folder, or taken out of it; in ms. */
function newest(path) {
  const stats = statSync(path)
  if (!stats.isDirectory()) return stats.mtimeMs
  return Math.max(stats.mtimeMs, ...readdirSync(path).map((name) => newest(join(path, name))))
}
