import { fail } from "../errors.ts"

/** The position of the damage: the line counts from 1 (0: not counted), the offset in bytes from 0. */
export interface Spot {
  readonly file: string
  readonly line: number
  readonly offset: number
}

/** Refuses damaged data with `storage_damaged` and names the position. Called before anything was changed. */
export function damaged(spot: Spot, what: string): never {
  fail("storage_damaged", { detail: detailOf(spot, what), facts: { ...spot } })
}

/** In the same way, refuses data that only a newer Upnext can have written, with `storage_newer_format`. */
export function newer(spot: Spot, what: string): never {
  fail("storage_newer_format", { detail: detailOf(spot, what), facts: { ...spot } })
}

// --- internal ---

function detailOf({ file, line, offset }: Spot, what: string): string {
  return `${file}: ${line > 0 ? `line ${line}, ` : ""}byte ${offset}: ${what}`
}
