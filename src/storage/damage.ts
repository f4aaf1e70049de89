import { fail } from "../errors.ts"

/** Where something is wrong: the line counts from 1 (0: not counted), the offset in bytes from 0. */
export interface Spot {
  readonly file: string
  readonly line: number
  readonly offset: number
}

/** Refuses damaged data with `storage_damaged`, naming the spot. It is called before anything was changed. */
export function damaged(spot: Spot, what: string): never {
  fail("storage_damaged", { detail: detailOf(spot, what), facts: { ...spot } })
}

/** Refuses what only a newer Upnext can have written with `storage_newer_format`, in the same way. */
export function newer(spot: Spot, what: string): never {
  fail("storage_newer_format", { detail: detailOf(spot, what), facts: { ...spot } })
}

// --- internal ---

function detailOf({ file, line, offset }: Spot, what: string): string {
  return `${file}: ${line > 0 ? `line ${line}, ` : ""}byte ${offset}: ${what}`
}
