import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { afterEach, expect, test } from "vitest"
import { createClient } from "../../../src/client/client.ts"
import { createOutputSender } from "../../../src/attempts/work/output.ts"
import { UpnextError, type ErrorCode } from "../../../src/errors.ts"
import { problemOf } from "../../../src/http/reply/problem.ts"
import { until } from "../../support/worker.ts"

const endings: (() => void)[] = []
afterEach(() => {
  for (const end of endings.splice(0)) end()
})

interface Part {
  readonly text: string
  readonly at: number
}

/** A sender to a server that answers each part as told; "gap" is answered as after a restart. */
async function senderTo(answer: (nth: number) => ErrorCode | "gap" | "ok") {
  const parts: Part[] = []
  const server = createServer((req, res) => {
    let text = ""
    req.on("data", (piece: Buffer) => (text += piece.toString()))
    req.on("end", () => {
      parts.push(JSON.parse(text) as Part)
      const code = answer(parts.length)
      const isRefused = code !== "gap" && code !== "ok"
      const said = isRefused ? problemOf(new UpnextError(code, { detail: "no" })) : { gap: code === "gap" }
      res.writeHead("status" in said ? said.status : 200, {
        "content-type": "application/json",
        "upnext-seq": "1",
      })
      res.end(JSON.stringify(said))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  endings.push(() => {
    server.closeAllConnections()
    server.close()
  })
  const client = createClient({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` })
  const sender = createOutputSender(client, { id: "T-1", agent: "ann", session: "s", leaseToken: "t" })
  const passed: string[] = []
  const sink = sender.tap({
    push: (part) => Promise.resolve(void passed.push(Buffer.from(part).toString("latin1"))),
    end: () => Promise.resolve(),
  })
  const print = (text: string | Buffer) => sink.push(Buffer.from(text as string))
  return { parts, passed, sink, print, sender }
}

test("what comes within a moment is sent together, with its offset in bytes", async () => {
  const { parts, passed, sink, print, sender } = await senderTo(() => "ok")
  await print("Grüße\n")
  await until(() => parts.length === 1)
  for (const text of ["a", "b", "c\n"]) await print(text)
  await sink.end()
  await sender.finish()
  expect(parts).toMatchObject([
    { text: "Grüße\n", at: 0 },
    { text: "abc\n", at: 8 },
  ])
  expect(passed.join("")).toBe(`${Buffer.from("Grüße\n").toString("latin1")}abc\n`)
})

test("bytes that are no text are sent as text, and are passed on as they are", async () => {
  const { parts, passed, sink, print, sender } = await senderTo(() => "ok")
  await print(Buffer.from([0x61, 0, 0xff, 0xe2, 0x82]))
  await print(Buffer.from([0xac, 0x0a]))
  await sink.end()
  await sender.finish()
  expect(parts.map(({ text }) => text).join("")).toBe("a\ufffd€\n")
  expect(passed.join("")).toBe("a\0\u00ff\u00e2\u0082\u00ac\n")
})

test("while a command runs, a server that is away is tried again; after its restart it gets all that is still there", async () => {
  const answers = ["ok", "unavailable", "unavailable", "gap"] as const
  const { parts, print, sender } = await senderTo((nth) => answers[nth - 1] ?? "ok")
  await print("one\n")
  await until(() => parts.length === 1)
  await print("two\n")
  await until(() => parts.length === 5)
  expect(parts.map(({ at, text }) => [at, text])).toEqual([
    [0, "one\n"],
    [4, "two\n"],
    [4, "two\n"],
    [4, "two\n"],
    [0, "one\ntwo\n"],
  ])
  await sender.finish()
})

test.each(["not_found", "method_not_allowed", "lease_lost"] as const)(
  "a server that answers %s is sent nothing more",
  async (code) => {
    const { parts, passed, print, sender } = await senderTo(() => code)
    await print("one\n")
    await sender.finish()
    await print("two\n")
    await sender.finish()
    expect([parts.length, passed.length]).toEqual([1, 2])
  },
)

test("a command that prints more than is kept loses the oldest, and no part is too large", async () => {
  const { parts, print, sender } = await senderTo(() => "ok")
  await print("first\n")
  await until(() => parts.length === 1)
  for (let i = 0; i < 200; i += 1) await print(`${"€".repeat(333)}\n`)
  await sender.finish()
  const [, ...rest] = parts
  expect(rest.every(({ text }) => Buffer.byteLength(text) <= 48 * 1024 && !text.includes("\ufffd"))).toBe(
    true,
  )
  const sent = rest.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0)
  expect(sent).toBeGreaterThanOrEqual(64 * 1024)
  expect(sent).toBeLessThan(66 * 1024)
  expect((rest.at(-1)?.at ?? 0) + Buffer.byteLength(rest.at(-1)?.text ?? "")).toBe(6 + 200 * 1000)
})

test("the end of a command does not wait for a server that is away, and is sent when it is back", async () => {
  let isAway = true
  const { parts, print, sender } = await senderTo(() => (isAway ? "unavailable" : "ok"))
  await print("one\n")
  await sender.finish()
  const { length } = parts
  expect(length).toBeLessThanOrEqual(2)
  isAway = false
  await sender.finish()
  expect(parts.slice(length)).toMatchObject([{ at: 0, text: "one\n" }])
  await sender.finish()
  expect(parts.length).toBe(length + 1)
})
