/** @param time ms since 1970, or null for never */
export function iso(time: number): string
export function iso(time: number | null): string | null
export function iso(time: number | null): string | null {
  return time === null ? null : new Date(time).toISOString()
}
