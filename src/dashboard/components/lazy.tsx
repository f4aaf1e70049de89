import type { ComponentChild, ComponentType } from "preact"
import { useEffect, useState } from "preact/hooks"

/**
 * A part of the program that is loaded when it is first shown. Null until then; "missing" if it cannot be loaded.
 * A browser asks for it again only after a reload.
 */
export function useLazy<T>(load: () => Promise<T>, known: T | null = null): T | null | "missing" {
  const [part, set] = useState<T | null | "missing">(() => known)
  useEffect(() => {
    if (known !== null) return
    load().then(
      (loaded) => set(() => loaded),
      () => set("missing"),
    )
  }, [])
  return part
}

/** A component that is loaded when it is first shown. Until then `coming` is shown, and `missing` if it cannot be loaded. */
export function lazy<P extends object>(
  load: () => Promise<ComponentType<P>>,
  missing: ComponentChild = null,
  coming: ComponentChild = null,
): ComponentType<P> {
  let loaded: ComponentType<P> | null = null
  const keep = async () => (loaded = await load())
  return function Lazy(props: P) {
    const Body = useLazy(keep, loaded)
    if (Body === "missing") return missing
    return Body ? <Body {...props} /> : coming
  }
}

/** A part of the program together with its style, a file below `/assets` that is loaded once. */
export async function styled<T>(file: string, part: Promise<T>): Promise<T> {
  const style = styles.get(file) ?? loadStyle(file)
  styles.set(file, style)
  const [loaded] = await Promise.all([part, style])
  return loaded
}

// --- internal ---

const styles = new Map<string, Promise<void>>()

async function loadStyle(file: string): Promise<void> {
  const link = Object.assign(document.createElement("link"), { rel: "stylesheet", href: `/assets/${file}` })
  const loaded = new Promise((resolve, reject) => Object.assign(link, { onload: resolve, onerror: reject }))
  document.head.append(link)
  try {
    await loaded
  } catch (error) {
    // The next one to ask for it tries again.
    styles.delete(file)
    link.remove()
    throw error
  }
}
