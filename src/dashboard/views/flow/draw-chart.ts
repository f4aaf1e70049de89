import uPlot from "uplot"

export interface Series {
  readonly name: string
  /** The CSS custom property that holds its colour. */
  readonly color: `--${string}`
  readonly values: readonly number[]
}

export interface ChartData {
  /** Bars stand side by side. Areas are stacked, the first at the bottom. */
  readonly form: "bars" | "areas"
  /** One label for each value. */
  readonly labels: readonly string[]
  readonly series: readonly Series[]
}

/** The least number of days that a plot has room for; fewer stand in its middle. */
const leastDays = 3

/**
 * Draws into an element, in the colours of the theme, until it is ended. The last value is that of today, which is not over yet and so is hatched.
 * Plots of the same days stand exactly below each other, and share the line at the pointer.
 * @param onPoint called with the index of the value under the pointer
 */
export function drawChart(
  element: HTMLElement,
  { form, labels, series }: ChartData,
  onPoint: (index: number | null) => void,
): () => void {
  const style = getComputedStyle(element)
  const color = colorsOf(element)
  const size = () => ({ width: Math.max(element.clientWidth, 100), height: 208 })
  const lines = form === "areas" ? stack(series) : series
  // An area needs two points. That of a single day has its level over most of the day.
  const places = form === "areas" && labels.length === 1 ? [-0.4, 0.4] : labels.map((_, i) => i)
  const spare = Math.max(0, leastDays - labels.length) / 2
  const dayAt = (place: number) => Math.round(place)
  const axis = {
    stroke: color("--muted"),
    font: `11px ${style.fontFamily}`,
    ticks: { show: false },
    grid: { stroke: color("--line"), width: 1 },
  }
  const plot = new uPlot(
    {
      ...size(),
      padding: [8, 16, 0, 0],
      legend: { show: false },
      cursor: {
        y: false,
        drag: { x: false, y: false },
        points: { show: false },
        sync: { key: "flow", scales: ["x", null], setSeries: false },
      },
      scales: {
        x: { time: false, range: () => [-0.5 - spare, labels.length - 0.5 + spare] },
        y: { range: (_, _min, max) => [0, Math.max(4, Math.ceil(max * 1.08))] },
      },
      axes: [
        {
          ...axis,
          size: 26,
          grid: { show: false },
          space: 64,
          incrs: [1, 2, 7, 14, 28, 56],
          values: (_, at) => at.map((i) => labels[i] ?? ""),
        },
        { ...axis, size: 44, space: 36, incrs: wholeSteps },
      ],
      series: [
        {},
        ...lines.map((each, i) => ({
          label: each.name,
          stroke: color(each.color),
          width: form === "bars" ? 0 : 1.5,
          fill: color(each.color, form === "bars" ? 100 : 35),
          points: { show: false },
          ...(form === "bars" && bars(i === 0 ? -1 : 1)),
        })),
      ],
      ...(form === "areas" && {
        bands: lines.slice(1).map((_, i) => ({ series: [i + 1, i + 2] as [number, number] })),
      }),
      hooks: {
        setCursor: [({ cursor }) => onPoint(cursor.idx == null ? null : dayAt(places[cursor.idx] ?? 0))],
        draw: [(drawn) => hatch(drawn, labels.length - 1, color("--surface"))],
      },
    },
    [places, ...lines.map(({ values }) => places.map((place) => values[dayAt(place)]))],
    element,
  )
  const observer = new ResizeObserver(() => plot.setSize(size()))
  observer.observe(element)
  return () => {
    observer.disconnect()
    plot.destroy()
  }
}

// --- internal ---

/** Reads colours of the theme. A canvas takes no `light-dark()`, so an element that has the colour tells what it is. */
function colorsOf(element: HTMLElement): (name: string, percent?: number) => string {
  const probe = document.createElement("span")
  return (name, percent = 100) => {
    probe.style.color = `color-mix(in srgb, var(${name}) ${percent}%, transparent)`
    element.append(probe)
    const { color } = getComputedStyle(probe)
    probe.remove()
    return color
  }
}

const wholeSteps = [1, 2, 5]
  .flatMap((step) => Array.from({ length: 7 }, (_, i) => step * 10 ** i))
  .sort((a, b) => a - b)

function bars(align: -1 | 1) {
  const paths = uPlot.paths.bars?.({ size: [0.4, 18], align, radius: 0.15, gap: 1 })
  return paths ? { paths } : {}
}

/** Draws stripes in the colour of the ground over what stands for one day. */
function hatch({ ctx, bbox, valToPos }: uPlot, at: number, ground: string): void {
  const [left, right] = [valToPos(at - 0.5, "x", true), valToPos(at + 0.5, "x", true)]
  const step = 6 * devicePixelRatio
  ctx.save()
  ctx.beginPath()
  ctx.rect(left, bbox.top, right - left, bbox.height)
  ctx.clip()
  ctx.strokeStyle = ground
  ctx.lineWidth = step / 2.4
  ctx.beginPath()
  for (let x = left - bbox.height; x < right; x += step) {
    ctx.moveTo(x, bbox.top + bbox.height)
    ctx.lineTo(x + bbox.height, bbox.top)
  }
  ctx.stroke()
  ctx.restore()
}

/** Adds to each series the sum of those below it. The highest comes first, because uPlot fills the bands between them. */
function stack(series: readonly Series[]): Series[] {
  let below: readonly number[] = []
  return series
    .map((each) => {
      below = each.values.map((value, i) => value + (below[i] ?? 0))
      return { ...each, values: below }
    })
    .reverse()
}
