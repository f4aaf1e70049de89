import { useEffect, useState } from "preact/hooks"
import type { render } from "../words/markdown.ts"

type Render = typeof render
let loaded: Render | undefined

/** Markdown, shown as it was written until the renderer is loaded, or if that cannot be loaded. */
export function MarkdownText({ text, agents }: { text: string; agents?: ReadonlyMap<string, unknown> }) {
  const [toHtml, set] = useState<Render | undefined>(() => loaded)
  useEffect(() => {
    if (loaded) return
    import("../words/markdown.ts").then(
      (module) => {
        loaded = module.render
        set(() => module.render)
      },
      () => undefined,
    )
  }, [])
  if (!toHtml) return <div class="markdown plain">{text}</div>
  return (
    <div
      class="markdown"
      dir="auto"
      onClick={copyCode}
      dangerouslySetInnerHTML={{ __html: toHtml(text, agents) }}
    />
  )
}

// --- internal ---

/** How long the button says that it has copied, in ms. */
const copiedMs = 2000

/** The renderer puts a button after each block of code. */
function copyCode({ target }: MouseEvent): void {
  const button = target instanceof Element ? target.closest("button.copy") : null
  const code = button?.previousElementSibling?.textContent
  if (!button || code == null) return
  const say = (word: string) => {
    button.textContent = word
    setTimeout(() => (button.textContent = "Copy"), copiedMs)
  }
  // Without https, browsers give other machines' pages no clipboard.
  if (!("clipboard" in navigator)) return say("Not possible here")
  navigator.clipboard.writeText(code).then(
    () => say("Copied"),
    () => say("Not possible here"),
  )
}
