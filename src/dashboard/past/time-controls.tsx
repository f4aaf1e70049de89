import { useEffect, useRef } from "preact/hooks"
import { Icon, type IconName } from "../components/icons.tsx"
import { DayMarks } from "./day-marks.tsx"
import { speeds } from "./play.ts"
import type { LogSpan } from "./time-machine.ts"

interface Props {
  wanted: number
  first: number
  last: number
  /** Null before it is known, and then only steps back lead somewhere. */
  span: LogSpan | null
  /** The moment in words, as a screen reader says it. */
  said: string
  isPlaying: boolean
  speed: number
  onStep(by: number): void
  onPlay(isPlaying: boolean): void
  onSlide(seq: number): void
  onSpeed(speed: number): void
}

/** The buttons, the slider and the speed of the time machine. */
export function TimeControls(props: Props) {
  const { wanted, first, last, span, said, isPlaying, speed } = props
  const slider = useRef<HTMLInputElement>(null)
  useEffect(() => slider.current?.focus({ preventScroll: true }), [span === null])
  return (
    <div class="time-controls">
      <Step
        name="One event back"
        keys=","
        icon="earlier"
        isDisabled={wanted <= first}
        onStep={() => props.onStep(-1)}
      />
      <button
        type="button"
        class="square"
        aria-label={isPlaying ? "Pause" : "Play"}
        title={`${isPlaying ? "Pause" : "Play"} (Space)`}
        disabled={span === null}
        onClick={() => props.onPlay(!isPlaying)}
      >
        <Icon name={isPlaying ? "pause" : "play"} />
      </button>
      <Step
        name="One event on"
        keys="."
        icon="later"
        isDisabled={span === null || wanted >= last}
        onStep={() => props.onStep(1)}
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
          onInput={({ currentTarget }) => props.onSlide(Number(currentTarget.value))}
        />
        <DayMarks span={span} />
      </div>
      <select
        aria-label="Events a second"
        title="Events a second"
        value={speed}
        onInput={({ currentTarget }) => props.onSpeed(Number(currentTarget.value))}
      >
        {speeds.map((each) => (
          <option key={each} value={each}>
            {each}/s
          </option>
        ))}
      </select>
    </div>
  )
}

// --- internal ---

interface StepProps {
  name: string
  keys: string
  icon: IconName
  isDisabled: boolean
  onStep(): void
}

function Step({ name, keys, icon, isDisabled, onStep }: StepProps) {
  return (
    <button
      type="button"
      class="quiet square"
      aria-label={name}
      title={`${name} ( ${keys} )`}
      disabled={isDisabled}
      onClick={onStep}
    >
      <Icon name={icon} />
    </button>
  )
}
