import type { ComponentChildren } from "preact"
import type { Priority, Status } from "../api/types.ts"
import { priorities } from "../../domain/wire/enums.ts"
import { type ColumnId, columnNames } from "../words/move-words.ts"

const waiting = "M4.5 2.5h7M4.5 13.5h7M5 2.5c0 3.5 6 4.5 6 11M11 2.5c0 3.5-6 4.5-6 11"

const ring = <circle key="around" cx="8" cy="8" r="5.75" class="ring" />
const disc = <circle key="around" cx="8" cy="8" r="6.5" class="fill" />

const shapes: Readonly<Record<ColumnId, ComponentChildren>> = {
  ready: ring,
  waits: <path d={waiting} class="line" />,
  doing: [ring, <path key="in" d="M8 4.8a3.2 3.2 0 0 1 0 6.4z" class="fill" />],
  blocked: [ring, <path key="in" d="M5.6 8h4.8" class="line" />],
  review: [ring, <circle key="in" cx="8" cy="8" r="2.4" class="fill" />],
  done: [disc, <path key="in" d="m5.2 8.2 2 2 3.7-4" class="cut" />],
  cancelled: [disc, <path key="in" d="m6 6 4 4m0-4-4 4" class="cut" />],
}

/** A status, or the column in which a task stands: what waits is not ready. */
export function StatusIcon({ status }: { status: Status | ColumnId }) {
  const column = status === "todo" ? "ready" : status
  return (
    <svg class={`icon state state-${column}`} viewBox="0 0 16 16" role="img" aria-label={columnNames[column]}>
      {shapes[column]}
    </svg>
  )
}

export const priorityNames: Readonly<Record<Priority, string>> = {
  P0: "P0, urgent",
  P1: "P1, high",
  P2: "P2, normal",
  P3: "P3, low",
}

export const priorityChoices = priorities.map((priority) => [priority, priorityNames[priority]] as const)

/** A priority as bars that fill up, and as a mark for P0. It can be read without the colour. */
export function PriorityIcon({ priority }: { priority: Priority }) {
  const filled = { P0: 0, P1: 3, P2: 2, P3: 1 }[priority]
  return (
    <svg
      class={`icon priority priority-${priority}`}
      viewBox="0 0 16 16"
      role="img"
      aria-label={priorityNames[priority]}
    >
      <title>{priorityNames[priority]}</title>
      {priority === "P0" ? (
        <>
          <rect x="1.5" y="1.5" width="13" height="13" rx="3" class="bar on" />
          <path d="M8 4.6v4M8 11.2v.1" class="cut" />
        </>
      ) : (
        [0, 1, 2].map((i) => (
          <rect
            key={i}
            x={2 + i * 4.4}
            y={10 - i * 3.5}
            width="3"
            height={4 + i * 3.5}
            rx="1"
            class={i < filled ? "bar on" : "bar"}
          />
        ))
      )}
    </svg>
  )
}

const lines = {
  plus: "M8 3v10M3 8h10",
  close: "m4 4 8 8m0-8-8 8",
  search: "M7 11.5a4.5 4.5 0 1 0 0-9 4.5 4.5 0 0 0 0 9Zm3.4-1.1L14 14",
  comment: "M2.5 4.5a2 2 0 0 1 2-2h7a2 2 0 0 1 2 2v4a2 2 0 0 1-2 2H7l-3 2.8v-2.8h0a1.6 1.6 0 0 1-1.5-2z",
  parts: "M2.5 2.5h5v4h-5zM9 9.5h4.5v4H9zM5 6.5v5h4",
  wait: waiting,
  check: "m3.5 8.5 3 3 6-7",
  user: "M8 8a2.75 2.75 0 1 0 0-5.5A2.75 2.75 0 0 0 8 8Zm-5 5.5c.5-2.6 2.5-3.8 5-3.8s4.5 1.2 5 3.8",
  keyboard: "M2 4.5h12v7H2zM4.5 7h.1M7 7h.1M9.3 7h.1M11.6 7h.1M5.5 9.3h5",
  pencil: "m3 13 .6-2.8 7-7 2.2 2.2-7 7z",
  filter: "M2.5 4.5h11M4.5 8h7M6.5 11.5h3",
  alert: "M8 5.5v3.2M8 11v.1M8 2 1.8 13h12.4z",
  board: "M2.5 3h3v10h-3zM6.5 3h3v7h-3zM10.5 3h3v4.5h-3z",
  inbox: "M2.5 9 4.4 3.4h7.2L13.5 9v3.6h-11zm0 0h3.2c.2 1.3 1 2 2.3 2s2.1-.7 2.3-2h3.2",
  team: "M6 7.6a2.3 2.3 0 1 0 0-4.6 2.3 2.3 0 0 0 0 4.6ZM1.8 13c.4-2.3 2-3.4 4.2-3.4s3.8 1.1 4.2 3.4M10.6 3.3a2.2 2.2 0 0 1 0 4M12 9.9c1.2.5 2 1.6 2.2 3.1",
  activity: "M1.8 8.5h2.7L6.4 3.6l3.2 8.8 1.8-3.9h2.8",
  flow: "M2.5 2.5v11h11M5 10.5l2.6-3.3 2.2 1.7 3.4-4.4",
  graph: "M2.5 6h3.5v4H2.5zM10 2.5h3.5v4H10zM10 9.5h3.5v4H10zM6 8h2V4.5h2M8 8v3.5h2",
  pause: "M5.5 3.5v9M10.5 3.5v9",
  play: "M5 3.4v9.2L12.2 8z",
  earlier: "M11.5 3.4v9.2L5.6 8zM4.2 3.4v9.2",
  later: "M4.5 3.4v9.2L10.4 8zM11.8 3.4v9.2",
  host: "M2.5 3h11v7.5h-11zM5.5 13.2h5M8 10.5v2.7",
  clock: "M8 4.5V8l2.2 1.6M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12Z",
  again: "M3 8a5 5 0 1 0 1.6-3.7M3 2.6v2.6h2.6",
  list: "M5.5 4h8M5.5 8h8M5.5 12h8M2.5 4h.1M2.5 8h.1M2.5 12h.1",
  display:
    "M2.5 5h6M11.5 5h2M2.5 11h2M7.5 11h6M10 6.5a1.5 1.5 0 1 0 0-3 1.5 1.5 0 0 0 0 3ZM6 12.5a1.5 1.5 0 1 0 0-3 1.5 1.5 0 0 0 0 3Z",
  expand: "M9.5 2.5h4v4M13.5 2.5 9 7M6.5 13.5h-4v-4M2.5 13.5 7 9",
  bell: "M8 2.2c-2.4 0-3.9 1.7-3.9 4 0 3.2-1.4 4-1.4 5h10.6c0-1-1.4-1.8-1.4-5 0-2.3-1.5-4-3.9-4ZM6.7 13.4c.3.5.7.7 1.3.7s1-.2 1.3-.7",
  more: "M3.5 8h.1M8 8h.1M12.5 8h.1",
  back: "m9.5 4.5-3.5 3.5 3.5 3.5",
  theme: "M8 2.5v11M8 13.5a5.5 5.5 0 1 0 0-11 5.5 5.5 0 0 0 0 11ZM8 5h3.6M8 8h5.3M8 11h3.6",
  sun: "M8 10.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5ZM8 1.5V3M8 13v1.5M1.5 8H3M13 8h1.5M3.4 3.4l1.1 1.1M11.5 11.5l1.1 1.1M12.6 3.4l-1.1 1.1M4.5 11.5l-1.1 1.1",
  moon: "M13.2 9.6A5.6 5.6 0 0 1 6.4 2.8a5.6 5.6 0 1 0 6.8 6.8Z",
  key: "M10 9.5a3.5 3.5 0 1 0-3.3-2.3L2.5 11.4v2.1h2.2v-1.6h1.6v-1.6h1l.9-1a3.5 3.5 0 0 0 1.8.2ZM10.6 5.4h.1",
  undo: "M5.5 3 2.8 5.8l2.7 2.7M3 5.8h6.2a3.7 3.7 0 0 1 0 7.4H6",
  redo: "m10.5 3 2.7 2.8-2.7 2.7M13 5.8H6.8a3.7 3.7 0 0 0 0 7.4H10",
  tag: "M2.5 2.5h5l6 6-5 5-6-6zM5.3 5.3h.1",
  trash: "M3 4.5h10M6.2 4.3V2.8h3.6v1.5M4.3 4.5l.6 8.7h6.2l.6-8.7",
  download: "M8 2.5v7.5M4.8 7 8 10.2 11.2 7M3 13h10",
  upload: "M8 10.2V2.7M4.8 5.7 8 2.5l3.2 3.2M3 13h10",
  clip: "m12.5 7.5-5 5a2.8 2.8 0 0 1-4-4l5.5-5.5a1.9 1.9 0 0 1 2.7 2.7L6.3 11a.9.9 0 0 1-1.3-1.3l4.8-4.7",
  down: "m4.5 6.5 3.5 3.5 3.5-3.5",
} as const

export type IconName = keyof typeof lines

export function Icon({ name }: { name: IconName }) {
  return (
    <svg class="icon" viewBox="0 0 16 16" aria-hidden="true">
      <path d={lines[name]} class="line" />
    </svg>
  )
}
