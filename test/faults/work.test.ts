import { readFileSync } from "node:fs"
import { rm } from "node:fs/promises"
import { join } from "node:path"
import { afterEach, expect, test } from "vitest"
import { createClient } from "../../src/client/client.ts"
import type { PublicEvent } from "../../src/domain/events/shown.ts"
import { createRandom } from "../support/random.ts"
import { call, startServer, temporaryHome, type Server } from "../support/server.ts"
import { startWorker, until, type Worker } from "../support/worker.ts"

const count = process.env["UPNEXT_LONG"] ? 200 : 60
const random = createRandom(Date.now() & 0xffff)

let server: Server
const workers = new Map<string, Worker>()
const space = await temporaryHome()
const runs = join(space.home, "runs")

afterEach(async () => {
  for (const worker of workers.values()) worker.kill("SIGKILL")
  server.kill("SIGKILL")
  await server.exited
  await space.remove()
})

/** A worker whose session is fixed resumes its own task after a kill, however long its lease is. */
function startWith(session: string, script = "sleep 0.05", ...more: string[]): Worker {
  const command = ["--", "sh", "-c", `echo $UPNEXT_TASK_ID >> "${runs}"; ${script}; echo ${session}`]
  const worker = startWorker(["--agent", `agent-${session}`, "--session", session, ...more, ...command], {
    url: server.url,
    cwd: space.home,
  })
  workers.set(session, worker)
  return worker
}

async function killWorker(session: string): Promise<void> {
  const worker = workers.get(session)
  worker?.kill("SIGKILL")
  expect(await worker?.exited).toBe("SIGKILL")
  startWith(session)
}

async function killServer(): Promise<void> {
  server.kill("SIGKILL")
  await server.exited
  await start()
}

async function start(): Promise<void> {
  const same = workers.size > 0 ? { port: server.port } : {}
  server = await startServer({ home: space.home, ...same, env: { UPNEXT_MAX_ATTEMPTS: "1000" } })
}

const ran = () => readFileSync(runs, { encoding: "utf8", flag: "a+" }).trim().split("\n")

async function countOf(status: string): Promise<number> {
  return (await call(server.url, "GET", `/tasks?status=${status}&limit=1`)).body["total"] as number
}

/** All events up to the last one there is. */
async function history(): Promise<PublicEvent[]> {
  const { headers } = await call(server.url, "GET", "/tasks?limit=1")
  const events: PublicEvent[] = []
  for await (const event of createClient({ url: server.url }).events({ after: 0 })) {
    if (event.type !== "reset") events.push(event)
    if (event.seq === Number(headers["upnext-seq"])) break
  }
  return events
}

/** All that is kept; who was heard of lately, and where, is not. */
const board = async () => {
  const soft = ["live", "lastSeenAt", "host", "session"]
  const answers = await Promise.all(
    ["/tasks?limit=500", "/agents"].map((path) => call(server.url, "GET", path)),
  )
  return answers.map(({ text }) =>
    JSON.stringify(
      JSON.parse(text, (key, value: unknown) => (soft.includes(key) ? undefined : value)) as unknown,
    ),
  )
}

test(
  `two workers do ${count} tasks, each exactly once, though they and the server are killed -9 (seed ${random.seed})`,
  { timeout: 180_000 },
  async () => {
    await start()
    const ids: string[] = []
    for (let n = 0; n < count; n += 1) {
      const { body } = await call(server.url, "POST", "/tasks", { title: `Task ${n}` })
      ids.push(body["task"].id as string)
    }

    // One dies for good: what it had comes back when its claim runs out, and is done by another after its rest.
    const dead = startWith("dead", `test $(wc -l < "${runs}") = 1 || sleep 5`, "--lease", "1s")
    await until(() => ran().length > 1)
    dead.kill("SIGKILL")
    await dead.exited
    await until(async () => (await history()).some(({ type }) => type === "lease.expired"))

    startWith("w1")
    startWith("w2")
    // Each is killed at random moments, spread over the whole run.
    const kills = [
      ...["w1", "w2"].flatMap((session) => Array.from({ length: 5 }, () => () => killWorker(session))),
      ...Array.from({ length: 4 }, () => killServer),
    ].map((kill) => ({ kill, after: 5 + random.below(count - 40) }))
    kills.sort((a, b) => a.after - b.after)
    for (const { kill, after } of kills) {
      await until(() => ran().length >= after)
      await new Promise((resolve) => setTimeout(resolve, random.below(80)))
      await kill()
    }
    await until(async () => (await countOf("done")) === count)
    for (const session of ["w1", "w2"]) workers.get(session)?.kill("SIGTERM")
    expect(await workers.get("w1")?.exited).toBe(143)
    expect(await workers.get("w2")?.exited).toBe(143)

    const events = await history()
    const completed = events.filter(({ type }) => type === "task.completed")
    expect(completed.map(({ task }) => task).sort()).toEqual([...ids].sort())
    expect(new Set(completed.map(({ actor }) => actor))).toEqual(
      new Set(["agent-dead", "agent-w1", "agent-w2"]),
    )
    expect(new Set(ran())).toEqual(new Set(ids))
    // Kills hit work in progress that was taken up again, beside the one task whose lease ran out.
    expect(events.filter(({ type }) => type === "task.claimed").length).toBeGreaterThan(count + 1)

    const before = await board()
    expect(before[0]).toContain(`"total":${count}`)
    server.kill("SIGTERM")
    expect(await server.exited).toBe(0)
    await start()
    expect(await board()).toEqual(before)
    // Once more from the log alone.
    server.kill("SIGTERM")
    await server.exited
    await rm(join(space.home, "data", "board.json"))
    await start()
    expect(await board()).toEqual(before)
  },
)
