import type { IncomingMessage, ServerResponse } from "node:http"
import { fromNodeHandler, type H3Event } from "h3"
import * as z from "zod"
import type { PublicEvent } from "../../domain/events/shown.ts"
import { EventView } from "../../domain/events/schemas.ts"
import { OutputNews } from "../../domain/wire/checks/output-schemas.ts"
import type { Engine } from "../../engine/api.ts"
import { fail, UpnextError } from "../../errors.ts"
import type { Route, RouteDoc } from "../route.ts"
import type { Auth } from "../request/auth.ts"
import { gone, onAbort, onClose, probeAfterEnd } from "../request/departure.ts"
import { catchUpMs, failBehind } from "../endpoints/catch-up.ts"
import { drained } from "../connection/drained.ts"
import { createBroadcast, type Broadcast, type Subscriber } from "./broadcast.ts"
import { nodeOf, single, type NodeExchange } from "../request/exchange.ts"
import type { RequestSeries } from "../endpoints/request-metrics.ts"
import { problemOf } from "../reply/problem.ts"
import { ProblemDocument } from "../reply/problem-schema.ts"
import { parseInput } from "../request/input.ts"
import { parseQuery } from "../request/query.ts"
import { heartbeat, toEndFrame, toFrame, toRefusedFrame, toResetFrame } from "./frame.ts"
import { createLogReader, type ReadLog } from "./log-reader.ts"
import { createOutputStream } from "./output-stream.ts"
import { EventsQuery, filterOf, keyOf } from "./query.ts"

const ResetMessage = z.object({ seq: z.int().describe("the last event") }).meta({
  id: "Reset",
  description: "The event that you resume after is beyond the end of the log; read everything again",
})

export interface EventsOptions {
  readonly engine: Engine
  readonly auth: Auth
  readonly maxStreams: number
  /** Where streams are counted, when they begin. */
  readonly series: RequestSeries
  readonly warn: (message: string, error: unknown) => void
}

export interface Events {
  readonly route: Route
  /** How many streams are open. */
  readonly open: number
  close(): void
}

/**
 * Server-sent events (WHATWG HTML, 9.2). A stream that resumes is read from the log until it has caught up, and
 * then gets the published events. There is no gap and no repeat, because each stream knows the last seq that it was
 * sent.
 */
export function createEvents({ engine, auth, maxStreams, series, warn }: EventsOptions): Events {
  const broadcast = createBroadcast(engine)
  const outputs = createOutputStream(engine)
  const readLog = createLogReader(engine)
  const open = new Set<ServerResponse>()

  const stopResets = engine.onReset(() => {
    broadcast.close()
    // The message's id is the position from which the client resumes when it connects again.
    for (const res of open) res.end(toResetFrame(engine.seq))
  })

  async function handle(event: H3Event): Promise<unknown> {
    const exchange = nodeOf(event)
    const { signal } = await auth.identify(exchange.req, { name: "events", access: "read" })
    const query = parseInput(EventsQuery, resumption(exchange.req, event.context.target.query))
    const { after } = query
    if (after !== undefined && after > engine.seq) {
      // Another server may have sent the client events that this server has not read yet.
      const reached = await engine.reach(after, { waitMs: catchUpMs })
      if (reached === "behind") failBehind(engine, after)
    }
    if (open.size >= maxStreams) fail("too_many_streams", `${maxStreams} streams are open.`)
    const { res } = exchange
    // h3 ends the response when this settles.
    const isOver = new Promise<void>((resolve) => onClose(exchange.res, resolve))
    return fromNodeHandler(() => {
      event.context.isCounted = true
      series.answered(200)
      if (!res.destroyed) stream(exchange, query)
      if (signal) onAbort(exchange, signal, (refusal) => endFailed(res, refusal, warn))
      return isOver
    })(event)
  }

  function stream(exchange: NodeExchange, query: z.output<typeof EventsQuery>): void {
    const { req, res } = exchange
    const now = engine.seq
    res.writeHead(200, [...streamHeaders, "upnext-seq", String(now)])
    if (req.method === "HEAD") {
      res.end()
      return
    }
    open.add(res)
    onClose(res, () => open.delete(res))
    probeAfterEnd(exchange, (sent) => res.write(heartbeat, sent))
    const { after = now } = query
    const isBeyond = after > now
    res.write(`: open at ${now}\n\n${isBeyond ? toResetFrame(now) : ""}`)
    if (query.output) outputs.join({ res, task: query.task })
    void follow(readLog, engine, broadcast, {
      res,
      last: isBeyond ? now : after,
      accepts: filterOf(query),
      key: keyOf(query),
      once: query.once === true,
    }).catch((error: unknown) => endFailed(res, error, warn))
  }

  return {
    route: { method: "GET", path: "/events", handle, doc: aboutEvents },
    get open() {
      return open.size
    },
    close() {
      stopResets()
      broadcast.close()
      outputs.close()
      for (const res of open) res.end()
    },
  }
}

// --- internal ---

const aboutEvents: RouteDoc = {
  name: "events",
  summary: "Follow changes live: server-sent events that resume without gaps or repeats",
  description:
    "The `data` of each message is JSON, and its `id` is the seq. A message without `event:` is an Event. With `output=1`, each `event: output` carries an OutputNews: at first, one for each task in progress; then one whenever there is more output. It has no `id`. `event: reset` carries a Reset. `event: refused` carries a Problem, after which the stream ends. With `once=1`, the stream ends with `event: end`, which has the `seq` of the last event. A comment line is sent every 15 s. After a disconnect, send the last `id` as Last-Event-ID.",
  input: EventsQuery,
  headers: ["Last-Event-ID"],
  access: "read",
  answers: [
    {
      status: 200,
      meaning: "A stream; the schema describes the `data` of one message",
      content: { "text/event-stream": z.union([EventView, OutputNews, ResetMessage, ProblemDocument]) },
      headers: ["Upnext-Seq"],
    },
  ],
  refusals: ["too_many_streams", "not_caught_up"],
}

/** Ends a stream that cannot go on. */
function endFailed(res: ServerResponse, error: unknown, warn: EventsOptions["warn"]): void {
  if (res.writableEnded) return // by us, as the server stops
  const code = error instanceof UpnextError ? error.code : undefined
  // The account's permissions have changed: the client connects again, and resumes if it still may.
  if (code === "unavailable") return void res.end()
  if (error !== gone && code !== "unauthorized") warn("An event stream cannot continue", error)
  // The client connects again and resumes. But if the log cannot be read, the same would only happen again.
  if (!(error instanceof UpnextError) || error.code === "too_many_files") return void res.destroy()
  res.end(toRefusedFrame(problemOf(error)))
}

const streamHeaders = [
  "content-type",
  "text/event-stream; charset=utf-8",
  "cache-control",
  "no-store",
  "x-content-type-options",
  "nosniff",
  // Proxies that gather answers would hold events back.
  "x-accel-buffering",
  "no",
]

/** A browser reconnects with the same URL as before, and sends the id of its last event in the header. */
function resumption(req: IncomingMessage, query: string): Record<string, unknown> {
  const given = parseQuery(query)
  const last = single(req, "last-event-id")
  return last === undefined || last === "" ? given : Object.assign(given, { after: last })
}

async function follow(
  read: ReadLog,
  engine: Engine,
  broadcast: Broadcast,
  subscriber: Subscriber & { readonly once: boolean },
): Promise<void> {
  const { res, accepts } = subscriber
  // No other code runs between the last check of `engine.seq` and the join, so no event is missed.
  while (subscriber.last < engine.seq) {
    const before = subscriber.last
    for await (const events of read(subscriber.last)) {
      if (res.destroyed || res.writableEnded) return
      const text = events.map((event) => textFor(event, accepts)).join("")
      subscriber.last = events.at(-1)?.seq ?? subscriber.last
      if (text !== "" && !res.write(text)) await drained(res)
    }
    if (subscriber.last === before) throw new Error("The log ends before the last event")
  }
  if (res.destroyed || res.writableEnded) return
  if (subscriber.once) res.end(toEndFrame(subscriber.last))
  else broadcast.join(subscriber)
}

function textFor(event: PublicEvent, accepts: Subscriber["accepts"]): string {
  return !accepts || accepts(event) ? toFrame(event) : ""
}
