import { sleep, sliceOf, type Runtime } from "../../machine/runtime.ts"
import { damaged } from "../damage.ts"
import { describeBadLine, origin } from "./line.ts"
import { readLines } from "./lines.ts"
import type { Mark } from "../mark.ts"
import type { Segment } from "./segments.ts"

/**
 * Verifies the checksum and link of every line from the beginning of the journal to a mark, and that the lines lead
 * to the mark's line. Ends early when the signal aborts. Rejects with `storage_damaged`, naming file, line and
 * byte. It works for 1 ms and then rests for 10 ms, so that requests do not have to wait; 1 GB takes about a
 * minute.
 */
export async function verifyHistory(
  segments: readonly Segment[],
  until: Mark,
  signal: AbortSignal,
  runtime: Runtime,
): Promise<void> {
  const pace = createPace(signal, runtime)
  let crc = origin
  for (const segment of segments.filter(({ first }) => first <= until.segment)) {
    const end = segment.first === until.segment ? until.offset : undefined
    if (end === 0) return
    const last = await verifySegment(segment, end, crc, pace)
    if (last === undefined) return
    crc = last
  }
}

// --- internal ---

const workMs = 1
const restMs = 10
const chunkBytes = 64 * 1024

type Pace = ReturnType<typeof createPace>

function createPace(signal: AbortSignal, runtime: Runtime) {
  let hasTime = sliceOf(workMs, runtime)
  return {
    isTired: () => !hasTime(),
    /** Resolves to false when the work is to stop. */
    async rest(): Promise<boolean> {
      await sleep(restMs, { runtime, signal })
      hasTime = sliceOf(workMs, runtime)
      return !signal.aborted
    },
  }
}

/** Verifies the lines of a segment, up to `end` if given. Resolves to the CRC of the last line; undefined if stopped. */
async function verifySegment(
  segment: Segment,
  end: number | undefined,
  prev: string,
  pace: Pace,
): Promise<string | undefined> {
  const handle = await segment.files.open(segment.path, "r")
  try {
    const limit = end ?? (await handle.stat()).size
    const reading = readLines(handle, { offset: 0, crc: prev }, { limit, chunk: chunkBytes })
    let line = 1
    let step = await reading.next()
    for (; step.done !== true; step = await reading.next()) {
      line += step.value.starts.length
      if (pace.isTired() && !(await pace.rest())) return undefined
    }
    const { offset, crc, rest, isBad } = step.value
    const at = { file: segment.path, line, offset }
    if (isBad) damaged(at, describeBadLine(rest, 0, rest.indexOf(0x0a)))
    if (rest.length > 0) damaged(at, "this line is damaged")
    if (offset < limit) damaged(at, "lines are missing from here on")
    return crc
  } finally {
    await handle.close()
  }
}
