import { mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { afterEach, expect, test } from "vitest"
import { examine } from "../doctor/examine.ts"
import { upnext } from "../commands/upnext.ts"
import { temporaryDirectory } from "../storage/support.ts"
import { useDatabase } from "../support/postgres.ts"
import { call, startServer, type Server } from "../support/server.ts"
import { until } from "../support/worker.ts"
import { receiver } from "./support.ts"

const database = useDatabase()
let servers: Server[] = []
afterEach(async () => {
  for (const server of servers) server.kill("SIGKILL")
  await Promise.all(servers.map(({ exited }) => exited))
  servers = []
})

async function homeWith(config: object): Promise<string> {
  const home = join(await temporaryDirectory(), "home")
  mkdirSync(home)
  writeFileSync(join(home, "config.json"), JSON.stringify(config))
  return home
}

async function start(home: string, env: Record<string, string> = {}): Promise<Server> {
  const server = await startServer({ home, env })
  servers.push(server)
  return server
}

/** Adds a task and asks something about it. */
async function ask(url: string, title: string): Promise<string> {
  const { body } = await call(url, "POST", "/tasks", { title })
  const id = body["task"].id as string
  await call(url, "PATCH", `/tasks/${id}`, { status: "blocked", reason: `${title}?` })
  return id
}

const tasksOf = (body: string) =>
  (JSON.parse(body) as { data: { needs: { task: string }[] } }).data.needs.map(({ task }) => task)
const notifyOf = async (url: string) => {
  const { body } = await call(url, "GET", "/health")
  return (body as Record<string, unknown>)["notify"] as { isSending: boolean; detail?: string } | undefined
}

test("after a kill -9 in the middle of a message the next start sends it again, under the same id, and then never more", async () => {
  const answers: (() => void)[] = []
  const { got, url } = await receiver((res) => void answers.push(() => res.end()))
  const home = await homeWith({ notify: [{ url: `${url}/hook`, format: "webhook" }] })
  const first = await start(home)
  await ask(first.url, "Which database")
  await until(() => got.length === 1)
  first.kill("SIGKILL")
  await first.exited
  const second = await start(home)
  await until(() => answers.length === 2)
  answers[1]?.()
  expect(got.map(({ headers }) => headers["webhook-id"])).toEqual(
    Array(2).fill(got[0]?.headers["webhook-id"]),
  )
  expect(got.map(({ body }) => tasksOf(body))).toEqual([["T-1"], ["T-1"]])
  await until(() =>
    readFileSync(join(home, "notify.json"), "utf8").includes('"told": [\n        "T-1 question'),
  )
  second.kill("SIGKILL")
  await second.exited
  await start(home)
  await new Promise((resolve) => setTimeout(resolve, 1500))
  expect(got).toHaveLength(2)
})

test("of two servers on one database one sends, and when it is killed the other one goes on with the same message", async () => {
  const answers: (() => void)[] = []
  const { got, url } = await receiver((res) => void answers.push(() => res.end()))
  const env = { UPNEXT_DATABASE: database.url }
  const notify = [{ url: `${url}/hook`, format: "webhook" }]
  const [one, two] = [
    await start(await homeWith({ notify }), env),
    await start(await homeWith({ notify }), env),
  ]
  await until(async () => (await notifyOf(one.url))?.isSending === true)
  expect((await notifyOf(two.url))?.isSending).toBe(false)
  await ask(two.url, "Which database")
  await until(() => got.length === 1)
  await new Promise((resolve) => setTimeout(resolve, 1500))
  expect(got).toHaveLength(1)
  one.kill("SIGKILL")
  await until(() => answers.length === 2)
  answers[1]?.()
  expect(got.map(({ headers }) => headers["webhook-id"])).toEqual(
    Array(2).fill(got[0]?.headers["webhook-id"]),
  )
  expect((await notifyOf(two.url))?.isSending).toBe(true)
  const told = () => database.query<{ body: string }>("select body from upnext.turns")
  await until(async () => /"told": \[\n\s+"T-1 question/.test((await told())[0]?.body ?? ""))
})

test("a message that cannot be sent is one line in the log, and a finding of /health and doctor, without the URL", async () => {
  const { got, url } = await receiver((res) => void res.writeHead(500).end())
  const home = await homeWith({ notify: [{ url: `${url}/secret-path`, format: "slack" }] })
  const server = await start(home)
  await ask(server.url, "Which database")
  await until(async () => (await notifyOf(server.url))?.detail !== undefined)
  expect(got).toHaveLength(3)
  const { body: health } = await call(server.url, "GET", "/health")
  expect(health).toMatchObject({ status: "degraded", notify: { targets: 1, isSending: true } })
  const { found } = await examine(home, server.port)
  expect(found["notify"]).toMatchObject({
    status: "warn",
    detail: expect.stringMatching(/could not be sent to 127\.0\.0\.1:\d+ \(slack\)/),
  })
  expect(server.output().match(/could not be sent/g)).toHaveLength(1)
  expect(`${JSON.stringify(health)} ${JSON.stringify(found)} ${server.output()}`).not.toContain("secret-path")
})

test("a board that tells nobody keeps nothing, and says nothing of it", async () => {
  const home = await homeWith({})
  const server = await start(home)
  await ask(server.url, "Which database")
  expect(await notifyOf(server.url)).toBeUndefined()
  expect((await examine(home, server.port)).found["notify"]).toBeUndefined()
})

test("`notify test` says what it sent, what came back and what a phone could reach; exit status 1 where one fails", async () => {
  const { got, url } = await receiver(
    (res, { path }) => void res.writeHead(path === "/bad" ? 404 : 200).end(),
  )
  const notify = [
    { url: `${url}/my-topic`, format: "ntfy" },
    { url: `${url}/bad`, format: "discord" },
  ]
  const home = await homeWith({ notify, publicUrl: "http://localhost:4445" })
  const run = (...args: string[]) => upnext(["notify", "test", "--home", home, ...args])
  const all = await run()
  expect(all.status).toBe(1)
  expect(all.stdout).toMatch(
    /✓ 1 127\.0\.0\.1:\d+ \(ntfy\) {2}it answered 200\n {4}\{"topic":"…","title":"T-1 comment from upnext"/,
  )
  expect(all.stdout).toMatch(/✗ 2 127\.0\.0\.1:\d+ \(discord\) {2}it answered 404/)
  expect(all.stdout).toContain("A phone cannot open http://localhost:4445, which works only on this machine.")
  expect(all.stdout).not.toMatch(/my-topic|\/bad/)
  const one = await run("--to", "1", "--json")
  expect([one.status, got.length]).toEqual([0, 3])
  expect(one.json()).toMatchObject({ ok: true, tried: [{ to: 1, status: 200 }] })
  expect((await run("--to", "3")).stderr).toContain("--to must be a number from 1 to 2, not 3.")
  const none = await upnext(["notify", "test", "--home", await homeWith({})])
  expect([none.status, none.stderr]).toEqual([1, expect.stringContaining("has no `notify`")])
})

const bad: [object, string][] = [
  [{ url: "http://hooks.example/x", format: "slack" }, "a host name requires https://"],
  [{ url: "file:///etc/passwd", format: "slack" }, "url is a URL that begins with https://"],
  [{ url: "ftp://hooks.example/x", format: "slack" }, "url is a URL that begins with https://"],
  [{ url: "hooks", format: "slack" }, "url is a URL that begins with https://"],
  [
    { url: "https://ann:pw@hooks.example/x", format: "slack" },
    "the URL must not contain a user name or password",
  ],
  [{ url: "https://hooks.example/x", format: "sms" }, "format is webhook, ntfy, slack or discord"],
  [{ url: "https://hooks.example/x", format: "webhook", secret: "abc" }, "a secret is whsec_"],
  [
    { url: "https://hooks.example/x", format: "slack", secret: "abc" },
    "only the webhook format takes a secret",
  ],
  [{ url: "https://ntfy.example/", format: "ntfy" }, "ends with a topic"],
  [{ url: "https://hooks.example/x", format: "slack", who: "me" }, "who is a name"],
  [{ url: "https://hooks.example/x", format: "slack", whom: "ann" }, 'unknown key "whom"'],
]

test.each(bad)("a configuration with %j is refused, and no URL is shown", async (entry, problem) => {
  const { stderr, status } = await upnext(["notify", "test", "--home", await homeWith({ notify: [entry] })])
  expect(status).toBe(2)
  expect(stderr).toContain("config.json: notify: ")
  expect(stderr).toContain(problem)
  expect(stderr).not.toMatch(/passwd|pw@|example\/x/)
})

test("the address of a server at home is taken: an IP address by http", async () => {
  const home = await homeWith({ notify: [{ url: "http://192.0.2.7:8080/x", format: "slack", who: "ann" }] })
  const server = await start(home)
  expect(await notifyOf(server.url)).toEqual({ targets: 1, isSending: true })
})
