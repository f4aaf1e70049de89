import { execFileSync } from "node:child_process"
import { existsSync, readdirSync } from "node:fs"
import { join } from "node:path"
import { expect, test } from "vitest"
import { temporaryDirectory } from "../storage/support.ts"
import { useDatabase } from "../support/postgres.ts"
import { call, startServer } from "../support/server.ts"

const database = useDatabase()
const restored = useDatabase()

test("a dump made while a server runs, restored into another database, is the board with its leases", async ({
  skip,
}) => {
  const debian = "/usr/lib/postgresql"
  const versions = existsSync(debian) ? readdirSync(debian) : []
  const programs = versions
    .map((version) => join(debian, version, "bin"))
    .find((path) => existsSync(join(path, "pg_dump")))
  if (programs === undefined) return skip("SKIPPED: there is no pg_dump here")
  const server = await startServer({
    home: await temporaryDirectory(),
    env: { UPNEXT_DATABASE: database.url },
  })
  await call(server.url, "POST", "/tasks", { title: "kept" })
  const claim = await call(server.url, "POST", "/tasks/T-1/claim", { agent: "ann" })
  const dump = execFileSync(join(programs, "pg_dump"), ["--schema=upnext", "--no-owner", database.url])
  server.kill("SIGTERM")
  await server.exited
  execFileSync(join(programs, "psql"), ["-v", "ON_ERROR_STOP=1", restored.url], { input: dump })
  const second = await startServer({
    home: await temporaryDirectory(),
    env: { UPNEXT_DATABASE: restored.url },
  })
  const leaseToken = claim.body["lease"].token as string
  const beat = await call(second.url, "POST", "/tasks/T-1/heartbeat", { agent: "ann", leaseToken })
  second.kill("SIGTERM")
  await second.exited
  expect(beat.status, beat.text).toBe(200)
})
