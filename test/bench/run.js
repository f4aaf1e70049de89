/**
 * Measures ratios. Both sides run interleaved on one machine, so that noise hits both. The absolute figures are printed
 * for orientation only; they mean nothing on another machine. `npm run bench -- cycle start` runs only the rows whose
 * names hold one of these words, and `-- --cpu-prof cycle` also writes a profile of the servers of each.
 * `-- curves` measures no row, but how the number of clients matters: see `curves.js`.
 */
import { measure, ms, rounds } from "./compare.js"
import { measureCurves } from "./curves.js"
import { table } from "./figures.js"
import { profileRow } from "./profile.js"
import { endAll } from "./programs.js"
import * as dashboard from "./rows/dashboard.js"
import * as large from "./rows/large.js"
import * as memory from "./rows/memory.js"
import * as past from "./rows/past.js"
import * as processes from "./rows/processes.js"
import * as requests from "./rows/requests.js"
import * as waiting from "./rows/waiting.js"

const options = process.argv.slice(2).filter((word) => word.startsWith("--"))
const words = process.argv.slice(2).filter((word) => !word.startsWith("--"))
const unknown = options.find((option) => option !== "--cpu-prof")
if (unknown) throw new Error(`${unknown} is unknown; there is --cpu-prof`)
const isWanted = ({ what }) => words.length === 0 || words.some((word) => what.includes(word))

// In this order, because some end the servers of those before them.
const groups = [memory, requests, waiting, past, processes, large, dashboard]
try {
  console.log(`Medians of ${rounds} rounds of ${ms} ms a side, in turn. Node ${process.version}.\n`)
  if (words[0] === "curves") await measureCurves()
  else await measureRows()
} finally {
  for (const { close } of groups) await close?.()
  endAll()
}

async function measureRows() {
  table(["what", "figure", "spread", "wanted", "met", "ours : theirs"], Array(6).fill("---"))
  for (const { rows, isMissing } of groups) {
    const wanted = rows.filter(isWanted)
    if (wanted.length > 0 && isMissing) console.log(isMissing)
    else
      for (const row of wanted) {
        if (row.isMissing) {
          console.log(row.isMissing)
          continue
        }
        table(await measure(row))
        if (options.includes("--cpu-prof")) await profileRow(row)
      }
  }
}
