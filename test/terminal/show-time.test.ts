import { expect, test } from "vitest"
import { localTime } from "../../src/terminal/show-time.ts"

test("a time is shown with its weekday and its offset", () => {
  const shown = localTime("2026-12-01T16:00:00.000Z")
  expect(shown).toMatch(/^(Tue|Wed) 2026-12-0[12] \d\d:\d\d [+-]\d\d:\d\d$/)
  expect(Date.parse(shown.slice(4).replace(" ", "T").replace(" ", ""))).toBe(
    Date.parse("2026-12-01T16:00:00Z"),
  )
})
