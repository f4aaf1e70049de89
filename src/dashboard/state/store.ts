import type { Outcome } from "./actions.ts"
import type { AgentView, CommentView, Refusal, Status, TaskView } from "../api/api.ts"
import { noFilter, type Filter, type Grouping } from "./filter.ts"
import { reduce } from "./reduce.ts"

/**
 * How the page hangs on the server: still `loading`, `live`, `catching-up` on what was missed, or `offline`.
 */
export type Link = "loading" | "live" | "catching-up" | "offline"

/** A task as the board holds it: without its long texts. */
export type Card = TaskView & {
  /** How long its lease is, in ms, where an event told. */
  readonly leaseMs?: number
}

/** The task that is open in the side panel, with what only the panel shows. */
export interface OpenTask {
  readonly id: string
  readonly task: TaskView | null
  readonly comments: readonly CommentView[]
  readonly refusal: Refusal | null
  /** How often it was read: what hangs on it is read again with it. */
  readonly reads: number
}

/** A move from the board that needs a person: still to be chosen, to be given a reason, or refused. */
export interface Moving {
  readonly id: string
  readonly to: Status | null
  readonly outcome: Outcome
}

export interface State {
  /** Every open task, and the newest of those that are done or cancelled. */
  readonly tasks: ReadonlyMap<string, Card>
  /** How many there are in all, loaded or not. */
  readonly totals: Readonly<Record<Closed, number>>
  /** Where cards are shown that were moved, while the server is asked, or that are held by keyboard. */
  readonly moved: ReadonlyMap<string, Status>
  /** The card that is held by keyboard. */
  readonly grabbed: string | null
  /** The card that is to be brought into sight and given the focus. */
  readonly wanted: string | null
  readonly agents: ReadonlyMap<string, Pick<AgentView, "name" | "role">>
  readonly link: Link
  /** While the open tasks are read page by page. */
  readonly loading: { readonly loaded: number; readonly total: number } | null
  /** When the server was last heard, in ms. */
  readonly heardAt: number | null
  /** Why the server takes no writes; null when it does. */
  readonly readOnly: string | null
  readonly open: OpenTask | null
  readonly moving: Moving | null
  readonly creating: boolean
  readonly helping: boolean
  readonly searching: boolean
  readonly asking: "name" | "token" | null
  readonly name: string | null
  readonly filter: Filter
  readonly grouping: Grouping
  /** What is read out to those who do not see the board. */
  readonly said: string
}

export type Closed = "done" | "cancelled"

export type Action =
  | { type: "page"; tasks: readonly TaskView[]; total: number; gone: ReadonlySet<string> }
  | {
      type: "loaded"
      tasks: readonly TaskView[]
      totals: State["totals"]
      agents: readonly AgentView[]
      /** What events named while it was read, so that it is known better. */
      fresh: ReadonlySet<string>
    }
  | { type: "changed"; task: TaskView; isNew?: boolean }
  | { type: "counted"; totals: State["totals"] }
  | { type: "deleted"; id: string }
  | { type: "renewed"; id: string; at: string; expiresAt: string | null }
  | { type: "joined"; name: string; role: string | null }
  | { type: "link"; link: Link }
  | { type: "heard"; at: number }
  | { type: "readOnly"; why: string | null }
  | { type: "opened"; id: string | null }
  | { type: "read"; task: TaskView; comments?: readonly CommentView[] }
  | { type: "unread"; id: string; refusal: Refusal }
  | { type: "placed"; id: string; to: Status | null }
  | { type: "grabbed"; id: string | null }
  | { type: "wanted"; id: string | null }
  | { type: "moving"; moving: Moving | null }
  | { type: "creating"; creating: boolean }
  | { type: "helping"; helping: boolean }
  | { type: "searching"; searching: boolean }
  | { type: "asking"; asking: State["asking"] }
  | { type: "named"; name: string }
  | { type: "filter"; filter: Filter }
  | { type: "grouping"; grouping: Grouping }
  | { type: "said"; text: string }

export interface Store {
  readonly state: State
  dispatch(action: Action): void
  subscribe(listener: () => void): () => void
}

export function createStore(given: Partial<Pick<State, "name" | "filter" | "grouping">> = {}): Store {
  let state: State = { ...initial, ...given }
  const listeners = new Set<() => void>()
  return {
    get state() {
      return state
    },
    dispatch(action) {
      const next = reduce(state, action)
      if (next === state) return
      state = next
      for (const listener of listeners) listener()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

// --- internal ---

const initial: State = {
  tasks: new Map(),
  totals: { done: 0, cancelled: 0 },
  moved: new Map(),
  grabbed: null,
  wanted: null,
  agents: new Map(),
  link: "loading",
  loading: null,
  heardAt: null,
  readOnly: null,
  open: null,
  moving: null,
  creating: false,
  helping: false,
  searching: false,
  asking: null,
  name: null,
  filter: noFilter,
  grouping: "none",
  said: "",
}
