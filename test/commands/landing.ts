import { readdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { expect } from "vitest"
import { upnext } from "./upnext.ts"
import { repositoryWith } from "./verify/repository.ts"

/** A repository whose work ann does in trees, and lands. */
export async function landing(url: string, checks: object = {}, more: object = {}) {
  const repository = await repositoryWith(url, checks, more)
  const { env, root, gitAt, git, read, addTask } = repository
  const identity = ["AUTHOR", "COMMITTER"].flatMap((who) => [
    [`GIT_${who}_NAME`, "Ann"],
    [`GIT_${who}_EMAIL`, "ann@example.com"],
  ])
  const all = { ...env, ...(Object.fromEntries(identity) as Record<string, string>) }
  const run = (...args: string[]) => upnext(args, all, "", root)
  const runAt = (cwd: string, ...args: string[]) => upnext(args, all, "", cwd)
  const statusOf = async (id: string) => (await read(id)).task.status as string
  /** Finished work that writes these files. */
  const finish = async (id: string, files: Readonly<Record<string, string>>) => {
    const claimed = await run("claim", id, "--worktree", "--yes", "--format", "path")
    const path = claimed.stdout.trim()
    for (const [name, text] of Object.entries(files)) writeFileSync(join(path, name), text)
    gitAt(path, "add", "--all")
    gitAt(path, "commit", "--quiet", "-m", `Write for ${id}`)
    const done = await runAt(path, "done", id, "--no-lesson", "a test")
    expect(done.status, done.stderr).toBe(0)
    return path
  }
  const work = async (files: Readonly<Record<string, string>>, ...flags: string[]) => {
    const id = await addTask(...flags)
    return { id, path: await finish(id, files) }
  }
  const log = () => git("log", "--format=%s", "main").trim().split("\n")
  const audit = () => {
    git("fsck", "--strict", "--no-dangling")
    expect(git("log", "--merges", "--format=%H", "main")).toBe("")
    expect(readdirSync(`${root}.trees`).filter((name) => name.startsWith("land-"))).toEqual([])
  }
  return { ...repository, env: all, run, runAt, statusOf, finish, work, log, audit }
}
