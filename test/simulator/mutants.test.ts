import { execFile } from "node:child_process"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { promisify } from "node:util"
import { afterAll, beforeAll, expect, test } from "vitest"
import { mutants } from "./mutants.ts"
import { buildMutated } from "./mutated.ts"

const run = promisify(execFile)
let directory = ""
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "upnext-simulator-"))
})
afterAll(() => rm(directory, { recursive: true }))

/** Builds the product with a line rewritten, and tries seeds on it. Gives what was found. */
async function tryMutant(name: string) {
  const mutant = mutants.find((each) => each.name === name)
  if (!mutant) throw new Error(`no line is rewritten so that ${name}`)
  const program = join(directory, `${mutants.indexOf(mutant)}.mjs`)
  await buildMutated(mutant, program)
  return (...args: number[]) =>
    run(process.execPath, [program, ...args.map(String)]).then(
      ({ stdout }) => stdout,
      (error: unknown) => (error as { stdout: string }).stdout,
    )
}

test.for(mutants)("a thousand seeds find it when $name", async ({ name }) => {
  const find = await tryMutant(name)
  expect(await find(1, 1000)).toMatch(/^seed \d+, \d+ steps: ./)
})

test("a failure is told with the fewest steps that lead to it", async () => {
  const find = await tryMutant("a paused agent is given work")
  const [, seed = 0, steps = 0] = (/^seed (\d+), (\d+) steps/.exec(await find(1, 1000, 150, 1)) ?? []).map(
    Number,
  )
  expect(steps).toBeGreaterThan(0)
  expect(await find(seed, 1, steps)).toContain(`seed ${seed}, `)
  expect(await find(seed, 1, steps - 1)).toBe("nothing was found\n")
})
