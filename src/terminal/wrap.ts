import { cutTo, widthOf } from "./width.ts"

/** Breaks a text at its spaces into lines of at most `width` columns. A word that is longer is cut. */
export function wrap(text: string, width: number): string[] {
  const lines: string[] = []
  let current = ""
  for (const word of text.split(" ")) {
    const longer = current === "" ? word : `${current} ${word}`
    if (widthOf(longer) <= width) {
      current = longer
      continue
    }
    if (current !== "") lines.push(current)
    current = cutTo(word, width)
  }
  return [...lines, current]
}
