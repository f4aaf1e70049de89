import type { ComponentChildren, ComponentType } from "preact"
import { useEffect, useRef, useState } from "preact/hooks"
import { createActions } from "../state/actions.ts"
import { AppContext, useStoreState, type App as AppState } from "../state/context.ts"
import { createStore } from "../state/store.ts"
import { withGuard } from "../state/guard.ts"
import { createUndo } from "../state/undo.ts"
import { createFeed } from "../state/feed.ts"
import { TimeBar } from "../past/time-bar.tsx"
import { createTimeMachine } from "../past/time-machine.ts"

interface Props {
  /** The present, which goes on unseen. */
  live: AppState
  /** The event whose moment the address names. */
  seq: number
  /** Handed over, and not imported: so it stays in the file that is loaded first. */
  page: ComponentType<{ onOpen(id: string | null): void; children?: ComponentChildren }>
}

/** The whole page as it was. It has a store of its own, so what happens meanwhile does not reach it. */
export function PastApp({ live, seq, page: Body }: Props) {
  const [{ app, machine }] = useState(() => createPastApp(live, seq))
  const { maxAttempts, readOnly, locked, access } = useStoreState(live.store)
  /** The moment that the address named last. It follows the slider, and only somebody's own step leads the slider. */
  const addressed = useRef(0)
  useEffect(() => {
    if (seq !== addressed.current) void machine.show(seq)
    addressed.current = seq
  }, [seq])
  useEffect(() => {
    if (maxAttempts !== null) app.store.set({ maxAttempts })
    app.store.set({ readOnly, locked, access })
  }, [maxAttempts, readOnly, locked, access])
  useEffect(
    () => () => {
      machine.end()
      const { filter, grouping, density, name } = app.store.state
      live.store.set({ filter, grouping, density })
      if (name !== null) live.store.set({ name })
    },
    [],
  )
  return (
    <AppContext.Provider value={app}>
      <Body onOpen={machine.open}>
        <TimeBar machine={machine} onAddressed={(shown) => (addressed.current = shown)} />
      </Body>
    </AppContext.Provider>
  )
}

// --- internal ---

function createPastApp(live: AppState, first: number) {
  const { name, filter, grouping, density, limits, maxAttempts, access } = live.store.state
  const moment = { seq: first, at: Date.now() }
  const store = withGuard(
    createStore({ name, filter, grouping, density, limits, maxAttempts, access, moment }),
  )
  const { askToken, tellToken } = live.actions
  const actions = { ...createActions(store, () => Promise.resolve(createUndo)), askToken, tellToken }
  const app: AppState = { ...live, store, actions, feed: createFeed() }
  return { app, machine: createTimeMachine({ store, feed: app.feed, first, askToken }) }
}
