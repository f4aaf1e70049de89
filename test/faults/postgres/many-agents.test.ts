import { readFileSync } from "node:fs"
import { join } from "node:path"
import { expect, test } from "vitest"
import { useDatabase } from "../../support/postgres.ts"
import { call, temporaryHome } from "../../support/server.ts"
import { startWorker, until } from "../../support/worker.ts"
import { usePair } from "./pair.ts"

const database = useDatabase()
const pair = usePair(database)
const count = Number(process.env["UPNEXT_TEST_TASKS"] ?? 500)

/** Posts so many tasks. @returns their ids */
async function create(url: string, amount: number): Promise<string[]> {
  const ids: string[] = []
  for (let left = amount; left > 0; left -= 500) {
    const tasks = Array.from({ length: Math.min(500, left) }, (_, i) => ({ title: `Task ${i}` }))
    const made = await call(url, "POST", "/tasks/batch", { tasks })
    expect(made.status, made.text).toBe(201)
    ids.push(...(made.body["tasks"] as { id: string }[]).map(({ id }) => id))
  }
  return ids
}

test(
  `64 agents on two servers claim and finish ${count} tasks, each once`,
  { timeout: 180_000 + count * 10 },
  async () => {
    const { a, b, ledger } = pair
    const ids = await create(a.url, count)
    await ledger.finishAll([a.url, b.url], 64)
    for (const kind of ["claimed", "completed"]) {
      const entries = ledger.entries.filter((entry) => entry.kind === kind)
      expect(entries.map(({ task }) => task).sort()).toEqual([...ids].sort())
      expect(new Set(entries.map(({ url }) => url)).size).toBe(2)
    }
    await ledger.audit([a.url, b.url], database)
  },
)

test("`upnext work` on two servers runs each task once, though one server is killed -9 in the middle", async () => {
  const { a, b, ledger } = pair
  const { home, remove } = await temporaryHome()
  const runs = join(home, "runs")
  const ran = () => readFileSync(runs, { encoding: "utf8", flag: "a+" }).split("\n").slice(0, -1)
  const ids = await create(a.url, 40)
  const command = ["--", "sh", "-c", `echo $UPNEXT_TASK_ID >> "${runs}"; echo done`]
  const workers = [a, a, b, b].map(({ url }, i) =>
    startWorker(["--agent", `worker-${i}`, "--session", `worker-${i}`, ...command], { url, cwd: home }),
  )
  await until(() => ran().length > 10)
  await a.kill()
  await until(() => ran().length > 20)
  await a.start()
  const left = async () =>
    (await call(b.url, "GET", "/tasks?status=todo&status=doing&limit=1")).body["total"] as number
  await until(async () => (await left()) === 0)
  for (const worker of workers) worker.kill("SIGTERM")
  await Promise.all(workers.map(({ exited }) => exited))
  expect(ran().sort()).toEqual([...ids].sort())
  await ledger.audit([a.url, b.url], database)
  await remove()
})
