import type { ChangeRow } from "./read-change.ts"
import type { WordPiece } from "./marked-words.ts"
import { shownText } from "./shown-text.ts"

interface Props {
  row: ChangeRow
  /** Its place among the rows. */
  i: number
  /** Tab leads to it; from there the arrow keys lead to the others. */
  isFirst: boolean
  pieces: readonly WordPiece[] | undefined
  /** `src/a.ts:12` */
  label: string
}

export function ChangeLine({ row, i, isFirst, pieces, label }: Props) {
  const { kind, text } = row
  if (kind === "gap" || kind === "note") return <p class={`diff-${kind}`}>{text}</p>
  return (
    <div class={`diff-line ${kind}`}>
      <button type="button" data-row={i} tabIndex={isFirst ? 0 : -1} aria-label={`Comment on ${label}`}>
        {row.new ?? row.old}
      </button>
      <code dir="ltr">
        {signs[kind]}
        {pieces
          ? pieces.map((piece, k) =>
              piece.isMarked ? <mark key={k}>{shownText(piece.text)}</mark> : shownText(piece.text),
            )
          : shownText(text)}
      </code>
    </div>
  )
}

// --- internal ---

const signs = { same: " ", added: "+", removed: "-" }
