import { expect, test } from "vitest"
import { hashToken } from "../../src/config/token.ts"
import { createFailedTokens } from "../../src/http/request/failed-tokens.ts"
import { authBy, startServer } from "../support/http.ts"

const open = () => startServer({ auth: authBy([{ hash: hashToken("good") }]) })
type Server = Awaited<ReturnType<typeof open>>

function send(server: Server, token?: string) {
  return server.ask("/tasks", { headers: token === undefined ? {} : { authorization: `Bearer ${token}` } })
}

async function failTimes(server: Server, times: number): Promise<void> {
  for (let i = 0; i < times; i += 1) expect((await send(server, "wrong")).status).toBe(401)
}

test("after ten wrong tokens an eleventh is refused for a while, and says for how long", async () => {
  const server = await open()
  await failTimes(server, 10)
  const refused = await send(server, "wrong")
  expect([refused.status, refused.json.code]).toEqual([429, "too_many_attempts"])
  const seconds = Number(refused.headers["retry-after"])
  expect(seconds).toBeGreaterThan(0)
  expect(seconds).toBeLessThanOrEqual(60)
})

test("an address that failed ten times still gets answers with a good token", async () => {
  const server = await open()
  await failTimes(server, 10)
  expect((await send(server, "good")).status).toBe(200)
  expect((await send(server, "wrong")).status).toBe(429)
})

test("a request without a token is neither counted nor slowed down", async () => {
  const server = await open()
  for (let i = 0; i < 20; i += 1) expect((await send(server)).status).toBe(401)
  await failTimes(server, 10)
  expect((await send(server)).status).toBe(401)
  expect((await server.ask("/health")).status).toBe(200)
})

/** Whether one address is slowed down after another one has failed ten times. */
function slows(address: string, other: string): boolean {
  const failed = createFailedTokens(() => 0)
  for (let i = 0; i < 10; i += 1) failed.note(address)
  try {
    failed.check(other)
    return false
  } catch {
    return true
  }
}

test.each([
  ["2001:db8:0:1::1", "2001:db8:0:1:ffff::2", true],
  ["2001:db8::1", "2001:db8:0:0:8:8:8:8", true],
  ["::1", "::2", true],
  ["2001:db8:0:1::1", "2001:db8:0:2::1", false],
  ["192.0.2.7", "192.0.2.7", true],
  ["192.0.2.7", "192.0.2.8", false],
  ["::ffff:192.0.2.7", "::ffff:192.0.2.8", false],
])("who failed at %s is who comes from %s: %s", (address, other, isSame) => {
  expect(slows(address, other)).toBe(isSame)
})

test("a minute after its first failure an address may try again", () => {
  let now = 0
  const failed = createFailedTokens(() => now)
  for (let i = 0; i < 10; i += 1) failed.note("192.0.2.7")
  now = 59_000
  expect(() => failed.check("192.0.2.7")).toThrow(
    expect.objectContaining({ code: "too_many_attempts", facts: { retryAfter: 1 } }),
  )
  now = 60_000
  failed.check("192.0.2.7")
})
