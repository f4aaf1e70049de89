import { shortest } from "./shortest.ts"
import { simulate } from "./simulate.ts"

/** Tries seeds until one breaks a promise, and says which, by how many steps at least, and how. */
const [first = 1, most = 1000, steps = 150, isShort = 0] = process.argv.slice(2).map(Number)
for (let seed = first; seed < first + most; seed++) {
  const found = await simulate(seed, steps)
  if (!found.failure) continue
  const { failure = found.failure, steps: least } = isShort === 1 ? await shortest(found) : found
  console.log(`seed ${seed}, ${least} steps: ${failure.error.message}`)
  process.exit(1)
}
console.log("nothing was found")
