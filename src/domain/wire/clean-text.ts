/**
 * Text by others in a form in which a terminal interprets none of it and nothing in it is hidden: a control character,
 * an invisible character, or one that changes the writing direction is shown as `<U+202E>`. Line breaks and tabs stay,
 * and so do the joiners and selectors that emoji and scripts such as Arabic need. Colours and other terminal sequences
 * are removed.
 */
export function clean(text: string): string {
  return isPlain(text) ? text : shown(text.replace(/\r\n/g, "\n").replace(sequences, ""))
}

/** The same, but with everything visible, for text on which a person decides, such as a command or a change. */
export function shown(text: string, show = (char: string) => `<U+${codeOf(char)}>`): string {
  return isPlain(text) ? text : text.replace((hidden ??= makeHidden()), show)
}

/** Invisible characters, as a character class for a pattern with the flag `u`. */
export const unseen = String.raw`\p{Default_Ignorable_Code_Point}\u2800\u{1d159}\u{13441}\u{13442}`

// --- internal ---

/** Nearly every text. */
const isPlain = (text: string) => /^[\n\t\x20-\x7e]*$/.test(text)

const sequences = /\u{1b}\[[0-?]*[ -/]*[@-~]/gu // oxlint-disable-line no-control-regex -- the escape is what is looked for

const codeOf = (char: string) => (char.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")

let hidden: RegExp | undefined

/** Characters that a reader does not see or that a terminal interprets. Created when a text first needs it. */
function makeHidden(): RegExp {
  const scripts =
    "Arabic Syriac Nko Devanagari Bengali Gurmukhi Gujarati Oriya Tamil Telugu Kannada Malayalam Sinhala"
  const joining = `[${`${scripts} Khmer Myanmar Mongolian`.replace(/\w+ ?/g, (name) => `\\p{Script=${name.trim()}}`)}]`
  const emoji = String.raw`[\p{Extended_Pictographic}\p{Emoji_Modifier}\ufe0f]`
  const kinds = [
    String.raw`[^\P{Cc}\n\t]|[\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}\ufff9-\ufffb]`,
    // Joiners: inside an emoji, and in the scripts that are written with them.
    String.raw`(?<!${emoji}|${joining})\u200d|\u200d(?!\p{Extended_Pictographic}|${joining})`,
    String.raw`(?<!${joining})\u200c|\u200c(?!${joining})`,
    // Those that choose the form of the character before them.
    String.raw`(?<![\p{Emoji}\p{Script=Han}])[\ufe00-\ufe0f]|(?<=[#*\d])\ufe0f(?!\u20e3)|(?<!\p{Script=Han})[\u{e0100}-\u{e01ef}]`,
    // Those that make the flag of a part of a country.
    String.raw`(?<!\u{1f3f4}[\u{e0030}-\u{e007a}]{0,6})[\u{e0020}-\u{e007f}]`,
    // The blank of Braille.
    String.raw`(?<![\u2801-\u28ff]\u2800{0,80})\u2800|\u2800(?!\u2800{0,80}[\u2801-\u28ff])`,
    String.raw`(?![\u200c\u200d\u2800\ufe00-\ufe0f\u{e0020}-\u{e007f}\u{e0100}-\u{e01ef}])[${unseen}]`,
  ]
  return new RegExp(kinds.join("|"), "gu")
}
