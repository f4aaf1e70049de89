/** Lists what the built files hold, by package, the largest first. */
import { readFileSync } from "node:fs"

const bytes = JSON.parse(readFileSync("dist/bytes.json", "utf8"))
const least = 2000
for (const [place, packages] of Object.entries(bytes)) {
  const sorted = Object.entries(packages).sort(([, a], [, b]) => b - a)
  const sum = (rows) => rows.reduce((total, [, size]) => total + size, 0)
  const small = sorted.filter(([, size]) => size < least)
  console.log(`${sum(sorted).toLocaleString("en").padStart(11)}  dist/${place}`)
  for (const [name, size] of sorted)
    if (size >= least) console.log(`${size.toLocaleString("en").padStart(11)}    ${name}`)
  console.log(`${sum(small).toLocaleString("en").padStart(11)}    ${small.length} others`)
}
