import { layOver, type WordPiece } from "./marked-words.ts"
import type { CodeToken } from "./colours.ts"
import type { ChangeRow } from "./read-change.ts"
import { shownText } from "./shown-text.ts"

export interface ChangeLineProps {
  row: ChangeRow
  /** Its place among the rows. */
  i: number
  /** Tab leads to it; from there the arrow keys lead to the others. */
  isFirst: boolean
  tokens: readonly CodeToken[] | undefined
  words: readonly WordPiece[] | undefined
  /** `src/a.ts:12` */
  label: string
  /** It stands at the right as well, where it is commented. */
  isCopy?: boolean
}

/** A line of a file: its number, which takes a comment, the sign of what was done to it, and its text. */
export function ChangeLine({ row, i, isFirst, tokens, words, label, isCopy = false }: ChangeLineProps) {
  const { kind, text } = row
  if (kind === "gap" || kind === "note") return <p class={`diff-${kind}`}>{text}</p>
  return (
    <div class={`diff-line ${kind}`} aria-hidden={isCopy ? "true" : undefined}>
      {isCopy ? (
        <span class="diff-number">{row.old}</span>
      ) : (
        <button
          type="button"
          class="diff-number"
          data-row={i}
          tabIndex={isFirst ? 0 : -1}
          aria-label={`Comment on ${label}`}
          aria-keyshortcuts="c"
          title="Comment on this line (c)"
        >
          {row.new ?? row.old}
        </button>
      )}
      <span class="diff-sign">{signs[kind]}</span>
      <code dir="ltr">
        {layOver(tokens ?? [{ text, kind: undefined }], words ?? [{ text, isMarked: false }]).map(
          (piece, k) => {
            const shown = piece.tokens.map(drawToken)
            return piece.isMarked ? <mark key={k}>{shown}</mark> : shown
          },
        )}
      </code>
    </div>
  )
}

// --- internal ---

function drawToken({ text, kind }: CodeToken, i: number) {
  const said = shownText(text)
  return kind === undefined ? (
    said
  ) : (
    <span key={i} class={`code-${kind}`}>
      {said}
    </span>
  )
}

const signs = { same: " ", added: "+", removed: "−" }
