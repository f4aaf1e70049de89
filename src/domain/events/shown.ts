import { iso } from "../wire/time.ts"
import { type BoardEvent, eventKinds, type EventMeta, type EventType } from "./index.ts"
import type { EventKind } from "./kind.ts"

/** An event as clients see it. Its stored form is never shown. */
export interface PublicEvent {
  readonly seq: number
  readonly type: EventType
  /** ISO 8601. */
  readonly at: string
  readonly actor: string
  /** The account that it came by, where there is one. */
  readonly via?: string
  /** The id of the task that the event is about, if there is one. */
  readonly task?: string
  readonly data: Readonly<Record<string, unknown>>
}

export function toPublicEvent(event: BoardEvent, { seq, at, actor, via }: EventMeta): PublicEvent {
  return {
    seq,
    type: event.type,
    at: iso(at),
    actor,
    ...(via !== undefined && { via }),
    ...("task" in event && { task: event.task }),
    data: dataOf(event),
  }
}

// --- internal ---

function dataOf(event: BoardEvent): Record<string, unknown> {
  const { shown, stored, show }: EventKind = eventKinds[event.type]
  const own = show?.(event) ?? {}
  const data: Record<string, unknown> = {}
  for (const field in shown) {
    const isOwn = field in own
    const value = isOwn ? own[field] : event[field as keyof BoardEvent]
    if (value !== undefined) data[field] = !isOwn && isTime(stored[field]) ? iso(value as never) : value
  }
  return data
}

const isTime = (form: string | undefined): boolean => form === "time" || form === "timeOrNull"
