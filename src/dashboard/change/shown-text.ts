/** Characters that are not seen, or that change the order of what is seen, so that code reads other than it runs. */
const unseen = /[\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g

/** A line as a reviewer is to see it: what would hide is written out. */
export function shownText(text: string): string {
  return text.replace(
    unseen,
    (char) => `‹U+${char.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}›`,
  )
}
