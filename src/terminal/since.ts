import { boardNow } from "../client/board-clock.ts"
import { parseDuration } from "../domain/wire/duration.ts"
import { toTime } from "./input.ts"

/** The moment that `--since` means, in ms. @throws invalid_input */
export function momentSince(given: string): number {
  const asked = toTime(given, "since", { looksBack: true })
  const length = parseDuration(asked)
  return length === undefined ? Date.parse(asked) : boardNow() - length
}
