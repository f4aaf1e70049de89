import { readFileSync } from "node:fs"
import { join } from "node:path"
import * as z from "zod"
import { expect, test } from "vitest"
import { loggedCommand } from "../../../src/domain/board/logged-command.ts"
import { quickCheck } from "../../../src/domain/board/quick-check.ts"

const kept = join(import.meta.dirname, "../../storage/kept/0.1.0/journal.jsonl")
const commands: unknown[] = readFileSync(kept, "utf8")
  .trim()
  .split("\n")
  .flatMap((line) => JSON.parse(line).commands ?? [])

test("every command of a kept journal fits, and after any one change the check agrees with zod", () => {
  const fits = quickCheck(loggedCommand)
  let refused = 0
  for (const command of commands) {
    expect(fits(command), JSON.stringify(command)).toBe(true)
    for (const changed of variantsOf(command)) {
      const { success } = loggedCommand.safeParse(changed)
      if (!success) refused++
      expect(fits(changed), JSON.stringify(changed)).toBe(success)
    }
  }
  expect(refused).toBeGreaterThan(1000)
})

test("a kind of schema that the quick check does not know is left to zod", () => {
  const fits = quickCheck(z.strictObject({ id: z.string().min(2), at: z.tuple([z.number()]).optional() }))
  expect([{ id: "ab" }, { id: "ab", at: [1] }].map(fits)).toEqual([true, true])
  expect([{ id: "a" }, { id: "ab", at: ["1"] }].map(fits)).toEqual([false, false])
})

/** Copies of the value with one change each: another type, a field less, a field more. */
function* variantsOf(value: unknown): Generator {
  yield* [null, 1, "text", true, [], {}, ["text"], [1]]
  if (Array.isArray(value)) {
    for (const [i, inner] of value.entries())
      for (const variant of variantsOf(inner)) yield value.with(i, variant)
  } else if (typeof value === "object" && value !== null) {
    yield { ...value, surplus: null }
    for (const [key, inner] of Object.entries(value)) {
      const { [key as keyof typeof value]: _, ...rest } = value
      yield rest
      for (const variant of variantsOf(inner)) yield { ...value, [key]: variant }
    }
  }
}
