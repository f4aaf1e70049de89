import { bodyPatienceMs } from "./body.ts"

// A start reads these before it answers, so this file loads nothing that makes schemas.

/** The most bytes of a file, where no setting says. */
export const defaultFileBytes = 10 * 1024 ** 2

/** How long a request with a file of so many bytes may take to arrive, waiting for its turn included, in ms. */
export function longestRequestMs(maxBytes: number): number {
  return longestTurnMs + patienceOf(bodyPatienceMs, maxBytes)
}

/** How long a file of so many bytes may take at the slowest pace, beside this patience, in ms. */
export function patienceOf(patienceMs: number, bytes: number): number {
  return patienceMs + bytes / slowestBytesPerMs
}

// --- internal ---

/** 32 KiB a second. */
const slowestBytesPerMs = 32

/** Few files are taken at a time, so one may have to wait for others. */
const longestTurnMs = 10 * 60_000
