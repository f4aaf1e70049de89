import { spawnSync } from "node:child_process"
import { rm, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { afterEach, expect, onTestFinished, test } from "vitest"
import { useCluster } from "../../support/postgres.ts"
import { call } from "../../support/server.ts"
import { temporaryDirectory } from "../../storage/support.ts"
import { until } from "../../support/worker.ts"
import { usePair } from "./pair.ts"

// The database itself is broken, for both servers.

const cluster = useCluster()
const pair = usePair(cluster)

afterEach(() => pair.ledger.audit([pair.a.url, pair.b.url], cluster))

const write = (url: string, description = "") => call(url, "POST", "/tasks", { title: "x", description })

test("a full disk refuses writes and not reads, is said, and writing goes on when there is room", async ({
  skip,
}) => {
  const { a, b } = pair
  const disk = await temporaryDirectory()
  const { uid, gid } = { uid: idOf("-u"), gid: idOf("-g") }
  const options = `size=1m,uid=${uid},gid=${gid},mode=700`
  if (spawnSync("mount", ["-t", "tmpfs", "-o", options, "tmpfs", disk]).status !== 0)
    return skip("SKIPPED: mounting a tmpfs is denied here (needs root)")
  onTestFinished(() => void spawnSync("umount", ["-l", disk]))
  const ballast = join(disk, "ballast")
  await cluster.query(`create tablespace small location '${disk}'`)
  await writeFile(ballast, Buffer.alloc(400 * 1024))
  await cluster.query("alter table upnext.commits set tablespace small")

  let refused = await write(a.url)
  for (let i = 0; i < 60 && refused.status === 201; i += 1) refused = await write(a.url, randomText())
  expect(refused.status, refused.text).toBe(507)
  expect(refused.body).toMatchObject({ code: "storage_full" })
  expect((await write(b.url, randomText())).status).toBe(507)
  for (const { url } of [a, b]) expect((await call(url, "GET", "/tasks/T-1")).status).toBe(200)
  await until(async () => (await call(a.url, "GET", "/health")).status === 503)
  expect(a.server.output()).toMatch(/\[warn\] .*no space/)

  await rm(ballast)
  for (const { url } of [a, b]) await until(async () => (await write(url, randomText())).status === 201)
  expect(a.server.output()).toMatch(/There is room again/)
  await cluster.query("alter table upnext.commits set tablespace pg_default")
  await cluster.query("drop tablespace small")
})

test("backends that are terminated under load are replaced, and nothing is lost", () =>
  pair.underLoad(async (work, a, b) => {
    for (let i = 0; i < 6; i += 1) {
      await work.progress([a.url, b.url], 20)
      await cluster.query(
        "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()",
      )
    }
  }))

test.for(["fast", "immediate"] as const)(
  "a database that is stopped (%s) under load and started again is used again by itself, and nothing is lost",
  (mode) =>
    pair.underLoad(async () => {
      await cluster.stop(mode)
      await cluster.start()
    }),
)

// --- internal ---

/** PostgreSQL compresses what repeats. */
const randomText = () => Buffer.from(crypto.getRandomValues(new Uint8Array(15_000))).toString("base64")

const idOf = (flag: string) =>
  Number(spawnSync("id", process.getuid?.() === 0 ? [flag, "postgres"] : [flag]).stdout.toString())
