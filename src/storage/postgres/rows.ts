import { crc32 } from "node:zlib"
import { fail } from "../../errors.ts"
import { encodeLine, lastSeq, origin } from "../journal/line.ts"
import type { Commit, ReadCommands } from "../log.ts"
import type { Row } from "./connection.ts"

/** A position in the log, right after a commit: the commit's last event and its CRC. */
export interface Position {
  readonly seq: number
  readonly crc: string
}

export const beginning: Position = { seq: 0, crc: origin }

/**
 * A commit as stored in the table. `body` is its journal line without the newline: JSON that ends in the CRC of the
 * previous commit and the commit's own CRC. It is stored as text, because the CRC covers exactly these bytes.
 */
export interface CommitRow {
  readonly last: number
  readonly seq: number
  readonly prev: string
  readonly crc: string
  readonly body: string
}

export function encodeCommit(commit: Commit, after: Position): CommitRow {
  const last = lastSeq(commit)
  if (commit.seq !== after.seq + 1 || last < commit.seq)
    throw new Error(`A commit after event ${after.seq} cannot contain the events ${commit.seq} to ${last}`)
  const { bytes, crc } = encodeLine({ seq: commit.seq, commands: commit.commands }, after.crc)
  return { last, seq: commit.seq, prev: after.crc, crc, body: bytes.toString("utf8", 0, bytes.length - 1) }
}

/** The values of a row for `insert into upnext.commits`. */
export function valuesOf(row: CommitRow, board: number, id: string): string {
  return `(${board}, ${row.last}, ${row.seq}, '${id}', '${row.prev}', '${row.crc}', ${quote(row.body)})`
}

/** The columns that `readRows` takes, in its order. */
export const commitColumns = "last, id, body"

/**
 * A commit that was read, with the position where it ends, the id that its writer gave it, and its size in
 * characters.
 */
export interface ReadCommit {
  readonly commit: Commit
  readonly end: Position
  readonly id: string
  readonly size: number
}

/**
 * Verifies that rows are whole and follow each other from `after` on, and reads their commits. Rejects with
 * `storage_diverged` if the first row does not follow `after`, and with `storage_damaged` for any other fault.
 */
export function readRows(
  rows: readonly Row[],
  after: Position,
  board: string,
  read: ReadCommands,
): ReadCommit[] {
  if (rows.length === 0) return []
  const bodies = rows.map(([, , body]) => body ?? "")
  const ends = verify(rows, bodies, after, board)
  const lines = JSON.parse(`[${bodies.join(",")}]`) as { seq: number; commands: unknown }[]
  return lines.map((line, i) => {
    const [end, row] = [ends[i] ?? after, rows[i]]
    const commit = { seq: line.seq, commands: read(line.commands, refuseAt(board, line.seq)) }
    if (commit.seq !== (ends[i - 1] ?? after).seq + 1 || lastSeq(commit) !== end.seq)
      damagedAt(board, commit.seq, "its numbers do not follow the previous ones")
    return { commit, end, id: row?.[1] ?? "", size: bodies[i]?.length ?? 0 }
  })
}

/** A single commit, wherever it is: its content is verified, but not the commits before it. */
export function readRow(row: Row, board: string, read: ReadCommands): Commit {
  const body = row[2] ?? ""
  const before = { seq: Number(/^\{"seq":(\d+),/.exec(body)?.[1]) - 1, crc: body.slice(-27, -19) }
  const [found] = readRows([row], before, board, read)
  return found?.commit ?? damagedAt(board, before.seq + 1, "it is damaged")
}

/** Quotes any text for a statement, with a kind of quote that does not occur in the text. */
export function quote(text: string): string {
  for (let n = 0; ; n += 1) if (!text.includes(`$u${n}`)) return `$u${n}$${text}$u${n}$`
}

export function damagedAt(board: string, seq: number, what: string): never {
  fail("storage_damaged", {
    detail: `The table upnext.commits, board ${board}, event ${seq}: ${what}.`,
    facts: { part: "database", board, seq },
  })
}

export function diverged(board: string, seq: number): never {
  fail("storage_diverged", {
    detail: `The database has lost part of the board ${board} that was already read, up to event ${seq}.`,
    facts: { board, seq },
  })
}

// --- internal ---

/** `,"prev":"xxxxxxxx","crc":"xxxxxxxx"}` and its second half. */
const suffixLength = 36
const ownLength = 18

function verify(rows: readonly Row[], bodies: readonly string[], after: Position, board: string): Position[] {
  let before = after
  return bodies.map((body, i) => {
    const crc = crc32(body.slice(0, -ownLength)).toString(16).padStart(8, "0")
    const [prev, own] = [body.slice(-27, -19), body.slice(-10, -2)]
    if (own !== crc || body.slice(-suffixLength) !== `,"prev":"${prev}","crc":"${crc}"}`)
      damagedAt(board, before.seq + 1, "it is damaged")
    if (prev !== before.crc) {
      if (i === 0 && after.seq > 0) diverged(board, after.seq)
      damagedAt(board, before.seq + 1, "it does not follow the previous commit")
    }
    before = { seq: Number(rows[i]?.[0]), crc }
    return before
  })
}

const refuseAt =
  (board: string, seq: number) =>
  (what: string, isNewer: boolean): never => {
    if (!isNewer) damagedAt(board, seq, what)
    return fail("storage_newer_format", {
      detail: `The table upnext.commits, board ${board}, event ${seq}: ${what}.`,
      facts: { board, seq },
    })
  }
