import type { ComponentType } from "preact"
import { useEffect, useState } from "preact/hooks"

/** A part of the program that is loaded when it is first shown; null until then, "missing" where it cannot be had. */
export function useLazy<T>(load: () => Promise<T>): T | null | "missing" {
  const [part, set] = useState<T | null | "missing">(null)
  useEffect(() => {
    load().then(
      (loaded) => set(() => loaded),
      () => set("missing"),
    )
  }, [])
  return part
}

/** A component of that kind, where what is shown already is enough without it. */
export function lazy<P extends object>(load: () => Promise<ComponentType<P>>): ComponentType<P> {
  return function Lazy(props: P) {
    const Body = useLazy(load)
    return Body === null || Body === "missing" ? null : <Body {...props} />
  }
}
