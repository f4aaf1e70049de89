import { expect, test } from "vitest"
import { hashToken } from "../../src/config/token.ts"
import { createProxies } from "../../src/http/request/proxies.ts"
import { authBy, startServer } from "../support/http.ts"

const forwarded = (host: string, address = "192.0.2.7") => ({
  host: "upnext:4445",
  "x-forwarded-host": host,
  "x-forwarded-for": address,
})

test.each([
  ["board.example", 200],
  ["Board.Example:443", 200],
  ["localhost", 200],
  ["spoofed.example, board.example", 200],
  ["board.example, evil.example", 403],
  ["evil.example", 403],
  ["user@localhost", 400],
])("behind its proxy the server checks the host that was forwarded: %s answers %i", async (host, status) => {
  const proxies = createProxies(["127.0.0.1"])
  const server = await startServer({ allowedHosts: ["board.example"], proxies })
  expect((await server.ask("/health", { headers: forwarded(host) })).status).toBe(status)
})

test("the page of a forwarded host may write, and that of another may not", async () => {
  const server = await startServer({
    allowedHosts: ["board.example"],
    proxies: createProxies(["127.0.0.1"]),
  })
  const write = (origin: string) => {
    const headers = { ...forwarded("board.example"), origin }
    return server.ask("/tasks", { method: "POST", headers, body: { title: "x" } })
  }
  expect((await write("https://board.example")).status).toBe(201)
  expect((await write("https://evil.example")).json.code).toBe("forbidden_origin")
})

test("without the headers of its proxy a request is judged by its own", async () => {
  const server = await startServer({ proxies: createProxies(["127.0.0.1"]) })
  expect((await server.ask("/health")).status).toBe(200)
  expect((await server.ask("/health", { headers: { host: "evil.example" } })).status).toBe(403)
})

test.each([[[]], [["127.0.0.2", "::1"]]])(
  "from any other peer than the proxies %j the headers change nothing",
  async (addresses) => {
    const server = await startServer({
      allowedHosts: ["board.example"],
      proxies: createProxies(addresses),
    })
    const hidden = { ...forwarded("board.example"), host: "evil.example" }
    expect((await server.ask("/health", { headers: hidden })).status).toBe(403)
    const own = { ...forwarded("evil.example"), host: "localhost" }
    expect((await server.ask("/health", { headers: own })).status).toBe(200)
  },
)

test.each([
  ["127.0.0.1", "192.0.2.7", "192.0.2.7"],
  ["::ffff:127.0.0.1", "192.0.2.7", "192.0.2.7"],
  ["127.0.0.1", "10.0.0.1, 2001:db8::7", "2001:db8::7"],
  ["127.0.0.1", "192.0.2.7, unknown", "127.0.0.1"],
  ["127.0.0.1", undefined, "127.0.0.1"],
  ["2001:db8:0:0::1", "192.0.2.7", "192.0.2.7"],
  ["192.0.2.1", "127.0.0.1", "192.0.2.1"],
  [undefined, "192.0.2.7", ""],
])("of a peer at %s that forwards for %s the client is at %s", (remoteAddress, header, address) => {
  const headers = header === undefined ? {} : { "x-forwarded-for": header }
  const proxies = createProxies(["127.0.0.1", "2001:db8::1"])
  expect(proxies.addressOf({ headers, socket: { remoteAddress } })).toBe(address)
})

test("a client who tries tokens does not slow down another one behind the same proxy", async () => {
  const proxies = createProxies(["127.0.0.1"])
  const auth = authBy([{ hash: hashToken("good") }], proxies)
  const server = await startServer({ proxies, auth })
  const attempt = async (address: string) => {
    const headers = { ...forwarded("localhost", address), authorization: "Bearer wrong" }
    return (await server.ask("/tasks", { headers })).status
  }
  for (let i = 0; i < 10; i += 1) expect(await attempt("192.0.2.7")).toBe(401)
  expect(await attempt("192.0.2.7")).toBe(429)
  expect(await attempt("192.0.2.8")).toBe(401)
})

test("who is no proxy cannot try more tokens under addresses that it makes up", async () => {
  const server = await startServer({ auth: authBy([{ hash: hashToken("good") }]) })
  const statuses: number[] = []
  for (let i = 0; i < 11; i += 1) {
    const headers = { "x-forwarded-for": `192.0.2.${i}`, authorization: "Bearer wrong" }
    statuses.push((await server.ask("/tasks", { headers })).status)
  }
  expect(statuses).toEqual([...Array<number>(10).fill(401), 429])
})
