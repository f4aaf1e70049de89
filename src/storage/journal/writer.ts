import { UpnextError } from "../../errors.ts"
import { openAppender } from "./appender.ts"
import { encodeLine, lastSeq } from "./line.ts"
import type { Durable } from "./reader.ts"
import type { Commit } from "../log.ts"
import { asRefusal } from "../../machine/file-errors.ts"
import type { FilePlace } from "../../machine/files.ts"
import type { Mark } from "../mark.ts"
import { enterSegment, prepareSegment, type Segment } from "./segments.ts"

/** Writes to the end of the journal. */
export type JournalWriter = ReturnType<typeof openWriter>

interface JournalStart {
  readonly mark: Mark
  /** The ends of the segments before the last one. */
  readonly closed: readonly Mark[]
  readonly segments: readonly Segment[]
  readonly segmentSize: number
}

export function openWriter(journal: FilePlace, start: JournalStart) {
  let { mark, closed, segments } = start
  let appender = openAppender(last(segments), mark.offset)
  let before = closed.reduce((sum, end) => sum + end.offset, 0)

  /** Closes the segment and begins the next one; see `prepareSegment` for the order. */
  async function roll(): Promise<void> {
    const first = mark.seq + 1
    const closing = encodeLine({ seq: first, closed: true }, mark.crc)
    const end: Mark = {
      ...mark,
      offset: mark.offset + closing.bytes.length,
      line: mark.line + 1,
      crc: closing.crc,
    }
    const next = await prepareSegment(journal, first, closing.crc).catch((error: unknown) => {
      throw asRefusal(error, journal.path)
    })
    await appender.append(closing.bytes)
    try {
      const segment = await enterSegment(journal, first)
      const begun = openAppender(segment, next.offset)
      await appender.close()
      appender = begun
      segments = [...segments, segment]
    } catch (cause) {
      throw new UpnextError("storage_failed", {
        detail: `The next segment of ${journal.path} could not be started.`,
        cause,
      })
    }
    closed = [...closed, end]
    before += end.offset
    mark = next
  }

  return {
    /** Resolves when the commit is durable; rejects as an appender does. */
    async append(commit: Commit): Promise<void> {
      const seq = lastSeq(commit)
      if (commit.seq !== mark.seq + 1 || seq < commit.seq) {
        throw new Error(`A commit after event ${mark.seq} cannot contain the events ${commit.seq} to ${seq}`)
      }
      if (mark.offset >= start.segmentSize && mark.seq >= mark.segment) await roll()
      const { bytes, crc } = encodeLine({ seq: commit.seq, commands: commit.commands }, mark.crc)
      await appender.append(bytes)
      mark = { ...mark, offset: mark.offset + bytes.length, line: mark.line + 1, crc, seq }
    },
    /** The part of the journal that is durable now. */
    durable: (): Durable & { readonly closed: readonly Mark[] } => ({ mark, closed, segments }),
    /** Bytes of the whole journal. */
    written: () => before + mark.offset,
    close: (): Promise<void> => appender.close(),
  }
}

// --- internal ---

function last(segments: readonly Segment[]): Segment {
  const segment = segments.at(-1)
  if (segment === undefined) throw new Error("A journal has a segment")
  return segment
}
