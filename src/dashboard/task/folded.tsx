import type { ComponentChildren } from "preact"
import { useState } from "preact/hooks"
import { MarkdownText } from "../components/markdown-text.tsx"

interface Props {
  /** What is shown at first. */
  short: ComponentChildren
  whole: ComponentChildren
}

/** A text of which only a part is shown until somebody asks for all of it. */
export function Folded({ short, whole }: Props) {
  const [isWhole, setWhole] = useState(false)
  return (
    <>
      {isWhole ? whole : short}
      <button type="button" class="quiet fold" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
        {isWhole ? "Show less" : "Show all"}
      </button>
    </>
  )
}

/** A text of which the first lines are shown, where it has many more. */
export function FoldedText({ text, lines }: { text: string; lines: 3 | 12 }) {
  const whole = <MarkdownText text={text} />
  // A line holds some 70 letters.
  const long = text.split("\n").reduce((all, line) => all + Math.max(1, line.length / 70), 0)
  if (long <= lines * 1.5) return whole
  return (
    <Folded short={<div class={lines === 3 ? "three-lines" : "twelve-lines"}>{whole}</div>} whole={whole} />
  )
}
