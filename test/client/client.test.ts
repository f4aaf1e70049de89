import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { setTimeout as sleep } from "node:timers/promises"
import { setFlagsFromString } from "node:v8"
import { runInNewContext } from "node:vm"
import { afterEach, describe, expect, test } from "vitest"
import { createClient } from "../../src/client/client.ts"
import type { StreamEvent } from "../../src/client/client.ts"
import { createConversation } from "../../src/client/conversation.ts"
import { followEvents } from "../../src/client/events.ts"
import { errors } from "../../src/errors.ts"

interface Seen {
  method: string
  url: string
  headers: IncomingMessage["headers"]
  body: string
}
type Handler = (seen: Seen, res: ServerResponse, nth: number) => void

const open: { close(): void }[] = []
afterEach(() => {
  for (const each of open.splice(0)) each.close()
})

/** A server that answers as told and records the requests. */
async function serve(handler: Handler) {
  const seen: Seen[] = []
  const server = createServer((req, res) => {
    let body = ""
    req.on("data", (part: Buffer) => (body += part.toString()))
    req.on("end", () => {
      const { method = "", url = "", headers } = req
      const nth = seen.push({ method, url, headers, body })
      handler({ method, url, headers, body }, res, nth)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  open.push({
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, seen, server }
}

const json = (res: ServerResponse, value: unknown, status = 200) => {
  const type = status < 400 ? "application/json" : "application/problem+json"
  res.writeHead(status, { "content-type": type, "upnext-seq": "1" }).end(JSON.stringify(value))
}

const problem = {
  type: "/docs#task_taken",
  title: "The task is taken",
  status: 409,
  detail: "ann has it",
  code: "task_taken",
  hint: "Ask for another.",
  facts: { holder: "ann" },
}

describe("what is sent", () => {
  test("path, query and body follow the table; the client's actor and session fill fields left out", async () => {
    const { url, seen } = await serve((_, res) => json(res, { task: null }))
    const client = createClient({ url: `${url}/`, token: "t-1", actor: "Änn", session: "s" })
    await client.task.next({ tags: ["a b", "c"] })
    await client.task.comment({ id: "T-1", content: "hi" })
    await client.task.edit({ id: "T-1", title: "x" }, { ifVersion: 3 })
    await client.task.delete({ id: "T-1" })
    expect(seen.map(({ method, url: path }) => `${method} ${path}`)).toEqual([
      "GET /tasks/next?agent=%C3%84nn&session=s&tags=a%20b&tags=c",
      "POST /tasks/T-1/comments",
      "PATCH /tasks/T-1",
      "DELETE /tasks/T-1",
    ])
    expect(seen[1]?.body).toBe('{"author":"Änn","session":"s","content":"hi"}')
    expect(seen[1]?.headers).toMatchObject({
      authorization: "Bearer t-1",
      "content-type": "application/json",
      "upnext-actor": "%C3%84nn",
    })
    expect(seen[2]?.headers["if-match"]).toBe('"3"')
  })

  test("an assumed actor gives way, once and for all, to the agent that a token belongs to; a named one does not", async () => {
    const mismatch = { ...problem, status: 403, code: "actor_mismatch", facts: { agent: "bo" } }
    const { url, seen } = await serve(({ headers }, res) =>
      headers["upnext-actor"] === "bo" ? json(res, {}) : json(res, mismatch, 403),
    )
    const client = createClient({ url, actor: "root", isActorAssumed: true })
    await client.task.comment({ id: "T-1", content: "hi" })
    await client.task.read({ id: "T-1" })
    expect(seen.map(({ headers }) => headers["upnext-actor"])).toEqual(["root", "bo", "bo"])
    expect(seen[1]?.body).toBe('{"author":"bo","content":"hi"}')
    const named = createClient({ url, actor: "root" })
    await expect(named.task.read({ id: "T-1" })).rejects.toMatchObject({ code: "actor_mismatch" })
    const other = createClient({ url, actor: "root", isActorAssumed: true })
    const asEve = other.task.comment({ id: "T-1", content: "hi", author: "eve" })
    await expect(asEve, "a name in the input stays").resolves.toEqual({})
    expect(seen.at(-1)?.body).toBe('{"author":"eve","content":"hi"}')
  })

  test("every POST carries an Idempotency-Key of its own, and no other request does", async () => {
    const { url, seen } = await serve((_, res) => json(res, {}))
    const client = createClient({ url })
    await client.task.create({ title: "a" })
    await client.task.create({ title: "a" })
    await client.task.create({ title: "a" }, { idempotencyKey: "mine" })
    await client.task.read({ id: "T-1" })
    const keys = seen.map(({ headers }) => headers["idempotency-key"])
    expect(keys).toEqual([expect.stringMatching(/^[\w-]{36}$/), expect.any(String), "mine", undefined])
    expect(keys[0]).not.toBe(keys[1])
  })
})

describe("what is answered", () => {
  test("a refusal is an UpnextError with the problem document", async () => {
    const { url } = await serve((_, res) => json(res, problem, 409))
    const error: unknown = await createClient({ url })
      .task.claim({ id: "T-1", agent: "b" })
      .catch((e: unknown) => e)
    expect(error).toMatchObject({
      code: "task_taken",
      message: "ann has it",
      facts: { holder: "ann" },
      problem,
    })
  })

  test("an unknown code of a newer server is kept in the problem document", async () => {
    const { url } = await serve((_, res) => json(res, { ...problem, code: "brand_new" }, 418))
    await expect(createClient({ url }).agent.list()).rejects.toMatchObject({
      code: "internal",
      problem: { code: "brand_new" },
    })
  })

  test.each<[string, Handler]>([
    ["a page", (_, res) => res.writeHead(404, { "content-type": "text/html" }).end("<h1>no</h1>")],
    ["no JSON", (_, res) => res.writeHead(200).end("hello")],
    ["JSON that is not ours", (_, res) => res.writeHead(200).end('{"status":"ok","tasks":[],"agents":[]}')],
    ["another JSON error", (_, res) => json(res, { error: "x" }, 404)],
    ["a redirection", (_, res) => res.writeHead(302, { location: "/login" }).end()],
  ])("%s means that this is no Upnext server", async (_, handler) => {
    const { url } = await serve(handler)
    const refusal = {
      code: "not_upnext",
      message: expect.stringContaining(`no Upnext server at ${url}`) as string,
    }
    const client = createClient({ url })
    await expect(client.agent.list()).rejects.toMatchObject(refusal)
    await expect(client.health()).rejects.toMatchObject(refusal)
    await expect(client.events()[Symbol.asyncIterator]().next()).rejects.toMatchObject(refusal)
  })

  test("a proxy that cannot reach the server counts as a server that is away", async () => {
    const { url } = await serve((_, res) =>
      res.writeHead(502, { "content-type": "text/html" }).end("<h1>Bad</h1>"),
    )
    const message = expect.stringContaining("not like an Upnext server (status 502)") as string
    await expect(createClient({ url }).agent.list()).rejects.toMatchObject({ code: "unreachable", message })
  })

  test("health also resolves if the server cannot write", async () => {
    const sick = { status: "storage_failed", name: "upnext", version: "1" }
    const { url } = await serve((_, res) => json(res, sick, 503))
    expect(await createClient({ url }).health()).toEqual(sick)
  })
})

describe("a connection that fails", () => {
  test("is unreachable at once, with exit status 4, if nobody listens", async () => {
    const { url, server } = await serve(() => undefined)
    await new Promise((resolve) => server.close(resolve))
    await expect(createClient({ url }).task.create({ title: "x" })).rejects.toMatchObject({
      code: "unreachable",
      message: `No server is listening at ${url}.`,
    })
    expect(errors.unreachable.exit).toBe(4)
  })

  test("makes a POST be repeated with the same key", async () => {
    const { url, seen } = await serve((_, res, nth) =>
      nth < 3 ? res.destroy() : json(res, { task: { id: "T-1" } }),
    )
    expect(await createClient({ url }).task.create({ title: "x" })).toEqual({ task: { id: "T-1" } })
    expect(new Set(seen.map(({ headers }) => headers["idempotency-key"])).size).toBe(1)
    expect(seen).toHaveLength(3)
  })

  test("is repeated on while the server starts again, until it answers what came of the POST", async () => {
    const starting = { code: "unavailable", detail: "The server is starting.", hint: "Wait.", status: 503 }
    const { url, seen } = await serve((_, res, nth) => {
      if (nth === 1) res.destroy()
      else if (nth < 4) json(res, starting, 503)
      else json(res, { task: { id: "T-1" } })
    })
    expect(await createClient({ url }).task.create({ title: "x" })).toEqual({ task: { id: "T-1" } })
    expect(seen).toHaveLength(4)
  })

  test("has an unknown outcome if the server stays away after it, and none if it never took the POST", async () => {
    const { url, server } = await serve((_, res) => {
      server.close()
      res.destroy()
    })
    const client = createClient({ url })
    const lost = expect.stringContaining("It is unknown whether the request was carried out.") as string
    await expect(client.task.create({ title: "x" })).rejects.toMatchObject({
      code: "unreachable",
      message: lost,
    })
    await expect(client.task.create({ title: "x" })).rejects.toMatchObject({
      message: `No server is listening at ${url}.`,
    })
  })

  test("makes a PATCH, which has no key, reject with an unknown outcome instead", async () => {
    const { url, seen } = await serve((_, res) => res.destroy())
    const message = expect.stringContaining("It is unknown whether the request was carried out.") as string
    await expect(createClient({ url }).task.edit({ id: "T-1", title: "x" })).rejects.toMatchObject({
      message,
    })
    expect(seen).toHaveLength(1)
  })

  test("says so if the server did not answer in time, though Node collects what nobody holds", async () => {
    const { url } = await serve(() => undefined)
    const message = expect.stringContaining("did not answer") as string
    setFlagsFromString("--expose-gc")
    const collect = runInNewContext("gc") as () => void
    const collecting = setInterval(collect, 20)
    const asked = createClient({ url, timeout: 300 }).agent.list()
    const late = sleep(10_000).then(() => Promise.reject(new Error("nobody holds the limit")))
    await expect(Promise.race([asked, late])).rejects.toMatchObject({
      code: "unreachable",
      message,
    })
    clearInterval(collecting)
  })

  test("gives up a text that does not begin, or stops in the middle", async () => {
    const { url } = await serve((_, res, nth) => {
      if (nth > 1) res.writeHead(200, { "upnext-seq": "1" }).write("half")
    })
    const client = createClient({ url, timeout: 100 })
    await expect(client.download("task.export", {})).rejects.toMatchObject({ code: "unreachable" })
    const { text } = await client.download("task.export", {})
    const pieces: string[] = []
    const reading = (async () => {
      for await (const piece of text) pieces.push(piece)
    })()
    await expect(reading).rejects.toMatchObject({ code: "unreachable" })
    expect(pieces).toEqual(["half"])
  })

  test("lets a GET that is repeated on a new connection still be given up", async () => {
    const { url, seen } = await serve((_, res, nth) => {
      if (nth === 1) json(res, { agents: [] })
      else if (nth === 2) res.destroy()
    })
    const client = createClient({ url })
    await client.agent.list()
    const controller = new AbortController()
    const call = client.agent.list({}, { signal: controller.signal })
    call.catch(() => undefined)
    await expect.poll(() => seen.length).toBe(3)
    controller.abort(new Error("enough"))
    await expect(call).rejects.toThrow("enough")
  }, 5000)

  test("rejects with the signal's reason if the call was given up", async () => {
    const { url } = await serve(() => undefined)
    const controller = new AbortController()
    const call = createClient({ url }).agent.list({}, { signal: controller.signal })
    controller.abort(new Error("enough"))
    await expect(call).rejects.toThrow("enough")
  })
})

describe("events", () => {
  const frame = (seq: number) =>
    `id: ${seq}\nevent: task.created\ndata: {"seq":${seq},"type":"task.created"}\n\n`

  test("are read in every form the format allows: any line end, no space after a colon, data in several lines", async () => {
    const { url } = await serve((_, res) => {
      res.writeHead(200, { "content-type": "text/event-stream", "upnext-seq": "1" })
      res.write('id:1\revent:reset\rdata:{"seq":1}\r\rdata: {"seq":2,\rdata: "type":"task.created"}\r\r: \n')
    })
    const got: StreamEvent[] = []
    for await (const event of createClient({ url }).events()) if (got.push(event) === 2) break
    expect(got).toEqual([
      { type: "reset", seq: 1 },
      { type: "task.created", seq: 2 },
    ])
  }, 5000)

  test("resume after a lost connection without gap or repeat, even if an event was cut in two", async () => {
    const { url, seen } = await serve((_, res, nth) => {
      res.writeHead(200, { "content-type": "text/event-stream", "upnext-seq": "4" })
      if (nth === 1) res.write(": open\n\n", () => res.destroy())
      else if (nth === 2) res.write(frame(5) + frame(6).slice(0, 20), () => res.destroy())
      else res.write(frame(6).slice(0, 30), () => setImmediate(() => res.write(frame(6).slice(30))))
    })
    const controller = new AbortController()
    const got: StreamEvent[] = []
    for await (const event of createClient({ url }).events(
      { type: ["task.created"], task: "T-1" },
      controller.signal,
    )) {
      got.push(event)
      if (event.seq === 6) controller.abort()
    }
    expect(got.map(({ seq }) => seq)).toEqual([5, 6])
    expect(seen.map(({ headers }) => headers["last-event-id"])).toEqual([undefined, "4", "5"])
    expect(seen[0]?.url).toBe("/events?task=T-1&type=task.created")
  })

  test("say when the log ends before the place to resume from", async () => {
    const { url } = await serve((_, res) => {
      res
        .writeHead(200, { "content-type": "text/event-stream" })
        .write('id: 2\nevent: reset\ndata: {"seq":2}\n\n')
    })
    for await (const event of createClient({ url }).events({ after: 9 })) {
      expect(event).toEqual({ type: "reset", seq: 2 })
      break
    }
  })

  test("reject when the server refuses the stream", async () => {
    const { url } = await serve((_, res) =>
      json(res, { ...problem, code: "invalid_input", status: 400 }, 400),
    )
    const stream = createClient({ url }).events()[Symbol.asyncIterator]()
    await expect(stream.next()).rejects.toMatchObject({ code: "invalid_input" })
  })

  test("reject with the problem when the log is damaged, and do not start again", async () => {
    const { url, seen } = await serve((_, res) => {
      const refusal = `event: refused\ndata: ${JSON.stringify({ ...problem, code: "storage_damaged" })}\n\n`
      res.writeHead(200, { "content-type": "text/event-stream", "upnext-seq": "4" }).end(frame(5) + refusal)
    })
    const stream = createClient({ url }).events({ after: 4 })[Symbol.asyncIterator]()
    expect(await stream.next()).toMatchObject({ value: { seq: 5 } })
    await expect(stream.next()).rejects.toMatchObject({ code: "storage_damaged" })
    expect(seen).toHaveLength(1)
  })

  test("wait while the server is away, report that once, and end if another program answers", async () => {
    const { url, seen } = await serve((_, res, nth) => {
      if (nth === 1 || nth === 4)
        res
          .writeHead(200, { "content-type": "text/event-stream", "upnext-seq": "4" })
          .write(frame(nth), () => res.destroy())
      else if (nth === 2) json(res, { ...problem, code: "unavailable", status: 503 }, 503)
      else if (nth === 3) res.destroy()
      else res.writeHead(200, { "content-type": "application/json" }).end("{}")
    })
    const told: string[] = []
    const watch = { lost: () => told.push("lost"), back: () => told.push("back") }
    const read = async () => {
      for await (const { seq } of createClient({ url }).events({}, undefined, watch))
        told.push(`event ${seq}`)
    }
    await expect(read()).rejects.toMatchObject({ code: "not_upnext" })
    expect(told).toEqual(["event 1", "lost", "back", "event 4", "lost"])
    expect(seen).toHaveLength(5)
  })

  /** Opens a stream of events and writes to it; the connection stays open. */
  const stream = (res: ServerResponse, text: string) =>
    res.writeHead(200, { "content-type": "text/event-stream", "upnext-seq": "4" }).write(text)

  test("give up a silent connection and resume on a new one after the last event", async () => {
    const { url, seen } = await serve((_, res, nth) => stream(res, frame(4 + nth)))
    const told: string[] = []
    const watch = { lost: () => told.push("lost"), back: () => told.push("back") }
    const events = followEvents(
      { conversation: createConversation(url, () => ({})), silenceTimeoutMs: 50 },
      {},
      undefined,
      watch,
    )
    for await (const { seq } of events) if (told.push(`event ${seq}`) > 3) break
    expect(told).toEqual(["event 5", "lost", "back", "event 6"])
    expect(seen.map(({ headers }) => headers["last-event-id"])).toEqual([undefined, "5"])
  }, 5000)

  test("keep a connection on which only comments arrive", async () => {
    const { url, seen } = await serve((_, res) => {
      stream(res, ": open\n\n")
      let comments = 0
      const timer = setInterval(() => {
        if ((comments += 1) < 10) return res.write(":\n\n")
        clearInterval(timer)
        return res.write(frame(5))
      }, 50)
    })
    const events = followEvents(
      { conversation: createConversation(url, () => ({})), silenceTimeoutMs: 400 },
      {},
    )
    expect(await events.next()).toMatchObject({ value: { seq: 5 } })
    expect(seen).toHaveLength(1)
    await events.return()
  }, 5000)

  test("do not count a slow reader as a silent server", async () => {
    const held: ServerResponse[] = []
    const { url, seen } = await serve((_, res) => stream(res, frame(5)) && held.push(res))
    const events = followEvents(
      { conversation: createConversation(url, () => ({})), silenceTimeoutMs: 50 },
      {},
    )
    expect(await events.next()).toMatchObject({ value: { seq: 5 } })
    await new Promise((resolve) => setTimeout(resolve, 150))
    held[0]?.write(frame(6))
    expect(await events.next()).toMatchObject({ value: { seq: 6 } })
    expect(seen).toHaveLength(1)
    await events.return()
  }, 5000)

  test("reject as unanswered if the server never opens the stream", async () => {
    const { url } = await serve(() => undefined)
    const events = createClient({ url, timeout: 50 }).events()[Symbol.asyncIterator]()
    await expect(events.next()).rejects.toMatchObject({
      code: "unreachable",
      message: `${url} did not answer in time.`,
    })
  }, 5000)

  test.each<[string, Handler]>([
    ["the stream is quiet", (_, res) => stream(res, ": open\n\n")],
    ["the server is away", (_, res) => res.destroy()],
    ["the server has not opened the stream", () => undefined],
  ])(
    "end with the signal, also while %s",
    async (_, later) => {
      const { url, seen } = await serve((request, res, nth) =>
        nth === 1 ? stream(res, frame(5)) && res.end() : later(request, res, nth),
      )
      const controller = new AbortController()
      const events = createClient({ url }).events({}, controller.signal)[Symbol.asyncIterator]()
      expect(await events.next()).toMatchObject({ value: { seq: 5 } })
      const ended = events.next()
      await expect.poll(() => seen.length).toBeGreaterThan(1)
      controller.abort()
      expect(await ended).toEqual({ value: undefined, done: true })
    },
    10_000,
  )

  test("close the connection when the loop is left", async () => {
    let isClosed = false
    const { url } = await serve((_, res) => {
      res.once("close", () => (isClosed = true))
      stream(res, frame(5))
    })
    for await (const { seq } of createClient({ url }).events()) if (seq === 5) break
    await expect.poll(() => isClosed).toBe(true)
  })

  test("report a log that lost its end, and follow it from there after a restart", async () => {
    const { url, seen } = await serve((_, res, nth) => {
      if (nth > 1) stream(res, frame(3))
      else if (stream(res, 'id: 2\nevent: reset\ndata: {"seq":2}\n\n')) res.end()
    })
    const got: StreamEvent[] = []
    for await (const event of createClient({ url }).events({ after: 9 })) if (got.push(event) === 2) break
    expect(got).toEqual([
      { type: "reset", seq: 2 },
      { type: "task.created", seq: 3 },
    ])
    expect(seen.map(({ headers }) => headers["last-event-id"])).toEqual(["9", "2"])
  })
})
