import type { LogSpan } from "./time-machine.ts"

/** Where a new day begins on the slider. Days on which much happened are wide. */
export function DayMarks({ span }: { span: LogSpan | null }) {
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

// --- internal ---

/** Marks that are nearer to each other are left out. */
const nearest = 0.012

function dayOf(at: string): string {
  return new Date(at).toLocaleDateString(undefined, { day: "numeric", month: "short" })
}
