import { createRandom } from "../support/random.ts"
import { runJournal } from "./journal-run.ts"
import { shortest } from "./shortest.ts"
import { simulate } from "./simulate.ts"

/**
 * Tries seeds until one breaks a promise, and says which, by how many steps at least, and how. Of 0 steps it tries the
 * journal alone, which takes a tenth of the time.
 */
const [first = 1, most = 1000, steps = 150, isShort = 0] = process.argv.slice(2).map(Number)
for (let seed = first; seed < first + most; seed++) {
  const found = await trySeed(seed)
  if (found === undefined) continue
  console.log(`seed ${seed}, ${found}`)
  process.exit(1)
}
console.log("nothing was found")

// --- internal ---

async function trySeed(seed: number): Promise<string | undefined> {
  if (steps === 0)
    return runJournal(createRandom(seed)).then(
      () => undefined,
      (error: unknown) => `0 steps: ${(error as Error).message}`,
    )
  const found = await simulate(seed, steps)
  if (!found.failure) return undefined
  const { failure = found.failure, steps: least } = isShort === 1 ? await shortest(found) : found
  return `${least} steps: ${failure.error.message}`
}
