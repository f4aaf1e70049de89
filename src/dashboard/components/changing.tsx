import type { ComponentChildren } from "preact"
import type { OperationName } from "../../client/contract.ts"
import { whyNot } from "../state/access.ts"
import { useApp } from "../state/context.ts"

interface Props {
  /** What they do, if that takes more than an edit does. */
  operation?: OperationName
  children: ComponentChildren
}

/**
 * Controls that change something. They are off while a moment of the past is shown, and for who may not change it. The
 * bar above says why, or the place of one's name.
 */
export function Changing({ operation, children }: Props) {
  const { store } = useApp()
  const why = whyNot(store.state, operation)
  return (
    <fieldset
      class="changing"
      disabled={why !== null}
      title={store.state.moment ? undefined : (why ?? undefined)}
    >
      {children}
    </fieldset>
  )
}
