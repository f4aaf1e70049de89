import { existsSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { expect, test } from "vitest"
import { gitEnv, realRepository } from "../repository/real-git.ts"
import { createRandom } from "../support/random.ts"
import { serve, upnext } from "./upnext.ts"

const served = await serve()
/** So many steps in the suite; with UPNEXT_LONG for minutes. */
const steps = process.env["UPNEXT_LONG"] ? 300 : 28
const agents = ["ann", "bob", "cid"]

interface Held {
  readonly id: string
  readonly path: string
}

test("three agents write the same files in any order, and the base holds exactly what was finished and landed", async () => {
  const random = createRandom(77)
  const repository = realRepository({
    "shared.txt": "begin\n",
    ".upnext.json": JSON.stringify({ checks: { ok: "! grep -q bad shared.txt" } }),
  })
  const { root } = repository
  const as = async (agent: string, cwd: string, ...args: string[]) => {
    const env = {
      ...{ ...gitEnv, HOME: join(root, "..", "home"), UPNEXT_URL: served.server.url },
      ...{ UPNEXT_AGENT: agent, UPNEXT_SESSION: `${agent}-1` },
    }
    return upnext(args, env, "", cwd)
  }
  await as("pat", root, "verify", "--yes")
  const held = new Map<string, Held>()
  /** What each task had in its own file when it was finished last. */
  const finished = new Map<string, string>()
  const blobs = new Set<string>()
  let writes = 0

  const keep = (path: string, name: string) => blobs.add(repository.gitAt(path, "hash-object", name).trim())
  const write = (path: string, name: string, text: string) => writeFileSync(join(path, name), text)

  async function claim(agent: string): Promise<string> {
    const claimed = await as(agent, root, "claim", "--worktree", "--json")
    if (claimed.status === 3) return "nothing is ready"
    expect(claimed.status, claimed.stderr).toBe(0)
    const { task, tree } = claimed.json() as { task: { id: string }; tree: { path: string } }
    held.set(agent, { id: task.id, path: tree.path })
    return `${agent} takes ${task.id}`
  }

  function edit({ id, path }: Held): string {
    const text = `${id} ${++writes}\n`
    write(path, `${id}.txt`, text)
    // At the same place, so that others are in conflict now and then.
    if (random.chance(0.4)) write(path, "shared.txt", `begin\n${random.chance(0.2) ? "bad" : id}\n`)
    if (random.chance(0.5)) {
      repository.gitAt(path, "add", "--all")
      repository.gitAt(path, "commit", "--quiet", "-m", `Write ${writes}`)
    }
    return `${id} is written`
  }

  async function end(agent: string, { id, path }: Held, how: string): Promise<string> {
    edit({ id, path })
    const flags = how === "done" ? ["--no-reflection", "none"] : ["--reason", "tired"]
    const ended = await as(agent, path, how, id, ...flags)
    expect(ended.status, ended.stderr).toBe(0)
    held.delete(agent)
    keep(path, `${id}.txt`)
    keep(path, "shared.txt")
    if (how === "done") finished.set(id, readFileSync(join(path, `${id}.txt`), "utf8"))
    return `${agent} ends ${id}: ${how}`
  }

  async function step(): Promise<string> {
    const agent = random.pick(agents)
    const own = held.get(agent)
    const kind = random.below(10)
    if (kind < 2) return (await as("pat", root, "land", "--json")).stdout
    if (kind === 2) return (await as("pat", root, "worktree", "clean")).stdout
    if (!own) {
      if (random.chance(0.5)) await as("pat", root, "add", `Do ${writes}`, "--check", "ok")
      return claim(agent)
    }
    if (kind < 5) return edit(own)
    return end(agent, own, kind < 9 ? "done" : "release")
  }

  const told: string[] = []
  for (let i = 0; i < steps; i++) {
    told.push(await step())
    for (const { path } of held.values()) expect(existsSync(path), told.slice(-3).join("; ")).toBe(true)
  }
  await as("pat", root, "land")

  // From outside: what the base holds, and what can be reached.
  const { tasks } = (await as("pat", root, "list", "--all", "--json")).json() as {
    tasks: { id: string; work?: { landed: { commit: string | null } | null } }[]
  }
  const landed = tasks.filter(({ work }) => work?.landed)
  const log = repository.git("log", "--reverse", "--format=%H %P|%s", "main").trim().split("\n").slice(1)
  for (const line of log)
    expect(line, "one parent, and the task").toMatch(/^[0-9a-f]{40} [0-9a-f]{40}\|.* \(T-\d+\)$/)
  const ids = log.map((line) => /\((T-\d+)\)$/.exec(line)?.[1])
  const commits = landed.flatMap(({ work }) => work?.landed?.commit ?? [])
  expect([...commits].sort()).toEqual(log.map((line) => line.slice(0, 40)).sort())
  for (const id of ids)
    expect(repository.git("show", `main:${id ?? ""}.txt`), `seed ${random.seed}`).toBe(finished.get(id ?? ""))
  expect(repository.git("show", "main:shared.txt")).not.toContain("bad")
  expect(repository.git("status", "--porcelain", "--untracked-files=no")).toBe("")
  const reachable = repository.git("rev-list", "--objects", "--all")
  for (const blob of blobs) expect(reachable, told.join("\n")).toContain(blob)
  expect(repository.git("fsck", "--no-dangling", "--no-progress").trim()).toBe("")
  expect(landed.length, told.join("\n")).toBeGreaterThan(0)
}, 900_000)
