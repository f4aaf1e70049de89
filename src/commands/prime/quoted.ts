import { line } from "../../terminal/output.ts"

/** Words of others, on one line, in quotes that they cannot close, and of so many bytes at most. */
export function quoted(text: string, bytes: number): string {
  const clean = line(text.slice(0, 4 * bytes))
  let kept = ""
  for (const char of clean) {
    if (Buffer.byteLength(kept + char) > bytes) return JSON.stringify(`${kept}…`)
    kept += char
  }
  return JSON.stringify(kept)
}
