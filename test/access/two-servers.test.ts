import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { useDatabase } from "../support/postgres.ts"
import { startDatabaseProxy, type DatabaseProxy } from "../support/postgres-proxy.ts"
import { call, startServerHere, temporaryHome, type Answer, type RunningServer } from "../support/server.ts"

/** Two servers of one board. Between the second one and the database is a proxy that can come between them. */
const database = useDatabase()
let a: RunningServer
let b: RunningServer
let proxy: DatabaseProxy
const removals: (() => Promise<void>)[] = []
beforeAll(async () => {
  proxy = await startDatabaseProxy(database.url)
  const start = async (url: string) => {
    const { home, remove } = await temporaryHome()
    removals.push(remove)
    return startServerHere({ home, env: { UPNEXT_DATABASE: url, UPNEXT_TOKEN: "of-the-board" } })
  }
  a = await start(database.url)
  b = await start(proxy.url)
})
afterAll(async () => {
  proxy.mend()
  await Promise.all([a.stop(), b.stop()])
  for (const remove of removals) await remove()
})

const by = (token: string) => ({ authorization: `Bearer ${token}` })
const admin = by("of-the-board")

let members = 0

/** Makes an account with a token, on the first server. */
async function join(sent: object = {}): Promise<{ name: string; id: string; secret: string }> {
  const name = `member-${++members}`
  const { body } = await call(a.url, "POST", "/tokens", { account: name, role: "work", ...sent }, admin)
  return { name, id: body.token.id as string, secret: body.secret as string }
}

const look = (server: RunningServer, token: string) =>
  call(server.url, "GET", "/access", undefined, by(token))

/** An event stream, and two requests that wait, of one token. */
async function holdOpen(server: RunningServer, name: string, token: string): Promise<Promise<Answer>[]> {
  const held = [
    call(server.url, "GET", "/events", undefined, by(token)),
    call(server.url, "GET", `/tasks/next?agent=${name}&wait=60s`, undefined, by(token)),
    call(server.url, "POST", "/tasks/next/claim", { agent: name, wait: "60s" }, by(token)),
  ]
  // The metrics count a stream from its beginning, and these came with it.
  await expect
    .poll(async () => (await call(server.url, "GET", "/metrics", undefined, admin)).text)
    .toMatch(/streams\S* [1-9]/)
  return held
}

async function expectEnded(held: readonly Promise<Answer>[]): Promise<void> {
  const [stream, peeked, claimed] = await Promise.all(held)
  expect(stream?.text).toMatch(/event: refused\ndata: .*"unauthorized"/)
  expect(peeked).toMatchObject({ status: 401, body: { code: "unauthorized" } })
  expect(claimed).toMatchObject({ status: 401, body: { code: "unauthorized" } })
}

test("a token that was made on one server works at once on the other, also where it hears no notice", async () => {
  expect(await look(b, (await join()).secret)).toMatchObject({
    status: 200,
    body: { access: { role: "work" } },
  })
  proxy.muteNotices()
  for (let i = 0; i < 3; i++) expect(await look(b, (await join()).secret)).toMatchObject({ status: 200 })
  proxy.mend()
})

describe("what ends on one server ends on the other, with its streams and what waits there", () => {
  test.each<[string, (of: { name: string; id: string }) => Promise<Answer>]>([
    ["a token that is revoked", ({ id }) => call(a.url, "DELETE", `/tokens/${id}`, undefined, admin)],
    [
      "a token that is replaced",
      ({ name }) => call(a.url, "POST", `/accounts/${name}/rotate`, { overlap: "off" }, admin),
    ],
    [
      "a token that is replaced, and good for a while longer",
      ({ name }) => call(a.url, "POST", `/accounts/${name}/rotate`, { overlap: "1s" }, admin),
    ],
    [
      "an account that is deleted",
      ({ name }) => call(a.url, "DELETE", `/accounts/${name}`, undefined, admin),
    ],
  ])("%s", async (_, act) => {
    const member = await join()
    expect(await look(b, member.secret)).toMatchObject({ status: 200 })
    const held = await holdOpen(b, member.name, member.secret)
    expect((await act(member)).status).toBeLessThan(300)
    await expectEnded(held)
    for (const server of [a, b]) expect(await look(server, member.secret)).toMatchObject({ status: 401 })
  })

  test("and a role that is lowered: what waits is asked to come again, and then asked anew", async () => {
    const member = await join()
    const held = await holdOpen(b, member.name, member.secret)
    await call(a.url, "PATCH", `/accounts/${member.name}`, { role: "read" }, admin)
    const [stream, ...waiting] = await Promise.all(held)
    expect(stream?.text).not.toContain("refused")
    for (const each of waiting) expect(each).toMatchObject({ status: 503, body: { code: "unavailable" } })
    expect(await look(b, member.secret)).toMatchObject({ body: { access: { role: "read" } } })
    const task = await call(b.url, "POST", "/tasks", { title: "Paint" }, by(member.secret))
    expect(task).toMatchObject({ status: 403, body: { code: "not_allowed" } })
  })
})

test("a command that was let in is decided by what the log says: the token has ended on the other server", async () => {
  const member = await join()
  expect(await look(b, member.secret)).toMatchObject({ status: 200 })
  proxy.muteNotices()
  await call(a.url, "DELETE", `/tokens/${member.id}`, undefined, admin)
  // This server may not have heard of it. It reads the log before it decides.
  const task = await call(b.url, "POST", "/tasks", { title: "Paint" }, by(member.secret))
  proxy.mend()
  expect(task).toMatchObject({ status: 401, body: { code: "unauthorized" } })
})

test("a server that has not heard the database for 15 s lets no token in, and hears what it missed afterwards", async () => {
  const member = await join()
  const stays = await join()
  expect(await look(b, member.secret)).toMatchObject({ status: 200 })
  expect(await look(b, stays.secret)).toMatchObject({ status: 200 })
  const held = await holdOpen(b, member.name, member.secret)
  proxy.freeze()
  await call(a.url, "DELETE", `/tokens/${member.id}`, undefined, admin)
  await expect
    .poll(async () => (await look(b, member.secret)).status, { timeout: 60_000, interval: 250 })
    .toBe(503)
  for (const { secret } of [member, stays])
    expect(await look(b, secret)).toMatchObject({ status: 503, body: { code: "storage_unreachable" } })
  // Nobody can tell that an unknown token is wrong, either.
  expect(await look(b, (await join()).secret)).toMatchObject({
    status: 503,
    body: { code: "storage_unreachable" },
  })
  expect(await call(b.url, "GET", "/health")).toMatchObject({ status: 503 })
  // A claim would need the database. What only reads is told nothing new, and ends when the server hears of it.
  const [stream, peeked, claimed] = held
  expect(await claimed).toMatchObject({ status: 503, body: { code: "storage_unreachable" } })
  proxy.mend()
  expect((await stream)?.text).toMatch(/event: refused\ndata: .*"unauthorized"/)
  expect(await peeked).toMatchObject({ status: 401 })
  await expect.poll(async () => (await look(b, stays.secret)).status, { timeout: 60_000 }).toBe(200)
  expect(await look(b, member.secret)).toMatchObject({ status: 401 })
})
