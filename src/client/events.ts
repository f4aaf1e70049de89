import { setTimeout as sleep } from "node:timers/promises"
import type { PublicEvent } from "../domain/events/shown.ts"
import type { OutputMessage } from "../domain/wire/checks/output-schemas.ts"
import { UpnextError } from "../errors.ts"
import { follow } from "../stream/follow.ts"
import { isProblem, toClientError } from "./client-error.ts"
import type { Conversation } from "./conversation.ts"
import { tryParseJson } from "./text-stream.ts"

export interface EventFilter {
  /** Events after this sequence number; default: from now on. */
  readonly after?: number | undefined
  readonly task?: string | undefined
  readonly type?: readonly string[] | undefined
  /** Only what came by this account. */
  readonly by?: string | undefined
  /** End when all that has happened was told. */
  readonly once?: boolean | undefined
}

export interface OutputFilter extends EventFilter {
  /** Also tell when the command that is working on a task has printed more output. */
  readonly output: boolean | undefined
}

/** The log ends before the place to go on from. Whatever the client knew of the board is out of date. */
export interface Reset {
  readonly type: "reset"
  /** The last event there is. */
  readonly seq: number
}

/** A command has printed more output. It is not in the log, has no seq, and is not sent again. */
export interface NewOutput extends OutputMessage {
  readonly type: "output"
}

/** Told when the stream is open, when the connection is lost and when it is there again: once each, however many attempts lie between. */
export interface ConnectionWatch {
  open?(): void
  lost?(): void
  back?(): void
}

/** How a stream is reached, and how long it is waited for. */
export interface EventSettings {
  readonly conversation: Conversation
  /** How long to wait for the server to open the stream, in ms. */
  readonly openTimeoutMs?: number | undefined
  readonly silenceTimeoutMs?: number | undefined
}

/**
 * Yields events as they happen, across restarts of the server. After a loss it connects anew, first after 1 s, then
 * after twice as long each time, up to 15 s. Rejects when the first connection fails, and whenever the server refuses.
 */
export function followEvents(
  settings: EventSettings,
  filter: EventFilter & { readonly output?: never },
  signal?: AbortSignal,
  watch?: ConnectionWatch,
): AsyncGenerator<PublicEvent | Reset, void>
export function followEvents(
  settings: EventSettings,
  filter: Partial<OutputFilter>,
  signal?: AbortSignal,
  watch?: ConnectionWatch,
): AsyncGenerator<PublicEvent | Reset | NewOutput, void>
export async function* followEvents(
  { conversation, ...timeouts }: EventSettings,
  { after, task, type = [], by, once = false, output = false }: Partial<OutputFilter>,
  signal?: AbortSignal,
  watch: ConnectionWatch = {},
): AsyncGenerator<PublicEvent | Reset | NewOutput, void> {
  const filters = [
    ...(task === undefined ? [] : [["task", task]]),
    ...type.map((each) => ["type", each]),
    ...(by === undefined ? [] : [["by", by]]),
    ...(once ? [["once", "1"]] : []),
    ...(output ? [["output", "1"]] : []),
  ]
  const query = new URLSearchParams(filters)
  const path = `/events${query.size > 0 ? `?${query.toString()}` : ""}`
  let from = after
  let isLost = false
  const messages = follow({
    ...timeouts,
    async open(lastId, connection) {
      const last = lastId === "" ? from : lastId
      const { seq, text } = await conversation.open(path, last?.toString(), connection)
      // A connection that breaks before its first event also needs a place to go on from.
      from ??= seq
      return text
    },
    isFinal: (error, wasConnected) => !wasConnected || !isPassing(error),
    onConnected() {
      if (isLost) watch.back?.()
      else watch.open?.()
      isLost = false
    },
    onLost() {
      if (!isLost) watch.lost?.()
      isLost = true
    },
    pause: (ms) => sleep(ms, undefined, signal && { signal }).catch(() => undefined),
    shortestPauseMs: 1000,
    longestPauseMs: 15_000,
    signal,
  })
  for await (const { event: kind, data } of messages) {
    const value = tryParseJson(data)
    if (kind === "refused" && isProblem(value)) {
      const error = toClientError(value)
      if (!isPassing(error)) throw error
    }
    if (kind === "end") return
    if (kind === "output") yield { type: "output", ...(value as OutputMessage) }
    if (isEvent(value)) yield kind === "reset" ? { type: "reset", seq: value.seq } : value
  }
}

// --- internal ---

function isEvent(value: unknown): value is PublicEvent {
  return typeof value === "object" && value !== null && "seq" in value && typeof value.seq === "number"
}

/** True if a restart of the server explains the error. Refusals and answers of other programs are final. */
function isPassing(error: unknown): boolean {
  if (!(error instanceof UpnextError)) return true
  return ["unreachable", "unavailable", "not_caught_up"].includes(error.code)
}
