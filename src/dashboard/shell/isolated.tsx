/**
 * Somebody's words amid ours, which keep their order whatever direction is in them. The element's own isolation
 * ends at the first sign for an end that is not spoken for, so each beginning in the text gets an end, and an
 * end without a beginning goes.
 */
export function Isolated({ text }: { text: string }) {
  return <bdi>{closed(text)}</bdi>
}

// --- internal ---

const begins = /[\u2066-\u2068]/
const end = "\u2069"

function closed(text: string): string {
  if (!begins.test(text) && !text.includes(end)) return text
  let open = 0
  let kept = ""
  for (const letter of text) {
    if (letter === end && open === 0) continue
    if (letter === end) open--
    else if (begins.test(letter)) open++
    kept += letter
  }
  return kept + end.repeat(open)
}
