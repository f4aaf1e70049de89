import { useEffect } from "preact/hooks"
import { useNotify } from "../state/notify.ts"

/** Shows in the tab how many tasks need me: as a number before the title, and as a dot on the icon. */
export function useSignals(title: string, count: number): void {
  const [settings] = useNotify()
  const isCounted = settings.title && count > 0
  const isMarked = settings.dot && count > 0
  useEffect(() => {
    document.title = isCounted ? `(${count}) ${title}` : title
  }, [title, isCounted, count])
  useEffect(() => {
    const icon = document.querySelector<HTMLLinkElement>("link[rel=icon]")
    const path = `/assets/${isMarked ? "favicon-dot" : "favicon"}.svg`
    if (icon && icon.getAttribute("href") !== path) icon.href = path
  }, [isMarked])
}
