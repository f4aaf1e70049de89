import type { Outcome } from "./actions.ts"
import type { AgentView, CommentView, Refusal, Status, TaskView } from "./api.ts"

/**
 * How the page hangs on the server: still `loading`, `live`, `catching-up` on what was missed, or `offline`.
 */
export type Link = "loading" | "live" | "catching-up" | "offline"

/** The task that is open in the side panel, with what only the panel shows. */
export interface OpenTask {
  readonly id: string
  readonly task: TaskView | null
  readonly comments: readonly CommentView[]
  readonly refusal: Refusal | null
}

/** A move from the board that needs a person: still to be chosen, to be given a reason, or refused. */
export interface Moving {
  readonly id: string
  readonly to: Status | null
  readonly outcome: Outcome
}

export interface State {
  /** Every open task, and the newest of those that are done or cancelled, without their long texts. */
  readonly tasks: ReadonlyMap<string, TaskView>
  /** How many there are in all, loaded or not. */
  readonly totals: Readonly<Record<Closed, number>>
  readonly agents: ReadonlyMap<string, Pick<AgentView, "name" | "role">>
  readonly link: Link
  /** When the server was last heard, in ms. */
  readonly heardAt: number | null
  /** Why the server takes no writes; null when it does. */
  readonly readOnly: string | null
  readonly open: OpenTask | null
  readonly moving: Moving | null
  readonly creating: boolean
  readonly asking: "name" | "token" | null
  readonly name: string | null
}

export type Action =
  | { type: "loaded"; tasks: readonly TaskView[]; totals: State["totals"]; agents: readonly AgentView[] }
  | { type: "changed"; task: TaskView; isNew?: boolean }
  | { type: "counted"; totals: State["totals"] }
  | { type: "deleted"; id: string }
  | { type: "renewed"; id: string; expiresAt: string | null }
  | { type: "joined"; name: string; role: string | null }
  | { type: "link"; link: Link }
  | { type: "heard"; at: number }
  | { type: "readOnly"; why: string | null }
  | { type: "opened"; id: string | null }
  | { type: "read"; task: TaskView; comments?: readonly CommentView[] }
  | { type: "unread"; id: string; refusal: Refusal }
  | { type: "moving"; moving: Moving | null }
  | { type: "creating"; creating: boolean }
  | { type: "asking"; asking: State["asking"] }
  | { type: "named"; name: string }

export interface Store {
  readonly state: State
  dispatch(action: Action): void
  subscribe(listener: () => void): () => void
}

export function createStore(name: string | null): Store {
  let state: State = { ...initial, name }
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

export function reduce(state: State, action: Action): State {
  switch (action.type) {
    case "loaded":
      return {
        ...state,
        tasks: new Map(action.tasks.map((task) => [task.id, compact(task)])),
        totals: action.totals,
        agents: new Map(action.agents.map((agent) => [agent.name.toLowerCase(), agent])),
      }
    case "changed":
      return change(state, action.task, action.isNew ?? false)
    case "counted":
      return { ...state, totals: action.totals }
    case "deleted": {
      const before = state.tasks.get(action.id)
      const tasks = new Map(state.tasks)
      tasks.delete(action.id)
      return { ...state, tasks, totals: recount(state.totals, before?.status, undefined) }
    }
    case "renewed": {
      const task = state.tasks.get(action.id)
      if (!task?.lease) return state
      const renewed = { ...task, lease: { ...task.lease, expiresAt: action.expiresAt } }
      return put(state, renewed)
    }
    case "joined": {
      const { name, role } = action
      return { ...state, agents: new Map(state.agents).set(name.toLowerCase(), { name, role }) }
    }
    case "link":
      return state.link === action.link ? state : { ...state, link: action.link }
    case "heard":
      return { ...state, heardAt: action.at }
    case "readOnly":
      return state.readOnly === action.why ? state : { ...state, readOnly: action.why }
    case "opened":
      if (state.open?.id === action.id) return state
      return { ...state, open: action.id === null ? null : { ...unread, id: action.id } }
    case "read": {
      if (state.open?.id !== action.task.id) return state
      const { comments = state.open.comments, task } = action
      return { ...state, open: { ...state.open, task, comments, refusal: null } }
    }
    case "unread":
      if (state.open?.id !== action.id) return state
      return { ...state, open: { ...state.open, refusal: action.refusal } }
    case "moving":
      return { ...state, moving: action.moving }
    case "creating":
      return { ...state, creating: action.creating }
    case "asking":
      return { ...state, asking: action.asking }
    case "named":
      return { ...state, name: action.name }
  }
}

// --- internal ---

type Closed = "done" | "cancelled"

const unread = { task: null, comments: [], refusal: null } as const

const initial: State = {
  tasks: new Map(),
  totals: { done: 0, cancelled: 0 },
  agents: new Map(),
  link: "loading",
  heardAt: null,
  readOnly: null,
  open: null,
  moving: null,
  creating: false,
  asking: null,
  name: null,
}

function change(state: State, task: TaskView, isNew: boolean): State {
  const before = state.tasks.get(task.id)
  // An answer that was overtaken by a later one.
  if (before && before.version > task.version) return state
  const totals = before || isNew ? recount(state.totals, before?.status, task.status) : state.totals
  return put({ ...state, totals }, task)
}

function put(state: State, task: TaskView): State {
  const tasks = new Map(state.tasks).set(task.id, compact(task))
  if (state.open?.id !== task.id || !state.open.task) return { ...state, tasks }
  return { ...state, tasks, open: { ...state.open, task: { ...state.open.task, ...task } } }
}

function recount(totals: State["totals"], from: Status | undefined, to: Status | undefined) {
  const plus = (status: Closed) => Number(to === status) - Number(from === status)
  return {
    done: Math.max(0, totals.done + plus("done")),
    cancelled: Math.max(0, totals.cancelled + plus("cancelled")),
  }
}

/** What a card needs. The long texts of 5,000 tasks would weigh more than all the rest. */
function compact(task: TaskView): TaskView {
  const { description: _d, done_criteria: _c, metadata: _m, summary: _s, ...card } = task
  return card
}
