import { useEffect, useState } from "preact/hooks"
import type { PublicEvent } from "../../domain/events/shown.ts"
import type { State } from "../state/state.ts"
import { readEvents } from "../reads/read-events.ts"
import { EventSentence } from "../views/activity/event-line.tsx"

interface Props extends Pick<State, "tasks"> {
  seq: number
  /** Events pass by too fast to be read. */
  isFast: boolean
}

/** What happened at the moment that is shown: “ada took T-12 Write the README”. */
export function Happened({ seq, tasks, isFast }: Props) {
  const [event, set] = useState<PublicEvent | null>(null)
  useEffect(() => {
    const is = { over: false }
    // Events that the slider only passes are not read.
    const timer = setTimeout(() => {
      if (isFast) return
      readEvents(seq - 1, seq).then(
        ([found]) => is.over || set(found ?? null),
        () => undefined, // the bar is of use without it
      )
    }, restMs)
    return () => {
      is.over = true
      clearTimeout(timer)
    }
  }, [seq, isFast])
  if (event?.seq !== seq) return <p class="time-happened" />
  return (
    <p class="time-happened one-line">
      <EventSentence event={event} title={tasks.get(event.task ?? "")?.title} />
    </p>
  )
}

// --- internal ---

const restMs = 120
