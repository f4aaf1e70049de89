/** A word of a query. */
export interface Wanted {
  readonly term: string
  /** Longer words that begin with it match too, since the user may still be typing it. */
  readonly isPrefix: boolean
}

/**
 * Calls `visit` for each word of a text in the form of the index: NFKC, lower case, without the accents of Latin, Greek
 * and Cyrillic letters. In scripts without spaces between words, each character begins one term: it and the next
 * character, or for the last one the character alone.
 */
export function eachWord(text: string, visit: (term: string) => void): void {
  for (const run of runs(text)) {
    if (!patterns().isUnspaced.test(run)) {
      visit(cut(run))
      continue
    }
    const letters = Array.from(run)
    letters.forEach((letter, i) => visit(letter + (letters[i + 1] ?? "")))
  }
}

/**
 * Calls `visit` for each word of a text with its place in it, in UTF-16 units. The place of a term that is two characters
 * of a script without spaces covers both.
 */
export function eachPlace(text: string, visit: (term: string, start: number, end: number) => void): void {
  for (const { 0: run, index } of text.matchAll(patterns().run)) {
    if (isPlain.test(run)) {
      visit(cut(run.toLowerCase()), index, index + run.length)
      continue
    }
    if (!patterns().isUnspaced.test(run)) {
      eachWord(run, (term) => visit(term, index, index + run.length))
      continue
    }
    let start = index
    const letters = Array.from(run)
    letters.forEach((letter, i) => {
      const both = letter + (letters[i + 1] ?? "")
      const term = fold(both)
      visit(term, start, start + both.length)
      start += letter.length
    })
  }
}

/** The words of a query, each once. The last one may be incomplete. */
export function wantedWords(text: string): Wanted[] {
  const wanted: Wanted[] = []
  for (const run of runs(text)) {
    const letters = Array.from(run)
    if (!patterns().isUnspaced.test(run)) wanted.push({ term: cut(run), isPrefix: false })
    else if (letters.length === 1) wanted.push({ term: run, isPrefix: true })
    else
      for (let i = 1; i < letters.length; i++)
        wanted.push({ term: `${letters[i - 1]}${letters[i]}`, isPrefix: false })
  }
  const last = wanted.at(-1)
  const once = new Map(wanted.map((each) => [each.term, each]))
  if (last) once.set(last.term, { ...last, isPrefix: true })
  return [...once.values()]
}

// --- internal ---

const unspaced =
  "\\p{scx=Han}\\p{scx=Hiragana}\\p{scx=Katakana}\\p{scx=Thai}\\p{scx=Lao}\\p{scx=Khmer}\\p{scx=Myanmar}"

/** Made when the first text that is not plain comes: it takes some milliseconds, and a server starts without it. */
const patterns = (): Patterns =>
  (made ??= {
    isUnspaced: new RegExp(`^[${unspaced}]`, "u"),
    run: new RegExp(
      `(?:(?=[\\p{L}\\p{N}\\p{M}])[${unspaced}])+|(?![${unspaced}])[\\p{L}\\p{N}](?:(?![${unspaced}])[\\p{L}\\p{N}\\p{M}])*`,
      "gu",
    ),
  })

interface Patterns {
  readonly isUnspaced: RegExp
  readonly run: RegExp
}

let made: Patterns | undefined

const isPlain = /^[\x00-\x7f]*$/ // oxlint-disable-line no-control-regex
const plainPattern = /[a-z\d]+/g
/** Longer words are cut, in texts and in queries. */
const longest = 40

/** The runs of letters and digits of a text, each in one family of scripts. */
function runs(text: string): readonly string[] {
  if (isPlain.test(text)) return text.toLowerCase().match(plainPattern) ?? []
  return fold(text).match(patterns().run) ?? []
}

function fold(text: string): string {
  const folded = text
    .normalize("NFKD")
    .replace(/[\u0300-\u036f]/g, "")
    .normalize("NFKC")
    .toLowerCase()
  // Lower case can add marks: İ becomes i with a combining dot above.
  return folded.replace(/[\u0300-\u036f]/g, "")
}

function cut(word: string): string {
  return word.length <= longest ? word : word.slice(0, longest).toWellFormed()
}
