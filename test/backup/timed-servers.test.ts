import { randomBytes } from "node:crypto"
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { expect, onTestFinished, test } from "vitest"
import { verifyArchive } from "../../src/backup/verify-archive.ts"
import { restoreBackup } from "../../src/backup/restore.ts"
import type { TimedBackups } from "../../src/config/config.ts"
import type * as Built from "../../src/index.ts"
import { writeSynced } from "../../src/machine/durable-file.ts"
import { writeSegments } from "../../src/storage/journal/import.ts"
import type { Commit } from "../../src/storage/log.ts"
import { upnext } from "../commands/upnext.ts"
import { commitOf, temporaryDirectory } from "../storage/support.ts"
import { freePort } from "../support/free-port.js"
import { useDatabase } from "../support/postgres.ts"
import { call, startServer } from "../support/server.ts"

const database = useDatabase()
const pause = () => new Promise((resolve) => setTimeout(resolve, 10))
const list = (directory: string): string[] => (existsSync(directory) ? readdirSync(directory).sort() : [])

/** A server in this process with backups by the second, which a configuration does not allow. */
async function startHere(home: string, backup: TimedBackups, env: Record<string, string> = {}) {
  const built = pathToFileURL(join(process.cwd(), "dist/index.js")).href
  const { createUpnext, loadConfig } = (await import(built)) as typeof Built
  const warnings: string[] = []
  const logger = { warn: (message: string) => void warnings.push(message) }
  const config = await loadConfig({ flags: { home, port: await freePort() }, env })
  const server = await createUpnext({ ...config, backup, logger })
  onTestFinished(() => server.close())
  return { ...server, warnings }
}

test("while 32 clients write, each timed backup holds every change acknowledged before it began, and restores", async () => {
  const space = await temporaryDirectory()
  const to = join(space, "to")
  const server = await startHere(join(space, "home"), { to, everyMs: 1000, keep: 1000 })
  const acknowledged: { title: string; at: number }[] = []
  const last = { isOver: false }
  const write = async (client: number) => {
    for (let n = 1; !last.isOver; n += 1) {
      const title = `${client}-${n}`
      const { status } = await call(server.url, "POST", "/tasks", { title })
      if (status === 201) acknowledged.push({ title, at: Date.now() })
      await new Promise((resolve) => setTimeout(resolve, 40))
    }
  }
  const clients = Array.from({ length: 32 }, (_, client) => write(client))
  const whole = () => list(to).filter((name) => name.endsWith(".tar.gz"))
  while (whole().length < 3) await pause()
  last.isOver = true
  await Promise.all(clients)
  await server.close()
  expect(server.warnings).toEqual([])
  expect(list(to)).toEqual(whole())
  for (const name of whole()) {
    const file = join(to, name)
    const { manifest } = await verifyArchive(file)
    const home = join(space, `restored-${name}`)
    await restoreBackup({ file, home, keepTokens: true })
    const text = readFileSync(join(home, "data/journal/0000000000000001.jsonl"), "utf8")
    const held = new Set([...text.matchAll(/"fields":\{"title":"(\d+-\d+)"/g)].map(([, title]) => title))
    const before = acknowledged.filter(({ at }) => at < Date.parse(manifest.at))
    expect(before.filter(({ title }) => !held.has(title))).toEqual([])
    expect(before.length).toBeLessThan(acknowledged.length)
  }
})

test("of two servers on one board in a database one makes each backup", async () => {
  const space = await temporaryDirectory()
  const to = join(space, "to")
  const env = { UPNEXT_DATABASE: database.url }
  const settings = { to, everyMs: 1000, keep: 1000 }
  const servers = await Promise.all(["one", "two"].map((name) => startHere(join(space, name), settings, env)))
  await call(servers[0]?.url ?? "", "POST", "/tasks", { title: "hello" })
  while (list(to).filter((name) => name.endsWith(".gz")).length < 5) await pause()
  for (const { close } of servers) await close()
  const names = list(to)
  const seconds = names.map((name) => /T(\d+)Z/.exec(name)?.[1])
  expect(new Set(seconds).size).toBe(names.length)
  expect(servers.flatMap(({ warnings }) => warnings)).toEqual([])
  for (const name of names) expect((await verifyArchive(join(to, name))).manifest.seq).toBe(1)
})

/** A home with so large a board that its backup takes its time. */
async function makeLarge() {
  const space = await temporaryDirectory()
  const [home, to] = [join(space, "home"), join(space, "to")]
  const journal = join(home, "data", "journal")
  mkdirSync(journal, { recursive: true })
  const text = randomBytes(256 * 1024).toString("hex")
  async function* commits(): AsyncGenerator<Commit> {
    for (let seq = 1; seq <= 80; seq += 1) {
      const { commands } = commitOf(seq, text)
      yield await Promise.resolve({
        seq,
        commands: commands.map((each) => ({ ...each, board: "Ab3dEf6hIj9kLm2n" })),
      })
    }
  }
  await writeSegments(journal, commits())
  await writeSynced(join(home, "data", "key"), randomBytes(32))
  return { home, to, env: { UPNEXT_BACKUP_TO: to } }
}

const drafts = (to: string) => list(to).filter((name) => name.includes(".new"))

test("a server that is killed during a timed backup leaves no half of one, and its next start removes what it left", async () => {
  const { home, to, env } = await makeLarge()
  const first = await startServer({ home, env })
  while (drafts(to).length === 0) await pause()
  first.kill("SIGKILL")
  await first.exited
  expect(list(to)).toEqual([expect.stringMatching(/^upnext-Ab3dEf6hIj9kLm2n-[\da-f]{12}\.new$/)])
  const second = await startServer({ home, env })
  while (!list(to).some((name) => name.endsWith(".gz"))) await pause()
  second.kill("SIGTERM")
  expect(await second.exited).toBe(0)
  expect(list(to)).toEqual([expect.stringMatching(/^upnext-Ab3dEf6hIj9kLm2n-[\dTZ-]+-80\.tar\.gz$/)])
  expect((await verifyArchive(join(to, list(to)[0] ?? ""))).manifest.commits).toBe(80)
})

test("a server that stops gives the backup up that it makes, and leaves nothing of it", async () => {
  const { home, to, env } = await makeLarge()
  const server = await startServer({ home, env })
  while (drafts(to).length === 0) await pause()
  server.kill("SIGTERM")
  expect(await server.exited, server.output()).toBe(0)
  expect(list(to)).toEqual([])
})

test("health, doctor and status say how old the last one is, and what is wrong", async () => {
  const space = await temporaryDirectory()
  const [home, to] = [join(space, "home"), join(space, "to")]
  mkdirSync(home, { mode: 0o700 })
  writeFileSync(join(home, "config.json"), JSON.stringify({ backup: { to } }), { mode: 0o600 })
  const server = await startServer({ home })
  const env = { UPNEXT_HOME: home, UPNEXT_URL: server.url }
  const healthOf = async () => (await call(server.url, "GET", "/health")).body
  const findingOf = async (name: string) => {
    const { checks } = (await upnext(["doctor", "--json"], env)).json() as {
      checks: Record<string, string>[]
    }
    return checks.find((check) => check["name"] === name)
  }
  expect((await healthOf())["backup"]).toEqual({ everyMs: 86_400_000 })
  await call(server.url, "POST", "/tasks", { title: "hello" })
  while ((await healthOf())["backup"].at === undefined) await pause()
  expect((await healthOf())["backup"]).toMatchObject({ ageMs: expect.any(Number) as number })
  expect(await findingOf("backup")).toMatchObject({
    status: "ok",
    more: { ageMs: expect.any(Number) as number },
  })
  expect((await upnext(["status"], env)).stdout).toMatch(/^backup +\d+s ago$/m)

  // It is named by its time.
  const [made = ""] = list(to)
  const old = new Date(Date.now() - 3 * 86_400_000).toISOString().slice(0, 10)
  renameSync(join(to, made), join(to, made.replace(/\d{4}-\d\d-\d\d/, old)))
  expect(await findingOf("backup")).toMatchObject({
    status: "warn",
    detail: expect.stringMatching(/ is 3d .*old, but one is due every 1d\.$/) as string,
  })
  server.kill("SIGTERM")
  await server.exited

  writeFileSync(join(space, "file"), "")
  const blocked = { UPNEXT_BACKUP_TO: join(space, "file", "to") }
  const second = await startServer({ home, port: server.port, env: blocked })
  while ((await healthOf())["status"] === "ok") await pause()
  expect(await healthOf()).toMatchObject({
    status: "degraded",
    backup: { detail: expect.any(String) as string },
  })
  expect(second.output()).toContain("No timed backup could be made: ")
  expect(await findingOf("server")).toMatchObject({
    status: "warn",
    hint: "Fix the cause; the backup is retried automatically. Everything else works.",
  })
  expect((await call(server.url, "POST", "/tasks", { title: "more" })).status).toBe(201)
  second.kill("SIGTERM")
  expect(await second.exited).toBe(0)
})
