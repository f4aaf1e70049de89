/** Measures rows: the ratio of two sides that take turns on one machine, so that noise hits both, or one figure. */
import { spawnSync } from "node:child_process"
import { median } from "./figures.js"

export const rounds = Number(process.env.UPNEXT_BENCH_ROUNDS ?? 7)
/** How long a round of requests lasts. */
export const ms = Number(process.env.UPNEXT_BENCH_MS ?? 1500)
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

/** The median of ten, each after a rest of `restMs`. */
export async function several(once, restMs = 0) {
  const times = []
  for (let i = 0; i < 10; i++) {
    await new Promise((resolve) => setTimeout(resolve, restMs))
    times.push(await once())
  }
  return median(times)
}

/**
 * Measures a row, `{ what, unit, want, ours, theirs }`: the median of the ratios of neighbouring rounds, and their
 * spread. A row without `theirs` is about the figure itself. @returns the cells of its line
 */
export async function measure({ what, unit, want, ours, theirs }) {
  const { ratio, low, high, ...figures } = theirs ? await compare(ours, theirs) : await repeat(ours)
  const isMet = want.startsWith("≥") ? ratio >= Number(want.slice(2)) : ratio <= Number(want.slice(2))
  const show = (value) =>
    value >= 100 ? Math.round(value).toLocaleString("en") : value.toFixed(theirs ? 2 : 1)
  const sides = theirs ? `${number(figures.ours)} : ${number(figures.theirs)} ${unit}` : unit
  return [what, show(ratio), `${show(low)}–${show(high)}`, want, isMet ? "yes" : "NO", sides]
}

// --- internal ---

const number = (value) => (value >= 100 ? Math.round(value).toLocaleString("en") : value.toFixed(1))

/** Writes out what one side left to the kernel, so that the other side does not pay for it. */
function settled(side) {
  return () => {
    spawnSync("sync")
    return side()
  }
}

async function compare(...sides) {
  const [ours, theirs] = sides.map(settled)
  await ours()
  await theirs()
  const pairs = []
  for (let i = 0; i < rounds; i++) {
    // The sides take turns in going first, so that neither always runs on a warm machine.
    if (i % 2 === 0) pairs.push([await ours(), await theirs()])
    else pairs.push([await theirs(), await ours()].reverse())
  }
  const ratios = pairs.map(([a, b]) => a / b).sort((a, b) => a - b)
  return {
    ...{ ratio: median(ratios), low: ratios[0], high: ratios.at(-1) },
    ...{ ours: median(pairs.map(([a]) => a)), theirs: median(pairs.map(([, b]) => b)) },
  }
}

async function repeat(side) {
  const figures = []
  for (let i = 0; i < rounds; i++) figures.push(await settled(side)())
  figures.sort((a, b) => a - b)
  return { ratio: median(figures), low: figures[0], high: figures.at(-1) }
}
