import { existsSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { afterEach, expect, test } from "vitest"
import { upnext } from "../commands/upnext.ts"
import { temporaryDirectory } from "../storage/support.ts"
import { useDatabase } from "../support/postgres.ts"
import { call, startServer, type Server } from "../support/server.ts"
import { startWorker, until, type Worker } from "../support/worker.ts"

const database = useDatabase()

const processes: (Server | Worker)[] = []
let space = ""
afterEach(async () => {
  // A worker that was killed would leave its command behind.
  writeFileSync(join(space, "go"), "")
  for (const each of processes) each.kill("SIGKILL")
  await Promise.all(processes.map(({ exited }) => exited))
})

const tasks = 6

const readLines = (path: string) => readFileSync(path, "utf8").trim().split("\n")

const tasksOf = async ({ url }: Server) =>
  (await call(url, "GET", "/tasks")).body["tasks"] as { id: string; status: string }[]

test("a board moves to a database, two servers share its work, one is killed, and it moves back: each task is done once", async () => {
  space = await temporaryDirectory()
  const start = async (name: string, env: NodeJS.ProcessEnv = {}, port?: number) => {
    const server = await startServer({ home: join(space, name), env, ...(port && { port }) })
    processes.push(server)
    return server
  }
  const stop = async (server: Server) => {
    server.kill("SIGTERM")
    expect(await server.exited, server.output()).toBe(0)
  }
  const work = (agent: string, { url }: Server, script: string) => {
    const args = ["--agent", agent, "--", "sh", "-c", script]
    const env = { UPNEXT_CLI: join(process.cwd(), "dist/cli.cjs") }
    const worker = startWorker(args, { url, cwd: space, env })
    processes.push(worker)
    return worker
  }

  const first = await start("first")
  for (let n = 1; n <= tasks; n += 1) await call(first.url, "POST", "/tasks", { title: `task ${n}` })
  await stop(first)
  const moved = await upnext(["move", "--home", join(space, "first"), "--to", database.url])
  expect(moved.stdout, moved.stderr).toContain(`Moved ${tasks} tasks`)

  const inDatabase = { UPNEXT_DATABASE: database.url }
  const [killed, survivor] = await Promise.all([start("a", inDatabase), start("b", inDatabase)])
  const note = "echo $UPNEXT_TASK_ID >> ended"
  // Ann's task lasts longer than her server; Bob's take a moment.
  const ann = work("ann", killed, `touch begun; until [ -e go ]; do sleep 0.05; done; ${note}`)
  await until(() => existsSync(join(space, "begun")))
  const bob = work("bob", survivor, `sleep 0.1; ${note}`)
  const ended = () => (existsSync(join(space, "ended")) ? readLines(join(space, "ended")) : [])
  await until(() => ended().length > 0)
  killed.kill("SIGKILL")
  await killed.exited

  const place = { UPNEXT_HOME: join(space, "b"), UPNEXT_PORT: String(survivor.port) }
  const doctor = await upnext(["doctor"], { ...inDatabase, ...place })
  expect(doctor.stdout, doctor.stderr).toMatch(/✓ database .* answers, PostgreSQL/)
  expect(doctor.stdout).toContain(`${survivor.url} (pid ${survivor.pid} on `)
  await until(() => ended().length === tasks - 1)
  // The server that was killed comes back, and Ann's worker, which outlived it, tells it what she has done.
  const again = await start("a", inDatabase, killed.port)
  writeFileSync(join(space, "go"), "")
  await until(async () => (await tasksOf(survivor)).every(({ status }) => status === "done"))
  expect(ended().sort()).toEqual((await tasksOf(survivor)).map(({ id }) => id).sort())
  expect(bob.stderr()).not.toContain("The server cannot be reached")
  for (const worker of [ann, bob]) worker.kill("SIGTERM")
  await Promise.all([ann.exited, bob.exited])
  await Promise.all([stop(again), stop(survivor)])

  const home = join(space, "back")
  const isServed = "select 1 from upnext.servers where alive_at > clock_timestamp() - interval '15 s'"
  await until(async () => (await database.query(isServed)).length === 0)
  const answer = await upnext(["move", "--to", home], inDatabase)
  expect(answer.stdout, answer.stderr).toContain(`Moved ${tasks} tasks`)
  const last = await start("back")
  const all = await tasksOf(last)
  expect(all.map(({ status }) => status)).toEqual(Array.from({ length: tasks }, () => "done"))
  for (const { id } of all) {
    const history = await call(last.url, "GET", `/tasks/${id}/history`)
    expect(history.text.match(/task\.completed/g), id).toHaveLength(1)
  }
})
