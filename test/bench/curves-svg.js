/**
 * Draws four charts over the number of clients, one below the other, with one legend: how many a second, the ms of a
 * request at p50 and at p99, and the processor time of the server. All scales are logarithmic. The picture brings its
 * own background, light or dark as the reader's system is, since the page around it may be the other one.
 */
const width = 480
const plot = { left: 64, right: 456, height: 130 }
const panelHeight = 190
const charts = [
  { key: "perSecond", title: "a second; higher is better" },
  { key: "p50", title: "ms of a request, p50; lower is better" },
  { key: "p99", title: "ms of a request, p99; lower is better" },
  { key: "cpu", title: "processor µs of the server a request; lower is better" },
]
const dashes = ["", "7 3", "2 3", "9 3 2 3", "14 4", "4 2"]
const light = ["#1d4ed8", "#047857", "#b45309", "#b91c1c", "#6d28d9", "#475569"]
const dark = ["#7aa2ff", "#34d399", "#fbbf24", "#f87171", "#c4a5ff", "#a3b1c6"]

/** @param sides points by name, one for each of `clientCounts`: `{ perSecond, p50, p99, cpu }` */
export function drawCurves({ title, clientCounts, sides }) {
  const names = Object.keys(sides)
  const legend = 44 + names.length * 20
  const height = legend + charts.length * panelHeight + 8
  const parts = [
    `<rect width="${width}" height="${height}" rx="8" class="paper"/>`,
    label(16, 28, title, 'class="head"'),
    ...names.flatMap((name, i) => [line(i, `M16 ${50 + i * 20}H56`), label(66, 54 + i * 20, name)]),
    ...charts.flatMap((chart, n) =>
      drawChart(chart, { clientCounts, sides: Object.values(sides), top: legend + n * panelHeight }),
    ),
  ]
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img">`,
    `<title>${escaped(title)}, by the number of clients</title>`,
    `<style>${style(names.length)}</style>`,
    ...parts,
    "</svg>\n",
  ].join("\n")
}

// --- internal ---

function drawChart({ key, title }, { clientCounts, sides, top }) {
  const values = sides.flatMap((points) => points.map((point) => point[key]))
  const ticks = ticksOf(Math.min(...values), Math.max(...values))
  const [above, below] = [top + 30, top + 30 + plot.height]
  const x = scale([clientCounts[0], clientCounts.at(-1)], [plot.left, plot.right])
  const y = scale([ticks[0], ticks.at(-1)], [below, above])
  return [
    label(16, top + 18, title, 'class="name"'),
    ...ticks.flatMap((tick) => [
      `<path d="M${plot.left} ${y(tick)}H${plot.right}" class="grid"/>`,
      label(plot.left - 8, y(tick) + 4, tick.toLocaleString("en"), 'text-anchor="end"'),
    ]),
    ...clientCounts.map((count, i) => {
      const text = i === 0 ? `${count} client` : i === clientCounts.length - 1 ? `${count} clients` : count
      return label(
        x(count),
        below + 18,
        text,
        `text-anchor="${i === 0 ? "start" : i === clientCounts.length - 1 ? "end" : "middle"}"`,
      )
    }),
    ...sides.flatMap((points, side) => {
      const spots = points.map((point, i) => [x(clientCounts[i]), y(point[key])])
      return [
        line(side, `M${spots.map((spot) => spot.join(" ")).join("L")}`),
        ...spots.map(([cx, cy]) => `<circle cx="${cx}" cy="${cy}" r="2.5" class="dot side${side}"/>`),
      ]
    }),
  ]
}

const line = (side, path) =>
  `<path d="${path}" class="line side${side}" stroke-dasharray="${dashes[side % dashes.length]}"/>`

/** Powers of ten around the values; where these are few, 2 and 5 between them as well. */
function ticksOf(low, high) {
  const decades = Math.log10(high / low)
  const steps = decades > 3 ? [1] : decades > 1.7 ? [1, 3] : [1, 2, 5]
  const all = []
  for (let power = -4; power < 8; power++) for (const step of steps) all.push(Number(`${step}e${power}`))
  const first = all.findLastIndex((tick) => tick <= low)
  return all.slice(first, all.findIndex((tick) => tick >= high && tick > low) + 1)
}

function scale([from, to], [start, end]) {
  const step = (end - start) / Math.log(to / from || 1)
  return (value) => Math.round((start + Math.log(value / from) * step) * 10) / 10
}

function style(count) {
  const colours = (list) =>
    list.slice(0, count).map((colour, i) => `.line.side${i}{stroke:${colour}}.dot.side${i}{fill:${colour}}`)
  return [
    "text{font:14px system-ui,sans-serif;fill:#333}.head{font-weight:600;font-size:16px}.name{font-weight:600}",
    ".paper{fill:#fff}.grid{stroke:#ddd}.line{fill:none;stroke-width:2}",
    ...colours(light),
    "@media(prefers-color-scheme:dark){text{fill:#ddd}.paper{fill:#161b22}.grid{stroke:#3a414b}",
    ...colours(dark),
    "}",
  ].join("")
}

const label = (x, y, text, more = "") => `<text x="${x}" y="${y}" ${more}>${escaped(String(text))}</text>`
const escaped = (text) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;")
