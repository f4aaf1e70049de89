import { createServer, get, type IncomingMessage } from "node:http"
import { join } from "node:path"
import { expect, onTestFinished, test, vi } from "vitest"
import { createClient } from "../../src/client/client.ts"
import { environment as eventEnvironment } from "../../src/commands/events/command-input.ts"
import { environment as workEnvironment, type ClaimedTask } from "../../src/attempts/work/task-input.ts"
import { createKeyUses } from "../../src/config/key-uses.ts"
import type { PublicEvent } from "../../src/domain/events/shown.ts"
import { homeIdOf } from "../../src/home/running.ts"
import { portOf } from "../../src/home/url.ts"
import { readKey } from "../../src/storage/key.ts"
import type { Address } from "../../src/terminal/address.ts"
import { checkHome } from "../../src/terminal/home-check.ts"
import { askProof } from "../../src/terminal/server-proof.ts"
import { readSettings, type Settings } from "../../src/terminal/settings.ts"
import { startServerHere, temporaryHome } from "../support/server.ts"

const token = "a-token-that-is-long-enough"

async function start() {
  const { home, remove } = await temporaryHome()
  onTestFinished(remove)
  const server = await startServerHere({ home, env: { UPNEXT_TOKEN: token } })
  onTestFinished(() => server.stop())
  const { url } = server
  const clientFor = (by: Address["by"], isNamed = false) =>
    createClient({ url, token, homeCheck: checkHome({ home, isNamed, address: { url, source: home, by } }) })
  return { home, server, url, clientFor }
}

/** Listens where the server of a home did, and repeats what that one told everybody. */
async function impersonate(url: string, homeId: string | undefined): Promise<IncomingMessage[]> {
  const got: IncomingMessage[] = []
  const impostor = createServer((req, res) => {
    got.push(req)
    res.setHeader("upnext-seq", "1").setHeader("content-type", "application/json")
    res.end(JSON.stringify({ name: "upnext", status: "ok", version: "0", seq: 1, homeId, tasks: [] }))
  })
  await new Promise<void>((resolve) => impostor.listen(portOf(url), "127.0.0.1", resolve))
  onTestFinished(() => void impostor.close())
  return got
}

test("a token goes to the server of the home only, whoever listens at its port later", async () => {
  const { home, server, url, clientFor } = await start()
  const before = clientFor("running")
  for (const client of [before, clientFor("configured"), clientFor("configured", true)])
    await expect(client.task.list({})).resolves.toMatchObject({ tasks: [] })
  await server.stop()
  const got = await impersonate(url, homeIdOf(home))
  const later = performance.now() + 60_000
  vi.spyOn(performance, "now").mockReturnValue(later)
  onTestFinished(() => void vi.restoreAllMocks())
  await expect(clientFor("configured").task.list({})).rejects.toMatchObject({ code: "unreachable" })
  await expect(clientFor("configured", true).task.list({})).rejects.toMatchObject({ code: "other_home" })
  await expect(before.task.create({ title: "x" }), "it knew the server before").rejects.toMatchObject({
    code: "unreachable",
    message: expect.stringContaining("has not proved that it is the server for") as string,
  })
  await expect(before.events()[Symbol.asyncIterator]().next(), "a stream").rejects.toMatchObject({
    code: "unreachable",
  })
  expect(got.length).toBeGreaterThan(0)
  expect(got.filter(({ headers }) => headers.authorization !== undefined)).toEqual([])
})

test("a client that goes on follows the server of its home to another port, and nobody else", async () => {
  const { home, server, url, clientFor } = await start()
  const client = clientFor("running")
  const ending = new AbortController()
  onTestFinished(() => ending.abort())
  const events = client.events({}, ending.signal)[Symbol.asyncIterator]()
  const heard = events.next()
  await client.task.create({ title: "before" })
  await heard
  const fixed = createClient({
    ...{ url, token },
    homeCheck: checkHome({ home, isNamed: true, address: { url, source: "--url", by: "named" } }),
  })
  const told = events.next()
  await server.stop()
  const got = await impersonate(url, "other")
  await expect(client.task.list({}), "nobody is there").rejects.toMatchObject({ code: "unreachable" })
  const count = got.length
  const again = await startServerHere({ home, env: { UPNEXT_TOKEN: token } })
  onTestFinished(() => again.stop())
  await expect(client.task.create({ title: "after" })).resolves.toMatchObject({ task: { id: "T-2" } })
  expect((await told).value).toMatchObject({ task: "T-2" })
  expect(got.slice(count), "sent to the other").toEqual([])
  await fixed.task.list({})
  expect(got.length, "a URL that was named means what it says").toBe(count + 1)
})

test("what `work` and `events` run gives its token to the server of their home only, as they do", async () => {
  const { home, server, url } = await start()
  const found = await readSettings({ home, token }, {}, home)
  const named = await readSettings({ url, token }, {}, home)
  const task = { id: "T-1", title: "Paint", tags: [], metadata: {} }
  const claimed = { task, lease: { token: "l" }, handoff: null } as unknown as ClaimedTask
  const event = { seq: 1, type: "task.created", actor: "ann" } as unknown as PublicEvent
  const ways = (settings: Settings) => [
    workEnvironment({ agent: "ann", session: "s", settings }, claimed),
    eventEnvironment({ event, task: null }, settings),
  ]
  const list = async (env: NodeJS.ProcessEnv) => createClient(await readSettings({}, env, home)).task.list({})
  for (const settings of [found, named])
    for (const env of ways(settings)) {
      expect(env).toMatchObject({ UPNEXT_URL: url, UPNEXT_TOKEN: token })
      await expect(list(env)).resolves.toMatchObject({ tasks: [] })
    }
  await server.stop()
  const got = await impersonate(url, homeIdOf(home))
  for (const env of ways(found)) await expect(list(env)).rejects.toMatchObject({ code: "other_home" })
  expect(got.filter(({ headers }) => headers.authorization !== undefined)).toEqual([])
  for (const env of ways(named)) await expect(list(env), "at its word").resolves.toMatchObject({ tasks: [] })
})

test("a server proves that it holds its key, and whoever passes the challenge on from elsewhere does not", async () => {
  const { home, url } = await start()
  const keyUses = createKeyUses((await readKey(join(home, "data"))) ?? Buffer.alloc(32))
  expect(await askProof(url, keyUses)).toBe("good")
  expect(await askProof(url, createKeyUses(Buffer.alloc(32)))).toBe("wrong")
  // The same port at another address, with the host as the client named it.
  const relay = createServer((req, res) => {
    get(`${url}${req.url}`, { headers: req.headers }, (answer) => void answer.pipe(res))
  })
  await new Promise<void>((resolve) => relay.listen(portOf(url), "127.0.0.2", resolve))
  onTestFinished(() => void relay.close())
  expect(await askProof(`http://127.0.0.2:${portOf(url)}`, keyUses)).toBe("wrong")
  expect(await createClient({ url }).health(), "nobody asked").not.toHaveProperty("proof")
})
