/**
 * Measures several servers on PostgreSQL against what one would build or install there to hand out work. All sides run
 * in turn on one database server, which syncs every commit, so that noise hits all of them. The absolute figures mean
 * nothing on another machine. `npm run bench:postgres -- wake` measures only the parts whose names hold this word.
 */
import { build } from "esbuild"
import { fork, spawnSync } from "node:child_process"
import { once } from "node:events"
import { mkdtempSync, rmSync } from "node:fs"
import { Agent, request } from "node:http"
import { tmpdir } from "node:os"
import { join } from "node:path"
import pg from "pg"
import { writeJournal } from "./journal.js"

const rounds = Number(process.env.UPNEXT_BENCH_ROUNDS ?? 7)
const ms = Number(process.env.UPNEXT_BENCH_MS ?? 1500)
const large = Number(process.env.UPNEXT_BENCH_TASKS ?? 100_000)
const agentCounts = (process.env.UPNEXT_BENCH_AGENTS ?? "1 16 64 256").split(" ").map(Number)
const chosen = process.argv.slice(2)
const space = mkdtempSync(join(tmpdir(), "upnext-bench-"))
const here = new URL(".", import.meta.url).pathname
const children = []

function start(program, ...args) {
  const child = fork(join(here, program), args, { stdio: ["ignore", "ignore", "inherit", "ipc"] })
  children.push(child)
  return child
}

async function portOf(child) {
  const [port] = await once(child, "message")
  return port
}

const load = start("load.js")
async function run(ports, connections) {
  load.send({ kind: "work", ports, connections, ms })
  const [perSecond] = await once(load, "message")
  return perSecond
}

const connections = new Agent({ keepAlive: true })

function post(port, path, body) {
  const text = JSON.stringify(body)
  const headers = { "content-type": "application/json", "content-length": Buffer.byteLength(text) }
  return new Promise((resolve, reject) => {
    const sent = request({ port, path, method: "POST", agent: connections, headers }, (response) => {
      let answer = ""
      response.setEncoding("utf8").on("data", (chunk) => (answer += chunk))
      response.once("end", () =>
        response.statusCode < 300 ? resolve(JSON.parse(answer)) : reject(new Error(answer)),
      )
    })
    sent.once("error", reject)
    sent.end(text)
  })
}

const sorted = (values) => [...values].sort((a, b) => a - b)
const percentile = (values, part) =>
  sorted(values)[Math.min(values.length - 1, Math.floor(values.length * part))]
const median = (values) => percentile(values, 0.5)
const whole = (value) => Math.round(value).toLocaleString("en")
const isWanted = (what) => chosen.length === 0 || chosen.some((word) => what.includes(word))
const table = (...lines) => lines.forEach((cells) => console.log(`| ${cells.join(" | ")} |`))

/** A database server of our own, as the tests have it. */
async function startDatabase() {
  const outfile = join(space, "postgres-cluster.mjs")
  const entryPoints = [join(here, "../support/postgres-cluster.ts")]
  await build({ entryPoints, outfile, bundle: true, platform: "node", format: "esm", logLevel: "error" })
  const { createCluster, removeCluster } = await import(outfile)
  const settings = { max_connections: 120, shared_buffers: "256MB" }
  const cluster = await createCluster({
    directory: mkdtempSync(join(tmpdir(), "upnext-postgres-")),
    owner: process.pid,
    settings,
  })
  return {
    end: () => removeCluster(cluster.directory),
    async create(name) {
      const client = new pg.Client({ connectionString: cluster.url })
      await client.connect()
      await client.query(`create database ${name} template template0 encoding 'UTF8'`)
      await client.end()
      return Object.assign(new URL(cluster.url), { pathname: name }).href
    },
  }
}

function startServer(database, board) {
  return start("upnext-server.js", mkdtempSync(join(space, "home-")), database, board)
}

/** So many servers on one board. */
async function servers(database, count) {
  const ports = []
  for (let i = 0; i < count; i++) ports.push(await portOf(startServer(database, `board${count}`)))
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

/** Claim and complete, both durable, by so many agents over HTTP. Each side has more tasks than it can finish. */
async function measureCycles(sides) {
  const names = Object.keys(sides)
  const left = Object.fromEntries(names.map((name) => [name, 0]))
  const round = async (name, agents) => {
    const side = sides[name]
    const enough = Math.ceil((Math.max(2000, side.fastest ?? 0) * ms * 1.5) / 1000)
    if (left[name] < enough) {
      await side.fill(enough - left[name])
      left[name] = enough
    }
    spawnSync("sync")
    const perSecond = await run(side.ports, agents)
    side.fastest = Math.max(side.fastest ?? 0, perSecond)
    left[name] -= Math.ceil((perSecond * (ms + 200)) / 1000) + agents
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

/** Of the cycles of the hand-written queue, at 64 agents. */
const gates = { "one server": 1.5, "two servers": 0.8 }

/** How long after a task is posted to one server a claim that waits at another is answered, in ms. */
async function measureWakeUp(ports, count) {
  const times = []
  for (let i = 0; i < count; i++) {
    const [from, to] = i % 2 === 0 ? ports : [...ports].reverse()
    const waiting = post(to, "/tasks/next/claim", { agent: `waiter ${i}`, project: "wake", wait: "60s" })
    await new Promise((resolve) => setTimeout(resolve, 10))
    const began = performance.now()
    const made = post(from, "/tasks", { title: "wake up", project: "wake" })
    const { task } = await waiting
    times.push(performance.now() - began)
    if (task === null) throw new Error("nobody was woken")
    await made
  }
  return times
}

/** The ms until a server of this board listens and knows it, and the ms of one on a journal with the same. */
async function timeToStart(child) {
  const began = performance.now()
  await portOf(child)
  const took = performance.now() - began
  child.kill("SIGKILL")
  await once(child, "exit")
  return took
}

let database
try {
  console.log(`Medians of ${rounds} rounds of ${ms} ms a side, in turn. Node ${process.version}.\n`)
  database = await startDatabase()
  const url = await database.create("upnext")
  if (isWanted("cycles")) {
    const other = await boss(await database.create("boss"))
    const sides = {
      "the queue by hand": await queue(await database.create("queue")),
      ...(other && { "pg-boss": other }),
      "one server": await servers(url, 1),
      "two servers": await servers(url, 2),
      "three servers": await servers(url, 3),
    }
    await measureCycles(sides)
  }
  if (isWanted("wake")) {
    const { ports } = await servers(url, 2)
    await measureWakeUp(ports, 30)
    const [same, across] = [await measureWakeUp([ports[0], ports[0]], 300), await measureWakeUp(ports, 300)]
    const figures = (times) => [0.5, 0.95, 0.99].map((part) => percentile(times, part).toFixed(1))
    console.log("")
    table(["ms until a waiting claim is answered", "p50", "p95", "p99"], Array(4).fill("---"))
    table(["on the same server", ...figures(same)], ["on another server", ...figures(across)])
    if (percentile(across, 0.95) > 50) console.log("WANTED: 95 % within 50 ms")
  }
  if (isWanted("restore")) {
    const home = join(space, "large")
    writeJournal(home, large)
    const move = ["dist/cli.cjs", "move", "--home", home, "--to", url, "--board", "large"]
    const moved = spawnSync(process.execPath, move, { stdio: ["ignore", "ignore", "inherit"] })
    if (moved.status !== 0) throw new Error("the board was not moved")
    const times = { database: [], journal: [] }
    const again = join(space, "again")
    writeJournal(again, large)
    for (let i = 0; i < 6; i++) {
      times.database.push(await timeToStart(startServer(url, "large")))
      times.journal.push(await timeToStart(start("upnext-server.js", again)))
    }
    // The first start of each leaves what makes the others quick.
    for (const name of Object.keys(times)) times[name].shift()
    const [ours, theirs] = [median(times.database), median(times.journal)]
    console.log(
      `\nA start at ${large / 1000}k tasks: ${whole(ours)} ms, ${(ours / theirs).toFixed(2)} times that on a journal.`,
    )
  }
} finally {
  for (const child of children) child.kill("SIGKILL")
  connections.destroy()
  await database?.end()
  rmSync(space, { recursive: true, force: true })
}
