import { expect, test } from "vitest"
import { asRefusal } from "../../src/machine/file-errors.ts"
import { createWarn } from "../../src/machine/warnings.ts"

function systemError(code: string): Error {
  return Object.assign(new Error(`${code}: failed`), { code })
}

test("a lack of file descriptors is reported at most once a minute, and anything else each time", () => {
  const said: unknown[][] = []
  let now = 0
  const warn = createWarn({ warn: (...words) => said.push(words) }, () => now)
  warn("A connection could not be accepted", systemError("EMFILE"))
  warn("A file could not be opened", asRefusal(systemError("ENFILE"), "/data/journal"))
  now = 59_999
  warn("The checkpoint failed", new Error("It failed", { cause: systemError("EMFILE") }))
  expect(said).toEqual([[expect.stringMatching(/no file descriptors left/)]])
  now = 60_000
  warn("A connection could not be accepted", systemError("EMFILE"))
  expect(said).toHaveLength(2)
  const other = systemError("EIO")
  warn("One", other)
  warn("Two")
  expect(said.slice(2)).toEqual([["One", other], ["Two"]])
})
