import type { Board } from "../board/board.ts"
import { nameKey } from "../wire/names.ts"

/** More mentions than this in one text are ignored. */
const most = 50
/** A name has at most 64 characters of Unicode, and each may take two code units of a string. */
const longest = 128

/**
 * The known agents that a text mentions by `@name`, without regard to case. It takes the longest known name that ends
 * where a word ends, or the name in quotes (`@"Ann Lee"`). An `@` inside a word, as in an address, is no mention. Code
 * is read like other text: a needless notice costs a glance, a missing one may cost a day.
 */
export function mentionsIn(text: string, board: Pick<Board, "agents">): string[] {
  const names = new Map<string, string>()
  let count = 0
  for (let at = text.indexOf("@"); at >= 0 && count < most; at = text.indexOf("@", at + 1)) {
    if (inWord.test(text.slice(Math.max(0, at - 2), at))) continue
    count++
    const name = nameAt(text.slice(at + 1), board)
    if (name !== undefined) names.set(nameKey(name), name)
  }
  return [...names.values()]
}

// --- internal ---

/** Matches text that ends in a word: an `@` behind it belongs to an address or to the word. */
const inWord = /[\p{L}\p{N}\p{M}_@]$/u
/** Matches text that continues the name found: `@anna`, `@ann-lee` and `@ann@example.com` do not mention `ann`. */
const goesOn = /^(?:[\p{L}\p{N}\p{M}_]|[-.+@][\p{L}\p{N}_])/u

function nameAt(text: string, { agents }: Pick<Board, "agents">): string | undefined {
  const quoted = /^"([^"\n]{1,128})"/.exec(text.slice(0, longest + 2))?.[1]
  if (quoted !== undefined) return agents.get(nameKey(quoted.trim()))?.name
  for (let end = Math.min(longest, text.length); end > 0; end--) {
    if (goesOn.test(text.slice(end, end + 3))) continue
    const known = agents.get(nameKey(text.slice(0, end)))
    if (known) return known.name
  }
  return undefined
}
