/**
 * Measures ratios, and says at the end which gates hold; `compare.js` says how. `npm run bench -- cycle start` runs only
 * the rows whose names hold one of these words, and `-- --cpu-prof cycle` also writes a profile of the servers of each.
 * `-- --gates` measures in a few minutes those that the design sets, and ends with 1 where one does not hold.
 * `-- curves` measures no row, but what the number of clients and the size of the board matter: see `curves.js`.
 */
import { isShort, measure, ms, rounds } from "./compare.js"
import { measureCurves } from "./curves.js"
import { profileRow } from "./profile.js"
import { endAll } from "./programs.js"
import { head, printRow, printSummary } from "./report.js"
import * as dashboard from "./rows/dashboard.js"
import * as large from "./rows/large.js"
import * as memory from "./rows/memory.js"
import * as past from "./rows/past.js"
import * as processes from "./rows/processes.js"
import * as requests from "./rows/requests.js"
import * as tarball from "./rows/tarball.js"
import * as waiting from "./rows/waiting.js"

const options = process.argv.slice(2).filter((word) => word.startsWith("--"))
const words = process.argv.slice(2).filter((word) => !word.startsWith("--"))
const unknown = options.find((option) => !["--cpu-prof", "--gates"].includes(option))
if (unknown) throw new Error(`${unknown} is unknown; there are --cpu-prof and --gates`)
const isWanted = ({ what, before }) =>
  (!isShort || before !== undefined) && (words.length === 0 || words.some((word) => what.includes(word)))

// In this order, because some end the servers of those before them.
const groups = [memory, requests, waiting, past, processes, large, dashboard, tarball]
try {
  console.log(`Medians of ${rounds} rounds of ${ms} ms a side, in turn. Node ${process.version}.\n`)
  if (words[0] === "curves") await measureCurves(words.slice(1))
  else await measureRows()
  console.log(`\nThis took ${(performance.now() / 60_000).toFixed(1)} minutes.`)
} finally {
  for (const { close } of groups) await close?.()
  endAll()
}

async function measureRows() {
  const wanted = groups.flatMap(({ rows, isMissing }) => rows.map((row) => ({ isMissing, ...row })))
  const chosen = wanted.filter(isWanted)
  if (chosen.length === 0) throw new Error(`no row has ${words.join(" or ")} in its name`)
  const [measured, missing] = [[], []]
  head()
  try {
    for (const row of chosen) {
      if (row.isMissing) {
        missing.push(row.isMissing)
        continue
      }
      measured.push(await measure(row))
      printRow(measured.at(-1))
      if (options.includes("--cpu-prof")) await profileRow(row)
    }
  } finally {
    printSummary(measured, missing)
    if (isShort && measured.some(({ holds }) => !holds)) process.exitCode = 1
  }
}
