/** How far the server's clock is ahead of this one, in ms; 0 while they agree as well as can be told. */
let aheadMs = 0

/** @param date the header of an answer: full seconds, and a little old when it arrives */
export function hearDate(date: string | null): void {
  const ahead = Date.parse(date ?? "") + 500 - Date.now()
  if (!Number.isNaN(ahead)) aheadMs = Math.abs(ahead) < 5000 ? 0 : ahead
}

/** The present by the clock of the server that answered last, in ms since 1970. */
export function boardNow(): number {
  return Date.now() + aheadMs
}
