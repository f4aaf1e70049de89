import type { DatabaseConnection } from "./connection.ts"
import { quote } from "./rows.ts"

/** The messages that servers of a board send each other with NOTIFY. They may be lost, so nothing depends on them. */
export type ServerNotice =
  | { readonly kind: "appended"; readonly from: string; readonly seq: number }
  | { readonly kind: "proof"; readonly from: string; readonly n: number }
  | { readonly kind: "told"; readonly from: string; readonly text: string }

export const channelOf = (board: number): string => `upnext_${board}`

export async function sendNotices(
  connection: DatabaseConnection,
  board: number,
  texts: readonly string[],
): Promise<void> {
  const calls = texts.map((text) => `pg_notify('${channelOf(board)}', ${quote(text)})`)
  // Nothing depends on a notice, so nobody waits until its transaction is on disk.
  await connection.query(`begin; set local synchronous_commit = off; select ${calls.join(", ")}; commit`)
}

export const encodeAppended = (from: string, seq: number): string => `a ${from} ${seq}`
export const encodeProof = (from: string, n: number): string => `p ${from} ${n}`

/**
 * Splits a text into as many notices as it needs, because PostgreSQL accepts less than 8,000 bytes in each. `n`
 * distinguishes the texts.
 */
export function encodeTold(from: string, n: number, text: string): string[] {
  const bytes = Buffer.from(text).toString("base64")
  const count = Math.max(1, Math.ceil(bytes.length / partLength))
  return Array.from(
    { length: count },
    (_, i) => `t ${from} ${n} ${i} ${count} ${bytes.slice(i * partLength, (i + 1) * partLength)}`,
  )
}

/**
 * Reassembles the parts of notices. Returns undefined for a part that is not the last one, and for a part that it
 * cannot read.
 */
export function createNoticeReader(): (payload: string) => ServerNotice | undefined {
  /** By server: the parts of the text that is arriving. An incomplete text is dropped when the next text arrives. */
  const arriving = new Map<string, { n: string; parts: string[] }>()
  return (payload) => {
    const [kind, from = "", n = "", part = "", count = "", text = ""] = payload.split(" ")
    if (kind === "a") return { kind: "appended", from, seq: Number(n) }
    if (kind === "p") return { kind: "proof", from, n: Number(n) }
    if (kind !== "t") return undefined
    const before = arriving.get(from)
    const parts = before?.n === n ? before.parts : []
    if (Number(part) !== parts.length) {
      arriving.delete(from)
      return undefined
    }
    parts.push(text)
    if (parts.length < Number(count)) {
      arriving.set(from, { n, parts })
      return undefined
    }
    arriving.delete(from)
    return { kind: "told", from, text: Buffer.from(parts.join(""), "base64").toString() }
  }
}

// --- internal ---

const partLength = 7_800
