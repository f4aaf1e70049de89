import { existsSync, readFileSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { expect, test } from "vitest"
import { gitEnv } from "../../repository/real-git.ts"
import { createRandom } from "../../support/random.ts"
import { call, serverForFile } from "../../support/server.ts"
import { killer, moments, realGit, type Ended, type Kill } from "./killing-git.ts"
import { blobOf, standingIn, twoClones, type Clone } from "./two-clones.ts"

const server = serverForFile()
const minutes = Number(process.env["UPNEXT_LONG"] ?? 0)
const stepsOfRound = minutes > 0 ? 120 : 30

interface Agent {
  readonly name: string
  readonly clone: Clone
  /** A new one begins where the last one died. */
  session: number
  held: Held | undefined
}

interface Held {
  readonly id: string
  readonly path: string
  readonly session: number
}

/** As the board shows it. */
interface Task {
  readonly id: string
  readonly status: string
  readonly finishedAt: string | null
  readonly checks: readonly string[]
  readonly lease: { readonly epoch: number } | null
  readonly work?: {
    readonly commit: string
    readonly epoch: number
    readonly landed: { readonly commit: string | null } | null
  }
}

/** What came about, so that nothing of it is missing in a run. */
type Counts = Record<string, number>

async function round(seed: number, counts: Counts): Promise<void> {
  const random = createRandom(seed)
  const clones = twoClones({
    "shared.txt": "begin\n",
    ".upnext.json": JSON.stringify({ checks: { ok: "! grep -q bad shared.txt" } }),
  })
  const place = dirname(clones[0].root)
  const run = killer(place)
  const project = `p${seed}`
  const agents: Agent[] = [
    { name: "ann", clone: clones[0], session: 1, held: undefined },
    { name: "bob", clone: clones[0], session: 1, held: undefined },
    { name: "cid", clone: clones[1], session: 1, held: undefined },
  ]
  const told: string[] = []
  /** Attempts that were given to somebody else, whose workers may go on. */
  const stale: { agent: Agent; held: Held }[] = []
  /** What was committed or left, by the name of its object. */
  const kept = new Map<string, string>()
  /** What each task had in its own file when it was finished last. */
  const finished = new Map<string, string>()
  let writes = 0
  const where = () => `UPNEXT_SEED=${seed}: ${told.slice(-12).join("; ")}`
  const count = (what: string) => (counts[what] = (counts[what] ?? 0) + 1)

  const as = async (
    name: string,
    cwd: string,
    args: readonly string[],
    {
      session = 1,
      chance = 0,
      how = moments,
    }: { session?: number; chance?: number; how?: readonly Kill["how"][] } = {},
  ): Promise<Ended> => {
    const kill = random.chance(chance) ? { how: random.pick(how), at: 1 + random.below(30) } : undefined
    const ended = await run(args, {
      cwd,
      kill,
      env: {
        ...{ ...gitEnv, HOME: join(place, "home"), XDG_CONFIG_HOME: place, UPNEXT_URL: server.url },
        ...{ UPNEXT_AGENT: name, UPNEXT_SESSION: `${name}-${session}` },
      },
    })
    const end = ended.isKilled
      ? `killed ${kill?.how ?? ""} git ${kill?.at ?? 0}`
      : `${ended.status} ${ended.status === 0 ? "" : ended.stdout + ended.stderr}`
    told.push(`${name} ${args.slice(0, 3).join(" ")}: ${end}`)
    if (ended.isKilled) {
      count(`${args[0] ?? ""} killed`)
      if (kill?.how === "within") for (const clone of clones) clone.repair()
    }
    return ended
  }
  const byAgent = (agent: Agent, cwd: string, args: readonly string[], chance = 0) =>
    as(agent.name, cwd, args, { session: agent.session, chance })
  const board = async (method: string, path: string, body?: object) => {
    const answer = await call(server.url, method, path, body)
    expect(answer.status, `${path} ${answer.text} ${where()}`).toBeLessThan(300)
    return answer.body
  }
  const read = async (id: string) => (await board("GET", `/tasks/${id}`))["task"] as Task
  const list = async (query: string) =>
    (await board("GET", `/tasks?project=${project}&limit=500&${query}`))["tasks"] as Task[]

  /** Notes what stands in the files of a tree now. */
  function keep({ id, path }: Held): void {
    for (const name of [`${id}.txt`, "shared.txt"]) {
      const file = join(path, name)
      if (existsSync(file)) kept.set(blobOf(readFileSync(file, "utf8")), `${name} of ${path}: ${where()}`)
    }
  }

  async function claim(agent: Agent): Promise<void> {
    const args = ["claim", "--worktree", "--base", "main", "--project", project, "--json"]
    let claimed = await byAgent(agent, agent.clone.root, args, 0.3)
    if (claimed.isKilled) {
      if (random.chance(0.4)) return die(agent)
      claimed = await byAgent(agent, agent.clone.root, args)
    }
    if (claimed.status === 3) return
    expect(claimed.status, `${claimed.stderr} ${where()}`).toBe(0)
    const { task, tree } = JSON.parse(claimed.stdout) as { task: { id: string }; tree: { path: string } }
    agent.held = { id: task.id, path: tree.path, session: agent.session }
    count("claimed")
    // What could not land is in conflict with the base now and then, which the next attempt takes in.
    if (random.chance(0.5)) agent.clone.gitAt(tree.path, "merge", "--quiet", "-X", "ours", "main")
  }

  function edit({ clone }: Agent, held: Held): void {
    const { id, path } = held
    writeFileSync(join(path, `${id}.txt`), `${id} ${++writes}\n`)
    // At the same place, so that others are in conflict now and then.
    if (random.chance(0.4))
      writeFileSync(join(path, "shared.txt"), `begin\n${random.chance(0.2) ? "bad" : id}\n`)
    if (random.chance(0.5)) {
      clone.gitAt(path, "add", "--all")
      clone.gitAt(path, "commit", "--quiet", "-m", `Write ${writes}`)
      keep(held)
    }
  }

  async function end(agent: Agent, held: Held, how: "done" | "release"): Promise<void> {
    const { id, path } = held
    edit(agent, held)
    keep(held)
    const flags = how === "done" ? ["--no-lesson", "none"] : ["--reason", "tired"]
    let ended = await byAgent(agent, path, [how, id, ...flags], 0.3)
    if (ended.isKilled && (await read(id)).status === "doing") {
      if (random.chance(0.4)) return die(agent)
      ended = await byAgent(agent, path, [how, id, ...flags])
      expect(ended.status, `${ended.stderr} ${where()}`).toBe(0)
    }
    agent.held = undefined
    if (how === "done") finished.set(id, readFileSync(join(path, `${id}.txt`), "utf8"))
    if (random.chance(0.6)) agent.clone.push(agent.clone.gitAt(path, "symbolic-ref", "HEAD").trim())
    count(how)
  }

  /** The agent is never heard of again, and what it holds is given to whoever comes. */
  async function die(agent: Agent): Promise<void> {
    if (agent.held) {
      keep(agent.held)
      stale.push({ agent, held: agent.held })
    }
    agent.held = undefined
    agent.session += 1
    for (const { id } of await list(`assignee=${agent.name}&status=doing`))
      await board("PATCH", `/tasks/${id}`, { status: "todo", assignee: null })
    told.push(`${agent.name} dies`)
    count("died")
  }

  /** One that was overtaken goes on, in its own tree. */
  async function goOn(): Promise<void> {
    const { agent, held } = random.pick(stale)
    const successor = agents.find((each) => each.held?.id === held.id)?.held
    if (!successor || !existsSync(held.path) || successor.path === held.path) return
    const state = () => [
      agent.clone.gitAt(successor.path, "status", "--porcelain", "--branch"),
      agent.clone.gitAt(successor.path, "rev-parse", "HEAD"),
    ]
    const [before, task] = [state(), await read(held.id)]
    // It overwrites nothing of its own, which would be lost by that.
    const text = `stale ${++writes}\n`
    writeFileSync(join(held.path, `stale-${writes}.txt`), text)
    kept.set(blobOf(text), `stale-${writes}.txt of ${held.path}: ${where()}`)
    const ways = [
      ["done", held.id, "--no-lesson", "none"],
      ["release", held.id, "--reason", "late"],
      ["verify", held.id, "ok"],
    ]
    const late = await as(agent.name, held.path, random.pick(ways), { session: held.session })
    expect(late.status, `${late.stdout} ${late.stderr} ${where()}`).toBe(1)
    expect([state(), await read(held.id)], where()).toEqual([before, task])
    count("stale")
  }

  async function withWorker(agent: Agent): Promise<void> {
    const { clone, name } = agent
    const text = `worker ${++writes}`
    const git = realGit ?? "git"
    const seen = join(place, "seen")
    writeFileSync(seen, "")
    const script = `echo "$UPNEXT_TASK_ID" > ${seen}; echo "${text}" > $UPNEXT_TASK_ID.txt; ${git} add -A; ${git} commit -qm Work`
    clone.pull()
    const land = random.chance(0.5) ? ["--land"] : []
    const flags = ["--once", "--worktree", "--base", "main", "--project", project, ...land]
    const worked = await byAgent(agent, clone.root, ["work", ...flags, "--", "sh", "-c", script], 0.4)
    clone.push("main")
    const id = readFileSync(seen, "utf8").trim()
    if (id !== "" && ["review", "done"].includes((await read(id)).status)) finished.set(id, `${text}\n`)
    if (worked.isKilled) await die(agent)
    told.push(`${name} worked`)
    count("worked")
  }

  async function land(clone: Clone, chance: number): Promise<void> {
    clone.pull()
    const before = clone.git("rev-parse", "main").trim()
    const two = chance > 0 && random.chance(0.3)
    const args = ["land", "--base", "main", "--project", project, "--json"]
    // A git that is killed within its work leaves a lock, which nobody removes while the other one is at work.
    const how = two ? moments.filter((each) => each !== "within") : moments
    const all = await Promise.all(
      (two ? [1, 2] : [1]).map(() => as("pat", clone.root, args, { chance, how })),
    )
    expect(clone.git("merge-base", before, "main").trim(), where()).toBe(before)
    clone.push("main")
    const [only] = all
    if (two || !only || only.isKilled) return
    const { results } = JSON.parse(only.stdout.trim().split("\n").at(-1) ?? "") as {
      results: { task: string; result: string }[]
    }
    const order = await Promise.all(
      results
        .filter(({ result }) => result === "landed")
        .map(async ({ task }) => (await read(task)).finishedAt ?? ""),
    )
    expect(order, where()).toEqual([...order].sort())
    for (const { result } of results) count(result)
  }

  async function step(): Promise<unknown> {
    const clone = random.pick(clones)
    const kind = random.below(20)
    if (kind < 4) return land(clone, 0.5)
    if (kind === 4) {
      const flags = random.chance(0.3) ? ["--discard"] : []
      return as("pat", clone.root, ["worktree", "clean", ...flags], { chance: 0.4 })
    }
    if (kind === 5) return clone.git("checkout", "--quiet", ...random.pick([["main"], ["-B", "mine"]]))
    if (kind === 6 && stale.length > 0) return goOn()
    if (kind === 7) {
      for (const { id } of await list("status=review"))
        await board("POST", `/tasks/${id}/review`, {
          ...{ reviewer: "pat", comment: "Look again." },
          decision: random.pick(["approve", "request_changes"]),
        })
      return
    }
    const agent = random.pick(agents)
    const own = agent.held
    if (!own) {
      const reviewer = random.chance(0.3) ? { reviewer: "pat" } : {}
      const checks = random.chance(0.7) ? { checks: ["ok"] } : {}
      if (random.chance(0.6))
        await board("POST", "/tasks", { title: `Do ${writes}`, project, ...checks, ...reviewer })
      return random.chance(0.3) ? withWorker(agent) : claim(agent)
    }
    if (kind >= 13) return end(agent, own, kind < 18 ? "done" : "release")
    if (kind === 12) return die(agent)
    if (kind >= 10) return byAgent(agent, own.path, ["verify", own.id], 0.5)
    edit(agent, own)
    return undefined
  }

  for (const clone of clones) await as("pat", clone.root, ["verify", "--yes"])
  for (let i = 0; i < stepsOfRound; i += 1) {
    await step()
    for (const { held } of agents) if (held) expect(existsSync(held.path), where()).toBe(true)
  }
  for (const clone of clones) await land(clone, 0)
  for (const clone of clones) await land(clone, 0)

  // From outside: what the base holds, and what can be reached.
  const tasks = await list("status=todo&status=doing&status=review&status=done")
  for (const clone of clones) {
    const log = clone.git("log", "--reverse", "--format=%H %P|%s", "main").trim().split("\n").slice(1)
    for (const line of log) expect(line, where()).toMatch(/^[0-9a-f]{40} [0-9a-f]{40}\|.* \(T-\d+\)$/)
    const landed = tasks.flatMap(({ id, work }) =>
      work?.landed ? [`${work.landed.commit ?? ""} (${id})`] : [],
    )
    const inBase = log.map((line) => `${line.slice(0, 40)} ${/\(T-\d+\)$/.exec(line)?.[0] ?? ""}`)
    expect(inBase.sort(), where()).toEqual(landed.sort())
    for (const { id, work } of tasks)
      if (work?.landed) expect(clone.git("show", `main:${id}.txt`), where()).toBe(finished.get(id))
    for (const { checks, work } of tasks)
      if (checks.length > 0 && work?.landed?.commit)
        expect(clone.git("show", `${work.landed.commit}:shared.txt`), where()).not.toContain("bad")
    expect(clone.git("status", "--porcelain", "--untracked-files=no"), where()).toBe("")
    expect(clone.git("fsck", "--no-dangling", "--no-progress").trim(), where()).toBe("")
  }
  expect(
    tasks.filter(({ status, work }) => status === "done" && !work?.landed),
    where(),
  ).toEqual([])
  // What landed is kept besides, and the notes of a landing that was killed are gone with the next one.
  const ids = tasks.flatMap(({ id, work }) => (work?.landed ? [id] : []))
  for (const clone of clones) {
    if (ids.length > 0) await as("pat", clone.root, ["land", ...ids])
    expect(clone.git("for-each-ref", "refs/upnext/landed").trim(), where()).toBe("")
    const cleaned = await as("pat", clone.root, ["worktree", "clean", "--discard"])
    expect(cleaned.status, where()).toBe(0)
  }
  const ends = clones
    .map(({ git }) => git("for-each-ref", "--format=%(objectname)", "refs/upnext"))
    .join("\n")
  for (const { work } of tasks) if (work?.landed) expect(ends, where()).toContain(work.commit)
  const reachable = clones.map((clone) => clone.held()).join("\n")
  const standing = clones.map(({ root }) => standingIn(root))
  for (const [blob, what] of kept)
    expect(reachable.includes(blob) || standing.some((files) => files.has(blob)), `lost: ${what}`).toBe(true)
}

test(
  "three agents on two machines write the same files and are killed at any moment; the base holds what was approved, and nothing is lost",
  async () => {
    const counts: Counts = {}
    const { seed: first } = createRandom(82)
    // It is that of the first round.
    delete process.env["UPNEXT_SEED"]
    const until = Date.now() + minutes * 60_000
    let rounds = 0
    do await round(first + rounds++, counts)
    while (Date.now() < until)
    if (minutes > 0) console.log(`${rounds} rounds of ${stepsOfRound} steps: ${JSON.stringify(counts)}`)
    expect(Object.keys(counts)).toEqual(expect.arrayContaining(["landed", "done", "died", "land killed"]))
  },
  (minutes + 5) * 60_000,
)
