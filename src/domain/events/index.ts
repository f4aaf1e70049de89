import type * as z from "zod"
import { accessEvents } from "./access.ts"
import { importEvents } from "./imports.ts"
import type { EventKind, StoredForms } from "./kind.ts"
import { leaseEvents } from "./leases.ts"
import { resourceEvents } from "./resources.ts"
import { saidEvents } from "./said.ts"
import { taskEvents } from "./tasks.ts"
import { teamEvents } from "./team.ts"
import { usageEvents } from "./usage.ts"
import { workEvents } from "./work.ts"

/**
 * Every kind of fact that can happen. Tasks are named by their id (`T-1`), times are milliseconds since 1970, and
 * `null` means none. The actor and the time are stored next to the events, once for each command. A kind whose form
 * changes gets `v: "form2"`, and a step in `upcast.ts` that converts the old form to the new one.
 */
export const eventKinds = {
  ...taskEvents,
  ...leaseEvents,
  ...saidEvents,
  ...teamEvents,
  ...workEvents,
  ...usageEvents,
  ...resourceEvents,
  ...importEvents,
  ...accessEvents,
}

export type EventType = keyof typeof eventKinds
type RowOf<K extends EventType> = (typeof eventKinds)[K] extends EventKind<infer S> ? S : never
export type EventOf<K extends EventType> = {
  [T in K]: z.output<z.ZodObject<{ type: z.ZodLiteral<T> } & StoredForms<RowOf<T>>>>
}[K]
export type BoardEvent = EventOf<EventType>

export type {
  AccountFields,
  AgentFields,
  DroppedEdge,
  FileFields,
  TaskChanges,
  TaskFields,
} from "./fields.ts"

/** What is known of an event beside the event itself. */
export interface EventMeta {
  readonly seq: number
  readonly at: number
  readonly actor: string
  /** The account that was used, on a board with authentication. */
  readonly via?: string | undefined
}
