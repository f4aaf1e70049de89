import { isSameName } from "../../domain/wire/names.ts"
import { placeText, type LinePlace } from "../../domain/wire/tasks/place.ts"

interface Props {
  /** Without one nothing is shown. */
  text: string | null | undefined
  /** Our own words around it. */
  before?: string
  after?: string
}

/**
 * Shows other people's text inside a sentence of ours. The order of our words stays as it is, even if the text holds
 * bidi control characters. `<bdi>` alone is not enough: an unmatched "pop" character (U+2069) in the text would end its
 * isolation. So this adds a pop for each isolate that the text leaves open, and removes each pop that closes none.
 */
export function Isolated({ text, before, after }: Props) {
  if (text == null) return null
  return (
    <>
      {before}
      <bdi>{closed(text)}</bdi>
      {after}
    </>
  )
}

/** Whoever did something, in a sentence about it. */
export function Who({ name }: { name: string }) {
  return (
    <strong>
      <Isolated text={name} />
    </strong>
  )
}

/** The account that something came by, where it has another name than whoever did it. */
export function Via({ who, via }: { who: string | null; via: string | undefined }) {
  if (via === undefined || isSameName(via, who)) return null
  return (
    <span class="muted via">
      {" via "}
      <Isolated text={via} />
    </span>
  )
}

/** A line of a change, as `src/a.ts:12`. A path reads from left to right, whatever letters are in it. */
export function PlaceName({ place }: { place: LinePlace }) {
  return (
    <code class="file-line" dir="ltr">
      {placeText(place)}
    </code>
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
