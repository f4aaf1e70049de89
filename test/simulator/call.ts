import { namedActor } from "../../src/domain/rules/actor.ts"
import { requireRole } from "../../src/domain/rules/permissions.ts"
import type { Identity } from "../../src/domain/wire/access/access.ts"
import type { Engine } from "../../src/engine/api.ts"
import type { CallResult } from "../../src/engine/call.ts"
import { fail, UpnextError } from "../../src/errors.ts"
import { operations } from "../../src/operations/index.ts"
import type { Input, Operation } from "../../src/operation.ts"
import type { Server } from "./server.ts"
import { hash } from "./tokens.ts"
import { Violation } from "./violation.ts"
import type { World } from "./world.ts"

/** What a client asks for. A repeat asks for the same thing again. */
export interface Request {
  readonly name: string
  readonly input: Record<string, unknown>
  readonly actor: string
  /** The Idempotency-Key. */
  readonly key?: string
  /** The Upnext-Command: an earlier write of the same actor. */
  readonly joins?: number | undefined
  /** The secret of an account's token; `home` stands for the key of the home. */
  readonly secret?: string
}

export type Outcome =
  | { readonly kind: "ok"; readonly result: CallResult; readonly answer: Record<string, unknown> }
  | { readonly kind: "refused"; readonly code: string }
  /** No answer came, so it may have happened or not, and may still happen. */
  | { readonly kind: "unknown" }

/** A request that was sent to a server, and how it ended. */
export interface Sent {
  readonly request: Request
  readonly server: string
  readonly begun: number
  ended: number
  outcome: Outcome | undefined
}

export interface SendOptions {
  readonly world: World
  /** How probable it is that an answer is lost. */
  readonly loss: number
  /** How long the client waits, in ms. */
  readonly patience: number
}

/** Sends a request over a line that takes its time and may lose the answer. */
export function send(
  server: Server,
  request: Request,
  { world, loss, patience }: SendOptions,
  onEnd: (sent: Sent) => void,
): Sent {
  const sent: Sent = { request, server: server.name, begun: world.now, ended: Infinity, outcome: undefined }
  const gone = new AbortController()
  const end = (outcome: Outcome) => {
    if (sent.outcome) return
    giveUp()
    sent.outcome = outcome
    sent.ended = world.now
    onEnd(sent)
  }
  const giveUp = world.after(patience, () => {
    end(unknown)
    gone.abort()
  })
  const { process, engine } = server
  if (server.state !== "up" || !process || !engine) {
    world.after(1, () => end({ kind: "refused", code: "not_there" }))
    return sent
  }
  process.after(world.random.below(5), () => {
    if (server.engine !== engine) return end({ kind: "refused", code: "not_there" })
    void run(server, request, gone.signal).then((outcome) => {
      if (process.state === "dead" || world.random.chance(loss)) return
      world.after(world.random.below(5), () => end(outcome))
    })
  })
  return sent
}

// --- internal ---

const unknown: Outcome = { kind: "unknown" }
const byName = new Map<string, Operation>(operations.map((operation) => [operation.name, operation]))

async function run(server: Server, request: Request, signal: AbortSignal): Promise<Outcome> {
  try {
    const result = await ask(server, request, signal)
    // As it would come off the wire.
    const answer = JSON.parse(JSON.stringify(result.answer)) as Record<string, unknown>
    return { kind: "ok", result, answer }
  } catch (error) {
    if (error instanceof UpnextError) return { kind: "refused", code: error.code }
    throw error
  }
}

async function ask(server: Server, request: Request, signal: AbortSignal): Promise<CallResult> {
  const { engine } = server
  const operation = byName.get(request.name)
  if (!operation || !engine) throw new Violation(`no operation ${request.name}`)
  const who = identify(engine, request)
  if (who) requireRole(who, operation)
  else if (engine.identities.required) fail("unauthorized", "There is no such token.")
  const input: Input = operation.input.parse(request.input)
  const { method, path } = operation.http
  const actor = namedActor(operation.actor && input[operation.actor], { actor: request.actor, who })
  return engine.run({
    operation,
    input,
    actor,
    who,
    signal,
    ...(operation.kind === "command" && { joins: request.joins }),
    ...(request.key !== undefined && {
      idempotency: { key: request.key, method, path, hash: hash(JSON.stringify(request.input)) },
    }),
  })
}

function identify({ identities }: Engine, { secret }: Request): Identity | undefined {
  if (secret === "home") return { role: "admin", isHome: true }
  return secret === undefined ? undefined : identities.find(hash(secret))
}
