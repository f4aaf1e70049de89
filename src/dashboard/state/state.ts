import type { Density, Grouping } from "../api/session.ts"
import type {
  AccessView,
  AgentView,
  CommentView,
  HandoffView,
  Locked,
  Priority,
  Refusal,
  ShownCheck,
  Status,
  TaskView,
} from "../api/types.ts"
import type { Face } from "../words/faces.ts"
import type { KeyedProperty } from "../words/property-keys.ts"
import type { Difference } from "./differences.ts"

/**
 * The connection to the server: still `loading`, `live`, `catching-up` on missed events, or `offline`.
 */
export type Link = "loading" | "live" | "catching-up" | "offline"

/** A task as the board holds it: without its long texts. */
export type Card = TaskView & {
  /** The length of its lease in ms, where an event told it. */
  readonly leaseMs?: number
  /** Found by a filter among the closed ones, and older than those that the board loads by itself. */
  readonly isOlder?: true
}

/** The task that is open in the side panel, with what only the panel shows. */
export interface OpenTask {
  readonly id: string
  readonly task: TaskView | null
  readonly comments: readonly CommentView[]
  readonly handoff: HandoffView | null
  /** How many comments on lines a request for changes would gather. */
  readonly openLines: number
  /** The tasks that were found in the work on it. */
  readonly found: readonly string[]
  /** What its checks came to, newest first. */
  readonly checks: readonly ShownCheck[]
  readonly refusal: Refusal | null
  /** How often it was read. What is shown beside it, such as its history, is read again with it. */
  readonly reads: number
}

/** A move that waits for a person: they choose the column, give a reason, or read why it was refused. */
export interface Moving {
  readonly id: string
  readonly to: Status | null
  readonly outcome: WriteOutcome
}

/** A moment of the past: after this event, at this time in ms. */
export interface ShownMoment {
  readonly seq: number
  readonly at: number
}

export interface State {
  /** The moment of the past that is shown; null for the present. */
  readonly moment: ShownMoment | null
  /** Every open task, and the newest of those that are done or cancelled. */
  readonly tasks: ReadonlyMap<string, Card>
  /** How many closed tasks the server has, loaded or not. */
  readonly totals: Readonly<Record<Closed, number>>
  /** The columns of cards whose move the server has not answered yet, and of the card held by keyboard. */
  readonly moved: ReadonlyMap<string, Status>
  /** The card that is held by keyboard. */
  readonly grabbed: string | null
  /** The card that is scrolled into view next, and gets the focus. */
  readonly wanted: string | null
  readonly agents: ReadonlyMap<string, Pick<AgentView, "name" | "role" | "resources">>
  /** New names that this page has introduced, before the server knows them. */
  readonly added: Readonly<Record<"agent" | "project", readonly string[]>>
  /** How the names of the team are drawn, by `nameKey`. */
  readonly faces: ReadonlyMap<string, Face>
  readonly link: Link
  /** While the open tasks are read page by page. */
  readonly loading: { readonly loaded: number; readonly total: number } | null
  /** When the server was last heard, in ms. */
  readonly heardAt: number | null
  /** Why the server takes no writes; null when it does. */
  readonly readOnly: string | null
  readonly open: OpenTask | null
  readonly moving: Moving | null
  /** The task that is asked about before it is deleted. */
  readonly deleting: string | null
  readonly creating: boolean
  readonly helping: boolean
  /** The palette is open: for everything, or to set a property of some tasks. */
  readonly searching: boolean | KeyedProperty
  /** `who`: the page says who one is to the board; `connect`: how an agent gets to it. */
  readonly asking: "name" | "who" | "connect" | null
  /** The board asks for a token, and the page has none that is good. */
  readonly locked: Locked | null
  /** Who one is to the board; null before it has told. */
  readonly access: AccessView | null
  readonly name: string | null
  readonly filter: BoardFilter
  readonly grouping: Grouping
  readonly density: Density
  /** How many cards a column should hold at most, by its id. */
  readonly limits: Readonly<Record<string, number>>
  /** The tasks that are changed together. */
  readonly selected: ReadonlySet<string>
  readonly toast: Toast | null
  /** After so many failed attempts a task is blocked; null before the server has told. */
  readonly maxAttempts: number | null
  /** The text that a screen reader reads out. */
  readonly said: string
}

export type Closed = "done" | "cancelled"

/** What may be set as it is. Nothing else in the state follows from it. */
export type Settable = Partial<
  Omit<State, "moment" | "tasks" | "moved" | "agents" | "faces" | "loading" | "open">
>

/** What changes several parts of the state, or a part of one. */
export type Action =
  | { type: "page"; tasks: readonly TaskView[]; total: number; gone: ReadonlySet<string> }
  | {
      type: "loaded"
      tasks: readonly TaskView[]
      totals: State["totals"]
      /** What events named while it was read, so that it is known better. */
      fresh: ReadonlySet<string>
    }
  | { type: "moment"; moment: ShownMoment; tasks: readonly TaskView[]; totals: State["totals"] }
  | { type: "found"; tasks: readonly TaskView[] }
  | { type: "changed"; task: TaskView; isNew?: boolean }
  | { type: "deleted"; id: string }
  | { type: "renewed"; id: string; at: string; expiresAt: string | null }
  | { type: "team"; agents: readonly AgentView[] }
  | { type: "opened"; id: string | null }
  | ({ type: "read"; task: TaskView } & Partial<
      Pick<OpenTask, "comments" | "handoff" | "openLines" | "found" | "checks">
    >)
  | { type: "unread"; id: string; refusal: Refusal }
  | { type: "placed"; id: string; to: Status | null }

/** Null after a success; else why it failed. `differences` says what somebody else changed at the same time. */
export type WriteOutcome = null | { readonly refusal: Refusal; readonly differences?: readonly Difference[] }

/** Which tasks the board and the list show. What is empty leaves nothing out. */
export interface BoardFilter {
  readonly text: string
  /** Of several values, a task must have one; of several tags, all. */
  readonly assignee: readonly string[]
  readonly notAssignee: readonly string[]
  readonly reviewer: readonly string[]
  readonly notReviewer: readonly string[]
  readonly project: readonly string[]
  readonly notProject: readonly string[]
  readonly tag: readonly string[]
  readonly notTag: readonly string[]
  readonly priority: readonly Priority[]
  readonly parent: string
  readonly working: boolean
  readonly ready: "" | "1" | "0"
  readonly overdue: boolean
  readonly stuck: boolean
  /** Only what is assigned to the person at the dashboard, whoever that is. */
  readonly mine: boolean
}

/** What was changed last, and how it is taken back. */
export interface Toast {
  /** Tells two toasts apart. */
  readonly key: number
  readonly text: string
  /** The task that *Open* shows. */
  readonly task: string | null
  /** What names the change to an undo; empty where nothing takes it back. */
  readonly undo: readonly number[]
  /** The undo that it tells of. */
  readonly redo: Redo | null
}

/** An undo, and what it took back, as words: `moving T-1`. */
export interface Redo {
  readonly command: number
  readonly what: string
}
