import { expect, test } from "vitest"
import { isPublic, post, type ResolveHost } from "../../src/notify/post.ts"
import { receiver } from "./support.ts"

const to = (url: string) => ({ url, headers: { "content-type": "application/json" }, body: "{}" })
const leadsTo =
  (...addresses: string[]): ResolveHost =>
  (_, found) =>
    found(
      null,
      addresses.map((address) => ({ address, family: address.includes(":") ? 6 : 4 })),
    )

test.each([
  ["127.0.0.1"],
  ["10.1.2.3"],
  ["172.16.0.1"],
  ["192.168.1.1"],
  ["169.254.169.254"],
  ["100.64.0.1"],
  ["0.0.0.0"],
  ["224.0.0.1"],
  ["255.255.255.255"],
  ["::"],
  ["::1"],
  ["::ffff:10.0.0.1"],
  ["::ffff:7f00:1"],
  ["::10.0.0.1"],
  ["64:ff9b::a00:1"],
  ["2002:a00:1::"],
  ["2001:0:a00:1::"],
  ["fc00::1"],
  ["fd12::1"],
  ["fe80::1"],
  ["fec0::1"],
  ["ff02::1"],
  ["::ffff:0:a00:1"],
  ["3fff::1"],
  ["5f00::1"],
  // One of several is enough.
  ["203.0.114.1", "10.0.0.1"],
])("a name that leads to %s is refused before anything is sent", async (...addresses) => {
  const { got, port } = await receiver()
  const sent = post(to(`http://hooks.example:${port}/secret`), { resolve: leadsTo(...addresses) })
  await expect(sent).rejects.toThrow("hooks.example points to an address that is not public")
  expect(got).toEqual([])
})

test.each([["93.184.216.34"], ["2606:2800:220:1::1"], ["::ffff:8.8.8.8"], ["172.32.0.1"], ["100.128.0.1"]])(
  "%s is public",
  (address) => {
    expect(isPublic({ address, family: address.includes(":") ? 6 : 4 })).toBe(true)
  },
)

test("a name is resolved once, and the connection goes to the address that was checked", async () => {
  const asked: string[] = []
  const resolve: ResolveHost = (host, found) => {
    asked.push(host)
    // Nobody answers there (TEST-NET is not public, this is); a second look would find this machine.
    found(null, [{ address: asked.length === 1 ? "192.31.196.1" : "127.0.0.1", family: 4 }])
  }
  const { got, port } = await receiver()
  const sent = post(to(`http://hooks.example:${port}/`), { resolve, timeoutMs: 300 })
  await expect(sent).rejects.toThrow()
  expect([asked, got]).toEqual([["hooks.example"], []])
})

test("an address and localhost are connected to as they are configured", async () => {
  const { got, port } = await receiver()
  const resolve: ResolveHost = () => expect.unreachable()
  expect(await post(to(`http://127.0.0.1:${port}/a`), { resolve })).toBe(200)
  expect(await post(to(`http://localhost:${port}/b`), { resolve })).toBe(200)
  expect(got.map(({ path, body }) => [path, body])).toEqual([
    ["/a", "{}"],
    ["/b", "{}"],
  ])
})

test("a name that leads nowhere is a failure like any other", async () => {
  // As Node answers then, whatever its types say.
  const resolve: ResolveHost = (_, found) => found(new Error("getaddrinfo ENOTFOUND hooks.example"))
  await expect(post(to("http://hooks.example/secret"), { resolve })).rejects.toThrow("getaddrinfo ENOTFOUND")
  await expect(post(to("http://nothing.invalid/secret"))).rejects.toThrow(/getaddrinfo \w+ nothing\.invalid/)
})

test("a redirect is not followed", async () => {
  const { got, url } = await receiver((res) => {
    res.writeHead(307, { location: "/elsewhere" }).end()
  })
  expect(await post(to(`${url}/first`))).toBe(307)
  expect(got.map(({ path }) => path)).toEqual(["/first"])
})

test("of an answer at most 64 KiB are read", async () => {
  let written = 0
  let isOpen = true
  const { url } = await receiver((res) => {
    res.on("close", () => (isOpen = false))
    const more = () => {
      while (isOpen && written < 1e9) {
        written += 16_384
        if (!res.write("x".repeat(16_384))) return void res.once("drain", more)
      }
    }
    more()
  })
  expect(await post(to(url))).toBe(200)
  await expect.poll(() => isOpen).toBe(false)
  expect(written).toBeLessThan(20e6)
})

test("what has answered has the message, however its answer ends", async () => {
  const slow = await receiver((res) => void res.writeHead(200).write("wait"))
  expect(await post(to(slow.url), { timeoutMs: 200 })).toBe(200)
  const broken = await receiver((res) => {
    res.writeHead(200, { "content-length": "10" }).write("half", () => res.socket?.resetAndDestroy())
  })
  expect(await post(to(broken.url))).toBe(200)
})

test("an answer that would switch to another protocol is an answer like any other", async () => {
  const { url } = await receiver((res) => {
    res.socket?.write("HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n")
  })
  expect(await post(to(url))).toBe(101)
})

test("who does not answer in time is given up, and the failure holds no part of the URL but its host", async () => {
  const { url } = await receiver(() => undefined)
  await expect(post(to(`${url}/secret`), { timeoutMs: 100 })).rejects.toThrow(/^no answer came within 0.1 s$/)
  const refused = await post(to("http://127.0.0.1:9/secret")).catch((error: unknown) => String(error))
  expect(refused).toContain("127.0.0.1:9")
  expect(refused).not.toContain("secret")
})
