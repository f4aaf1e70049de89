import { hash } from "node:crypto"
import { needKey } from "../domain/wire/tasks/need-words.ts"
import { tellNeed, type NeedMessage, type NeedToTell } from "./message.ts"

export interface NeedsPage {
  readonly needs: readonly NeedToTell[]
  /** How many there are, also those that the page has no room for. */
  readonly total: number
}

/** What is kept of a target, so that a need is told once and none is lost. */
export interface KeptTarget {
  /** The needs that were told and are still there. */
  told: readonly string[]
  /** The needs of a message that was begun. It may have arrived, so it is sent again as it was, under the same id. */
  begun?: readonly string[] | undefined
  /** When the last message was begun, in ms since 1970. */
  at?: number | undefined
}

/** The needs that the next message tells, by their keys. */
export interface NeedBatch {
  readonly keys: readonly string[]
  readonly message: NeedMessage
}

/** Forgets in `kept` what is gone, so that it is new if it comes back. Undefined where nothing is new. */
export function nextBatch(
  kept: KeptTarget,
  page: NeedsPage,
  { board, publicUrl }: { readonly board: string; readonly publicUrl: string | undefined },
): NeedBatch | undefined {
  const found = new Map(page.needs.map((need) => [needKey(need), need]))
  // Of a page that does not hold all, nothing follows from what it lacks.
  const isWhole = page.total === found.size
  if (isWhole) kept.told = kept.told.filter((key) => found.has(key))
  const told = new Set(kept.told)
  const fresh = [...found.keys()].filter((key) => !told.has(key))
  const isAgain = kept.begun?.some((key) => fresh.includes(key)) === true
  if (!isAgain) kept.begun = undefined
  if (fresh.length === 0) return undefined
  const keys = kept.begun ?? fresh.slice(0, mostInMessage)
  const needs = keys.flatMap((key) => found.get(key) ?? []).map((need) => tellNeed(need, publicUrl))
  const more = isAgain ? 0 : fresh.length - keys.length + page.total - found.size
  return { keys, message: { id: idOf(board, keys), board, type: "need.opened", needs, more } }
}

// --- internal ---

/** Receivers take so much, about 40 KB; the next message tells the others. */
const mostInMessage = 100

/** The same needs have the same id, so that a receiver knows a repeat. */
function idOf(board: string, keys: readonly string[]): string {
  return `need_${hash("sha256", [board, ...keys.toSorted()].join("\n"), "hex").slice(0, 32)}`
}
