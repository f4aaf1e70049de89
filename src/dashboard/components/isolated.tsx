/**
 * Shows other people's text inside a sentence of ours. The order of our words stays as it is, even if the text holds
 * bidi control characters. `<bdi>` alone is not enough: an unmatched "pop" character (U+2069) in the text would end its
 * isolation. So this adds a pop for each isolate that the text leaves open, and removes each pop that closes none.
 */
export function Isolated({ text }: { text: string }) {
  return <bdi>{closed(text)}</bdi>
}

/** Whoever did something, in a sentence about it. */
export function Who({ name }: { name: string }) {
  return (
    <strong>
      <Isolated text={name} />
    </strong>
  )
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
