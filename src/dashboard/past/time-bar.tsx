import { useEffect, useRef, useState } from "preact/hooks"
import { Icon } from "../components/icons.tsx"
import { useShortcuts } from "../page/keys.ts"
import { goToMoment, withMoment } from "../page/route.ts"
import { useApp, useStoreState } from "../state/context.ts"
import { dayAndTime } from "../words/format.ts"
import { sayRefusal } from "../words/refusals.ts"
import { DayMarks } from "./day-marks.tsx"
import { Happened } from "./happened.tsx"
import { speeds, usePlay } from "./play.ts"
import type { TimeMachine } from "./time-machine.ts"

interface Props {
  machine: TimeMachine
  /** The address names this moment now. */
  onAddressed(seq: number): void
}

/** The moment that is shown, and the way to every other one. */
export function TimeBar({ machine, onAddressed }: Props) {
  const { store } = useApp()
  const { moment, tasks } = useStoreState(store)
  const [, redraw] = useState(0)
  const [speed, setSpeed] = useState<number>(speeds[1])
  const slider = useRef<HTMLInputElement>(null)
  useEffect(() => machine.subscribe(() => redraw((n) => n + 1)), [])
  const { wanted, span, refusal } = machine
  useEffect(() => slider.current?.focus({ preventScroll: true }), [span === null])
  const first = span?.first?.seq ?? 1
  const last = Math.max(span?.last?.seq ?? 1, wanted)
  const [isPlaying, play] = usePlay(machine, first, last, speed)
  const shown = moment?.seq ?? wanted

  useEffect(() => {
    const timer = setTimeout(() => {
      onAddressed(shown)
      history.replaceState(null, "", location.pathname + withMoment(location.search, shown) + location.hash)
    }, addressMs)
    return () => clearTimeout(timer)
  }, [shown])

  function step(by: number) {
    play(false)
    void machine.show(Math.min(last, Math.max(first, machine.wanted + by)))
  }

  useShortcuts([
    {
      keys: "Space",
      label: "Play and pause the past",
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
          <Happened seq={shown} tasks={tasks} isFast={isPlaying && speed > 5} />
        )}
        <span class="time-off muted small-text">Nothing can be changed here</span>
        <button type="button" class="primary" onClick={() => goToMoment(null)}>
          Back to now
        </button>
      </div>
      <div class="time-controls">
        <button
          type="button"
          class="quiet square"
          aria-label="One event back"
          title="One event back ( , )"
          disabled={wanted <= first}
          onClick={() => step(-1)}
        >
          <Icon name="earlier" />
        </button>
        <button
          type="button"
          class="square"
          aria-label={isPlaying ? "Pause" : "Play"}
          title={`${isPlaying ? "Pause" : "Play"} (Space)`}
          disabled={span === null}
          onClick={() => play(!isPlaying)}
        >
          <Icon name={isPlaying ? "pause" : "play"} />
        </button>
        <button
          type="button"
          class="quiet square"
          aria-label="One event on"
          title="One event on ( . )"
          disabled={span === null || wanted >= last}
          onClick={() => step(1)}
        >
          <Icon name="later" />
        </button>
        <div class="time-slide">
          <input
            ref={slider}
            type="range"
            // Before its ends are known it could lead nowhere.
            disabled={span === null}
            style={{ "--share": `${(100 * (wanted - first)) / Math.max(1, last - first)}%` }}
            aria-label="Moment"
            aria-valuetext={`${time}, ${place}`}
            min={first}
            max={last}
            value={wanted}
            onInput={({ currentTarget }) => {
              play(false)
              void machine.show(Number(currentTarget.value))
            }}
          />
          <DayMarks span={span} />
        </div>
        <select
          aria-label="Events a second"
          title="Events a second"
          value={speed}
          onInput={({ currentTarget }) => setSpeed(Number(currentTarget.value))}
        >
          {speeds.map((each) => (
            <option key={each} value={each}>
              {each}/s
            </option>
          ))}
        </select>
      </div>
    </section>
  )
}

// --- internal ---

/** How long a moment must be shown before the address names it: browsers refuse hundreds of changes a minute. */
const addressMs = 250
