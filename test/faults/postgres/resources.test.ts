import { expect, test } from "vitest"
import type { PublicEvent } from "../../../src/domain/events/shown.ts"
import { bundleChild, startChild, type Child } from "../../support/child.ts"
import { eventsOf } from "../../support/ledger-audit.ts"
import { useDatabase } from "../../support/postgres.ts"
import { call } from "../../support/server.ts"
import { until } from "../../support/worker.ts"
import { usePair } from "./pair.ts"

const database = useDatabase()
const pair = usePair(database)
const count = Number(process.env["UPNEXT_TEST_TASKS"] ?? 120)

/** What tasks need. Those that are not declared have room for one, and keep all below them out. */
const needs = [
  ["src"],
  ["src/a"],
  ["src/b"],
  ["src/a/x", "db"],
  ["db"],
  ["gpu"],
  ["gpu/0"],
  ["gpu/1", "db/t"],
]
const declared: Record<string, number> = { gpu: 2, share: 3 }
const sharers = new Set(["p0-0", "p0-1", "p1-0", "p1-1", "p2-0", "p2-1"])

const needsOf = (task: string) => needs[Number(task.slice(2)) % needs.length] ?? []
const isUnder = (name: string, above: string) => `${name}/`.startsWith(`${above}/`)

/** What keeps two tasks from being worked on at once, of what each of them holds. */
function clash(one: readonly string[], other: readonly string[]): string | undefined {
  const isSingle = (name: string) => declared[name] === undefined
  return one.find((a) => other.some((b) => (isSingle(b) && isUnder(a, b)) || (isSingle(a) && isUnder(b, a))))
}

/** Goes through the history, and finds where somebody began what had no room. @returns how many began, and how often they met */
function expectRoom(events: readonly PublicEvent[]): { begun: number; most: number } {
  const held = new Map<string, readonly string[]>()
  let [begun, most] = [0, 0]
  for (const { seq, type, task = "", data } of events) {
    if (["task.completed", "task.released", "lease.expired"].includes(type)) held.delete(task)
    if (type !== "task.claimed" || held.has(task)) continue
    const own = [...needsOf(task), ...(sharers.has(String(data["agent"])) ? ["share"] : [])]
    for (const [other, names] of held)
      expect(clash(own, names), `event ${seq}: ${task} is begun beside ${other}`).toBeUndefined()
    for (const [name, room] of Object.entries(declared)) {
      if (!own.some((each) => isUnder(each, name))) continue
      const users = [...held.values()].filter((names) => names.some((each) => isUnder(each, name)))
      expect(users.length, `event ${seq}: who holds ${name} beside ${task}`).toBeLessThan(room)
    }
    held.set(task, own)
    begun++
    most = Math.max(most, held.size)
  }
  return { begun, most }
}

test(
  "64 agents on two servers never work in one place, whatever is killed",
  { timeout: 300_000 + count * 100 },
  async () => {
    const { a, b } = pair
    const urls = [a.url, b.url]
    for (const [name, capacity] of Object.entries(declared))
      await call(a.url, "PUT", `/resources/${name}`, { capacity })
    for (const name of sharers) await call(a.url, "PUT", `/agents/${name}`, { resources: ["share"] })
    for (let n = 1; n <= count; n += 100) {
      const tasks = Array.from({ length: Math.min(100, count - n + 1) }, (_, i) => ({
        title: `Task ${n + i}`,
        resources: needsOf(`T-${n + i}`),
      }))
      const made = await call(a.url, "POST", "/tasks/batch", { tasks })
      expect(made.status, made.text).toBe(201)
    }
    const program = await bundleChild("test/faults/postgres/room-child.ts")
    const start = (i: number) => startChild(process.execPath, [program, `p${i}`, String(count), ...urls])
    const children = [0, 1, 2, 3].map(start)
    const kill = async (child: Child | undefined) => {
      child?.process.kill("SIGKILL")
      await child?.ended
    }
    const done = async (url: string) =>
      (await call(url, "GET", "/tasks?status=done&limit=1")).body["total"] as number
    const progress = async (url: string, part: number) => {
      await until(async () => (await done(url)) >= part * count)
    }
    try {
      await progress(b.url, 0.1)
      await a.kill()
      await progress(b.url, 0.25)
      await a.start()
      await kill(children[0])
      children[0] = start(0)
      await progress(a.url, 0.4)
      await b.kill()
      await kill(children[1])
      await progress(a.url, 0.55)
      await b.start()
      // What an agent was at work on when it was killed rests when its lease has run out.
      await progress(b.url, 0.7)
    } finally {
      await Promise.all(children.map(kill))
    }
    const { headers } = await call(a.url, "GET", "/tasks?limit=1")
    const { begun, most } = expectRoom(await eventsOf(a.url, Number(headers["upnext-seq"])))
    expect(begun).toBeGreaterThanOrEqual(0.7 * count)
    expect(most, "how many were at work at once").toBeGreaterThan(3)
  },
)
