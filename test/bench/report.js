/** What a run prints of its rows. */
import { table } from "./figures.js"

export const head = () => table(["what", "figure", "spread", "ours : theirs"], Array(4).fill("---"))

/** Prints a row as soon as it is measured. The figures of the two sides mean nothing on another machine. */
export function printRow({ what, unit, figure, spread, sides, theirs }) {
  const show = shown(theirs)
  const figures = theirs ? `${sides.map(number).join(" : ")} ${unit}` : unit
  table([what, show(figure), spread.map(show).join("–"), figures])
}

/** Prints which gates hold, and what was not measured. */
export function printSummary(measured, missing) {
  console.log("\nThe gates:\n")
  table(["what", "figure", "before", "gate", "aim", "it"], Array(6).fill("---"))
  for (const { what, figure, before, gate, aim, holds, theirs } of measured.filter(({ gate }) => gate))
    table([
      ...[what, shown(theirs)(figure), before ?? "", gate, aim ?? ""],
      holds ? "holds" : "**does not hold**",
    ])
  for (const why of new Set(missing)) console.log(`\nNot measured: ${why}`)
}

// --- internal ---

const number = (value) => (value >= 100 ? Math.round(value).toLocaleString("en") : value.toFixed(1))
const shown = (isRatio) => (value) =>
  value >= 100 ? Math.round(value).toLocaleString("en") : value.toFixed(isRatio ? 2 : 1)
