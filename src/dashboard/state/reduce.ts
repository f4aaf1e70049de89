import { nameKey } from "../../domain/wire/names.ts"
import type { Status, TaskView } from "../api/types.ts"
import { facesOf } from "../words/faces.ts"
import type { Action, Card, Closed, State } from "./state.ts"

export function reduce(state: State, action: Action): State {
  switch (action.type) {
    case "page":
      return addPage(state, action)
    case "loaded":
      return load(state, action)
    case "moment": {
      const { moment, totals } = action
      // Another moment may be an earlier one, so nothing of the one before counts.
      const tasks = new Map(action.tasks.map((task) => [task.id, toCard(task, undefined)]))
      return { ...state, moment, tasks, totals, link: "live" }
    }
    case "found":
      return addFound(state, action.tasks)
    case "changed":
      return change(state, action.task, action.isNew ?? false)
    case "deleted": {
      const before = state.tasks.get(action.id)
      const tasks = new Map(state.tasks)
      tasks.delete(action.id)
      const selected = state.selected.has(action.id)
        ? new Set([...state.selected].filter((id) => id !== action.id))
        : state.selected
      return { ...state, tasks, selected, totals: recount(state.totals, before?.status, undefined) }
    }
    case "renewed": {
      const task = state.tasks.get(action.id)
      if (!task) return state
      const { at, expiresAt } = action
      const lease = task.lease && { ...task.lease, expiresAt, heardAt: at }
      return put(state, { ...task, lease, leaseMs: Date.parse(expiresAt ?? at) - Date.parse(at) })
    }
    case "team":
      return {
        ...state,
        agents: new Map(action.agents.map((agent) => [nameKey(agent.name), agent])),
        faces: facesOf(action.agents),
      }
    case "opened":
      if (state.open?.id === action.id) return state
      return { ...state, open: action.id === null ? null : { ...unread, id: action.id } }
    case "read": {
      if (state.open?.id !== action.task.id) return state
      const { type: _, ...read } = action
      const known = state.open.task
      // An answer that took long, for its comments perhaps, may be older than what is shown.
      const isLate = state.moment === null && known !== null && known.version > action.task.version
      const task = isLate ? known : action.task
      return {
        ...state,
        open: { ...state.open, ...read, task, refusal: null, reads: state.open.reads + 1 },
      }
    }
    case "unread":
      if (state.open?.id !== action.id) return state
      return { ...state, open: { ...state.open, refusal: action.refusal } }
    case "placed": {
      const moved = new Map(state.moved)
      if (action.to === null) moved.delete(action.id)
      else moved.set(action.id, action.to)
      return { ...state, moved }
    }
  }
}

// --- internal ---

const unread = {
  task: null,
  comments: [],
  handoff: null,
  openLines: 0,
  found: [],
  checks: [],
  refusal: null,
  reads: 0,
} as const

type Of<T extends Action["type"]> = Extract<Action, { type: T }>

/** Shown as it comes; what is known better stays. */
function addPage(state: State, { tasks: page, total, gone }: Of<"page">): State {
  const tasks = new Map(state.tasks)
  for (const task of page) {
    const before = tasks.get(task.id)
    if (!gone.has(task.id) && (!before || before.version <= task.version))
      tasks.set(task.id, toCard(task, before))
  }
  const loaded = (state.loading?.loaded ?? 0) + page.length
  return { ...state, tasks, loading: { loaded, total } }
}

/** Closed tasks that a filter found. */
function addFound(state: State, found: readonly TaskView[]): State {
  const unknown = found.filter(({ id }) => !state.tasks.has(id))
  if (unknown.length === 0) return state
  const tasks = new Map(state.tasks)
  for (const task of unknown) tasks.set(task.id, { ...toCard(task, undefined), isOlder: true })
  return { ...state, tasks }
}

/** All was read: what was not in it is gone, unless an event spoke of it meanwhile. */
function load(state: State, { tasks: read, totals, fresh }: Of<"loaded">): State {
  const tasks = new Map<string, Card>()
  for (const task of read) {
    const before = state.tasks.get(task.id)
    if (!before && fresh.has(task.id)) continue
    tasks.set(task.id, before && before.version > task.version ? before : toCard(task, before))
  }
  for (const [id, task] of state.tasks)
    if ((fresh.has(id) || task.isOlder) && !tasks.has(id)) tasks.set(id, task)
  return { ...state, tasks, totals, loading: null }
}

function change(state: State, task: TaskView, isNew: boolean): State {
  const before = state.tasks.get(task.id)
  // An answer that was overtaken by a later one.
  if (before && before.version > task.version) return state
  const totals = before || isNew ? recount(state.totals, before?.status, task.status) : state.totals
  return put({ ...state, totals }, task)
}

function put(state: State, task: Card): State {
  const tasks = new Map(state.tasks).set(task.id, toCard(task, state.tasks.get(task.id)))
  const { open } = state
  // Long texts of one version under the number of another would let an edit overwrite a text that was never shown.
  const isHalf = task.criteria === undefined && task.version !== open?.task?.version
  if (open?.id !== task.id || !open.task || isHalf) return { ...state, tasks }
  // What an answer leaves out because there is none of it any more must not stay.
  const { stuck: _, stuckDetail: _d, silentAt: _s, taken: _t, ...known } = open.task
  return { ...state, tasks, open: { ...open, task: { ...known, ...task } } }
}

function recount(totals: State["totals"], from: Status | undefined, to: Status | undefined) {
  const plus = (status: Closed) => Number(to === status) - Number(from === status)
  return {
    done: Math.max(0, totals.done + plus("done")),
    cancelled: Math.max(0, totals.cancelled + plus("cancelled")),
  }
}

/** What a card needs. The long texts of 5,000 tasks would weigh more than all the rest. */
function toCard(task: Card, before: Card | undefined): Card {
  const { description: _d, done_criteria: _c, criteria: _k, metadata: _m, summary: _s, ...card } = task
  return before?.leaseMs === undefined ? card : { leaseMs: before.leaseMs, ...card }
}
