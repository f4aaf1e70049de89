import { parseArgs } from "node:util"
import { parseDuration } from "../../src/domain/wire/duration.ts"
import { shortest } from "./shortest.ts"
import { simulate, type Report } from "./simulate.ts"

/**
 * `npm run simulate -- --seed N --steps M`: one run. With `--seeds K` the K seeds from N on; with `--hunt 10m` as many
 * as that time allows. It ends with exit code 1 at the first seed that breaks a promise.
 */
const { values } = parseArgs({
  options: {
    seed: { type: "string" },
    steps: { type: "string", default: "200" },
    seeds: { type: "string" },
    hunt: { type: "string" },
  },
})
const steps = whole("steps", values.steps)
const isHunt = values.hunt !== undefined
const first = values.seed === undefined ? (isHunt ? Date.now() % 1e9 : 1) : whole("seed", values.seed)
const end = performance.now() + (values.hunt === undefined ? Infinity : lengthOf(values.hunt))
const most = isHunt ? Infinity : whole("seeds", values.seeds ?? "1")

const total = new Map<string, number>()
let events = 0
let tried = 0
for (; tried < most && performance.now() < end; tried++) {
  const report = await simulate(first + tried, steps)
  for (const [what, count] of report.counts) total.set(what, (total.get(what) ?? 0) + count)
  events += report.events
  if (report.failure) await tellFailure(report)
  else if (most === 1) console.log(`digest ${report.digest}`)
}
tellCounts()

// --- internal ---

async function tellFailure(found: Report): Promise<never> {
  console.log(
    `Seed ${found.seed} breaks a promise within ${found.steps} steps. Looking for the shortest way there.`,
  )
  const report = await shortest(found)
  const { failure, seed } = report
  console.log(failure?.words.join("\n"))
  console.log(`\n${failure?.error.stack ?? ""}\n`)
  console.log(`npm run simulate -- --seed ${seed} --steps ${report.steps}`)
  process.exit(1)
}

function tellCounts(): void {
  for (const [what, count] of [...total].sort(([a], [b]) => (a < b ? -1 : 1)))
    console.log(`${String(count).padStart(8)}  ${what}`)
  console.log(
    `seeds from ${first}: ${tried}, steps of each: ${steps}, events: ${events}. No promise was broken.`,
  )
}

function whole(name: string, text: string): number {
  const number = Number(text)
  if (Number.isSafeInteger(number) && number > 0) return number
  return refuse(`--${name} takes a whole number from 1 on, not "${text}"`)
}

function lengthOf(text: string): number {
  return parseDuration(text) ?? refuse(`--hunt takes a time such as 10m, not "${text}"`)
}

function refuse(why: string): never {
  console.error(why)
  process.exit(2)
}
