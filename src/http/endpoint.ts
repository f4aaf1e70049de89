import { namedActor } from "../domain/rules/actor.ts"
import { iso } from "../domain/wire/time.ts"
import type { TaskView } from "../domain/wire/view-schemas.ts"
import type { Engine } from "../engine/api.ts"
import type { Call, CallResult } from "../engine/call.ts"
import type { Operation } from "../operation.ts"
import { json, type Reply } from "./reply.ts"
import { identify, type Auth, type Identity } from "./auth.ts"
import { hasBody, type Body, type BodyReader } from "./body.ts"
import { departureOf, untilAborted } from "./departure.ts"
import type { Exchange, Params } from "./exchange.ts"
import { catchUp } from "./catch-up.ts"
import { headerActor } from "./header-actor.ts"
import { idempotencyKeyOf, minSeqOf, versionsOf } from "./headers.ts"
import { failInvalid, parseInput } from "./input.ts"
import { preferenceOf, type Preference } from "./prefer.ts"
import { parseQuery } from "./query.ts"
import { createQuestions, replyTo, type Question } from "./questions.ts"
import { createSelection, createShortener } from "./selection.ts"
import { decode } from "./target.ts"

export type Endpoint = (exchange: Exchange, params: Params | undefined) => Reply | Promise<Reply>

export interface EndpointOptions {
  readonly engine: Engine
  readonly auth: Auth
  readonly bodies: BodyReader
}

/**
 * How an operation is called over HTTP. It answers without a promise where the engine does: a query that need
 * not wait costs no turn of the event loop.
 */
export function createEndpoint(operation: Operation, options: EndpointOptions): Endpoint {
  const { method } = operation.http
  const { status = 200 } = operation.http
  const [renderDone, renderDryRun] = [createRenderer(operation, status), createRenderer(operation, 200)]
  const isVersioned = operation.kind === "command" && operation.subject !== undefined
  const asked = createQuestions((query) => parseInput(operation.input, parseQuery(query)))
  if (method === "GET" || method === "DELETE") {
    return (exchange, params) => {
      const identity = identify(options.auth, exchange.req)
      if (hasBody(exchange.req)) failInvalid([{ path: "body", message: `is not taken with ${method}` }])
      if (params === undefined) return perform(exchange, asked(exchange.query), identity)
      const input = parseInput(operation.input, withParams(parseQuery(exchange.query), params))
      return perform(exchange, { input }, identity)
    }
  }
  return async (exchange, params) => {
    const identity = identify(options.auth, exchange.req)
    refuseQuery(exchange.query)
    const body = await options.bodies.read(exchange.req, exchange.res)
    const input = parseInput(operation.input, withParams(body.fields, params))
    return perform(exchange, { input }, identity, body)
  }

  function perform(
    exchange: Exchange,
    question: Question,
    identity: Identity,
    body?: Body,
  ): Reply | Promise<Reply> {
    const least = minSeqOf(exchange.req)
    if (least === undefined || least <= options.engine.seq) return ask(exchange, question, identity, body)
    return catchUp(options.engine, least).then(() => ask(exchange, question, identity, body))
  }

  function ask(
    exchange: Exchange,
    question: Question,
    { agent }: Identity,
    body?: Body,
  ): Reply | Promise<Reply> {
    const { req, path } = exchange
    const { input, last } = question
    const inField = operation.actor && input[operation.actor]
    const isWaiting = operation.longPoll !== undefined && input[operation.longPoll.wait] !== undefined
    const isDryRun = operation.dryRun !== undefined && input[operation.dryRun] === true
    const render = isDryRun ? renderDryRun : renderDone
    if (!isVersioned) refuseVersions(req)
    const isOfPast =
      operation.kind === "query" && operation.past !== undefined && input[operation.past] !== undefined
    const departure = isWaiting || isOfPast ? departureOf(exchange) : undefined
    const preference = operation.kind === "command" ? preferenceOf(req) : undefined
    const call: Call = {
      operation,
      input,
      actor: namedActor(inField, { agent, actor: headerActor(req) }),
      versions: isVersioned ? versionsOf(req) : undefined,
      idempotency: method === "POST" && body ? idempotencyOf(exchange, path, body) : undefined,
      signal: departure?.signal,
      look: departure?.look,
      last: last?.result,
    }
    const result = options.engine.run(call)
    const toReply = (of: CallResult) => replyTo(question, of, () => render(of, input, preference))
    if (!(result instanceof Promise)) return toReply(result)
    const answered = result.then(toReply)
    return call.signal ? Promise.race([answered, untilAborted(call.signal)]) : answered
  }
}

// --- internal ---

type Renderer = (result: CallResult, input: Call["input"], preference: Preference | undefined) => Reply

/** How the results of an operation go onto the wire. Headers tell of the whole answer. */
function createRenderer(operation: Operation, status: number): Renderer {
  const { kind, location, shows } = operation
  const select = createSelection(operation)
  const shorten = createShortener(operation)
  return ({ answer, seq, at }, input, preference) => {
    const headers = ["upnext-seq", String(seq)]
    if (at !== undefined) headers.push("upnext-at", iso(at))
    const task = shows && (answer[shows] as TaskView | null)
    if (task) headers.push("etag", `"${task.version}"`)
    if (location) headers.push("location", encodeURI(location(answer)))
    if (kind === "command") headers.push("vary", "prefer")
    if (preference) headers.push("preference-applied", `return=${preference}`)
    const shown = preference === "minimal" ? shorten(answer) : select(answer, input)
    return json(status, shown, headers)
  }
}

/**
 * Adds them to what was made for this request alone. Not to a copy by `...`: keys that are added to one of those cost
 * V8 a slow path, and so does each look that the schema takes at it, 2 to 3 µs in all.
 */
function withParams(given: Record<string, unknown>, params: Params | undefined): Record<string, unknown> {
  if (params === undefined) return given
  for (const name of Object.keys(params)) {
    if (Object.hasOwn(given, name)) failInvalid([{ path: name, message: "is taken from the path" }])
    given[name] = decode(params[name] ?? "", name)
  }
  return given
}

/** Refuses an `If-Match` that this command would ignore. A query may carry one: it changes nothing. */
function refuseVersions({ method, headers }: Exchange["req"]): void {
  if (method === "GET" || method === "HEAD" || headers["if-match"] === undefined) return
  failInvalid([{ path: "If-Match", message: "goes with a change of one task, named in the path" }])
}

function refuseQuery(query: string): void {
  const names = Object.keys(parseQuery(query))
  if (names.length > 0)
    failInvalid(names.map((path) => ({ path, message: `unknown parameter "${path}"; send it in the body` })))
}

function idempotencyOf({ req, method }: Exchange, path: string, { hash }: Body): Call["idempotency"] {
  const key = idempotencyKeyOf(req)
  return key === undefined ? undefined : { key, method, path, hash: hash() }
}
