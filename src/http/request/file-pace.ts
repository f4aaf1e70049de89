import { bodyPatienceMs } from "./body.ts"

// A start reads these values before it answers, so this file does not load any module that creates schemas.

/** The most bytes of a file, where no setting says. */
export const defaultFileBytes = 10 * 1024 ** 2

/** How long a request with a file of this size may take to arrive, including the wait for its turn, in ms. */
export function longestRequestMs(maxBytes: number): number {
  return longestTurnMs + patienceOf(bodyPatienceMs, maxBytes)
}

/** How long a file of this size may take at the slowest pace, in addition to this patience, in ms. */
export function patienceOf(patienceMs: number, bytes: number): number {
  return patienceMs + bytes / slowestBytesPerMs
}

// --- internal ---

/** 32 KiB a second. */
const slowestBytesPerMs = 32

/** Only a few files are accepted at a time, so a file may have to wait for others. */
const longestTurnMs = 10 * 60_000
