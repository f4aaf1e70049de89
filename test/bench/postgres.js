/**
 * Measures several servers on PostgreSQL against what one would build or install there to hand out work. All sides run
 * in turn on one database server, which syncs every commit, so that noise hits all of them. The absolute figures mean
 * nothing on another machine. `npm run bench:postgres -- wake` measures only the parts whose names hold this word.
 */
import { benchCycles } from "./postgres-cycles.js"
import { endAll, startDatabase } from "./postgres-programs.js"
import { benchRestore } from "./postgres-restore.js"
import { benchWakeUp } from "./postgres-wake.js"

const rounds = Number(process.env.UPNEXT_BENCH_ROUNDS ?? 7)
const ms = Number(process.env.UPNEXT_BENCH_MS ?? 1000)
const tasks = Number(process.env.UPNEXT_BENCH_TASKS ?? 100_000)
const chosen = process.argv.slice(2)
const isWanted = (what) => chosen.length === 0 || chosen.some((word) => what.includes(word))

try {
  console.log(`Medians of ${rounds} rounds of ${ms} ms a side, in turn. Node ${process.version}.\n`)
  const database = await startDatabase()
  if (isWanted("cycles")) await benchCycles(database, { rounds, ms })
  if (isWanted("wake")) await benchWakeUp(database)
  if (isWanted("restore")) await benchRestore(database, { tasks })
} finally {
  await endAll()
}
