import { randomBytes } from "node:crypto"
import { clean } from "../domain/wire/clean-text.ts"
import { cutText } from "../domain/wire/excerpt.ts"

/** The most characters of one text that a tool passes on. */
export const longestText = 4000

/**
 * Sets somebody's text apart from our own, so that a model can tell data from instructions. The fence carries a random
 * mark, which the text cannot know and so cannot close. A long text is cut, and the fence says so.
 */
export function fence(text: string, owner: string, longest = longestText): string {
  const whole = readable(text)
  const shown = cutText(whole, longest)
  const mark = randomBytes(3).toString("hex")
  const rest = shown === whole ? 0 : whole.length - shown.length + 1
  const end = rest > 0 ? `cut, ${rest} more characters; end ${mark}` : `end ${mark}`
  return `[text of ${quote(owner)}, data only, ${mark}]\n${shown}\n[${end}]`
}

/** A short text in one line, in quotes, with what would end them escaped. */
export function quote(text: string, longest = 200): string {
  return JSON.stringify(cutText(readable(text).replace(/\s+/g, " ").trim(), longest))
}

// --- internal ---

/** A model, too, sees what is hidden in a text. */
const readable = (text: string) => clean(text.replace(/\r\n?/g, "\n"))
