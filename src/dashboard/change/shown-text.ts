import { shown } from "../../domain/wire/clean-text.ts"

/** A line as a reviewer is to see it: what would hide is written out. */
export const shownText = (text: string) =>
  shown(text, (char) => `‹U+${(char.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}›`)
