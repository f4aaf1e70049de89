import { expect, test } from "vitest"
import { useDatabase } from "../../support/postgres.ts"
import { freePort } from "../../support/free-port.js"
import { commitOf, refusal, restoreAll } from "../support.ts"
import { newBoard, open, openRestored, quick } from "./support.ts"

const database = useDatabase()
const other = useDatabase()
const latin = useDatabase()

const withUrl = (change: Partial<Record<"username" | "password" | "pathname" | "port", string>>) =>
  Object.assign(new URL(database.url), change).href

test("a start without a database names host and port, and comes to an end", async () => {
  const port = String(await freePort())
  const error = await refusal(
    open({ database: withUrl({ port }), board: newBoard(), times: { startMs: 500 } }),
  )
  expect(error.code).toBe("database_unreachable")
  expect(error.message).toContain(`127.0.0.1:${port}`)
  expect(error.facts).toMatchObject({ host: "127.0.0.1", port: Number(port) })
})

test.each([
  ["a wrong password", { password: "s3cret-wrong" }, "password", /rejects the password of the user/],
  ["no such database", { pathname: "/nowhere" }, "database", /There is no database nowhere at/],
])("%s is refused at once, without the password in any text", async (_, change, reason, message) => {
  // A start that tried again would not come to an end.
  const times = { startMs: 3_600_000 }
  const error = await refusal(open({ database: withUrl(change), board: newBoard(), times }))
  expect(error).toMatchObject({ code: "database_refused", facts: { reason } })
  expect(error.message).toMatch(message)
  expect(`${error.message} ${JSON.stringify(error.facts)}`).not.toContain("s3cret")
})

test("a user without rights is refused, naming the right that is missing", async () => {
  const stranger = new URL(other.url)
  const error = await refusal(
    open({
      database: withUrl({ username: stranger.username, password: stranger.password }),
      board: newBoard(),
    }),
  )
  expect(error).toMatchObject({ code: "database_refused", facts: { reason: "rights" } })
  expect(error.message).toMatch(
    new RegExp(`The user ${stranger.username} lacks a required privilege in the database`),
  )
})

test("a user who lacks a right on tables that are there is told so, and not to make a schema", async () => {
  const name = `${new URL(other.url).username}_weak`
  await openRestored({ database: other.url, board: "main" })
  await other.query(`create role ${name} login password 'w'`)
  try {
    const url = Object.assign(new URL(other.url), { username: name, password: "w" }).href
    const refused = { code: "database_refused", facts: { reason: "table rights", user: name } }
    expect(await refusal(open({ database: url, board: "main" }))).toMatchObject(refused)
    await other.query(`grant usage on schema upnext to ${name}`)
    await other.query(`grant select on all tables in schema upnext to ${name}`)
    expect(await refusal(open({ database: url, board: "main" }))).toMatchObject(refused)
  } finally {
    await other.query(`drop owned by ${name}`)
    await other.query(`drop role ${name}`)
  }
})

test("a direct address that leads to another database, or to none, is refused", async () => {
  const options = { database: database.url, board: newBoard() }
  await openRestored({ database: database.url, board: "main" })
  await openRestored({ database: other.url, board: "main" })
  const elsewhere = await refusal(open({ ...options, databaseDirect: other.url }))
  expect(elsewhere.code).toBe("invalid_config")
  expect(elsewhere.message).toMatch(/^The direct address points to the database .* is not there\.$/)
  const empty = await refusal(open({ ...options, databaseDirect: latin.url }))
  expect(empty.code).toBe("invalid_config")
  const port = String(await freePort())
  const nowhere = await refusal(
    open({ ...options, databaseDirect: withUrl({ port }), times: { startMs: 2_000 } }),
  )
  expect(nowhere).toMatchObject({ code: "database_unreachable", facts: { port: Number(port) } })
})

test("a server that opened a board just before it was moved is refused before it serves it", async () => {
  const board = newBoard()
  const { shared } = await openRestored({ database: database.url, board })
  await database.query("update upnext.boards set moved_to = '/elsewhere' where name = $1", [board])
  const error = await refusal(
    Promise.resolve(
      shared?.agree(() => {
        throw new Error("the settings of a board that was moved are nobody's")
      }),
    ),
  )
  expect(error).toMatchObject({ code: "board_moved", facts: { board, to: "/elsewhere" } })
})

test("a URL that is none is refused without quoting it", async () => {
  const error = await refusal(open({ database: "mysql://user:s3cret@host/x", board: newBoard() }))
  expect(error.code).toBe("invalid_config")
  expect(error.message).not.toContain("s3cret")
})

test("a database in another encoding is refused", async () => {
  const name = new URL(latin.url).username
  await latin.query(
    `create database ${name}_latin owner ${name} template template0 encoding 'LATIN1' locale 'C'`,
  )
  try {
    const url = Object.assign(new URL(latin.url), { pathname: `${name}_latin` }).href
    const error = await refusal(open({ database: url, board: newBoard() }))
    expect(error).toMatchObject({ code: "database_unfit", facts: { reason: "encoding" } })
  } finally {
    await latin.query(`drop database ${name}_latin with (force)`)
  }
})

test("servers that start at the same moment in an empty database make its tables once", async () => {
  const opened = await Promise.all(
    Array.from({ length: 4 }, () => openRestored({ database: other.url, board: "starting", times: quick })),
  )
  const made = await other.query("select version, count(*)::int from upnext.migrations group by 1 order by 1")
  expect(made).toEqual([
    { version: 1, count: 1 },
    { version: 2, count: 1 },
    { version: 3, count: 1 },
  ])
  const keys = new Set(opened.map(({ key }) => key.toString("hex")))
  expect(keys.size).toBe(1)
  expect(opened[0]?.key).toHaveLength(32)
  await expect.poll(() => opened[0]?.shared?.report().servers, { timeout: 60_000 }).toBe(4)
})

test("a user who may use the tables and make none will do for a later start", async () => {
  const name = new URL(other.url).username
  await openRestored({ database: other.url, board: "main" })
  await other.query(`create role ${name}_user login password 'u' `)
  try {
    await other.query(`grant usage on schema upnext to ${name}_user`)
    await other.query(`grant select, insert, update, delete on all tables in schema upnext to ${name}_user`)
    const url = Object.assign(new URL(other.url), { username: `${name}_user`, password: "u" }).href
    const { log, close } = await openRestored({ database: url, board: newBoard() })
    await log.commit(() => commitOf(1, "x"))
    await close()
  } finally {
    await other.query(`drop owned by ${name}_user`)
    await other.query(`drop role ${name}_user`)
  }
})

test("tables of a later form are used while they ask for no newer reader, and refused when they do", async () => {
  const board = newBoard()
  await openRestored({ database: database.url, board })
  await database.query("insert into upnext.migrations (version, min_reader) values (99, 1)")
  try {
    await openRestored({ database: database.url, board })
    await database.query("update upnext.migrations set min_reader = 7 where version = 99")
    const error = await refusal(open({ database: database.url, board }))
    expect(error.code).toBe("storage_newer_format")
    expect(error.message).toMatch(/have format 7; this Upnext reads formats up to 1\.$/)
  } finally {
    await database.query("delete from upnext.migrations where version = 99")
  }
})

test("a server notices at its next commit that a newer one has changed the form of the board", async () => {
  const board = newBoard()
  const { log } = await openRestored({ database: database.url, board })
  await database.query("update upnext.boards set min_reader = 2 where name = $1", [board])
  expect((await refusal(log.commit(() => commitOf(1, "x")))).code).toBe("storage_newer_format")
  expect((await refusal(open({ database: database.url, board }))).code).toBe("storage_newer_format")
})

test("a board that was moved is refused, and says where to", async () => {
  const board = newBoard()
  await (await open({ database: database.url, board })).close()
  await database.query("update upnext.boards set moved_to = '/data' where name = $1", [board])
  const error = await refusal(open({ database: database.url, board }))
  expect(error).toMatchObject({ code: "board_moved", facts: { board, to: "/data" } })
})

test("a new board takes the key that it is given, and keeps it", async () => {
  const board = newBoard()
  const key = Buffer.alloc(32, 7)
  expect((await open({ database: database.url, board, key })).key).toEqual(key)
  expect((await open({ database: database.url, board })).key).toEqual(key)
})

test("the settings of a board are agreed on one at a time, and kept unless decide refuses", async () => {
  const board = newBoard()
  const [a, b] = [
    await open({ database: database.url, board }),
    await open({ database: database.url, board }),
  ]
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
    tokens: [{ hash: "00", agent: "Ada" }],
  } as const
  expect(
    await a.shared?.agree((kept, others) => {
      expect(kept).toBeUndefined()
      expect(others).toMatchObject([{ pid: process.pid, version: "1.0.0" }])
      return settings
    }),
  ).toEqual(settings)
  const error = new Error("no")
  await expect(
    b.shared?.agree((kept) => {
      expect(kept).toEqual(settings)
      throw error
    }),
  ).rejects.toBe(error)
  await b.shared?.agree((kept) => kept ?? settings)
})

test("any text is kept exactly, with NUL, quotes, backslashes and dollar signs", async () => {
  const board = newBoard()
  const { log } = await openRestored({ database: database.url, board })
  const text = "\u0000 ' \" \\ $u0$ $u1$ $$ $1 %s ä 😀 \ud800 \u2028"
  await log.commit(() => commitOf(1, text))
  const again = await open({ database: database.url, board })
  expect((await restoreAll(again.log)).commits).toEqual([commitOf(1, text)])
})
