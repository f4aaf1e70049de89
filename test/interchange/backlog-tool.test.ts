import { execFileSync } from "node:child_process"
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import { afterAll, expect, test } from "vitest"
import { filesBelow, readGiven } from "../support/given-files.ts"

/** The tool itself: 97 MB, which npm fetches in some ten seconds, once for all runs. */
const version = "1.52.0"
const cache = resolve(`node_modules/.cache/backlog.md-${version}`)
const program = join(cache, "node_modules/.bin/backlog")

const space = mkdtempSync(join(tmpdir(), "upnext-backlog-"))
afterAll(() => rmSync(space, { recursive: true, force: true }))

test("what Backlog.md itself writes is read: criteria with their checks, edges, notes, archive, drafts", (context) => {
  try {
    install()
  } catch (error) {
    if (process.env["CI"]) throw error
    context.skip(`backlog.md ${version} cannot be installed here: ${String(error).slice(0, 200)}`)
  }
  const folder = join(space, "garden")
  mkdirSync(folder)
  execFileSync("git", ["init", "-q", folder])
  const run = (...args: string[]) =>
    execFileSync(program, args, {
      cwd: folder,
      env: { PATH: process.env["PATH"], HOME: space },
      stdio: ["ignore", "pipe", "pipe"],
    })
  run("init", "Garden", "--defaults", "--integration-mode", "none")
  const bed = [
    "-d",
    "Where the sun is.",
    "--ac",
    "The bed is dug",
    "--ac",
    "No stones",
    "-l",
    "garden,spring",
  ]
  run("task", "create", "Dig the bed", ...bed, "-a", "@ada", "--priority", "high")
  run("task", "create", "Sow: beans", "--dep", "task-1", "-a", "@bob")
  run("task", "create", "Buy seed", "-p", "task-2")
  run("task", "create", "Old idea")
  run("task", "edit", "1", "-s", "In Progress", "--check-ac", "1", "--notes", "Half of it is done")
  run("task", "archive", "3")
  run("draft", "create", "Maybe")

  const { kind, items, item, said } = readGiven(filesBelow(join(folder, "backlog")))
  expect([kind, items.length]).toEqual(["backlog", 4])
  expect(item("task-1")).toMatchObject({
    title: "Dig the bed",
    status: "todo",
    assignee: "ada",
    priority: "P1",
    tags: ["garden", "spring"],
    criteria: [{ text: "The bed is dug", check: {} }, { text: "No stones" }],
    description: "Where the sun is.\n\n## Implementation Notes\n\nHalf of it is done",
  })
  expect(item("task-2")).toMatchObject({
    title: "Sow: beans",
    assignee: "bob",
    blockedBy: ["backlog:task-1"],
  })
  expect(item("task-2.1")).toMatchObject({ title: "Buy seed", parent: "backlog:task-2" })
  expect(item("task-3")).toMatchObject({ title: "Old idea", status: "cancelled" })
  expect(said).toContain("skipped: 1 draft skipped")
})

// --- internal ---

/** Another run may install it at the same time; the first one that is ready counts. */
function install(): void {
  if (existsSync(program)) return
  const fresh = mkdtempSync(join(tmpdir(), "upnext-backlog-md-"))
  const args = ["install", "--no-audit", "--no-fund", "--silent", "--prefix", fresh, `backlog.md@${version}`]
  try {
    execFileSync("npm", args, { stdio: "pipe", timeout: 60_000 })
    mkdirSync(resolve("node_modules/.cache"), { recursive: true })
    execFileSync("cp", ["-a", fresh, `${cache}.${process.pid}`])
    if (!existsSync(program)) renameSync(`${cache}.${process.pid}`, cache)
  } finally {
    rmSync(fresh, { recursive: true, force: true })
    rmSync(`${cache}.${process.pid}`, { recursive: true, force: true })
  }
}
