/**
 * Columns that a text takes in a terminal: two for East Asian wide characters and for emoji, none for marks that
 * combine with what they follow. Characters of ambiguous width (UAX #11) count as one, as they do outside of East
 * Asian settings; a terminal that draws a joined emoji in pieces needs more than is counted here.
 */
export function widthOf(text: string): number {
  if (plain.test(text)) return text.length
  let width = 0
  for (const letter of lettersOf(text)) width += letterWidth(letter)
  return width
}

/** The text if it fits; else its beginning and an ellipsis, together at most `width` columns. */
export function cutTo(text: string, width: number): string {
  if (widthOf(text) <= width) return text
  let cut = ""
  let left = width - 1
  for (const letter of lettersOf(text)) {
    left -= letterWidth(letter)
    if (left < 0) break
    cut += letter
  }
  return `${cut}…`
}

/** The text in pieces of at most `width` columns; a single letter that is wider is a piece of its own. */
export function piecesOf(text: string, width: number): string[] {
  if (widthOf(text) <= width) return [text]
  const pieces = [""]
  let left = width
  for (const letter of lettersOf(text)) {
    left -= letterWidth(letter)
    if (left < 0 && pieces.at(-1) !== "") {
      pieces.push("")
      left = width - letterWidth(letter)
    }
    pieces.push(`${pieces.pop() ?? ""}${letter}`)
  }
  return pieces
}

// --- internal ---

/**
 * Matches nearly every text: ASCII, Latin letters, and signs such as `…`, `→` and `✓`, all one column wide. Without it the
 * help of a command would load what splits a text into letters, which takes a tenth of its time.
 */
const plain = /^[\x20-\x7e\xa1-\xac\xae-\u024f\u2010-\u2027\u2030-\u205e\u2190-\u21ff\u2713\u2717]*$/

/** Made when it is needed: that takes half a millisecond, and few texts hold a letter that is not plain. */
const wide = (): RegExp =>
  /^(?![\uff61-\uffdc])(?:\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}|\p{Script=Hangul}|\p{Script=Bopomofo}|\p{Script=Yi}|\p{Emoji_Presentation}|[\u3000-\u303e\uff01-\uff60\uffe0-\uffe6])|\ufe0f/u

let widePattern: RegExp | undefined
let segmenter: Intl.Segmenter | undefined

/** Splits a text into what a reader sees as single letters. */
function* lettersOf(text: string): Generator<string, void> {
  segmenter ??= new Intl.Segmenter()
  for (const { segment } of segmenter.segment(text)) yield segment
}

function letterWidth(letter: string): number {
  return (widePattern ??= wide()).test(letter) ? 2 : 1
}
