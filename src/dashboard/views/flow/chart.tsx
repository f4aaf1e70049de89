import { useEffect, useRef, useState } from "preact/hooks"
import { styled, useLazy } from "../../components/lazy.tsx"
import { useIsDark } from "../../state/theme.ts"
import { counted } from "../../words/format.ts"
import type { ChartData } from "./draw-chart.ts"

interface Props {
  title: string
  /** What the chart shows, in a sentence. */
  summary: string
  data: ChartData
  /** The real numbers, where the drawn ones differ. */
  table?: Pick<ChartData, "series">
  /** What must be known to read it. */
  note?: string | null
}

/** A chart with its numbers as a table, and with a legend that shows the numbers of the day under the pointer. */
export function Chart({ title, summary, data, table = data, note = null }: Props) {
  const ref = useRef<HTMLDivElement>(null)
  const drawing = useLazy(loadDrawing)
  const isDark = useIsDark()
  const [point, setPoint] = useState<number | null>(null)
  useEffect(() => {
    if (!ref.current || drawing === null || drawing === "missing") return
    return drawing.drawChart(ref.current, data, setPoint)
  }, [drawing, data, isDark])

  return (
    <figure class="chart" aria-label={title}>
      <figcaption class="chart-head">
        <h2>{title}</h2>
        <span class="muted chart-day">{point !== null && data.labels[point]}</span>
        <ul class="legend">
          {data.series.map(({ name, color }, i) => (
            <li key={name}>
              <span class="swatch" style={{ background: `var(${color})` }} />
              {name}
              {point !== null && <strong>{counted(table.series[i]?.values[point] ?? 0)}</strong>}
            </li>
          ))}
          <li>
            <span class="swatch is-hatched" />
            Today, so far
          </li>
        </ul>
      </figcaption>
      {drawing === "missing" ? (
        <p class="nothing">The chart could not be loaded. The numbers are below.</p>
      ) : (
        <div class="chart-box" ref={ref} role="img" aria-label={`${title}. ${summary}`} />
      )}
      {note !== null && <p class="muted small-text chart-note">{note}</p>}
      <Numbers title={title} labels={data.labels} series={table.series} />
    </figure>
  )
}

// --- internal ---

function Numbers({ title, labels, series }: { title: string } & Pick<ChartData, "labels" | "series">) {
  return (
    <details class="numbers">
      <summary>Show the numbers</summary>
      <div class="numbers-box" tabIndex={0} role="group" aria-label={`${title}, the numbers`}>
        <table>
          <thead>
            <tr>
              <th scope="col">Day</th>
              {series.map(({ name }) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {labels.map((label, i) => (
              <tr key={i}>
                <th scope="row">{label}</th>
                {series.map(({ name, values }) => (
                  <td key={name}>{counted(values[i] ?? 0)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  )
}

/** The part that draws, and its style. The style is a file of its own because the page allows no inline styles. */
const loadDrawing = () => styled("uplot.css", import("./draw-chart.ts"))
