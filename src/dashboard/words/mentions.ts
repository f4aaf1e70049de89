/** Known agents, by their name in small letters. */
export type Agents = ReadonlyMap<string, unknown>

export interface Piece {
  readonly text: string
  readonly isMention: boolean
}

/** Cuts a text where it calls known agents: `@name`, the longest that fits, or `@"a name"`. */
export function cutMentions(text: string, agents: Agents): Piece[] {
  const pieces: Piece[] = []
  let from = 0
  for (const { index } of text.matchAll(/(?<![\p{L}\p{N}_@])@/gu)) {
    if (index < from) continue
    const length = lengthAt(text.slice(index + 1, index + 1 + longest), agents)
    if (length === 0) continue
    if (index > from) pieces.push({ text: text.slice(from, index), isMention: false })
    from = index + 1 + length
    pieces.push({ text: text.slice(index, from), isMention: true })
  }
  if (from < text.length) pieces.push({ text: text.slice(from), isMention: false })
  return pieces
}

// --- internal ---

/** A name has up to 64 characters; in quotes two more. */
const longest = 66

/** How many characters of it name an agent. */
function lengthAt(text: string, agents: Agents): number {
  const [quoted, inside = ""] = /^"([^"\n]{1,64})"/.exec(text) ?? []
  if (quoted !== undefined) return agents.has(inside.trim().toLowerCase()) ? quoted.length : 0
  for (let length = text.length; length > 0; length--) {
    // A name does not end within a word.
    if (/[\p{L}\p{N}]/u.test(text[length] ?? "") && /[\p{L}\p{N}]/u.test(text[length - 1] ?? "")) continue
    if (agents.has(text.slice(0, length).toLowerCase())) return length
  }
  return 0
}
