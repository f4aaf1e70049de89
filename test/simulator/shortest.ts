import { simulate, type Report } from "./simulate.ts"

/**
 * The same failing seed with as few steps as possible. A run with fewer steps is the same run up to there, and then
 * ends without faults; so it is looked for by halving, and then step by step.
 */
export async function shortest(found: Report): Promise<Report> {
  let best = found
  const fails = async (steps: number): Promise<boolean> => {
    const report = await simulate(found.seed, steps)
    if (report.failure) best = { ...report, steps }
    return report.failure !== undefined
  }
  for (let low = 0, high = found.steps; high - low > 1;) {
    const middle = (low + high) >> 1
    if (await fails(middle)) high = middle
    else low = middle
  }
  while (best.steps > 1 && (await fails(best.steps - 1)));
  return best
}
