import type { ComponentType } from "preact"
import { useEffect, useState } from "preact/hooks"

/** A component whose code is loaded when it is first shown; until then there is nothing in its place. */
export function lazy<P extends object>(load: () => Promise<ComponentType<P>>): ComponentType<P> {
  let loaded: ComponentType<P> | undefined
  return function Lazy(props: P) {
    const [Body, set] = useState<ComponentType<P> | undefined>(() => loaded)
    useEffect(() => {
      if (loaded) return
      load().then(
        (component) => {
          loaded = component
          set(() => component)
        },
        // The server is away; what is shown already stays.
        () => undefined,
      )
    }, [])
    return Body ? <Body {...props} /> : null
  }
}
