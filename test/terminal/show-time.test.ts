import { describe, expect, test } from "vitest"
import { hearDate } from "../../src/client/board-clock.ts"
import { ago, inLocalTime, localTime, withLocalTime } from "../../src/terminal/show-time.ts"

test("a time is shown with its weekday and its offset", () => {
  const shown = localTime("2026-12-01T16:00:00.000Z")
  expect(shown).toMatch(/^(Tue|Wed) 2026-12-0[12] \d\d:\d\d [+-]\d\d:\d\d$/)
  expect(Date.parse(shown.slice(4).replace(" ", "T").replace(" ", ""))).toBe(
    Date.parse("2026-12-01T16:00:00Z"),
  )
})

describe("words of the server", () => {
  const now = Date.parse("2026-12-01T15:58:00Z")

  test("each time in them is shown in the zone of the shell, and how far away it is", () => {
    expect(inLocalTime("ann has T-1 until 2026-12-01 16:00:30 UTC.", now)).toBe(
      `ann has T-1 until ${localTime("2026-12-01T16:00:30Z")} (in 2m).`,
    )
  })

  test.each(["It is not ready.", "at 2026-13-41 99:00:00 UTC", "2026-12-01 16:00 UTC", ""])(
    "without one they stay as they are: %j",
    (text) => expect(inLocalTime(text)).toBe(text),
  )

  test("a value that is a time is shown so, and no other", () => {
    expect(withLocalTime("2026-12-01T16:00:00.000Z")).toBe(localTime("2026-12-01T16:00:00.000Z"))
    for (const value of ["todo", "2026-12-01", "at 2026-12-01T16:00:00.000Z", "2026-99-01T16:00:00Z"])
      expect(withLocalTime(value)).toBe(value)
  })
})

test("relative times go by the clock of the server that answered last", () => {
  const anHourAgo = new Date(Date.now() - 3_600_000)
  hearDate(anHourAgo.toUTCString())
  expect(ago(new Date(anHourAgo.getTime() + 7_200_000).toISOString())).toMatch(/^in (2h|1h|119m)$/)
  hearDate(new Date().toUTCString())
  expect(ago(anHourAgo.toISOString())).toBe("1h ago")
})
