import type { ComponentChildren } from "preact"
import { useApp } from "../state/context.ts"

/** Controls that change something. They are off while a moment of the past is shown, and the bar above says why. */
export function Changing({ children }: { children: ComponentChildren }) {
  const { store } = useApp()
  return (
    <fieldset class="changing" disabled={store.state.moment !== null}>
      {children}
    </fieldset>
  )
}
