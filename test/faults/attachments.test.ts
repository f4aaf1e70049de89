import { randomBytes } from "node:crypto"
import { readFile, rm, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { expect, test } from "vitest"
import { upnext } from "../commands/upnext.ts"
import { temporaryDirectory } from "../storage/support.ts"
import { sha256Of } from "../support/files.ts"
import { useDatabase } from "../support/postgres.ts"
import { call, startServer, type Server } from "../support/server.ts"

const database = useDatabase()

const attach = (url: string, bytes: Uint8Array<ArrayBuffer>, task = "T-1") =>
  fetch(`${url}/tasks/${task}/attachments`, {
    method: "POST",
    body: bytes,
    headers: { "content-disposition": "attachment; filename=a.bin" },
  })

interface Listed {
  readonly id: string
  readonly sha256: string
}

async function filesOf(url: string): Promise<Listed[]> {
  return (await call(url, "GET", "/tasks/T-1/attachments?limit=500")).body["attachments"] as Listed[]
}

/** Expects that each file of the task is there with its bytes, and these among them. */
async function expectAll(url: string, acknowledged: readonly string[]): Promise<void> {
  const files = await filesOf(url)
  for (const sha256 of acknowledged) expect(files.map((each) => each.sha256)).toContain(sha256)
  for (const { id, sha256 } of files) {
    const answer = await fetch(`${url}/tasks/T-1/attachments/${id}`)
    expect(answer.status).toBe(200)
    expect(sha256Of(new Uint8Array(await answer.arrayBuffer()))).toBe(sha256)
  }
}

async function stop(server: Server): Promise<void> {
  server.kill("SIGTERM")
  await server.exited
}

test("kill -9 while files arrive loses none that was acknowledged", async () => {
  const home = join(await temporaryDirectory(), "home")
  const acknowledged: string[] = []
  for (let round = 0; round < 3; round += 1) {
    const server = await startServer({ home })
    if (round === 0) await call(server.url, "POST", "/tasks", { title: "one" })
    await expectAll(server.url, acknowledged)
    let count = 0
    const senders = Array.from({ length: 6 }, async () => {
      for (;;) {
        const bytes = new Uint8Array(randomBytes(100_000))
        const { status } = await attach(server.url, bytes)
        if (status !== 201) return
        acknowledged.push(sha256Of(bytes))
        if ((count += 1) === 5 + 4 * round) server.kill("SIGKILL")
      }
    })
    await Promise.allSettled(senders)
    await server.exited
  }
  const last = await startServer({ home })
  expect(acknowledged.length).toBeGreaterThan(20)
  await expectAll(last.url, acknowledged)
  await stop(last)
})

test("30 files of 8 MiB at once are kept by a server with little memory", async () => {
  const home = join(await temporaryDirectory(), "home")
  const server = await startServer({ home, env: { NODE_OPTIONS: "--max-old-space-size=128" } })
  await call(server.url, "POST", "/tasks", { title: "one" })
  const bytes = new Uint8Array(randomBytes(8 * 1024 * 1024))
  const memory = async () => {
    const text = await readFile(`/proc/${server.pid}/status`, "utf8")
    return Number(/VmHWM:\s+(\d+) kB/.exec(text)?.[1]) / 1024
  }
  const before = await memory()
  const answers = await Promise.all(Array.from({ length: 30 }, () => attach(server.url, bytes)))
  expect(answers.map(({ status }) => status)).toEqual(Array(30).fill(201))
  // All of them together are 240 MiB.
  expect((await memory()) - before).toBeLessThan(150)
  await stop(server)
})

test("two servers on one database give each other's files, also after one was killed while it received some", async () => {
  const start = async () =>
    startServer({
      home: join(await temporaryDirectory(), "home"),
      env: { UPNEXT_DATABASE: database.url },
    })
  const [one, two] = [await start(), await start()]
  await call(one.url, "POST", "/tasks", { title: "one" })
  const acknowledged: string[] = []
  let count = 0
  const send = async (server: Server) => {
    for (;;) {
      const bytes = new Uint8Array(randomBytes(100_000))
      const { status } = await attach(server.url, bytes)
      expect(status).toBe(201)
      acknowledged.push(sha256Of(bytes))
      if ((count += 1) === 20) one.kill("SIGKILL")
      if (count > 30) return
    }
  }
  const killed = Promise.allSettled([send(one), send(one)])
  await Promise.all([send(two), send(two)])
  await killed
  await one.exited
  await expectAll(two.url, acknowledged)
  await stop(two)
})

test("a server takes a file for a task that another one made a moment ago", async () => {
  const start = async () =>
    startServer({
      home: join(await temporaryDirectory(), "home"),
      env: { UPNEXT_DATABASE: database.url, UPNEXT_BOARD: "fresh" },
    })
  const [one, two] = [await start(), await start()]
  for (let n = 1; n <= 30; n += 1) {
    await call(one.url, "POST", "/tasks", { title: "one" })
    expect(await attach(two.url, new Uint8Array(10), `T-${n}`)).toMatchObject({ status: 201 })
  }
  expect(await attach(two.url, new Uint8Array(10), "T-31")).toMatchObject({ status: 404 })
  await stop(one)
  await stop(two)
})

test("the doctor names each file whose bytes are missing or changed, in a home and in a database", async () => {
  const space = await temporaryDirectory()
  const home = join(space, "home")
  const settings = [{}, { UPNEXT_DATABASE: database.url, UPNEXT_BOARD: "examined" }]
  for (const env of settings) {
    const server = await startServer({ home, env })
    await call(server.url, "POST", "/tasks", { title: "one" })
    for (const text of ["good", "changed", "missing"])
      expect((await attach(server.url, new Uint8Array(Buffer.from(text)))).status).toBe(201)
    const examine = async () => {
      const { stdout } = await upnext(["doctor", "--home", home, "--json"], env)
      const { checks } = JSON.parse(stdout) as { checks: { name: string; status: string; detail: string }[] }
      return checks.find(({ name }) => name === "files")
    }
    expect(await examine()).toMatchObject({ status: "ok" })
    const [changed, missing] = ["changed", "missing"].map(sha256Of)
    if (env.UPNEXT_DATABASE === undefined) {
      await writeFile(join(home, "data/attachments", changed ?? ""), "other")
      await rm(join(home, "data/attachments", missing ?? ""))
    } else {
      const at = "sha256 = decode($1, 'hex')"
      await database.query(`update upnext.attachments set body = 'other' where ${at}`, [changed])
      await database.query(`delete from upnext.attachments where ${at}`, [missing])
    }
    const found = await examine()
    expect(found?.status).toBe("fail")
    expect(found?.detail).toMatch(
      /^A-2 of T-1 \(a\.bin\) is changed, A-3 of T-1 \(a\.bin\) is missing; 3 attached files/,
    )
    await stop(server)
  }
})

test("a move names the files that are not there whole, and stay behind", async () => {
  const home = join(await temporaryDirectory(), "home")
  const server = await startServer({ home })
  await call(server.url, "POST", "/tasks", { title: "one" })
  for (const text of ["whole", "changed", "missing"])
    expect((await attach(server.url, new TextEncoder().encode(text))).status).toBe(201)
  await stop(server)
  const place = (text: string) => join(home, "data/attachments", sha256Of(new TextEncoder().encode(text)))
  await writeFile(place("changed"), "other")
  await rm(place("missing"))
  const moved = await upnext(["move", "--home", home, "--to", database.url, "--board", "behind"])
  expect([moved.status, moved.stderr]).toEqual([
    0,
    // On a slow machine the progress comes before.
    expect.stringMatching(
      /note {2}2 files were missing or changed, and left behind: a\.bin of T-1 \(changed\), a\.bin of T-1 \(missing\)\.\n$/,
    ),
  ])
  const kept =
    "select encode(sha256, 'hex') as digest from upnext.attachments a join upnext.boards b on b.board = a.board"
  expect(await database.query(`${kept} where b.name = 'behind'`)).toEqual([
    { digest: sha256Of(new TextEncoder().encode("whole")) },
  ])
})

test("a backup, a restored home, a database and the way back hold the files of a board", async () => {
  const space = await temporaryDirectory()
  const home = join(space, "home")
  const server = await startServer({ home })
  await call(server.url, "POST", "/tasks", { title: "one" })
  const files = [new Uint8Array(randomBytes(700_000)), new Uint8Array(), new Uint8Array([1, 2, 3])]
  for (const bytes of files) expect((await attach(server.url, bytes)).status).toBe(201)
  const digests = files.map(sha256Of)
  const run = async (...args: string[]) => {
    const done = await upnext(args)
    expect(done.status, done.stderr).toBe(0)
  }
  const archive = join(space, "board.tar.gz")
  await run("backup", archive, "--home", home)
  await stop(server)
  const board = ["--board", "moved"]
  await run("move", "--home", home, "--to", database.url, ...board)
  const shared = await startServer({
    home: join(space, "other"),
    env: { UPNEXT_DATABASE: database.url, UPNEXT_BOARD: "moved" },
  })
  await expectAll(shared.url, digests)
  const fromDatabase = join(space, "database.tar.gz")
  await run("backup", fromDatabase, "--database", database.url, ...board)
  await stop(shared)
  for (const [file, place] of [
    [archive, "restored"],
    [fromDatabase, "restored-too"],
  ] as const) {
    await run("backup", "restore", file, "--home", join(space, place))
    const restored = await startServer({ home: join(space, place) })
    expect(await filesOf(restored.url)).toHaveLength(3)
    await expectAll(restored.url, digests)
    await stop(restored)
  }
})
