import { setTimeout as sleep } from "node:timers/promises"
import { StringDecoder } from "node:string_decoder"
import type { Client } from "../../client/client.ts"
import { meansAway } from "./connection.ts"
import type { Sink } from "../processes/process.ts"

/** What gives the right to send output. */
export interface OutputRight {
  readonly id: string
  readonly agent: string
  readonly session: string
  readonly leaseToken: string
}

/**
 * Shows a command's output on the server. It never slows the command down and never fails.
 * @param onText gets the output as it arrives
 */
export function createOutputSender(
  client: Client,
  right: OutputRight,
  { signal, onText }: { readonly signal?: AbortSignal; onText?(text: string): void } = {},
) {
  const kept = createBuffer()
  /** The server has, or had, everything before this offset. */
  let sent = 0
  let sending: Promise<void> | undefined
  let isRefused = false
  let isFinishing = false

  async function send(): Promise<void> {
    while (!isRefused && sent < kept.end) {
      const { at, text, end } = kept.from(sent)
      try {
        const { gap } = await client.task.sendOutput({ ...right, at, text }, signal && { signal })
        // After a restart the server no longer has anything that was sent before.
        sent = gap && at > kept.start ? kept.start : end
      } catch (error) {
        isRefused = !meansAway(error)
        if (isFinishing) return
      }
      if (!isFinishing) await sleep(restMs)
    }
  }

  function begin(): Promise<void> {
    sending ??= send().finally(() => (sending = undefined))
    return sending
  }

  return {
    /** A sink that passes everything on to this sink and also sends it to the server. */
    tap(sink: Sink): Sink {
      const decoder = new StringDecoder("utf8")
      const take = (text: string) => {
        onText?.(text)
        if (isRefused || text === "") return
        kept.push(text)
        void begin()
      }
      return {
        push(part) {
          take(decoder.write(part))
          return sink.push(part)
        },
        end() {
          take(decoder.end())
          return sink.end()
        },
      }
    },
    /** Sends the rest. Resolves when everything is sent, or when the server does not answer; may be called again. */
    async finish(): Promise<void> {
      isFinishing = true
      await begin()
    },
  }
}

// --- internal ---

/** The time between two requests. Output that arrives within it is sent together. */
const restMs = 200

/** How many bytes are kept for resending: as much as the server keeps. */
const mostKept = 64 * 1024

/** What one request holds, in bytes. */
const mostAtOnce = 48 * 1024

/** This many small pieces are joined into one. */
const mostPieces = 1000

/** The end of an output. Its offsets count UTF-8 bytes. */
function createBuffer() {
  let pieces: Buffer[] = []
  let start = 0
  let end = 0

  function join(): Buffer {
    const all = Buffer.concat(pieces)
    pieces = [all]
    return all
  }

  return {
    get start() {
      return start
    },
    get end() {
      return end
    },
    push(text: string): void {
      // The server takes no NUL.
      const piece = Buffer.from(text.replaceAll("\0", ""))
      pieces.push(piece)
      end += piece.length
      for (let first = pieces[0]; first && end - start - first.length >= mostKept; first = pieces[0]) {
        start += first.length
        pieces.shift()
      }
      if (pieces.length > mostPieces) join()
    },
    /**
     * The output from an offset on, as much as fits into one request. If the offset is no longer kept, the output
     * from the first kept offset on.
     */
    from(offset: number): { at: number; text: string; end: number } {
      const at = Math.max(offset, start)
      const all = join()
      let to = Math.min(at - start + mostAtOnce, all.length)
      // Not in the middle of a character; its later bytes begin with the bits 10.
      while (to < all.length && ((all[to] ?? 0) & 0xc0) === 0x80) to -= 1
      return { at, text: all.toString("utf8", at - start, to), end: start + to }
    },
  }
}
