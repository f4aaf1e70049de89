/** The beginning of a text on one line, at most 200 characters. */
export function excerpt(text: string): string {
  const line = Array.from(text.trimStart().slice(0, 1000).replace(/\s+/g, " ").trimEnd())
  return line.length > 200 ? `${line.slice(0, 199).join("")}…` : line.join("")
}
