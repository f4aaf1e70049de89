import { placeText, type LinePlace } from "../../domain/wire/tasks/place.ts"

/** A line of a change, as `src/a.ts:12`. A path reads from left to right, whatever letters are in it. */
export function PlaceName({ place }: { place: LinePlace }) {
  return (
    <code class="file-line" dir="ltr">
      {placeText(place)}
    </code>
  )
}
