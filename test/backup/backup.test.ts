import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs"
import { mkdir } from "node:fs/promises"
import { join } from "node:path"
import { beforeAll, afterAll, expect, test } from "vitest"
import { upnext } from "../commands/upnext.ts"
import { temporaryDirectory } from "../storage/support.ts"
import { useDatabase } from "../support/postgres.ts"
import { call, startServer, startServerHere, temporaryHome, type Server } from "../support/server.ts"

const database = useDatabase()

let space: Awaited<ReturnType<typeof temporaryHome>>
let server: Server
beforeAll(async () => {
  space = await temporaryHome()
  server = await startServer({ home: join(space.home, "home") })
})
afterAll(async () => {
  server.kill("SIGTERM")
  await server.exited
  await space.remove()
})

type Document = Record<string, unknown>
const tasksOf = async (url: string, headers?: Record<string, string>) =>
  (await call(url, "GET", "/tasks?limit=500", undefined, headers)).body["tasks"] as Document[]

/** What a board says of its tasks, in all detail of some, and of its agents, but for who is there at the moment. */
async function answersOf(url: string): Promise<unknown> {
  const agents = (await call(url, "GET", "/agents")).body["agents"] as Document[]
  const answers: unknown[] = [
    await tasksOf(url),
    agents.map(({ lastSeenAt: _, live: __, ...agent }) => agent),
  ]
  for (const id of ["T-1", "T-2", "T-3"])
    answers.push(
      (await call(url, "GET", `/tasks/${id}`)).body,
      (await call(url, "GET", `/tasks/${id}/history`)).body,
    )
  return answers
}

async function withRestored<T>(
  file: string,
  use: (url: string, home: string) => Promise<T>,
  ...flags: string[]
) {
  const home = join(await temporaryDirectory(), "restored")
  const restored = await upnext(["backup", "restore", file, "--home", home, ...flags])
  expect(restored.status, restored.stderr).toBe(0)
  const second = await startServerHere({ home })
  try {
    return await use(second.url, home)
  } finally {
    await second.stop()
  }
}

test("a backup taken while 32 clients write holds every change acknowledged before it began, and none that was never made", async () => {
  const acknowledged = new Set<string>()
  let isOver = false
  let count = 0
  const write = async (client: number) => {
    for (let n = 1; !isOver; n += 1) {
      const title = `${client}-${n}`
      const { status } = await call(server.url, "POST", "/tasks", { title })
      if (status !== 201) continue
      acknowledged.add(title)
      count += 1
    }
  }
  const clients = Array.from({ length: 32 }, (_, client) => write(client))
  while (count < 100) await new Promise((resolve) => setTimeout(resolve, 5))
  const before = new Set(acknowledged)
  const file = join(space.home, "busy.tar.gz")
  const made = await upnext(["backup", file, "--home", server.home, "--json"])
  isOver = true
  await Promise.all(clients)
  expect(made.status, made.stderr).toBe(0)
  expect(acknowledged.size).toBeGreaterThan(before.size)

  const restored = join(await temporaryDirectory(), "home")
  await upnext(["backup", "restore", file, "--home", restored])
  const segment = "data/journal/0000000000000001.jsonl"
  const [old, copy] = [server.home, restored].map((home) =>
    readFileSync(join(home, segment), "utf8").split("\n"),
  )
  // All lines but the last, which says that it was restored, are those of the original from the beginning on.
  const lines = copy?.slice(0, -2) ?? []
  expect(old?.slice(0, lines.length)).toEqual(lines)
  expect(lines.length - 1).toBe(made.json()["commits"])
  const held = new Set(
    [...lines.join("\n").matchAll(/"fields":\{"title":"(\d+-\d+)"/g)].map(([, title]) => title),
  )
  expect([...before].filter((title) => !held.has(title))).toEqual([])
})

test("a restored board answers as it did, with another id, without the leases and tokens of before", async () => {
  await call(server.url, "POST", "/tasks/T-1/comments", { author: "ann", content: "Look at this" })
  await call(server.url, "PATCH", "/tasks/T-2", { priority: "P0", tags: ["x"] })
  const claim = await call(server.url, "POST", "/tasks/T-3/claim", { agent: "ann" })
  const leaseToken = (claim.body["lease"] as Document)["token"]
  const expected = await answersOf(server.url)
  const account = await upnext(
    ["token", "create", "--name", "boss", "--role", "admin", "--home", server.home, "--json"],
    {
      UPNEXT_URL: server.url,
    },
  )
  const authorization = `Bearer ${String(account.json()["secret"])}`
  expect((await call(server.url, "GET", "/tasks", undefined, { authorization })).status).toBe(200)
  const file = join(space.home, "idle.tar.gz")
  const made = await upnext(["backup", file, "--home", server.home])
  expect(made.stdout, made.stderr).toMatch(
    /Backed up \d+ events in \d+ commits to .*\(\d+ bytes\)\.\nsha256 [\da-f]{64}\n/,
  )

  const beat = (url: string, headers?: Record<string, string>) =>
    call(url, "POST", "/tasks/T-3/heartbeat", { agent: "ann", leaseToken }, headers)
  const boardOf = async (url: string) => (await call(url, "GET", "/health")).body["board"]

  await withRestored(
    file,
    async (url) => {
      const headers = { authorization }
      expect((await call(url, "GET", "/tasks", undefined, headers)).status).toBe(200)
      expect(await boardOf(url)).toMatch(/^[\w-]{16}$/)
      expect(await boardOf(url)).not.toBe(await boardOf(server.url))
      const lost = await beat(url, headers)
      expect([lost.status, lost.body["code"]]).toEqual([409, "lease_lost"])
      expect((await beat(server.url, headers)).status).toBe(200)
    },
    "--keep-tokens",
  )
  await withRestored(file, async (url, home) => {
    expect((await call(url, "GET", "/tasks", undefined, { authorization })).status).toBe(401)
    const off = await upnext(["auth", "off", "--yes"], { UPNEXT_HOME: home, UPNEXT_URL: url })
    expect(off.status, off.stderr).toBe(0)
    expect(await answersOf(url)).toEqual(expected)
    expect((await upnext(["doctor", "--json"], { UPNEXT_HOME: home, UPNEXT_URL: url })).stdout).toContain(
      "journal",
    )
  })
})

test("it is for its owner only, overwrites nothing unasked, and leaves the key out where that is said", async () => {
  const home = await temporaryDirectory()
  await (await startServerHere({ home })).stop()
  writeFileSync(join(home, "config.json"), '{ "maxAttempts": 7 }')
  const to = await temporaryDirectory()
  const file = join(to, "deep", "er", "board.tar.gz")
  const run = (...args: string[]) => upnext(["backup", ...args, "--home", home])
  for (const missing of [file, join(to, "deep")]) {
    const refused = await run(missing)
    expect(refused.status).toBe(2)
    expect(refused.stderr).toMatch(
      /^error There is no directory .*\nhint {2}Create the directory first, or mount it\.\n$/,
    )
  }
  expect(readdirSync(to)).toEqual([])
  await mkdir(join(to, "deep", "er"), { recursive: true })
  expect((await run(file)).status).toBe(0)
  expect(statSync(file).mode & 0o777).toBe(0o600)
  const first = readFileSync(file)
  const again = await run(file)
  expect(again.stderr).toContain("already exists")
  expect(again.stderr).toContain("--force")
  expect(readFileSync(file).equals(first)).toBe(true)
  const forced = await run("--force", "--no-key", file)
  expect(forced.status, forced.stderr).toBe(0)
  expect(readFileSync(file).equals(first)).toBe(false)
  expect(readdirSync(join(to, "deep", "er"))).toEqual(["board.tar.gz"])
  expect((await run(to)).status).toBe(0)
  expect(readdirSync(to).sort()).toEqual([
    "deep",
    expect.stringMatching(/^upnext-\d{4}-\d\d-\d\dT\d{6}Z-0\.tar\.gz$/) as string,
  ])
  const restored = join(to, "restored")
  const gone = await upnext(["backup", "restore", join(to, "gone"), "--home", home])
  expect(gone.stderr).toContain(`error There is no file ${join(to, "gone")}.`)
  expect((await upnext(["backup", "restore", file, "--home", restored])).status).toBe(0)
  expect(readFileSync(join(restored, "config.json"), "utf8")).toBe('{ "maxAttempts": 7 }')
})

test("without a board, or a place, it says so", async () => {
  const home = await temporaryDirectory()
  const none = await upnext(["backup", join(home, "x.tar.gz"), "--home", home])
  expect([none.status, none.stderr]).toEqual([1, expect.stringContaining("There is no board in")])
  expect(readdirSync(home)).toEqual([])
  const bare = await upnext(["backup", "--home", home])
  expect(bare.status).toBe(2)
})

test("a board in a database is backed up beside its server, and restored into a home", async () => {
  const env = { UPNEXT_DATABASE: database.url }
  const home = await temporaryDirectory()
  const shared = await startServerHere({ home, env })
  try {
    for (const title of ["one", "two", "three"]) await call(shared.url, "POST", "/tasks", { title })
    const expected = await answersOf(shared.url)
    const to = await temporaryDirectory()
    const file = join(to, "board.tar.gz")
    const made = await upnext(["backup", file, "--home", home], { ...env, UPNEXT_LEASE: "10m" })
    expect(made.status, made.stderr).toBe(0)
    expect(readdirSync(to)).toEqual(["board.tar.gz"])
    await withRestored(file, async (url, restored) => {
      expect(await answersOf(url)).toEqual(expected)
      expect(JSON.parse(readFileSync(join(restored, "config.json"), "utf8"))).toMatchObject({ lease: "30m" })
    })
    await mkdir(join(to, "more"))
    const other = await upnext(["backup", join(to, "more"), "--home", home, "--board", "other"], env)
    expect(other.stderr).toContain("There is no board in")
    expect(readdirSync(join(to, "more"))).toEqual([])
  } finally {
    await shared.stop()
  }
})
