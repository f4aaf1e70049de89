import type { IncomingMessage } from "node:http"
import type { EventHandler, H3Event } from "h3"
import { namedActor } from "../../domain/rules/actor.ts"
import { iso } from "../../domain/wire/time.ts"
import type { TaskView } from "../../domain/wire/tasks/view-schemas.ts"
import type { Engine } from "../../engine/api.ts"
import type { Call, CallResult } from "../../engine/call.ts"
import type { Operation } from "../../operation.ts"
import { giveFile } from "../reply/file-reply.ts"
import { jsonType, prepare, type Header } from "../reply/reply.ts"
import type { Auth, Requester } from "../request/auth.ts"
import { hasBody, type Body } from "../request/body.ts"
import { departureOf, untilAborted } from "../request/departure.ts"
import { nodeOf } from "../request/exchange.ts"
import { createReadBody, type BodyReaders } from "./operation-body.ts"
import { catchUp } from "./catch-up.ts"
import { nameActor, parseRequest, type Answering, type SentBy } from "./parse-request.ts"
import { headerActor } from "../request/header-actor.ts"
import { idempotencyKeyOf, seqIn, versionsOf } from "../request/headers.ts"
import { failInvalid } from "../request/input.ts"
import { parseQuery } from "../request/query.ts"
import { answerTo, createQuestions, type Rendered, type Question } from "../request/questions.ts"
import { createSelection, createShortener } from "../reply/selection.ts"
import { decode } from "../request/target.ts"

export interface EndpointOptions extends BodyReaders {
  readonly engine: Engine
  readonly auth: Auth
}

/**
 * Calls an operation over HTTP. It returns without a promise whenever the engine does, so a query that need not
 * wait does not cost a turn of the event loop.
 */
export function createEndpoint(operation: Answering, options: EndpointOptions): EventHandler {
  const { method, status = 200 } = operation.http
  const [renderDone, renderDryRun] = [createRenderer(operation, status), createRenderer(operation, 200)]
  const isVersioned = operation.kind === "command" && operation.subject !== undefined
  const givesFile = operation.kind === "query" ? operation.givesFile : undefined
  const readBody = createReadBody(operation, options)
  const asked = createQuestions((query, by: SentBy) => parseRequest(operation, parseQuery(query), by))
  if (method === "GET" || method === "DELETE") {
    return (event) => {
      const sender = options.auth.identify(nodeOf(event).req, operation)
      return sender instanceof Promise ? sender.then((found) => answer(event, found)) : answer(event, sender)
    }
  }
  return async (event) => {
    const { req, res } = nodeOf(event)
    const { params, target } = event.context
    const sender = await options.auth.identify(req, operation)
    refuseQuery(target.query)
    const body = await readBody({ req, res }, () => withParams({}, params), sender)
    if (sender.who) nameActor(operation, body.fields, sender.who, req)
    const fields = withParams(body.fields, params)
    return perform(event, parseRequest(operation, fields, { event, sender }), sender, body)
  }

  function answer(event: H3Event, sender: Requester): Response | Promise<Response> {
    if (hasBody(nodeOf(event).req)) failInvalid([{ path: "body", message: `is not allowed in ${method}` }])
    const { params, target } = event.context
    if (!params) return perform(event, asked(target.query, { event, sender }), sender)
    const fields = withParams(parseQuery(target.query), params)
    return perform(event, parseRequest(operation, fields, { event, sender }), sender)
  }

  function perform(
    event: H3Event,
    question: Question,
    sender: Requester,
    body?: Body,
  ): Response | Promise<Response> {
    const least = seqIn(nodeOf(event).req, "Upnext-Min-Seq")
    if (least === undefined || least <= options.engine.seq) return ask(event, question, sender, body)
    return catchUp(options.engine, least).then(() => ask(event, question, sender, body))
  }

  function ask(
    event: H3Event,
    question: Question,
    sender: Requester,
    body?: Body,
  ): Response | Promise<Response> {
    const exchange = nodeOf(event)
    const [{ req }, { input, sentBy, warning }] = [exchange, question]
    const inField = operation.actor && input[operation.actor]
    const isWaiting = operation.longPoll !== undefined && input[operation.longPoll.wait] !== undefined
    const isDryRun = operation.dryRun !== undefined && input[operation.dryRun] === true
    const render = isDryRun ? renderDryRun : renderDone
    if (!isVersioned) refuseVersions(req)
    const departure =
      isWaiting || isOfPast(operation, input) ? departureOf(exchange, sender.signal) : undefined
    const preference = operation.kind === "command" ? preferenceOf(req) : undefined
    const call: Call = {
      operation,
      input,
      actor: namedActor(inField, { agent: sender.who?.agent, actor: headerActor(req, sender.who) ?? sentBy }),
      who: sender.who,
      versions: isVersioned ? versionsOf(req) : undefined,
      joins: operation.kind === "command" ? seqIn(req, "Upnext-Command") : undefined,
      idempotency:
        method === "POST" && body ? idempotencyOf(req, event.context.target.path, body) : undefined,
      ...departure,
      last: question.last?.result,
    }
    const result = options.engine.run(call)
    if (givesFile) return giveFile(req, options.files.store, result, givesFile)
    const toReply = (of: CallResult) =>
      answerTo(question, of, () => render(of, input, { preference, warning }))
    if (!(result instanceof Promise)) return toReply(result)
    const answered = result.then(toReply)
    return call.signal ? Promise.race([answered, untilAborted(call.signal)]) : answered
  }
}

// --- internal ---

/** Of one answer, beside what follows from the result. */
interface Manner {
  readonly preference: Preference | undefined
  readonly warning: string | undefined
}

type Renderer = (result: CallResult, input: Call["input"], manner: Manner) => Rendered

/** Writes the results of an operation to the response. Headers describe the whole response. */
function createRenderer(operation: Operation, status: number): Renderer {
  const { kind, location, shows } = operation
  const select = createSelection(operation)
  const shorten = createShortener(operation)
  return ({ answer, seq, command, at }, input, { preference, warning }) => {
    const headers: Header[] = [["upnext-seq", String(seq)]]
    if (command !== undefined) headers.push(["upnext-command", String(command)])
    if (at !== undefined) headers.push(["upnext-at", iso(at)])
    const task = shows && (answer[shows] as TaskView | null)
    if (task) headers.push(["etag", `"${task.version}"`])
    if (location) headers.push(["location", encodeURI(location(answer))])
    if (kind === "command") headers.push(["vary", "prefer"])
    if (warning !== undefined) headers.push(["warning", warningOf(warning)])
    if (preference) headers.push(["preference-applied", `return=${preference}`])
    const shown = JSON.stringify(preference === "minimal" ? shorten(answer) : select(answer, input))
    return prepare(status, jsonType, shown, headers)
  }
}

/** Uses the code of RFC 7234, 5.5 for lasting conditions, and only characters that every header may contain. */
function warningOf(text: string): string {
  return `299 - "${text.slice(0, 200).replace(/[^\x20-\x7e]|["\\]/g, "?")}"`
}

/**
 * Adds the fields to the object that was made for this request alone, not to a copy by `...`: adding keys to such a
 * copy puts V8 on a slow path, and so does each access by the schema; together these cost 2 to 3 µs.
 */
function withParams(
  given: Record<string, unknown>,
  params: Readonly<Record<string, string>> | undefined,
): Record<string, unknown> {
  if (params === undefined) return given
  for (const name of Object.keys(params)) {
    if (Object.hasOwn(given, name)) failInvalid([{ path: name, message: "is taken from the path" }])
    given[name] = decode(params[name] ?? "", name)
  }
  return given
}

function isOfPast(operation: Operation, input: Call["input"]): boolean {
  return operation.kind === "query" && operation.past !== undefined && input[operation.past] !== undefined
}

/** Refuses an `If-Match` that this command would ignore. A query may have this header, because it changes nothing. */
function refuseVersions({ method, headers }: IncomingMessage): void {
  if (method === "GET" || method === "HEAD" || headers["if-match"] === undefined) return
  failInvalid([{ path: "If-Match", message: "applies only to a change to the one task in the path" }])
}

function refuseQuery(query: string): void {
  const names = Object.keys(parseQuery(query))
  if (names.length > 0)
    failInvalid(names.map((path) => ({ path, message: `unknown parameter "${path}"; send it in the body` })))
}

function idempotencyOf(req: IncomingMessage, path: string, { hash }: Body): Call["idempotency"] {
  const key = idempotencyKeyOf(req)
  return key === undefined ? undefined : { key, method: "POST", path, hash: hash() }
}

/** How much of the response to a write the client wants: the `return` preference of RFC 7240, 4.2. */
type Preference = "minimal" | "representation"

/**
 * The preference that a request states; undefined without one. Other preferences and values are ignored, and so are
 * both values together, as the RFC requires.
 */
function preferenceOf({ headers: { prefer } }: IncomingMessage): Preference | undefined {
  if (prefer === undefined) return undefined
  const stated = new Set<string>()
  for (const each of String(prefer).split(",")) {
    const [, , value] = /^\s*return\s*=\s*("?)(minimal|representation)\1\s*(?:;|$)/i.exec(each) ?? []
    if (value !== undefined) stated.add(value.toLowerCase())
  }
  if (stated.size !== 1) return undefined
  return stated.has("minimal") ? "minimal" : "representation"
}
