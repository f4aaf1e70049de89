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
  return <div class="markdown" dir="auto" dangerouslySetInnerHTML={{ __html: toHtml(text, agents) }} />
}
