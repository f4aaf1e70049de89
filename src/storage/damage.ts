import { fail } from "../errors.ts"

/** Where something is wrong: the line counts from 1 (0: not counted), the offset in bytes from 0. */
export interface Spot {
  readonly file: string
  readonly line: number
  readonly offset: number
}

/** Refuses damaged data with `storage_damaged`, naming the spot. It is called before anything was changed. */
export function damaged(spot: Spot, what: string): never {
  const line = spot.line > 0 ? `line ${spot.line}, ` : ""
  fail("storage_damaged", { detail: `${spot.file}: ${line}byte ${spot.offset}: ${what}`, facts: { ...spot } })
}
