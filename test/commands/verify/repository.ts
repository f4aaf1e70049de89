import { readFileSync } from "node:fs"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { onTestFinished } from "vitest"
import { readCatalog } from "../../../src/attempts/verify/catalog.ts"
import { keepAllowed } from "../../../src/terminal/allowed.ts"
import { decisionsIn } from "../../../src/terminal/project-checks.ts"
import { realRepository } from "../../repository/real-git.ts"
import { call } from "../../support/server.ts"
import { runHere } from "../in-process.ts"
import { upnext } from "../upnext.ts"

/** A repository with these checks committed, and a command line of ann's in it. */
export async function repositoryWith(url: string, checks: object, more: object = {}) {
  const config = await mkdtemp(join(tmpdir(), "upnext-config-"))
  onTestFinished(() => rm(config, { recursive: true, force: true }))
  const repository = realRepository({
    "a.txt": "a\n",
    ".upnext.json": JSON.stringify({ checks, ...more }),
  })
  const env = {
    UPNEXT_URL: url,
    UPNEXT_AGENT: "ann",
    UPNEXT_SESSION: config,
    XDG_CONFIG_HOME: config,
    GIT_CONFIG_GLOBAL: "/dev/null",
  }
  const run = (...args: string[]) => upnext(args, env, "", repository.root)
  /** Allows what its `.upnext.json` decides, as `upnext verify --yes` does, without another process. */
  const allow = async () => {
    const { main, base } = await readCatalog(repository.root, { ...process.env, ...env })
    await keepAllowed({ root: main, decisions: decisionsIn(main, base, new Map()) }, env)
  }
  const read = async (id: string) => {
    const { body } = await call(url, "GET", `/tasks/${id}?checks=1&handoff=1`)
    // oxlint-disable-next-line typescript/no-explicit-any
    return body as any
  }
  const addTask = async (...flags: string[]) =>
    (await run("task", "add", "one", "--format", "id", ...flags)).stdout.trim()
  /** A task that ann holds, and what it runs is allowed. */
  const hold = async (...flags: string[]) => {
    const id = await addTask(...flags)
    await run("claim", id)
    await allow()
    return id
  }
  /** What a worker of ann's comes to, whose agent is a script. */
  const runWorker = async (script: string, ...flags: string[]) => {
    const args = ["work", "--worktree", "--agent", "ann", ...flags, "--", "sh", "-c", script]
    const given = { PATH: process.env["PATH"], HOME: "/nonexistent", ...env, UPNEXT_SESSION: "" }
    const { status, stdout, stderr } = await runHere(args, given, "", repository.root)
    return { status, said: stderr + stdout }
  }
  return { ...repository, env, run, allow, read, addTask, hold, runWorker }
}

/** Whether a process runs. In a container nobody may fetch the end of one whose parent is gone. */
export function isThere(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/stat`, "utf8").split(" ")[2] !== "Z"
  } catch {
    return false
  }
}
