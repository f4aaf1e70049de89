import type { ComponentChildren, ComponentType } from "preact"
import { useEffect, useRef, useState } from "preact/hooks"
import { createActions } from "../state/actions.ts"
import { whyOff } from "../words/change-words.ts"
import { AppContext, useStoreState, type App as AppState } from "../state/context.ts"
import type { Settable } from "../state/state.ts"
import { createStore, type Store } from "../state/store.ts"
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
  const { maxAttempts, readOnly } = useStoreState(live.store)
  /** The moment that the address named last. It follows the slider, and only somebody's own step leads the slider. */
  const addressed = useRef(0)
  useEffect(() => {
    if (seq !== addressed.current) void machine.show(seq)
    addressed.current = seq
  }, [seq])
  useEffect(() => {
    if (maxAttempts !== null) app.store.set({ maxAttempts })
    app.store.set({ readOnly })
  }, [maxAttempts, readOnly])
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
  const { name, filter, grouping, density, limits, maxAttempts } = live.store.state
  const moment = { seq: first, at: Date.now() }
  const store = withoutChanges(createStore({ name, filter, grouping, density, limits, maxAttempts, moment }))
  const own = createActions(store)
  const actions = {
    ...own,
    tellToken(token: string) {
      own.tellToken(token)
      live.actions.tellToken(token)
    },
  }
  const app: AppState = { ...live, store, actions, feed: createFeed() }
  return { app, machine: createTimeMachine({ store, feed: app.feed, first, askToken: actions.askToken }) }
}

/** A store in which no change can be begun: the page says why instead. */
function withoutChanges(store: Store): Store {
  let said = 0
  return {
    get state() {
      return store.state
    },
    subscribe: store.subscribe,
    dispatch: store.dispatch,
    set(fields) {
      if (beginsChange(fields))
        store.set({ said: whyOff, toast: { key: --said, text: whyOff, task: null, undo: [] } })
      else store.set(fields)
    },
  }
}

function beginsChange({ creating = false, moving = null, asking, selected }: Settable): boolean {
  // The server gets the new name.
  return creating || moving !== null || asking === "name" || (selected !== undefined && selected.size > 0)
}
