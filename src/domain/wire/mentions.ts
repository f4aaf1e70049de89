/** A place in a text where somebody is called. */
export interface Mention {
  /** Where the `@` stands. */
  readonly from: number
  /** Where the name, or its closing quote, has ended. */
  readonly to: number
  readonly name: string
}

/** More mentions than this in one text are ignored. */
const most = 50
/** A name has at most 64 characters of Unicode, and each may take two code units of a string. */
const longest = 128

/**
 * Where a text mentions known names by `@name`. It uses the longest known name that ends where a word ends, or the
 * quoted name (`@"Ann Lee"`). An `@` inside a word, as in an email address, is not a mention. Code is treated like
 * other text: a needless notice costs a glance, a missing one may cost a day.
 * @param find the known name that is spelt like this, if there is one
 */
export function mentionsIn(text: string, find: (written: string) => string | undefined): Mention[] {
  const found: Mention[] = []
  let count = 0
  for (let at = text.indexOf("@"); at >= 0 && count < most; at = text.indexOf("@", at + 1)) {
    if (isInWord(text, at)) continue
    count++
    const mention = mentionAt(text, at, find)
    if (mention) found.push(mention)
  }
  return found
}

/** True where an `@` belongs to an address or a word. */
export function isInWord(text: string, at: number): boolean {
  // Tests that character alone, because V8 14 does not find a character of two code units before a bare `$`.
  const before = Array.from(text.slice(Math.max(0, at - 2), at)).at(-1) ?? ""
  return /^[\p{L}\p{N}\p{M}_@]/u.test(before)
}

/** How to mention a name so that the following text is not taken for a part of the name. */
export function writeMention(name: string): string {
  return /\s/.test(name) && !name.includes('"') ? `@"${name}"` : `@${name}`
}

// --- internal ---

/** Matches text that continues the name found: `@anna`, `@ann-lee` and `@ann@example.com` do not mention `ann`. */
const goesOn = /^(?:[\p{L}\p{N}\p{M}_]|[-.+@][\p{L}\p{N}_])/u

function mentionAt(
  text: string,
  from: number,
  find: (written: string) => string | undefined,
): Mention | undefined {
  const after = text.slice(from + 1, from + 1 + longest + 3)
  const quoted = /^"([^"\n]{1,128})"/.exec(after)?.[1]
  if (quoted !== undefined) {
    const name = find(quoted.trim())
    return name === undefined ? undefined : { from, to: from + quoted.length + 3, name }
  }
  for (let end = Math.min(longest, after.length); end > 0; end--) {
    if (goesOn.test(after.slice(end, end + 3))) continue
    const name = find(after.slice(0, end))
    if (name !== undefined) return { from, to: from + 1 + end, name }
  }
  return undefined
}
