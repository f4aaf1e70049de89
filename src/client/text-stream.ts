import type { Deadline } from "../stream/deadline.ts"
import { isProblem, notUpnext, toClientError, unreachable } from "./client-error.ts"

export interface TextStream {
  /** The newest event when the stream was opened, or that the text shows. */
  readonly seq: number | undefined
  /** Decoded, piece by piece. */
  readonly text: AsyncIterable<string>
}

export const isEventStream = ({ headers }: Response): boolean =>
  headers.get("content-type")?.startsWith("text/event-stream") === true

/** The text of an answer that is as expected; throws what the server answered instead. */
export async function streamIn(
  response: Response,
  origin: string,
  isExpected: (response: Response) => boolean,
): Promise<TextStream> {
  const { status, headers, body } = response
  const text = textOf(body ?? [])
  const seq = headers.get("upnext-seq") ?? ""
  if (status === 200 && isExpected(response))
    return { seq: /^\d+$/.test(seq) ? Number(seq) : undefined, text }
  let whole = ""
  for await (const piece of text) whole += piece
  const data = tryParseJson(whole)
  throw isProblem(data) ? toClientError(data) : notUpnext(origin, status)
}

/** The same pieces; `unreachable` where the connection ends before the text does, or none comes for too long. */
export async function* untilCutOff(
  text: AsyncIterable<string>,
  { origin, silence, silenceMs }: { origin: string; silence: Deadline; silenceMs: number },
): AsyncGenerator<string, void> {
  try {
    for await (const piece of text) {
      // Whoever is busy with a piece does not wait for the next one.
      silence.clear()
      yield piece
      silence.set(silenceMs)
    }
  } catch (error) {
    throw unreachable(`The response from ${origin} broke off before the end.`, error)
  } finally {
    silence.close()
  }
}

/** The value that a text is JSON of; undefined if it is none. */
export function tryParseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

// --- internal ---

/** Not every browser can iterate over a stream, and Node's own streams have no reader. */
async function* textOf(body: object): AsyncGenerator<string, void> {
  const decoder = new TextDecoder()
  const parts = Symbol.asyncIterator in body ? (body as AsyncIterable<Uint8Array>) : readAll(body as Bytes)
  for await (const part of parts) yield decoder.decode(part, { stream: true })
}

type Bytes = ReadableStream<Uint8Array<ArrayBuffer>>

async function* readAll(body: Bytes): AsyncGenerator<Uint8Array, void> {
  const reader = body.getReader()
  for (let part = await reader.read(); !part.done; part = await reader.read()) yield part.value
}
