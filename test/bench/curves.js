/**
 * How `next` and durable cycles do with 1 to 256 clients, beside things a reader knows: how many a second, the ms of one
 * request, and the processor time that it took the server. Printed as tables, and drawn as `docs/speed-*.svg`.
 */
import { writeFileSync } from "node:fs"
import { ms, rounds, thousands } from "./compare.js"
import { drawCurves } from "./curves-svg.js"
import { median, table, whole } from "./figures.js"
import * as others from "./others.js"
import { runLoad } from "./programs.js"
import { servers } from "./rows/requests.js"
import { cpuOf } from "./rows/waiting.js"

const clientCounts = (process.env.UPNEXT_BENCH_CLIENTS ?? "1 16 64 256").split(" ").map(Number)
const on = (name) => async () => (await servers())[name]

const pictures = [
  {
    name: "next",
    title: "GET /tasks/next, a second",
    sides: [
      { name: "bare node:http, same bytes", kind: "peek", port: on("bare") },
      { name: "Upnext, 1k tasks", kind: "peek", port: on("small") },
      { name: `Upnext, ${thousands} tasks`, kind: "peek", port: on("big") },
    ],
  },
  {
    name: "cycles",
    title: "claim + complete + reopen, a second",
    sides: [
      { name: "Upnext, 1k tasks, synced", kind: "cycle", port: on("small") },
      { name: `Upnext, ${thousands} tasks, synced`, kind: "cycle", port: on("big") },
      ...(others.hasBeanstalkd
        ? [{ name: "beanstalkd, synced", kind: "jobs", port: others.beanstalkd }]
        : []),
      ...(others.hasSqlite ? [{ name: "SQLite, synced", kind: "cycle", port: others.sqlite }] : []),
      { name: "h3 on lowdb, unsynced", kind: "cycle", port: on("lowdb") },
    ],
  },
]

export async function measureCurves() {
  if (!others.hasBeanstalkd) console.log(others.withoutBeanstalkd)
  if (!others.hasSqlite) console.log(others.withoutSqlite)
  for (const { name, title, sides } of pictures) {
    console.log(`\n${title}:\n`)
    table(
      ["side", "clients", "a second", "p50 ms", "p99 ms", "processor µs a request"],
      ["---", ...Array(5).fill("--:")],
    )
    for (const side of sides) {
      side.points = []
      for (const clients of clientCounts) side.points.push(await point(side, clients))
    }
    writeFileSync(`docs/speed-${name}.svg`, drawCurves({ title, clientCounts, sides }))
  }
}

/** @returns how many a second */
async function point({ name, kind, port }, connections) {
  const results = []
  for (let i = 0; i <= rounds; i++) {
    const at = await port()
    const before = cpuOf(at)
    const result = await runLoad({ kind, port: at, connections, ms, times: true })
    results.push({ ...result, cpu: ((cpuOf(at) - before) * 1000) / result.requests })
  }
  const of = (key) => median(results.slice(1).map((result) => result[key]))
  const perSecond = of("perSecond")
  table([
    name,
    connections,
    whole(perSecond),
    of("p50").toFixed(2),
    of("p99").toFixed(2),
    of("cpu").toFixed(0),
  ])
  return perSecond
}
