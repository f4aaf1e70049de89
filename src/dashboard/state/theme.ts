import { useEffect, useState } from "preact/hooks"
import { session, type Theme } from "../api/session.ts"
import { listen } from "./listen.ts"

/** The theme of this browser. `assets/dashboard/theme.js` sets it before the page is drawn. */
export function useTheme(): Theme {
  return useChanges(() => session.theme())
}

export function useIsDark(): boolean {
  return useChanges(() => {
    const theme = session.theme()
    return theme === "system" ? query.matches : theme === "dark"
  })
}

export function chooseTheme(theme: Theme): void {
  session.setTheme(theme)
  show()
}

/** Follows a theme that is chosen in another tab. */
export function followTheme(): () => void {
  return listen(window, {
    storage({ key }) {
      if (key === "upnext.theme" || key === null) show()
    },
  })
}

// --- internal ---

const query = matchMedia("(prefers-color-scheme: dark)")
const changed = new EventTarget()

function show(): void {
  const theme = session.theme()
  if (theme === "system") delete document.documentElement.dataset["theme"]
  else document.documentElement.dataset["theme"] = theme
  changed.dispatchEvent(new Event("change"))
}

function useChanges<T>(read: () => T): T {
  const [value, set] = useState(read)
  useEffect(() => {
    const ends = [changed, query].map((target) => listen(target, { change: () => set(read()) }))
    return () => ends.forEach((end) => end())
  }, [])
  return value
}
