import { get } from "node:http"
import { expect } from "vitest"
import type { PublicEvent } from "../../src/domain/events/shown.ts"
import type { Entry } from "./ledger.ts"
import type { Database } from "./postgres.ts"
import { call } from "./server.ts"

/** Compares what servers acknowledged with the events that each of them tells, and those with the log in the database. */
export async function auditLog(
  entries: readonly Entry[],
  urls: readonly string[],
  database: Database,
): Promise<void> {
  const heads = await Promise.all(
    urls.map(async (url) => Number((await call(url, "GET", "/tasks?limit=1")).headers["upnext-seq"])),
  )
  const head = Math.max(...heads)
  expect(head).toBeGreaterThanOrEqual(entries.reduce((most, { seq }) => Math.max(most, seq), 0))
  const told = await Promise.all(urls.map((url) => eventsOf(url, head)))
  const [events = []] = told
  expect(events.map(({ seq }) => seq)).toEqual(Array.from({ length: head }, (_, i) => i + 1))
  for (const others of told.slice(1)) expect(others).toEqual(events)
  expect(events.map(shape)).toEqual(await storedEvents(database, head))
  expectAcknowledged(entries, events)
  expectOneHolder(events)
}

/** The events that a server tells, from the first up to this seq. */
export function eventsOf(url: string, upTo: number): Promise<PublicEvent[]> {
  return new Promise((resolve, reject) => {
    const events: PublicEvent[] = []
    if (upTo === 0) return resolve(events)
    const sent = get(`${url}/events?after=0`, (response) => {
      let text = ""
      response.setEncoding("utf8").on("data", (chunk: string) => {
        const messages = (text + chunk).split("\n\n")
        text = messages.pop() ?? ""
        for (const message of messages) {
          if (/^event: (reset|refused)$/m.test(message)) return reject(new Error(`${url} said ${message}`))
          const data = /^data: (.*)$/m.exec(message)?.[1]
          if (data === undefined) continue
          events.push(JSON.parse(data) as PublicEvent)
          if ((events.at(-1)?.seq ?? 0) < upTo) continue
          sent.destroy()
          return resolve(events)
        }
      })
      response.once("error", reject)
    })
    sent.once("error", reject)
  })
}

// --- internal ---

const shape = ({ seq, type, task, actor }: PublicEvent): unknown => ({
  seq,
  type,
  actor,
  ...(task !== undefined && { task }),
})

/** The events of the table, whose commits form one chain. */
async function storedEvents(database: Database, head: number): Promise<unknown[]> {
  const rows = await database.query<{ seq: string; last: string; prev: string; crc: string; body: string }>(
    "select seq, last, prev, crc, body from upnext.commits order by last",
  )
  const events: unknown[] = []
  rows.forEach((row, i) => {
    const before = rows[i - 1]
    expect(Number(row.seq), "a commit begins where the one before it ends").toBe(
      Number(before?.last ?? 0) + 1,
    )
    if (before) expect(row.prev, `the commit at ${row.seq} names the one before it`).toBe(before.crc)
    let seq = Number(row.seq)
    const { commands } = JSON.parse(row.body) as {
      commands: { actor: string; events: { type: string; task?: string }[] }[]
    }
    for (const { actor, events: all } of commands)
      for (const { type, task } of all)
        events.push({ seq: seq++, type, actor, ...(task !== undefined && { task }) })
    expect(seq - 1).toBe(Number(row.last))
  })
  return events.slice(0, head)
}

/** Each acknowledged change is an event, by the same agent, and each of these events is there once. */
export function expectAcknowledged(entries: readonly Entry[], events: readonly PublicEvent[]): void {
  const times = new Map<string, number>()
  for (const event of events) {
    const key = keyOf(event)
    if (key !== undefined) times.set(key, (times.get(key) ?? 0) + 1)
  }
  expect([...times].filter(([, count]) => count > 1)).toEqual([])
  const missing = entries.filter(
    ({ kind, task, agent, epoch }) => !times.has(`task.${kind} ${task} ${agent} ${epoch ?? ""}`),
  )
  expect(missing, "acknowledged, but not in the log").toEqual([])
  const claims = entries.filter(({ kind }) => kind === "claimed").map(({ task, epoch }) => `${task} ${epoch}`)
  expect(new Set(claims).size, "claims that were given to one agent only").toBe(claims.length)
}

/** What can happen once: a task is created, claimed in one epoch, and completed by one agent (no task is reopened). */
function keyOf({ type, task, actor, data }: PublicEvent): string | undefined {
  if (type === "task.created") return `${type} ${task} ${actor} `
  if (type === "task.claimed") return `${type} ${task} ${String(data["agent"])} ${String(data["epoch"])}`
  if (type === "task.completed") return `${type} ${task} ${String(data["agent"])} `
  return undefined
}

/** Follows who holds each task: a task changes hands only after an event that ends the first hold. */
export function expectOneHolder(events: readonly PublicEvent[]): void {
  const holders = new Map<string, string>()
  const epochs = new Map<string, number>()
  for (const { seq, type, task = "", data } of events) {
    const agent = String(data["agent"])
    if (type === "task.claimed") {
      const holder = holders.get(task)
      if (holder !== undefined && holder !== agent)
        throw new Error(`event ${seq}: ${agent} takes ${task}, which ${holder} holds`)
      const epoch = Number(data["epoch"])
      if (epoch <= (epochs.get(task) ?? 0)) throw new Error(`event ${seq}: epoch ${epoch} of ${task} again`)
      holders.set(task, agent)
      epochs.set(task, epoch)
    }
    if (type === "task.completed" && holders.get(task) !== agent)
      throw new Error(`event ${seq}: ${agent} completes ${task}, which it does not hold`)
    if (["task.completed", "task.released", "lease.expired", "lease.revoked"].includes(type))
      holders.delete(task)
  }
}
