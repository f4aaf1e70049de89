import { useEffect, useRef } from "preact/hooks"
import { ownWords } from "../../domain/wire/excerpt.ts"
import { followFile, showPictures } from "../state/files.ts"
import { useApp } from "../state/context.ts"
import { copy } from "./copy-button.tsx"
import type * as markdown from "../words/markdown.ts"
import { useLazy } from "./lazy.tsx"

type MarkdownModule = typeof markdown
let loaded: MarkdownModule | null = null
const load = async () => (loaded = await import("../words/markdown.ts"))

/** Markdown, shown as it was written until the renderer is loaded, or if that cannot be loaded. */
export function MarkdownText({ text, agents }: { text: string; agents?: ReadonlyMap<string, unknown> }) {
  const renderer = useRenderer()
  const html = renderer?.render(text, agents)
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => (place.current ? showPictures(place.current) : undefined), [html])
  if (html === undefined) return <div class="markdown plain">{text}</div>
  return (
    <div
      class="markdown"
      dir="auto"
      ref={place}
      onClick={(event) => {
        copyCode(event)
        followFile(event)
      }}
      dangerouslySetInnerHTML={{ __html: html }}
    />
  )
}

interface MarkdownLineProps {
  text: string
  /** False where the line stands in a link; its own links are then text. */
  isLinked?: boolean
}

/** The first line of a Markdown text in its writer's own words, without blocks. */
export function MarkdownLine({ text, isLinked = true }: MarkdownLineProps) {
  const { agents } = useApp().store.state
  const renderer = useRenderer()
  const [line = ""] = ownWords(text).split("\n", 1)
  if (!renderer) return <bdi class="markdown-line">{line}</bdi>
  return (
    <bdi
      class="markdown-line"
      dangerouslySetInnerHTML={{ __html: renderer.renderLine(text, agents, isLinked) }}
    />
  )
}

// --- internal ---

/** Null until the renderer is loaded. */
function useRenderer(): MarkdownModule | null {
  const renderer = useLazy(load, loaded)
  return renderer === "missing" ? null : renderer
}

/** How long the button says that it has copied, in ms. */
const copiedMs = 2000

/** The renderer puts a button after each block of code. */
function copyCode({ target }: MouseEvent): void {
  const button = target instanceof Element ? target.closest("button.copy") : null
  const code = button?.previousElementSibling?.textContent
  if (!button || code == null) return
  void copy(code).then((word) => {
    button.textContent = word
    setTimeout(() => (button.textContent = "Copy"), copiedMs)
  })
}
