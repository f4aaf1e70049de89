import type { ComponentChildren } from "preact"
import { useState } from "preact/hooks"

/** A text of more lines or letters than this is folded. */
const lines = 6
const letters = 480

/** A text of which only the beginning is shown until somebody asks for the rest. */
export function Folded({ text, children }: { text: string; children: ComponentChildren }) {
  const [isWhole, setWhole] = useState(false)
  if (text.length <= letters && text.split("\n").length <= lines) return children
  return (
    <>
      <div class={isWhole ? undefined : "folded"}>{children}</div>
      <button type="button" class="quiet fold" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
        {isWhole ? "Show less" : "Show all"}
      </button>
    </>
  )
}
