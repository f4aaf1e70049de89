import type { StoredAnswer } from "./records.ts"
import { nameKey } from "../wire/names.ts"
import { createTable, type Table, type Undo } from "../collections/table.ts"

const hour = 3_600_000

/** How long the first answer to an Idempotency-Key is kept, in ms. */
export const answerLifetimeMs = 24 * hour

/** First answers by `answerKey`. Old ones are forgotten one hour's worth at a time, without visiting the others. */
export interface Answers {
  readonly table: Table<string, StoredAnswer>
  advance(now: number): void
}

/** The key of a stored answer: an `Idempotency-Key` belongs to the account that sent it. */
export function answerKey({ key, via }: { readonly key: string; readonly via?: string | undefined }): string {
  return via === undefined ? key : `${nameKey(via)}\n${key}`
}

export function createAnswers(undo: Undo): Answers {
  const hours = new Map<number, string[]>()
  let oldest = Infinity
  const table = createTable<string, StoredAnswer>(answerKey, undo, (_, after) => {
    if (!after) return
    const bucket = Math.floor(after.at / hour)
    const keys = hours.get(bucket)
    const key = answerKey(after)
    if (keys) keys.push(key)
    else hours.set(bucket, [key])
    oldest = Math.min(oldest, bucket)
  })

  function forget(bucket: number): void {
    for (const key of hours.get(bucket) ?? []) {
      const answer = table.get(key)
      if (answer && Math.floor(answer.at / hour) === bucket) table.delete(key)
    }
    hours.delete(bucket)
  }

  return {
    table,
    advance(now) {
      const last = Math.floor((now - answerLifetimeMs) / hour) // whole hours, so some stay up to one hour longer
      if (oldest >= last) return
      for (const bucket of [...hours.keys()]) if (bucket < last) forget(bucket)
      oldest = Math.min(...hours.keys())
    },
  }
}
