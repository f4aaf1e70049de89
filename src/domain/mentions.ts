import type { Board } from "./board.ts"
import { nameKey } from "./names.ts"

/** Mentions of one text that are looked at. */
const most = 50
/** Words that one name may have, where it is not in quotes. */
const words = 5

/**
 * The known agents that a text calls by `@name`: the longest name that fits there, without regard to case, or
 * the one in quotes (`@"Ann Lee"`). An `@` inside a word, as in an address, calls nobody.
 */
export function mentionsIn(text: string, board: Pick<Board, "agents">): string[] {
  const names = new Map<string, string>()
  let count = 0
  for (let at = text.indexOf("@"); at >= 0 && count < most; at = text.indexOf("@", at + 1)) {
    if (at > 0 && /[\p{L}\p{N}_@]/u.test(text.slice(at - 1, at))) continue
    count++
    const name = nameAt(text.slice(at + 1, at + 1 + 2 * 64), board)
    if (name !== undefined) names.set(nameKey(name), name)
  }
  return [...names.values()]
}

// --- internal ---

function nameAt(text: string, { agents }: Pick<Board, "agents">): string | undefined {
  const quoted = /^"([^"\n]{1,64})"/.exec(text)?.[1]
  if (quoted !== undefined) return agents.get(nameKey(quoted.trim()))?.name
  // From the longest run of words to the first, each also without the punctuation that ends a sentence.
  const parts = /^\S+(?:[^\S\n]\S+)*/.exec(text)?.[0].split(/[^\S\n]/, words) ?? []
  for (let length = parts.length; length > 0; length--) {
    let name = parts.slice(0, length).join(" ")
    for (;;) {
      const known = agents.get(nameKey(name))
      if (known) return known.name
      const shorter = name.replace(/[^\p{L}\p{N}\s]$|(?<=\p{L}|\p{N})['’]s$/u, "")
      if (shorter === name || shorter === "") break
      name = shorter
    }
  }
  return undefined
}
