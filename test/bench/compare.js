/** Measures rows: the ratio of two sides that take turns on one machine, so that noise hits both, or one figure. */
import { spawnSync } from "node:child_process"
import { median } from "./figures.js"

/** Only the gates, in a few minutes. */
export const isShort = process.argv.includes("--gates")
export const rounds = Number(process.env.UPNEXT_BENCH_ROUNDS ?? (isShort ? 3 : 7))
/** For how long each side of a row of requests is under load in a round. */
export const ms = Number(process.env.UPNEXT_BENCH_MS ?? (isShort ? 800 : 1000))
/** How many tasks a large board has. */
export const large = Number(process.env.UPNEXT_BENCH_TASKS ?? 100_000)
export const thousands = `${large / 1000}k`

/** Makes what several rows share when the first of them needs it. */
export function lazily(make) {
  let made
  return () => (made ??= make())
}

/** Resolves when something holds, which is looked at every few ms. */
export async function until(holds, complaint) {
  const deadline = performance.now() + 120_000
  while (!(await holds())) {
    if (performance.now() > deadline) throw new Error(complaint)
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}

/**
 * Measures a row, `{ what, unit, gate, aim, before, slices, restMs, ours, theirs }`; `before` is what an older version came
 * to, and marks the rows that `--gates` measures. In each round the sides take turns, slice by
 * slice, because the speed of a shared machine changes from second to second: with whole rounds in turn, single ratios to
 * bare http went from 0.59 to 1.63. A rate is asked for with the ms that a slice lasts, and its round is the mean of its
 * slices, so that a pause counts. Of times the round is their median. The first round is not counted. A row without
 * `theirs` is about the figure itself, and one without a `gate` only shows it.
 * @returns the row with the median of its rounds, the spread of them, and whether that meets the gate
 */
export async function measure(row) {
  const { unit, gate, ours, theirs } = row
  const isRate = unit === "/s"
  const { slices = isRate ? 5 : 10, restMs = 0 } = row
  const combined = isRate ? mean : median

  async function round(turn) {
    const taken = [[], []]
    // Writes out what came before, so that this round does not pay for it. Between slices it would cost the quicker side
    // more: bare http lost a tenth.
    spawnSync("sync")
    for (let slice = 0; slice < slices; slice++) {
      // They take turns in going first, so that neither always runs on a warm machine.
      const order = (turn + slice) % 2 === 0 ? [0, 1] : [1, 0]
      for (const side of order) {
        const once = [ours, theirs][side]
        if (!once) continue
        if (restMs > 0) await new Promise((resolve) => setTimeout(resolve, restMs))
        taken[side].push(await once(ms / slices))
      }
    }
    return taken.map((figures) => (figures.length > 0 ? combined(figures) : 1))
  }

  await round(0)
  const pairs = []
  for (let i = 0; i < rounds; i++) pairs.push(await round(i))
  const ratios = pairs.map(([a, b]) => a / b)
  const figure = median(ratios)
  const bound = Number(gate?.slice(2))
  return {
    ...row,
    figure,
    spread: [Math.min(...ratios), Math.max(...ratios)],
    sides: [0, 1].map((side) => median(pairs.map((pair) => pair[side]))),
    holds: gate === undefined || (gate.startsWith("≥") ? figure >= bound : figure <= bound),
  }
}

// --- internal ---

const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length
