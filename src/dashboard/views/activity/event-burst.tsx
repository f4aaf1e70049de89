import { useState } from "preact/hooks"
import { timeOfDay } from "../../words/format.ts"
import type { Burst } from "../../words/bursts.ts"
import { EventLine } from "./event-line.tsx"

interface Props extends Burst {
  /** When the row above it happened. */
  previousAt: string | undefined
  title: string | undefined
}

/** What one agent did on one task, as one row that opens; or a single event. */
export function EventBurst({ first, rest, previousAt, title }: Props) {
  const [isOpen, setOpen] = useState(false)
  const isRepeated = (at: string, before: string | undefined) =>
    before !== undefined && timeOfDay(at) === timeOfDay(before)
  return (
    <>
      <EventLine event={first} title={title} isTimeKnown={isRepeated(first.at, previousAt)}>
        {rest.length > 0 && (
          <button type="button" class="quiet burst" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {isOpen ? "Show less" : `and ${rest.length} earlier`}
          </button>
        )}
      </EventLine>
      {isOpen &&
        rest.map((event, i) => (
          <EventLine
            key={event.seq}
            event={event}
            title={title}
            isTimeKnown={isRepeated(event.at, (rest[i - 1] ?? first).at)}
          />
        ))}
    </>
  )
}
