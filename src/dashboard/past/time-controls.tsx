import { useEffect, useRef } from "preact/hooks"
import { IconButton } from "../components/button.tsx"
import { Select } from "../components/select.tsx"
import { speeds, type usePlay } from "./play.ts"
import type { LogSpan } from "./time-machine.ts"

interface Props {
  /** Before its span is known only steps back lead somewhere. */
  at: { wanted: number; first: number; last: number; span: LogSpan | null }
  playing: ReturnType<typeof usePlay>
  /** The moment in words, as a screen reader says it. */
  said: string
  onStep(by: number): void
  onSlide(seq: number): void
}

/** The buttons, the slider and the speed of the time machine. */
export function TimeControls({ at, playing, said, onStep, onSlide }: Props) {
  const { wanted, first, last, span } = at
  const { isPlaying, speed, play, setSpeed } = playing
  const slider = useRef<HTMLInputElement>(null)
  useEffect(() => slider.current?.focus({ preventScroll: true }), [span === null])
  return (
    <div class="time-controls">
      <IconButton
        icon="earlier"
        name="One event back"
        title="One event back ( , )"
        disabled={wanted <= first}
        onClick={() => onStep(-1)}
      />
      <IconButton
        icon={isPlaying ? "pause" : "play"}
        name={isPlaying ? "Pause" : "Play"}
        class="square"
        title={`${isPlaying ? "Pause" : "Play"} (Space)`}
        disabled={span === null}
        onClick={() => play(!isPlaying)}
      />
      <IconButton
        icon="later"
        name="One event forward"
        title="One event forward ( . )"
        disabled={span === null || wanted >= last}
        onClick={() => onStep(1)}
      />
      <div class="time-slide">
        <input
          ref={slider}
          type="range"
          // Before its ends are known it could lead nowhere.
          disabled={span === null}
          style={{ "--share": `${(100 * (wanted - first)) / Math.max(1, last - first)}%` }}
          aria-label="Moment"
          aria-valuetext={said}
          min={first}
          max={last}
          value={wanted}
          onInput={({ currentTarget }) => onSlide(Number(currentTarget.value))}
        />
        <DayMarks span={span} />
      </div>
      <Select
        aria-label="Events per second"
        title="Events per second"
        value={String(speed)}
        choices={speeds.map((each) => [String(each), `${each}/s`])}
        onChange={(chosen) => setSpeed(Number(chosen))}
      />
    </div>
  )
}

// --- internal ---

/** Where a new day begins on the slider. Days on which much happened are wide. */
function DayMarks({ span }: { span: LogSpan | null }) {
  const { points = [], first, last } = span ?? {}
  if (!first || !last || first.seq === last.seq) return null
  const length = last.seq - first.seq
  let before = 0
  const marks = points.flatMap(({ seq, at }, i) => {
    const share = (seq - first.seq) / length
    const isNewDay = i > 0 && dayOf(at) !== dayOf(points[i - 1]?.at ?? at)
    if (!isNewDay || share - before < nearest) return []
    before = share
    return [{ at, share }]
  })
  return (
    <div class="day-marks" aria-hidden="true">
      {marks.map(({ at, share }) => (
        <i key={at} style={{ left: `${share * 100}%` }} title={dayOf(at)} />
      ))}
    </div>
  )
}

/** Marks that are nearer to each other are left out. */
const nearest = 0.012

function dayOf(at: string): string {
  return new Date(at).toLocaleDateString(undefined, { day: "numeric", month: "short" })
}
