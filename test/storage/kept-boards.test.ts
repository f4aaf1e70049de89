import { cp, readFile } from "node:fs/promises"
import { join } from "node:path"
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest"
import { useDatabase } from "../support/postgres.ts"
import { call, startServerHere, type RunningServer } from "../support/server.ts"
import { temporaryDirectory } from "./support.ts"

/**
 * What a server of 0.1.0 from before leases told when their holder was last heard has left behind, and what it answered
 * with it. Either was stopped once, so that there is a checkpoint, and then killed, so that the log goes on after it.
 */
const kept = join(import.meta.dirname, "kept", "before-heard-at")

interface Answer {
  readonly status: number
  readonly json: unknown
}

interface Kept {
  /** When it answered. */
  readonly at: string
  /** Requests with an idempotency key, and what they were answered. */
  readonly keyed: readonly (Answer & {
    readonly key: string
    readonly path: string
    readonly body: unknown
  })[]
  readonly answers: Readonly<Record<string, Answer>>
  readonly tables?: Readonly<Record<string, readonly object[]>>
}

const read = async (name: string) => JSON.parse(await readFile(join(kept, name), "utf8")) as Kept

let server: RunningServer | undefined

afterEach(async () => {
  await server?.stop()
  server = undefined
})

describe("a home", () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"] }))
  afterEach(() => void vi.useRealTimers())

  test("answers as it did, and knows the requests that it has answered", async () => {
    const then = await read("home.json")
    // What is live, silent or due is as it was; and no key is older than a day.
    vi.setSystemTime(then.at)
    const home = await temporaryDirectory()
    await cp(join(kept, "home"), home, { recursive: true })
    server = await startServerHere({ home })
    // To ask for the next task is to be seen, and output is kept in memory alone.
    await expectAnswers(server, then.answers, new Set([...words, "lastSeenAt", "keptSince"]))
    for (const { key, path, body, status, json } of then.keyed) {
      const again = await call(server.url, "POST", path, body, { "idempotency-key": key })
      expect([key, again.status, again.body]).toEqual([key, status, json])
    }
    expect((await call(server.url, "POST", "/tasks", { title: "new" })).body.task.id).toBe("T-14")
  })
})

describe("a database", () => {
  const database = useDatabase()

  test("answers as it did", async () => {
    const then = await read("database.json")
    const first = await startServerHere({
      home: await temporaryDirectory(),
      env: { UPNEXT_DATABASE: database.url },
    })
    await first.stop()
    for (const table of ["servers", "snapshots", "commits", "boards", "migrations"])
      await database.query(`delete from upnext.${table}`)
    for (const [table, rows] of Object.entries(then.tables ?? {})) {
      const sql = `insert into upnext.${table} overriding system value select (jsonb_populate_record(null::upnext.${table}, $1)).*`
      for (const row of rows) await database.query(sql, [JSON.stringify(row)])
    }
    server = await startServerHere({
      home: await temporaryDirectory(),
      env: { UPNEXT_DATABASE: database.url },
    })
    // The clock is the database's, and the time since then has passed there.
    const lasting = Object.entries(then.answers).filter(
      ([path]) => !/hosts|now|stats|output|ready=/.test(path),
    )
    await expectAnswers(server, Object.fromEntries(lasting), ofTheTime)
    expect((await call(server.url, "POST", "/tasks", { title: "new" })).body.task.id).toBe("T-14")
  })
})

// --- internal ---

/** The history of a deleted task is answered today. */
const refusedThen = new Set(["/tasks/T-6/history"])

/** What people read in a refusal. Its code is what is promised. */
const words = ["detail", "hint"]

/** What changes with the time alone, or is known of a server that runs: a start gives each lease some minutes more. */
const ofTheTime = new Set([
  ...words,
  "expiresAt",
  "live",
  "lastSeenAt",
  "host",
  "session",
  "ready",
  "stuck",
  "silentAt",
])

/** Every field of that time is in the answer of today; a later version may tell more. */
async function expectAnswers(
  { url }: RunningServer,
  answers: Kept["answers"],
  except: ReadonlySet<string>,
): Promise<void> {
  for (const [path, { status, json }] of Object.entries(answers)) {
    if (refusedThen.has(path)) continue
    const answer = await call(url, "GET", path)
    expect({ path, status: answer.status, json: without(answer.body, except) }).toMatchObject({
      ...{ path, status },
      json: without(json, except),
    })
  }
}

function without(value: unknown, names: ReadonlySet<string>): unknown {
  if (Array.isArray(value)) return value.map((each) => without(each, names))
  if (typeof value !== "object" || value === null) return value
  const left = Object.entries(value).filter(([name]) => !names.has(name))
  return Object.fromEntries(left.map(([name, each]) => [name, without(each, names)]))
}
