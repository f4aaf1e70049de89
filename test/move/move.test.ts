import { spawn } from "node:child_process"
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { afterEach, expect, test } from "vitest"
import { readCommands } from "../../src/domain/board/upcast.ts"
import { moveBoard } from "../../src/move/move.ts"
import { openJournalSource } from "../../src/storage/journal/export.ts"
import { openJournalTarget } from "../../src/storage/journal/import.ts"
import type { Commit } from "../../src/storage/log.ts"
import { openPostgresSource } from "../../src/storage/postgres/export.ts"
import { openPostgresTarget } from "../../src/storage/postgres/import.ts"
import type { BoardTarget } from "../../src/storage/whole-board.ts"
import { upnext } from "../commands/upnext.ts"
import { commitOf } from "../storage/fixture.ts"
import { temporaryDirectory } from "../storage/support.ts"
import { freePort } from "../support/free-port.js"
import { useDatabase } from "../support/postgres.ts"
import { call, startServer, type Server } from "../support/server.ts"

const database = useDatabase()
const holder = { pid: process.pid, version: "1.0.0", startedAt: "2026-01-01T00:00:00.000Z" }
const settings = {
  policy: {
    lease: 60_000,
    maxAttempts: 3,
    maxExpiries: 5,
    escalation: {},
    reflection: "required",
    criteria: "optional",
    checks: "optional",
  },
  tokens: [],
} as const
const tell = () => undefined
const key = Buffer.alloc(32, 7)

const endings: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const end of endings.splice(0).reverse()) await end()
})

async function start(home: string, env: NodeJS.ProcessEnv = {}): Promise<Server> {
  const server = await startServer({ home, env })
  endings.push(() => stop(server))
  return server
}

async function stop(server: Server): Promise<void> {
  server.kill("SIGTERM")
  await server.exited
}

async function* commits(count: number, text = "task"): AsyncGenerator<Commit> {
  for (let n = 1; n <= count; n += 1) {
    await Promise.resolve()
    yield commitOf(n, `${text} ${n}`)
  }
}

/** A home with a board of this many commits, as a server would have written it. */
async function homeOf(count: number, text?: string): Promise<string> {
  const home = join(await temporaryDirectory(), "home")
  const target = await openJournalTarget({ home, holder, readCommands, configText: "{}\n" })
  await target.write({ from: "nowhere", key, settings, commits: commits(count, text) })
  await target.finish()
  await target.close()
  return home
}

const sourceAt = (home: string) => openJournalSource({ directory: join(home, "data"), holder, readCommands })
const targetIn = (board: string) => openPostgresTarget({ database: database.url, board, readCommands })
const boardsLike = async (name: string) =>
  (
    await database.query<{ name: string }>(
      "select name from upnext.boards where name like $1 order by name",
      [`${name}%`],
    )
  ).map((row) => row.name)

/** Moves from a home into the database, through a target that may be changed before. */
async function moveTo(
  board: string,
  home: string,
  change: (target: BoardTarget) => Partial<BoardTarget> = () => ({}),
) {
  const source = await sourceAt(home)
  const target = await targetIn(board)
  try {
    return await moveBoard({ source, target: { ...target, ...change(target) }, settings, tell })
  } finally {
    await target.close()
    await source.close()
  }
}

const broken = (): never => {
  throw new Error("the process was killed")
}

test("a board goes to a database and back: leases, idempotency records, tokens and policy go on working", async () => {
  const home = join(await temporaryDirectory(), "home")
  mkdirSync(home)
  writeFileSync(join(home, "config.json"), JSON.stringify({ maxAttempts: 7 }))
  const env = { UPNEXT_TOKEN: "only-token" }
  const authorization = "Bearer only-token"
  const first = await start(home, env)
  await call(first.url, "POST", "/tasks", { title: "to be finished later" }, { authorization })
  const once = { authorization, "idempotency-key": "once" }
  const created = await call(first.url, "POST", "/tasks", { title: "made once" }, once)
  const claim = await call(first.url, "POST", "/tasks/T-1/claim", { agent: "ann" }, { authorization })
  const leaseToken = claim.body["lease"].token as string
  const history = async (server: Server) =>
    (await call(server.url, "GET", "/tasks/T-1/history", undefined, { authorization })).body
  const told = await history(first)
  await stop(first)

  async function check(server: Server): Promise<void> {
    expect(await history(server)).toEqual(told)
    const again = await call(server.url, "POST", "/tasks", { title: "made once" }, once)
    expect(again.body).toEqual(created.body)
    expect((await call(server.url, "GET", "/tasks")).status).toBe(401)
  }

  const named = { UPNEXT_BOARD: "journey" }
  const moved = await upnext(["move", "--to", database.url, "--home", home], { ...env, ...named })
  expect(moved.stdout, moved.stderr).toContain("Moved 2 tasks and ")
  expect(moved.stdout + moved.stderr).not.toContain(`:${new URL(database.url).password}@`)
  const [, command = ""] = /upnext start (.*)/.exec(moved.stdout) ?? []
  expect(command).toMatch(/^--database postgres:\S+ --board journey$/)
  const refused = await upnext(["start", "--home", home, "--port", String(await freePort())])
  expect(refused).toMatchObject({ status: 1 })
  expect(refused.stderr).toContain(`The board in ${join(home, "data")} was moved to postgres://`)

  const inDatabase = { UPNEXT_DATABASE: database.url, UPNEXT_BOARD: "journey" }
  const second = await start(await temporaryDirectory(), inDatabase)
  await check(second)
  const port = String(await freePort())
  const other = await upnext(["start", "--home", home, "--port", port], {
    ...inDatabase,
    UPNEXT_MAX_ATTEMPTS: "3",
  })
  expect(other.stderr).toContain("has maxAttempts 7;")
  const busy = await upnext(["move", "--to", `${home}-busy`], inDatabase)
  expect(busy.stderr).toContain(`The board journey is in use: ${second.url} (pid ${second.pid} on `)
  await stop(second)

  const back = await upnext(["move", "--to", `${home}-back`, "--json"], inDatabase)
  expect(back.status, back.stderr).toBe(0)
  expect(back.json()).toMatchObject({ to: `${home}-back`, tasks: 2 })
  const gone = await upnext(["start", "--home", home, "--port", port], inDatabase)
  expect(gone.stderr).toContain(`The board journey was moved to ${home}-back.`)
  const third = await start(`${home}-back`)
  await check(third)
  const done = await call(
    third.url,
    "POST",
    "/tasks/T-1/complete",
    { agent: "ann", leaseToken, reflection: "It survived two moves." },
    { authorization },
  )
  expect(done.status, done.text).toBe(200)
})

test("a move is refused while a server runs on the home", async () => {
  const home = await homeOf(1)
  const server = await start(home)
  const { status, stderr } = await upnext(["move", "--to", database.url, "--home", home], {
    UPNEXT_BOARD: "running",
  })
  expect(status).toBe(1)
  expect(stderr).toContain(`Another Upnext server at ${server.url}`)
})

test("nothing is ever overwritten: a target that holds a board, or a directory that is not empty, is refused", async () => {
  await moveTo("taken", await homeOf(2))
  const home = await homeOf(3)
  await expect(moveTo("taken", home)).rejects.toMatchObject({ code: "board_exists" })
  const full = await temporaryDirectory()
  writeFileSync(join(full, "file"), "")
  const options = { holder, readCommands, configText: "{}\n" }
  await expect(openJournalTarget({ ...options, home: full })).rejects.toMatchObject({ code: "board_exists" })
  const foreign = join(await temporaryDirectory(), "mine")
  mkdirSync(join(`${foreign}.moving`, "data", "journal"), { recursive: true })
  const target = await openJournalTarget({ ...options, home: foreign })
  await expect(target.write({ from: "", key, settings, commits: commits(1) })).rejects.toMatchObject({
    code: "board_exists",
  })
  await target.close()
})

test("what is no board cannot be moved, nor a board to its own place", async () => {
  const home = await temporaryDirectory()
  await expect(sourceAt(home)).rejects.toMatchObject({ code: "board_missing" })
  expect(existsSync(join(home, "data"))).toBe(false)
  await expect(
    openPostgresSource({ database: database.url, board: "none", readCommands }),
  ).rejects.toMatchObject({ code: "board_missing" })
  const same = await upnext(["move", "--to", database.url], {
    UPNEXT_DATABASE: database.url,
    UPNEXT_HOME: home,
  })
  expect(same).toMatchObject({ status: 2 })
  expect(same.stderr).toContain("to the same place")
})

test("a copy that is not equal is removed, and the source stays as it was", async () => {
  const home = await homeOf(5)
  const lossy = moveTo("lossy", home, (target) => ({ commits: () => dropLast(target.commits(tell)) }))
  await expect(lossy).rejects.toMatchObject({ code: "storage_damaged" })
  expect(await boardsLike("lossy")).toEqual([])
  expect(await moveTo("lossy", home)).toMatchObject({ commits: 5, seq: 5 })
})

async function* dropLast(all: AsyncIterable<Commit>): AsyncGenerator<Commit> {
  let last: Commit | undefined
  for await (const commit of all) {
    if (last) yield last
    last = commit
  }
}

test("a damaged line of the source is refused with its place, and nothing is moved", async () => {
  const home = await homeOf(5)
  const journal = join(home, "data", "journal")
  const segment = join(journal, readdirSync(journal)[0] ?? "")
  writeFileSync(segment, readFileSync(segment, "utf8").replace("task 3", "task 9"))
  await expect(moveTo("damaged", home)).rejects.toMatchObject({
    code: "storage_damaged",
    message: expect.stringContaining("line 4") as string,
  })
  expect(await boardsLike("damaged")).toEqual([])
})

test.each([
  ["before the source is marked", "markMoved"],
  ["before the target is finished", "finish"],
] as const)(
  "broken off %s, a move to a database is ended by repeating it, and one board alone can be started",
  async (_, at) => {
    const home = await homeOf(4)
    const board = `broken-${at}`
    if (at === "finish")
      await expect(moveTo(board, home, () => ({ finish: broken }))).rejects.toThrow("killed")
    else
      await expect(moveTo(board, home, () => ({ discard: broken, commits: broken }))).rejects.toThrow(
        "killed",
      )
    expect(await boardsLike(board), "no server can start on it").toEqual([`${board} (moving)`])
    expect(existsSync(join(home, "data", "moved-to"))).toBe(at === "finish")
    expect(await moveTo(board, home)).toEqual(
      at === "finish" ? undefined : expect.objectContaining({ seq: 4 }),
    )
    expect(await boardsLike(board)).toEqual([board])
    await expect(moveTo(board, home)).rejects.toMatchObject({
      code: expect.stringMatching(/board_/) as string,
    })
  },
)

test("broken off, a move to a home is ended by repeating it", async () => {
  await moveTo("to-home", await homeOf(30))
  const home = join(await temporaryDirectory(), "new")
  const attempt = async (change: Partial<BoardTarget>) => {
    const source = await openPostgresSource({ database: database.url, board: "to-home", readCommands })
    const target = await openJournalTarget({
      home,
      holder,
      readCommands,
      configText: "{}\n",
      segmentSize: 800,
    })
    try {
      return await moveBoard({ source, target: { ...target, ...change }, settings, tell })
    } finally {
      await target.close()
      await source.close()
    }
  }
  await expect(attempt({ commits: broken })).rejects.toThrow("killed")
  await expect(attempt({ finish: broken })).rejects.toThrow("killed")
  expect(existsSync(home)).toBe(false)
  expect(await attempt({})).toBeUndefined()
  expect(readdirSync(join(home, "data", "journal")).length).toBeGreaterThan(3)
  expect(await moveTo("to-home-again", home)).toMatchObject({ commits: 30 })
})

test("kill -9 while a large board is copied: the home still starts, and the move can be repeated", async () => {
  const home = await homeOf(4_000, "long ".repeat(500))
  const args = ["dist/cli.cjs", "move", "--home", home, "--to", database.url, "--board", "killed"]
  const child = spawn(process.execPath, args, { stdio: "ignore" })
  const exited = new Promise((resolve) => child.once("exit", (_, signal) => resolve(signal)))
  const inserting =
    "select 1 from pg_stat_activity where datname = current_database() and query like 'insert into upnext.commits%'"
  while ((await database.query(inserting)).length === 0 && child.exitCode === null);
  child.kill("SIGKILL")
  expect(await exited).toBe("SIGKILL")
  const server = await start(home)
  expect((await call(server.url, "GET", "/health")).body["seq"]).toBe(4_000)
  await stop(server)
  const again = await upnext(["move", "--home", home, "--to", database.url, "--board", "killed"])
  expect(again.stdout, again.stderr).toContain("and 4000 events")
})
