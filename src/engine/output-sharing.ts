import type { OutputPart } from "../domain/board/outputs.ts"
import type { Log } from "../storage/log.ts"
import type { OutputStore } from "./outputs.ts"

/** What commands print, shown by every server of a log. */
export interface SharedOutputs {
  /** Takes parts from here and tells the others of them. */
  readonly outputs: OutputStore
  /** Tells what was not told yet, and hears no more. */
  close(): void
}

/**
 * Tells the other servers of a log what commands print here, and takes over what they tell. It may be lost, and a server
 * that starts later gets what is printed from then on: the offsets of the parts show what is missing.
 */
export function shareOutputs(
  { tell, hear }: NonNullable<Log["peers"]>,
  outputs: OutputStore,
  now: () => number,
): SharedOutputs {
  /** Where the part of each output begins that was not told yet; the one that has waited longest comes first. */
  const untold = new Map<string, { task: number; epoch: number; from: number }>()
  let telling: NodeJS.Timeout | undefined

  const stop = hear((text) => {
    const part = parse(text)
    if (part) outputs.add(part, now())
  })

  function tellSome(most = mostBytes): void {
    telling = undefined
    let left = most
    for (const [key, { task, epoch, from }] of untold) {
      if (left <= 0) break
      untold.delete(key)
      const run = outputs.of(task).find((each) => each.epoch === epoch)
      if (!run) continue // forgotten meanwhile
      let at = Math.max(from, run.start)
      const { agent } = run
      for (const piece of piecesOf(run.textFrom(at))) {
        tell(JSON.stringify({ output: { task, epoch, agent, at, text: piece } }))
        at += Buffer.byteLength(piece)
        left -= piece.length
      }
    }
    if (untold.size > 0) telling = setTimeout(tellSome, rhythmMs).unref()
  }

  return {
    outputs: {
      get keptSince() {
        return outputs.keptSince
      },
      of: (task) => outputs.of(task),
      subscribe: (listener) => outputs.subscribe(listener),
      latest: () => outputs.latest(),
      add(part, at) {
        const { task, epoch, text } = part
        const added = outputs.add(part, at)
        const key = `${task} ${epoch}`
        const from = part.at ?? added.end - Buffer.byteLength(text)
        untold.set(key, { task, epoch, from: Math.min(from, untold.get(key)?.from ?? Infinity) })
        telling ??= setTimeout(tellSome, rhythmMs).unref()
        return added
      },
    },
    close() {
      stop()
      clearTimeout(telling)
      tellSome(Infinity)
    },
  }
}

// --- internal ---

const rhythmMs = 200
/** Of text in one turn; what is longer waits for the next. */
const mostBytes = 256 * 1024
/** Of a piece in JSON: with the rest of its notice less than the 7,000 that it may have. */
const mostPieceBytes = 6_000

/** A text in pieces of whole characters, each short enough for a notice. */
function* piecesOf(text: string): Generator<string> {
  for (let from = 0; from < text.length;) {
    let length = mostPieceBytes
    while (Buffer.byteLength(JSON.stringify(text.slice(from, from + length))) > mostPieceBytes)
      length = Math.floor(length / 2)
    const isCut = from + length < text.length && /[\uD800-\uDBFF]/.test(text.charAt(from + length - 1))
    const piece = text.slice(from, from + length - (isCut ? 1 : 0))
    from += piece.length
    yield piece
  }
}

/** What a server of another version tells is left out. */
function parse(text: string): OutputPart | undefined {
  let told: unknown
  try {
    told = (JSON.parse(text) as { output?: unknown } | null)?.output
  } catch {
    return undefined
  }
  const { task, epoch, agent, at, text: printed } = (told ?? {}) as Partial<Record<keyof OutputPart, unknown>>
  const isWhole = (n: unknown): n is number => Number.isSafeInteger(n) && Number(n) >= 0
  return isWhole(task) &&
    isWhole(epoch) &&
    isWhole(at) &&
    typeof agent === "string" &&
    typeof printed === "string"
    ? { task, epoch, agent, at, text: printed }
    : undefined
}
