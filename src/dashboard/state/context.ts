import { boardNow } from "../../client/board-clock.ts"
import { createContext } from "preact"
import { useContext, useEffect, useState } from "preact/hooks"
import type { Actions } from "./actions.ts"
import type { LastOutputs } from "./outputs.ts"
import type { Store } from "./store.ts"
import type { State } from "./state.ts"
import type { Feed } from "./feed.ts"

export interface App {
  readonly store: Store
  readonly actions: Actions
  readonly feed: Feed
  readonly outputs: LastOutputs
}

/** The store and what can be done, for every component. */
export const AppContext = createContext<App | null>(null)

export function useApp(): App {
  const app = useContext(AppContext)
  if (!app) throw new Error("rendered outside of AppContext")
  return app
}

/** The whole state; whoever uses it is rendered anew when any of it changes. */
export function useStoreState(store: Store): State {
  const [state, set] = useState(store.state)
  useEffect(() => {
    set(store.state)
    return store.subscribe(() => set(store.state))
  }, [store])
  return state
}

/** The time as of which the page tells: the present, at a pace that is enough for minutes, or the moment shown. */
export function useNow(every = 5000): number {
  const { store } = useApp()
  const [now, set] = useState(boardNow)
  useEffect(() => {
    const timer = setInterval(() => set(boardNow()), every)
    return () => clearInterval(timer)
  }, [every])
  return store.state.moment?.at ?? now
}
