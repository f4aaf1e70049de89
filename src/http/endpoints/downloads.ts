import type { ServerResponse } from "node:http"
import { setImmediate as nextTurn } from "node:timers/promises"
import { fromNodeHandler, type EventHandler } from "h3"
import { namedActor } from "../../domain/rules/actor.ts"
import type { Engine } from "../../engine/api.ts"
import { fail } from "../../errors.ts"
import type { Download } from "../../operation.ts"
import { drained } from "../connection/drained.ts"
import type { Auth } from "../request/auth.ts"
import { hasBody } from "../request/body.ts"
import { departureOf, gone, onAbort, onClose, untilAborted } from "../request/departure.ts"
import { nodeOf, type NodeExchange } from "../request/exchange.ts"
import { headerActor } from "../request/header-actor.ts"
import { seqIn } from "../request/headers.ts"
import { failInvalid, parseInput } from "../request/input.ts"
import { parseQuery } from "../request/query.ts"
import { catchUp } from "./catch-up.ts"
import type { RequestMetrics } from "./request-metrics.ts"

export interface DownloadsOptions {
  readonly engine: Engine
  readonly auth: Auth
  readonly requests: Pick<RequestMetrics, "of">
  readonly warn: (message: string, error: unknown) => void
}

/**
 * Texts that are generated while they are sent. The next piece is generated when the client has read the previous
 * one, so even a long text needs little memory. A client that reads nothing for 30 s is dropped.
 */
export function createDownloads({ engine, auth, requests, warn }: DownloadsOptions) {
  const open = new Set<ServerResponse>()
  const cutOff = () => open.forEach((res) => res.destroy())
  // The downloads in progress may show data that the log no longer contains.
  const stopResets = engine.onReset(cutOff)

  async function ask(exchange: NodeExchange, operation: Download, query: string) {
    const { req } = exchange
    const { who, signal } = await auth.identify(req, operation)
    if (hasBody(req)) failInvalid([{ path: "body", message: "is not allowed in GET" }])
    const name = who?.agent ?? headerActor(req, who)
    const input = parseInput(operation.input, parseQuery(query), name ?? who?.name)
    const least = seqIn(req, "Upnext-Min-Seq")
    if (least !== undefined && least > engine.seq) await catchUp(engine, least)
    if (open.size >= mostOpen)
      fail("too_many_streams", `${mostOpen} downloads are in progress. Try again when one of them has ended.`)
    const departure = departureOf(exchange, signal)
    const actor = namedActor(undefined, { agent: who?.agent, actor: name })
    const asked = engine.run({ operation, input, actor, who, signal: departure.signal })
    const { answer, seq } = await Promise.race([asked, untilAborted(departure.signal)])
    return { pieces: answer["pieces"] as Iterable<string>, seq, form: String(input[operation.form]), signal }
  }

  function send({ req, res }: NodeExchange, pieces: Iterable<string>): void {
    if (res.destroyed) return
    if (req.method === "HEAD") return void res.end()
    open.add(res)
    onClose(res, () => open.delete(res))
    sendPieces(res, pieces).catch((error: unknown) => {
      if (error !== gone) warn("A download was cut off", error)
      res.destroy()
    })
  }

  return {
    /** How a download is called over HTTP. */
    endpoint:
      (operation: Download): EventHandler =>
      async (event) => {
        const exchange = nodeOf(event)
        const { res } = exchange
        const { pieces, seq, form, signal } = await ask(exchange, operation, event.context.target.query)
        // h3 ends the response when this settles.
        const isOver = new Promise<void>((resolve) => onClose(exchange.res, resolve))
        return fromNodeHandler(() => {
          event.context.isCounted = true
          requests.of(operation.name).answered(200)
          if (!res.destroyed) res.writeHead(200, headersOf(operation, form, seq))
          send(exchange, pieces)
          if (signal) onAbort(exchange, signal, () => res.destroy())
          return isOver
        })(event)
      },
    /** Cuts off the downloads in progress, so that no client mistakes a partial download for a complete one. */
    close(): void {
      stopResets()
      cutOff()
    },
  }
}

// --- internal ---

/** Each download keeps the records of its moment in memory, even those that are replaced meanwhile. */
const mostOpen = 8

/** In characters: so much is gathered for one write. */
const enough = 64 * 1024

/** For how long pieces are generated in one go, in ms, before other work gets its turn. */
const sliceMs = 4

async function sendPieces(res: ServerResponse, pieces: Iterable<string>): Promise<void> {
  let text = ""
  let began = performance.now()
  for (const piece of pieces) {
    text += piece
    if (text.length < enough && performance.now() - began < sliceMs) continue
    if (res.destroyed) return
    const isRead = text === "" || res.write(text)
    text = ""
    if (!isRead) await drained(res)
    // A client that reads as fast as data is sent is ready again before anything else has had its turn.
    await nextTurn()
    began = performance.now()
  }
  if (!res.destroyed) res.end(text)
}

function headersOf({ forms }: Download, form: string, seq: number): Record<string, string> {
  const { type = "text/plain", ending = "txt" } = forms[form] ?? {}
  return {
    "content-type": `${type}; charset=utf-8`,
    "content-disposition": `attachment; filename="upnext-${seq}.${ending}"`,
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
    "upnext-seq": String(seq),
  }
}
