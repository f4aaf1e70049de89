import type { ImportRecord } from "../board/imports/import-records.ts"
import type { ImportView } from "../wire/imports/import-view-schemas.ts"
import { iso } from "../wire/time.ts"

/** An import that receives no part for this long has been interrupted. */
const silentMs = 60_000

export function viewImport(record: ImportRecord, now: number): ImportView {
  const { n, kind, name, state, by, at, heardAt, endedAt, added, changed } = record
  return {
    id: `I-${n}`,
    ...{ kind, name, state, by },
    origin: record.origin ?? null,
    at: iso(at),
    heardAt: iso(heardAt),
    endedAt: iso(endedAt),
    silent: state === "open" && now - heardAt >= silentMs,
    ...{ added, changed },
  }
}
