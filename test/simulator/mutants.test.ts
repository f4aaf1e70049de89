import { execFile } from "node:child_process"
import { readFileSync } from "node:fs"
import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { promisify } from "node:util"
import { afterAll, beforeAll, expect, test } from "vitest"
import { mutants, type Mutant } from "./mutants.ts"
import { buildMutated } from "./mutated.ts"

const run = promisify(execFile)
/**
 * The seed that found each of them last. It is tried first, which takes a tenth of the time; where it finds nothing any
 * more, all are tried. With UPNEXT_LONG all are tried from the first on, and what they find is kept.
 */
const finder = "test/simulator/finders.json"
const finders = JSON.parse(readFileSync(finder, "utf8")) as Record<string, number>
const isLong = process.env["UPNEXT_LONG"] !== undefined
const found: Record<string, number> = {}
afterAll(async () => {
  const inOrder = mutants.map(({ name }) => [name, found[name]])
  if (isLong) await writeFile(finder, `${JSON.stringify(Object.fromEntries(inOrder), null, 2)}\n`)
})

let directory = ""
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "upnext-simulator-"))
})
afterAll(() => rm(directory, { recursive: true }))

/** Builds the product with a line rewritten. Gives what tries seeds on it, and says what was found. */
async function tryMutant(mutant: Mutant, signal: AbortSignal) {
  const program = join(directory, `${mutants.indexOf(mutant)}.mjs`)
  await buildMutated(mutant, program)
  return (...args: number[]) =>
    // For so short a time it takes longer to optimize code than to run it.
    run(process.execPath, ["--no-opt", program, ...args.map(String)], { signal }).then(
      ({ stdout }) => stdout,
      (error: unknown) => (error as { stdout: string }).stdout,
    )
}

/** What only a power cut shows at a certain moment is looked for where there is nothing but a journal. */
const isOfDisk = ({ file }: Mutant) => /^src\/(?:storage\/journal|machine)\//.test(file)

/** In the suite one of every third file of the source, since what finds one rarely misses the next. */
const firsts = mutants.filter(({ file }, i) => mutants.findIndex((each) => each.file === file) === i)
const tried = isLong ? mutants : firsts.filter((_, i) => i % 3 === 0)

test.concurrent.for(tried)("a few hundred seeds find it when $name", async (mutant, { signal, expect }) => {
  const find = await tryMutant(mutant, signal)
  const [most, ...steps] = isOfDisk(mutant) ? [1000, 0] : [300]
  const told = /^seed (\d+), \d+ steps: ./
  const first = finders[mutant.name]
  if (!isLong && first !== undefined && told.test(await find(first, 1, ...steps))) return
  const answer = await find(1, most, ...steps)
  expect(answer).toMatch(told)
  found[mutant.name] = Number(told.exec(answer)?.[1])
  if (!isLong) console.warn(`not seed ${first}, but ${found[mutant.name]} finds it when ${mutant.name}`)
})

test("a failure is told with the fewest steps that lead to it", async ({ signal }) => {
  const paused = mutants.find(({ name }) => name === "a paused agent is given work")
  if (!paused) throw new Error("no line is rewritten so that a paused agent is given work")
  const find = await tryMutant(paused, signal)
  const [, seed = 0, steps = 0] = (/^seed (\d+), (\d+) steps/.exec(await find(1, 300, 150, 1)) ?? []).map(
    Number,
  )
  expect(steps).toBeGreaterThan(0)
  expect(await find(seed, 1, steps)).toContain(`seed ${seed}, `)
  expect(await find(seed, 1, steps - 1)).toBe("nothing was found\n")
})
