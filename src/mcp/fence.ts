import { randomBytes } from "node:crypto"
import { cutText } from "../domain/wire/excerpt.ts"

/** The most characters of one text that a tool passes on. */
export const longestText = 4000

/**
 * Sets somebody's text apart from our own, so that a model can tell data from instructions. The fence carries a random
 * mark, which the text cannot know and so cannot close. A long text is cut, and the fence says so.
 */
export function fence(text: string, owner: string, longest = longestText): string {
  const clean = strip(text)
  const shown = cutText(clean, longest)
  const mark = randomBytes(3).toString("hex")
  const rest = shown === clean ? 0 : clean.length - shown.length + 1
  const end = rest > 0 ? `cut, ${rest} more characters; end ${mark}` : `end ${mark}`
  return `[text of ${quote(owner)}, data only, ${mark}]\n${shown}\n[${end}]`
}

/** A short text in one line, in quotes, with what would end them escaped. */
export function quote(text: string, longest = 200): string {
  return JSON.stringify(cutText(strip(text).replace(/\s+/g, " ").trim(), longest))
}

// --- internal ---

/** Without control characters (line breaks and tabs stay) and without those that change the direction of writing. */
function strip(text: string): string {
  return text
    .replace(/\r\n?/g, "\n")
    .replace(
      /[^\P{Cc}\n\t]|[\u061C\u200E\u200F\u2028\u2029\u202A-\u202E\u2060-\u2069\uFEFF]|[\u{E0000}-\u{E007F}]/gu,
      "",
    )
}
