import type { TextMark } from "../../domain/wire/match-schema.ts"

/** A text of which some parts are marked. */
export function Marked({ text, marks }: { text: string; marks: readonly TextMark[] }) {
  const starts = [0, ...marks.map(({ end }) => end)]
  return (
    <>
      {marks.map(({ start, end }, i) => [
        text.slice(starts[i], start),
        <mark key={start}>{text.slice(start, end)}</mark>,
      ])}
      {text.slice(starts.at(-1))}
    </>
  )
}
