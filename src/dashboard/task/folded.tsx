import type { ComponentChildren } from "preact"
import { useState } from "preact/hooks"

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
