import { noFilter } from "./filter.ts"
import type { Action, Settable, State } from "./state.ts"
import { reduce } from "./reduce.ts"

export interface Store {
  readonly state: State
  dispatch(action: Action): void
  set(fields: Settable): void
  subscribe(listener: () => void): () => void
}

export function createStore(given: Partial<State> = {}): Store {
  let state: State = { ...initial, ...given }
  const listeners = new Set<() => void>()

  function put(next: State) {
    if (next === state) return
    state = next
    for (const listener of listeners) listener()
  }

  return {
    get state() {
      return state
    },
    dispatch: (action) => put(reduce(state, action)),
    set(fields) {
      const isNew = (Object.keys(fields) as (keyof Settable)[]).some((key) => fields[key] !== state[key])
      if (isNew) put({ ...state, ...fields })
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

// --- internal ---

const initial: State = {
  moment: null,
  tasks: new Map(),
  totals: { done: 0, cancelled: 0 },
  moved: new Map(),
  grabbed: null,
  wanted: null,
  agents: new Map(),
  added: { agent: [], project: [] },
  faces: new Map(),
  link: "loading",
  loading: null,
  heardAt: null,
  readOnly: null,
  open: null,
  moving: null,
  deleting: null,
  creating: false,
  helping: false,
  searching: false,
  asking: null,
  locked: null,
  access: null,
  name: null,
  filter: noFilter,
  grouping: "none",
  density: "roomy",
  limits: {},
  selected: new Set(),
  toast: null,
  maxAttempts: null,
  said: "",
}
