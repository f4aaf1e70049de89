/** Claim and complete, both durable, by agents over HTTP: one to three servers, a queue by hand, and pg-boss. */
import { spawnSync } from "node:child_process"
import { median, table, whole } from "./figures.js"
import { post, servers } from "./postgres-programs.js"
import { portOf, runLoad, space, start } from "./programs.js"

const agentCounts = (process.env.UPNEXT_BENCH_AGENTS ?? "1 16 64 256").split(" ").map(Number)

/** Of the cycles of the hand-written queue, at 64 agents. */
const gates = { "one server": 1.5, "two servers": 0.8 }

/** Rounds of `ms` a side, in turn on one database server. */
export async function benchCycles(database, { rounds, ms }) {
  const url = await database.create("upnext")
  const other = await boss(await database.create("boss"))
  await measureCycles(
    {
      "the queue by hand": await queue(await database.create("queue")),
      ...(other && { "pg-boss": other }),
      "one server": await board(url, 1),
      "two servers": await board(url, 2),
      "three servers": await board(url, 3),
    },
    { rounds, ms },
  )
}

async function board(database, count) {
  const ports = await servers(database, count)
  return { ports, fill: (count) => fillBoard(ports[0], count) }
}

async function fillBoard(port, count) {
  for (let left = count; left > 0; left -= 500) {
    const tasks = Array.from({ length: Math.min(left, 500) }, (_, i) => ({
      title: `Task ${i}`,
      description: "x".repeat(200),
      priority: `P${i % 4}`,
    }))
    await post(port, "/tasks/batch", { tasks })
  }
}

async function queue(database) {
  const port = await portOf(start("postgres-queue.js", database))
  return { ports: [port], fill: (count) => post(port, "/fill", { count }) }
}

/** pg-boss, installed for this run only. */
async function boss(database) {
  const args = [
    "install",
    "--prefix",
    space,
    "--no-save",
    "--no-audit",
    "--no-fund",
    "--ignore-scripts",
    "pg-boss@10.4.2",
  ]
  if (spawnSync("npm", args, { stdio: "ignore" }).status !== 0) {
    console.log("pg-boss cannot be installed: its column is left out.\n")
    return undefined
  }
  const port = await portOf(start("postgres-boss.js", database, space))
  return { ports: [port], fill: (count) => post(port, "/fill", { count }) }
}

/** Each side has more tasks than it can finish. */
async function measureCycles(sides, { rounds, ms }) {
  const run = async (ports, connections) =>
    (await runLoad({ kind: "work", ports, connections, ms })).perSecond
  const names = Object.keys(sides)
  const left = Object.fromEntries(names.map((name) => [name, 0]))
  const round = async (name, agents) => {
    const side = sides[name]
    const enough = Math.ceil((Math.max(5000, side.fastest ?? 0) * ms * 1.5) / 1000)
    if (left[name] < enough) {
      await side.fill(enough - left[name])
      left[name] = enough
    }
    spawnSync("sync")
    const perSecond = await run(side.ports, agents)
    side.fastest = Math.max(side.fastest ?? 0, perSecond)
    left[name] -= Math.ceil((perSecond * (ms + 200)) / 1000) + 2 * agents
    return perSecond
  }
  table(["agents", ...names.map((name) => `${name} (of the queue's)`)], Array(names.length + 1).fill("---"))
  for (const agents of agentCounts) {
    for (const name of names) await round(name, agents)
    const results = Object.fromEntries(names.map((name) => [name, []]))
    for (let i = 0; i < rounds; i++)
      // The sides take turns in going first.
      for (let n = 0; n < names.length; n++) {
        const name = names[(i + n) % names.length]
        results[name].push(await round(name, agents))
      }
    const [base] = names
    const cells = names.map((name) => {
      const ratio = median(results[name].map((value, i) => value / results[base][i]))
      const isMissed = agents === 64 && ratio < (gates[name] ?? 0)
      return `${whole(median(results[name]))}/s (${ratio.toFixed(2)}${isMissed ? `, WANTED ${gates[name]}` : ""})`
    })
    table([agents, ...cells])
  }
}
