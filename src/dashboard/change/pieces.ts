import type { CodeToken } from "./colours.ts"
import type { WordPiece } from "./marked-words.ts"

/** A word of a line, or what stands between such words, in the colours of its language. */
export interface LinePiece {
  readonly isMarked: boolean
  readonly tokens: readonly CodeToken[]
}

/** Cuts the tokens of a line where its marked words begin and end. Both are pieces of the same text. */
export function layOver(tokens: readonly CodeToken[], words: readonly WordPiece[]): LinePiece[] {
  const rest = [...tokens]
  return words.map(({ text, isMarked }) => {
    const taken: CodeToken[] = []
    for (let left = text.length; left > 0;) {
      const [first] = rest
      if (!first) break
      taken.push({ ...first, text: first.text.slice(0, left) })
      if (first.text.length > left) rest[0] = { ...first, text: first.text.slice(left) }
      else rest.shift()
      left -= first.text.length
    }
    return { isMarked, tokens: taken }
  })
}
