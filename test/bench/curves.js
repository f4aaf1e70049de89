/**
 * How `next` and durable cycles do with 1 to 256 clients on boards of 1,000 to a million tasks, beside things a reader
 * knows: how many a second, the ms of one request, and the processor time that it took the server. The points are kept
 * in `docs/speed.json` and drawn as `docs/speed-*.svg`. `-- curves next 100k` measures only the picture of that name, and
 * in it the sides that have the other words in their names; the rest is drawn as it was.
 */
import { existsSync, readFileSync, writeFileSync } from "node:fs"
import { ms, rounds } from "./compare.js"
import { curveBoard, curveSizes, sizeName } from "./curve-boards.js"
import { drawCurves } from "./curves-svg.js"
import { median, table, whole } from "./figures.js"
import * as others from "./others.js"
import { childAt, portOf, runLoad, start } from "./programs.js"
import { lowdb } from "./rows/requests.js"

const clientCounts = [1, 16, 64, 256]

/** On one board, and with the same bytes as the answer of Upnext with a thousand tasks. */
async function bare() {
  const answer = await fetch(`http://127.0.0.1:${await curveBoard(1000)}/tasks/next?agent=a0`)
  return portOf(start("bare-server.js", await answer.text()))
}

const boards = (kind) =>
  curveSizes.map((tasks) => ({
    name: `Upnext, ${sizeName(tasks)} tasks`,
    kind,
    port: () => curveBoard(tasks),
  }))

const pictures = [
  {
    name: "next",
    title: "GET /tasks/next",
    sides: [...boards("peek"), { name: "bare node:http, same bytes", kind: "peek", port: bare }],
  },
  {
    name: "cycles",
    title: "claim + complete + reopen, durable",
    sides: [
      ...boards("cycle"),
      { name: "beanstalkd, synced", kind: "jobs", port: others.beanstalkd, isMissing: !others.hasBeanstalkd },
      { name: "SQLite, synced", kind: "cycle", port: others.sqlite, isMissing: !others.hasSqlite },
      { name: "h3 on lowdb, not synced", kind: "cycle", port: lowdb },
    ],
  },
]

const file = "docs/speed.json"

export async function measureCurves(words) {
  const only = pictures.find(({ name }) => name === words[0])
  const wanted = only ? words.slice(1) : words
  if (!others.hasBeanstalkd) console.log(others.withoutBeanstalkd)
  if (!others.hasSqlite) console.log(others.withoutSqlite)
  const kept = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : {}
  for (const { name, title, sides } of only ? [only] : pictures) {
    const isChosen = (side) => wanted.every((word) => side.name.includes(word))
    const chosen = sides.filter((side) => isChosen(side) && !side.isMissing)
    if (chosen.length === 0) continue
    const before = kept[name] ?? {}
    const points = { ...before, ...(await measureSides(title, chosen)) }
    // In the order of the picture, so that each side keeps its colour.
    kept[name] = Object.fromEntries(
      sides.flatMap((side) => (points[side.name] ? [[side.name, points[side.name]]] : [])),
    )
    writeFileSync(`docs/speed-${name}.svg`, drawCurves({ title, clientCounts, sides: kept[name] }))
  }
  writeFileSync(file, `${JSON.stringify(kept, undefined, 2)}\n`)
}

// --- internal ---

/** The points of each side by its name, one for each number of clients. The sides take turns within each round. */
async function measureSides(title, sides) {
  console.log(`\n${title}:\n`)
  table(["side", "clients", "a second", "p50 ms", "p99 ms", "processor µs a request"], Array(6).fill("---"))
  const ports = []
  for (const { port } of sides) ports.push(await port())
  const points = Object.fromEntries(sides.map(({ name }) => [name, []]))
  for (const connections of clientCounts) {
    const results = sides.map(() => [])
    for (let i = 0; i <= rounds; i++)
      for (const [n, { kind }] of sides.entries()) {
        const { pid } = childAt(ports[n])
        const result = await runLoad({ kind, port: ports[n], connections, ms, pid })
        // The first round warms up.
        if (i > 0) results[n].push(result)
      }
    for (const [n, { name }] of sides.entries()) {
      const point = pointOf(results[n])
      points[name].push(point)
      const { perSecond, p50, p99, cpu } = point
      table([name, connections, whole(perSecond), p50.toFixed(2), p99.toFixed(2), cpu.toFixed(0)])
    }
  }
  return points
}

function pointOf(results) {
  const of = (key) => rounded(median(results.map((result) => result[key])))
  const total = (key) => results.reduce((sum, result) => sum + result[key], 0)
  const cpu = rounded((total("cpuMs") * 1000) / total("requests"))
  return { perSecond: of("perSecond"), p50: of("p50"), p99: of("p99"), cpu }
}

/** Three digits say all that a measurement knows. */
const rounded = (value) => Number(value.toPrecision(3))
