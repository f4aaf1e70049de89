import { useEffect, useState } from "preact/hooks"
import { Icon } from "../components/icons.tsx"
import { useShortcuts } from "../page/keys.ts"
import { goToMoment, withMoment } from "../page/route.ts"
import { useApp, useStoreState } from "../state/context.ts"
import { dayAndTime } from "../words/format.ts"
import { sayRefusal } from "../words/refusals.ts"
import { usePlay } from "./play.ts"
import { TimeControls } from "./time-controls.tsx"
import type { TimeMachine } from "./time-machine.ts"
import type { PublicEvent } from "../../domain/events/shown.ts"
import type { State } from "../state/state.ts"
import { readEvents } from "../reads/read-events.ts"
import { EventSentence } from "../views/activity/event-line.tsx"

interface Props {
  machine: TimeMachine
  /** The address names this moment now. */
  onAddressed(seq: number): void
}

/** The moment that is shown, and the way to every other one. */
export function TimeBar({ machine, onAddressed }: Props) {
  const { store } = useApp()
  const { moment, tasks } = useStoreState(store)
  const at = useSpan(machine)
  const { wanted, span, refusal, first, last } = at
  const playing = usePlay(machine, first, last)
  const { isPlaying, play } = playing
  const shown = moment?.seq ?? wanted
  useAddress(shown, onAddressed)

  /** Somebody goes to a moment by themselves. */
  function goTo(seq: number) {
    play(false)
    void machine.show(seq)
  }
  const step = (by: number) => goTo(Math.min(last, Math.max(first, machine.now.wanted + by)))

  useShortcuts([
    {
      keys: "Space",
      label: "Play or pause the past",
      group: "Anywhere",
      when: () => span !== null,
      run: () => play(!isPlaying),
    },
    { keys: ",", label: "One event back", group: "Anywhere", run: () => step(-1) },
    { keys: ".", label: "One event on", group: "Anywhere", when: () => span !== null, run: () => step(1) },
  ])

  const time = moment ? dayAndTime(moment.at) : ""
  const place = `event ${wanted.toLocaleString()}${span ? ` of ${last.toLocaleString()}` : ""}`
  return (
    <section class="time-bar" aria-label="Time machine">
      <div class="time-head">
        <p class="time-moment">
          <Icon name="clock" />
          <strong>{time}</strong> <span class="muted">{place}</span>
        </p>
        {refusal ? (
          <p class="time-happened is-refused" role="alert">
            {sayRefusal(refusal).title}
          </p>
        ) : (
          <Happened seq={shown} tasks={tasks} isFast={isPlaying && playing.speed > 5} />
        )}
        <span class="time-off muted small-text">Read-only</span>
        <button type="button" class="primary" onClick={() => goToMoment(null)}>
          Back to now
        </button>
      </div>
      <TimeControls {...{ at, playing }} said={`${time}, ${place}`} onStep={step} onSlide={goTo} />
    </section>
  )
}

// --- internal ---

/** How long a moment must be shown before the address names it: browsers refuse hundreds of changes a minute. */
const addressMs = 250

/** The wanted moment, and the first and the last one that there are. */
function useSpan(machine: TimeMachine) {
  const [, redraw] = useState(0)
  useEffect(() => machine.subscribe(() => redraw((n) => n + 1)), [])
  const { wanted, span, refusal } = machine.now
  const first = span?.first?.seq ?? 1
  const last = Math.max(span?.last?.seq ?? 1, wanted)
  return { wanted, span, refusal, first, last }
}

/** Names the moment that is shown in the address. */
function useAddress(shown: number, onAddressed: (seq: number) => void): void {
  useEffect(() => {
    const timer = setTimeout(() => {
      onAddressed(shown)
      history.replaceState(null, "", location.pathname + withMoment(location.search, shown) + location.hash)
    }, addressMs)
    return () => clearTimeout(timer)
  }, [shown])
}

interface HappenedProps extends Pick<State, "tasks"> {
  seq: number
  /** Events pass by too fast to be read. */
  isFast: boolean
}

/** What happened at the moment that is shown: “ada took T-12 Write the README”. */
function Happened({ seq, tasks, isFast }: HappenedProps) {
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

const restMs = 120
