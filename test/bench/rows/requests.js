/** Requests to a board that was filled over HTTP. */
import { spawnSync } from "node:child_process"
import { cpSync, mkdtempSync, writeFileSync } from "node:fs"
import { Agent, request } from "node:http"
import { join } from "node:path"
import { seeded } from "../boards.js"
import { large, lazily, ms, thousands } from "../compare.js"
import { beanstalkd, hasBeanstalkd, hasSqlite, sqlite, withoutBeanstalkd, withoutSqlite } from "../others.js"
import { asLarge, plan } from "../plan.js"
import { childAt, portOf, runLoad, space, start, startAsking } from "../programs.js"

export const servers = lazily(async () => {
  const { port: small } = await seeded(1000)
  const { port: big } = await seeded(large)
  const body = await (await fetch(`http://127.0.0.1:${big}/tasks/next?agent=a0`)).text()
  const bare = await portOf(start("bare-server.js", body))

  // The checkpoints that the seeding caused are still being written.
  await new Promise((resolve) => setTimeout(resolve, 4000))
  // A server that was just seeded is slow until the code that it runs most is compiled.
  for (let i = 0; i < 4; i++) for (const port of [big, small, bare]) await perSecond("peek", port, 64, ms)
  return { small, big, bare }
})

const on =
  (name, kind, connections = 64) =>
  async (ms) =>
    perSecond(kind, (await servers())[name], connections, ms)

/** Requests for each second of processor time that they take the server. */
const onProcessor = (name) => async (ms) => {
  const port = (await servers())[name]
  const { requests, cpuMs } = await runLoad({
    ...{ kind: "peek", port, connections: 64, ms },
    pid: childAt(port).pid,
  })
  return requests / (cpuMs / 1000)
}

async function perSecond(kind, port, connections, ms) {
  return (await runLoad({ kind, port, connections, ms })).perSecond
}

/** A server on lowdb with the same tasks as ours. */
export const lowdb = lazily(async () => {
  const { port } = await seeded(1000)
  const file = join(space, "lowdb.json")
  writeFileSync(file, JSON.stringify({ tasks: await allTasks(port) }))
  return portOf(start("lowdb-server.js", file))
})

async function allTasks(port) {
  const tasks = []
  for (let cursor = ""; ;) {
    const page = await (await fetch(`http://127.0.0.1:${port}/tasks?limit=500${cursor}`)).json()
    tasks.push(...page.tasks)
    if (page.next === null) return tasks
    cursor = `&cursor=${page.next}`
  }
}

const planned = lazily(async () => (await seeded(0)).port)
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

/** A copy of the home of a server with a thousand tasks, whose board asks for a token, and one whose board does not. */
const asking = lazily(async () => {
  const { home, port: open } = await seeded(1000)
  const copy = mkdtempSync(join(space, "asking-"))
  cpSync(home, copy, { recursive: true, filter: (file) => !file.endsWith("lock") })
  const { port, token } = await startAsking(copy)
  for (let i = 0; i < 4; i++) {
    await runLoad({ kind: "peek", port, connections: 64, ms, token })
    await perSecond("peek", open, 64, ms)
  }
  return { port, token, open }
})

export const close = () => keptOpen.destroy()

export const rows = [
  {
    what: `GET /tasks/next at ${thousands} tasks, processor time : bare node:http, same bytes`,
    unit: "/s",
    gate: "≥ 0.7",
    aim: 0.9,
    before: "0.78–0.81",
    // Linux counts in hundredths of a second.
    slices: 2,
    ours: onProcessor("big"),
    theirs: onProcessor("bare"),
  },
  {
    what: `GET /tasks/next at ${thousands} tasks : at 1k`,
    unit: "/s",
    gate: "≥ 0.9",
    aim: 0.98,
    before: "0.95–1.0",
    ours: on("big", "peek"),
    theirs: on("small", "peek"),
  },
  {
    what: "GET /tasks/next at 1k tasks with a token : without one",
    unit: "/s",
    gate: "≥ 0.9",
    aim: 0.97,
    before: "–",
    ours: async (ms) => {
      const { port, token } = await asking()
      return (await runLoad({ kind: "peek", port, connections: 64, ms, token })).perSecond
    },
    theirs: async (ms) => perSecond("peek", (await asking()).open, 64, ms),
  },
  {
    what: `durable claim + complete + reopen at ${thousands} tasks : at 1k`,
    unit: "/s",
    gate: "≥ 0.9",
    aim: 0.98,
    ours: on("big", "cycle"),
    theirs: on("small", "cycle"),
  },
  {
    what: "durable claim + complete + reopen at 1k tasks, 64 clients : h3 on stock lowdb",
    unit: "/s",
    gate: "≥ 20",
    aim: 60,
    before: "22.6",
    // lowdb needs most of a second for one cycle of each client.
    slices: 1,
    ours: on("small", "cycle"),
    theirs: async (ms) => {
      const figure = await perSecond("cycle", await lowdb(), 64, ms)
      // What it left to the kernel is not ours to pay for.
      spawnSync("sync")
      return figure
    },
  },
  {
    what: "durable claim + complete + reopen at 1k tasks, 64 clients : bare node:http that keeps nothing",
    unit: "/s",
    gate: "≥ 0.33",
    aim: 0.6,
    ours: on("small", "cycle"),
    theirs: on("bare", "cycle"),
  },
  {
    what: "durable claim + complete + reopen at 1k tasks, 64 clients : 1 client",
    unit: "/s",
    ours: on("small", "cycle"),
    theirs: on("small", "cycle", 1),
  },
  {
    what: "durable claim + complete + reopen at 1k tasks, 64 clients : SQLite, synced",
    unit: "/s",
    gate: "≥ 1.5",
    ...(!hasSqlite && { isMissing: withoutSqlite }),
    ours: on("small", "cycle"),
    theirs: async (ms) => perSecond("cycle", await sqlite(), 64, ms),
  },
  {
    what: "durable claim + complete + reopen at 1k tasks, 64 clients : beanstalkd, synced",
    unit: "/s",
    gate: "≥ 1",
    ...(!hasBeanstalkd && { isMissing: withoutBeanstalkd }),
    ours: on("small", "cycle"),
    theirs: async (ms) => perSecond("jobs", await beanstalkd(), 64, ms),
  },
  {
    what: "a plan of 300 tasks with 400 edges : one task whose request and answer are as large",
    unit: "ms",
    gate: "≤ 2",
    // Plans do not come in a stream: each finds a server that has put away the one before it.
    restMs: 20,
    ours: async () => roundTrip(await planned(), "/tasks/batch", plan),
    theirs: async () => roundTrip(await planned(), "/tasks", asLarge),
  },
]
