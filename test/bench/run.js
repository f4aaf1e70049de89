/**
 * Measures ratios. Both sides run interleaved on one machine, so that noise hits both. The absolute figures are printed
 * for orientation only; they mean nothing on another machine. `npm run bench -- cycle start` runs only the rows whose
 * names hold one of these words.
 */
import { fork, spawnSync } from "node:child_process"
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { Agent, request } from "node:http"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { once } from "node:events"
import { chromium } from "playwright-core"
import { findChromium, flags } from "../support/chromium.js"
import { writeJournal } from "./journal.js"
import { openPage } from "./page.js"
import { asLarge, plan } from "./plan.js"
import { seed } from "./seed.js"

const rounds = Number(process.env.UPNEXT_BENCH_ROUNDS ?? 7)
const ms = Number(process.env.UPNEXT_BENCH_MS ?? 1500)
const large = Number(process.env.UPNEXT_BENCH_TASKS ?? 100_000)
const chosen = process.argv.slice(2)
const space = mkdtempSync(join(tmpdir(), "upnext-bench-"))
const children = []
/** The process behind each port. */
const pids = new Map()
const here = new URL(".", import.meta.url).pathname

function start(program, ...args) {
  const child = fork(program, args, { stdio: ["ignore", "ignore", "inherit", "ipc"] })
  children.push(child)
  return child
}

/** Ends all servers. */
function end() {
  for (const child of children) if (child !== load) child.kill("SIGKILL")
}

async function portOf(child) {
  const [port] = await once(child, "message")
  return port
}

const load = start(join(here, "load.js"))
let browser
async function run(kind, port, connections = 64, path = undefined) {
  load.send({ kind, port, connections, ms, path })
  const [perSecond] = await once(load, "message")
  return perSecond
}

/** Makes what several rows share when the first of them needs it. */
function lazily(make) {
  let made
  return () => (made ??= make())
}

function median(values) {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)]
}

/** Writes out what one side left to the kernel, so that the other side does not pay for it. */
function settle() {
  spawnSync("sync")
}

/** Runs both sides in turn. Answers the median of the ratios of neighbouring rounds, and their spread. */
async function compare(...sides) {
  const [ours, theirs] = sides.map((side) => () => {
    settle()
    return side()
  })
  await ours()
  await theirs()
  const pairs = []
  for (let i = 0; i < rounds; i++) {
    // The sides take turns in going first, so that neither always runs on a warm machine.
    if (i % 2 === 0) pairs.push([await ours(), await theirs()])
    else pairs.push([await theirs(), await ours()].reverse())
  }
  const ratios = pairs.map(([a, b]) => a / b).sort((a, b) => a - b)
  return {
    ratio: median(ratios),
    low: ratios[0],
    high: ratios.at(-1),
    ours: median(pairs.map(([a]) => a)),
    theirs: median(pairs.map(([, b]) => b)),
  }
}

/** Measures a row, if it is wanted, and prints it. */
async function row(what, unit, want, ...sides) {
  if (chosen.length > 0 && !chosen.some((word) => what.includes(word))) return
  const { ratio, low, high, ours, theirs } = await compare(...sides)
  const number = (value) => (value >= 100 ? Math.round(value).toLocaleString("en") : value.toFixed(1))
  const isMet = want.startsWith("≥") ? ratio >= Number(want.slice(2)) : ratio <= Number(want.slice(2))
  const cells = [
    what,
    ratio.toFixed(2),
    `${low.toFixed(2)}–${high.toFixed(2)}`,
    want,
    isMet ? "yes" : "NO",
    `${number(ours)} : ${number(theirs)} ${unit}`,
  ]
  console.log(`| ${cells.join(" | ")} |`)
}

async function allTasks(port) {
  const tasks = []
  for (let cursor = ""; ;) {
    const page = await (await fetch(`http://127.0.0.1:${port}/tasks?limit=500${cursor}`)).json()
    tasks.push(...page.tasks)
    if (page.next === null) return tasks
    cursor = `&cursor=${page.next}`
  }
}

async function server(tasks) {
  const child = start(join(here, "upnext-server.js"), mkdtempSync(join(space, "home-")))
  const port = await portOf(child)
  pids.set(port, child.pid)
  await seed(port, tasks)
  return port
}

/** Sends claims that wait for a task nobody will make. */
async function park(port, waiters) {
  const agent = new Agent({ maxSockets: Infinity })
  const body = JSON.stringify({ agent: "waiter", project: "none", wait: "60s" })
  const headers = { "content-type": "application/json", "content-length": body.length }
  for (let i = 0; i < waiters; i++)
    request({ port, path: "/tasks/next/claim", method: "POST", agent, headers })
      .on("error", () => undefined)
      .end(body)
  // The server first clears away what a thousand requests leave behind.
  await new Promise((resolve) => setTimeout(resolve, 4000))
}

/** How much processor time a server uses in a round, in ms. */
async function busyTime(port) {
  const before = ticks(pids.get(port))
  await new Promise((resolve) => setTimeout(resolve, ms))
  return (ticks(pids.get(port)) - before) * 10
}

/** The processor time that a process has used, in hundredths of a second. */
function ticks(pid) {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8")
    .replace(/^.*\) /, "")
    .split(" ")
  return Number(fields[11]) + Number(fields[12])
}

/** The ms until a server on this home listens and answers. The home has a checkpoint. */
async function timeToStart(home) {
  const began = performance.now()
  const child = start(join(here, "upnext-server.js"), home)
  await portOf(child)
  const ms = performance.now() - began
  child.kill("SIGKILL")
  await once(child, "exit")
  return ms
}

/** A server on a board with a long history, warmed up: its search index is built and the measured code is compiled. */
async function withPast(tasks) {
  const home = join(space, `past-${tasks}`)
  writeJournal(home, tasks)
  const port = await portOf(start(join(here, "upnext-server.js"), home))
  for (const path of ["/tasks?q=walrus&compact=1", "/stats", "/tasks/T-51/history"])
    for (let i = 0; i < 20; i++) await (await fetch(`http://127.0.0.1:${port}${path}`)).text()
  return port
}

const fresh = lazily(async () => {
  const [small, big] = [await server(1000), await server(large)]
  const body = await (await fetch(`http://127.0.0.1:${big}/tasks/next?agent=a0`)).text()
  const bare = await portOf(start(join(here, "bare-server.js"), body))
  const file = join(space, "lowdb.json")
  writeFileSync(file, JSON.stringify({ tasks: await allTasks(small) }))
  const lowdb = await portOf(start(join(here, "lowdb-server.js"), file))

  // The checkpoints that the seeding caused are still being written.
  await new Promise((resolve) => setTimeout(resolve, 4000))
  // A server that was just seeded is slow until the code that it runs most is compiled.
  for (let i = 0; i < 4; i++) for (const port of [big, small, bare]) await run("peek", port)
  return { small, big, bare, lowdb }
})
const on = (name, measure) => async () => measure((await fresh())[name])

const past = lazily(async () => {
  end()
  return { few: await withPast(1000), many: await withPast(large) }
})

/** A home with a checkpoint. No server runs on it. */
const home = lazily(async () => {
  await past()
  const path = join(space, `past-${large}`)
  // The server writes it in the background, unless the board is too small for one.
  const deadline = performance.now() + 60_000
  while (!existsSync(join(path, "data", "board.json"))) {
    if (performance.now() > deadline) throw new Error("no checkpoint was written")
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  end()
  return path
})

/** A browser with the dashboard at 5,000 tasks and at 50. */
const pages = lazily(async () => {
  end()
  browser = await chromium.launch({ executablePath: findChromium(), args: flags })
  const opened = []
  for (const tasks of [5000, 50]) opened.push(await openPage(browser, await server(tasks), tasks))
  return opened
})

// A variable such as NODE_EXTRA_CA_CERTS doubles the time of `node -e 0`, and would flatter every ratio to it.
const { PATH, HOME } = process.env
const bareEnvironment = { PATH, HOME }

function timed(args, expected = 0) {
  const began = performance.now()
  const { status, stderr } = spawnSync(process.execPath, args, { env: bareEnvironment })
  if (status !== expected) throw new Error(String(stderr))
  return performance.now() - began
}

/** The median of ten, each after a rest of `restMs`. */
async function several(once, restMs = 0) {
  const times = []
  for (let i = 0; i < 10; i++) {
    await new Promise((resolve) => setTimeout(resolve, restMs))
    times.push(await once())
  }
  return median(times)
}

const bareNode = () => several(() => timed(["-e", "0"]))

const keptOpen = new Agent({ keepAlive: true, maxSockets: 1 })

/** The ms from the request to the whole answer. */
function roundTrip(port, path, body) {
  return new Promise((resolve, reject) => {
    const began = performance.now()
    const headers = { "content-type": "application/json", "content-length": Buffer.byteLength(body) }
    request({ port, path, method: "POST", agent: keptOpen, headers }, (response) => {
      response.resume().once("end", () => {
        if (response.statusCode === 201) resolve(performance.now() - began)
        else reject(new Error(`status ${response.statusCode}`))
      })
    })
      .once("error", reject)
      .end(body)
  })
}

try {
  console.log(`Medians of ${rounds} rounds of ${ms} ms a side, in turn. Node ${process.version}.\n`)
  console.log("| what | ratio | spread | wanted | met | ours : theirs |")
  console.log("| --- | --- | --- | --- | --- | --- |")
  const k = large / 1000
  const peek = (port) => run("peek", port)
  const cycle = (port) => run("cycle", port)
  await row(
    `GET /tasks/next at ${k}k tasks : bare node:http, same bytes`,
    "/s",
    "≥ 0.7",
    on("big", peek),
    on("bare", peek),
  )
  await row(`GET /tasks/next at ${k}k tasks : at 1k`, "/s", "≥ 0.9", on("big", peek), on("small", peek))
  await row(
    `durable claim + complete + reopen at ${k}k tasks : at 1k`,
    "/s",
    "≥ 0.9",
    on("big", cycle),
    on("small", cycle),
  )
  await row(
    "durable claim + complete + reopen at 1k tasks, 64 clients : h3 on stock lowdb",
    "/s",
    "≥ 30",
    on("small", cycle),
    on("lowdb", cycle),
  )
  const planned = lazily(() => server(0))
  await row(
    "a plan of 300 tasks with 400 edges : one task whose request and answer are as large",
    "ms",
    "≤ 2",
    // Nobody sends plans in a stream: each finds a server that has put away the one before it.
    () => several(async () => roundTrip(await planned(), "/tasks/batch", plan), 20),
    () => several(async () => roundTrip(await planned(), "/tasks", asLarge), 20),
  )

  if (process.platform === "linux") {
    const parked = lazily(async () => {
      const { small } = await fresh()
      await park(small, 1000)
      return small
    })
    await row(
      "processor time of a server with a thousand that wait : of one core",
      "ms",
      "≤ 0.03",
      async () => busyTime(await parked()),
      () => ms,
    )
  }

  const questions = [
    ["the history of a task", "/tasks/T-51/history"],
    ["GET /stats", "/stats"],
    ["a search that finds a hundred", "/tasks?q=walrus&compact=1"],
  ]
  for (const [what, path] of questions)
    await row(
      `${what} at ${k}k tasks and ${k * 10}k events : at 1k and 10k`,
      "/s",
      "≥ 0.5",
      async () => run("get", (await past()).many, 4, path),
      async () => run("get", (await past()).few, 4, path),
    )

  await row(
    "`upnext task next`, whole process : `node -e 0`",
    "ms",
    "≤ 2.3",
    async () => {
      const { few } = await past()
      const ask = ["dist/cli.cjs", "task", "next", "--agent", "a0", "--url", `http://127.0.0.1:${few}`]
      return several(() => timed(ask))
    },
    bareNode,
  )

  // Nothing listens at port 1, so this is what a hook costs an agent whose server is down.
  const prime = ["dist/cli.cjs", "prime", "--agent", "a0", "--url", "http://127.0.0.1:1"]
  await row(
    "`upnext prime` without a server, whole process : `node -e 0`",
    "ms",
    "≤ 4",
    () => several(() => timed(prime)),
    bareNode,
  )

  await row(
    "`upnext start` on a port that is taken : `node -e 0`",
    "ms",
    "≤ 12",
    async () => {
      const { few } = await past()
      const taken = ["dist/cli.cjs", "start", "--port", String(few), "--home", join(space, "second")]
      return several(() => timed(taken, 1))
    },
    bareNode,
  )

  await row(
    `a start at ${k}k tasks and ${k * 10}k events : JSON.parse of that checkpoint`,
    "ms",
    "≤ 2.3",
    async () => timeToStart(await home()),
    async () => {
      const board = JSON.stringify(join(await home(), "data", "board.json"))
      return timed(["-e", `JSON.parse(require("node:fs").readFileSync(${board}, "utf8"))`])
    },
  )

  if (findChromium() === undefined) {
    console.log("\nThere is no browser: the rows of the dashboard are left out.")
  } else {
    const acts = [
      ["opening a task", (page) => page.openTask()],
      ["dropping a card", (page) => page.dropCard()],
    ]
    for (const [what, act] of acts)
      await row(
        `${what} in the dashboard at 5,000 open tasks : at 50`,
        "ms",
        "≤ 2",
        async () => several(async () => act((await pages())[0])),
        async () => several(async () => act((await pages())[1])),
      )
    const interactions = [
      ...acts,
      ["typing in the filter", (page) => page.typeInFilter()],
      ["selecting a task", (page) => page.selectTask()],
      ["grouping", (page) => page.group()],
      ["opening the list", (page) => page.openList()],
      ["sorting the list", (page) => page.sortList()],
      ["going back to the board", (page) => page.switchView()],
      ["opening the palette", (page) => page.openPalette()],
      ["opening Now", (page) => page.openNow()],
    ]
    for (const [what, act] of interactions)
      await row(
        `${what} in the dashboard at 5,000 open tasks : a tenth of a second`,
        "ms",
        "≤ 1",
        async () => several(async () => act((await pages())[0]), 100),
        () => 100,
      )
  }
} finally {
  await browser?.close()
  keptOpen.destroy()
  end()
  load.kill("SIGKILL")
  rmSync(space, { recursive: true, force: true })
}
