/** Draws how many requests a second each side answers, by the number of clients. Both scales are logarithmic. */
const [width, height] = [640, 360]
const plot = { left: 64, right: 430, top: 40, bottom: 316 }
const colours = ["#2563eb", "#059669", "#d97706", "#dc2626", "#7c3aed"]
const dashes = ["", "6 3", "2 3", "8 3 2 3", "1 4"]

/** @param sides `{ name, points }`, a point for each of `clientCounts` */
export function drawCurves({ title, clientCounts, sides }) {
  const values = sides.flatMap(({ points }) => points)
  const low = 10 ** Math.floor(Math.log10(Math.min(...values)))
  const high = 10 ** Math.ceil(Math.log10(Math.max(...values)))
  const x = scale([clientCounts[0], clientCounts.at(-1)], [plot.left, plot.right])
  const y = scale([low, high], [plot.bottom, plot.top])
  const parts = [label(16, 22, title, 'font-size="14" font-weight="600"')]
  for (let value = low; value <= high; value *= 10) {
    parts.push(`<path d="M${plot.left} ${y(value)}H${plot.right}" stroke="#8884"/>`)
    parts.push(label(plot.left - 8, y(value) + 4, value.toLocaleString("en"), 'text-anchor="end"'))
  }
  for (const count of clientCounts)
    parts.push(label(x(count), plot.bottom + 20, count, 'text-anchor="middle"'))
  parts.push(label((plot.left + plot.right) / 2, plot.bottom + 38, "clients", 'text-anchor="middle"'))
  const heights = spread(sides.map(({ points }) => y(points.at(-1))))
  sides.forEach(({ name, points }, i) => {
    const colour = colours[i % colours.length]
    const line = points.map((value, n) => `${n === 0 ? "M" : "L"}${x(clientCounts[n])} ${y(value)}`).join("")
    const dash = dashes[i % dashes.length]
    parts.push(
      `<path d="${line}" fill="none" stroke="${colour}" stroke-width="2" stroke-dasharray="${dash}"/>`,
    )
    for (const [n, value] of points.entries())
      parts.push(`<circle cx="${x(clientCounts[n])}" cy="${y(value)}" r="3" fill="${colour}"/>`)
    parts.push(label(plot.right + 12, heights[i] + 4, name, `style="fill:${colour}"`))
  })
  const style =
    "text{font:12px system-ui,sans-serif;fill:#444}@media(prefers-color-scheme:dark){text{fill:#ccc}}"
  const head = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img">`
  return [
    head,
    `<title>${escaped(title)}, by clients</title>`,
    `<style>${style}</style>`,
    ...parts,
    "</svg>\n",
  ].join("\n")
}

function scale([from, to], [start, end]) {
  const step = (end - start) / Math.log(to / from || 1)
  return (value) => Math.round(start + Math.log(value / from) * step)
}

/** Heights for the names, so that none covers another. */
function spread(heights) {
  const order = heights.map((_, i) => i).sort((a, b) => heights[a] - heights[b])
  const placed = [...heights]
  order.forEach((i, place) => {
    const above = order[place - 1]
    if (above !== undefined) placed[i] = Math.max(placed[i], placed[above] + 16)
  })
  return placed
}

const label = (x, y, text, more) => `<text x="${x}" y="${y}" ${more}>${escaped(String(text))}</text>`
const escaped = (text) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;")
