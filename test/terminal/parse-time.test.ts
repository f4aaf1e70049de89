import { describe, expect, test } from "vitest"
import { durationFromNow, parseTime, type Moment } from "../../src/terminal/parse-time.ts"

/** A Friday, 14:30 in Berlin. */
const now = Date.parse("2026-11-27T13:30:00Z")
const berlin = { now, zone: "Europe/Berlin" }

function read(text: string, moment: Partial<Moment> = {}): string | undefined {
  const time = parseTime(text, { ...berlin, ...moment })
  return time === undefined ? undefined : new Date(time).toISOString().replace(".000Z", "Z")
}

describe("a time as a person types it, in Berlin on a Friday at 14:30", () => {
  test.each([
    ["2026-12-01", "2026-11-30T23:00:00Z"],
    ["2026-12-01 17:00", "2026-12-01T16:00:00Z"],
    ["2026-12-01T17:00", "2026-12-01T16:00:00Z"],
    ["2026-12-01 17:00:30", "2026-12-01T16:00:30Z"],
    ["2026-07-01 17:00", "2026-07-01T15:00:00Z"],
    ["2h", "2026-11-27T15:30:00Z"],
    ["1h30m", "2026-11-27T15:00:00Z"],
    ["in 3d", "2026-11-30T13:30:00Z"],
    ["in 3 days", "2026-11-30T13:30:00Z"],
    ["2 hours", "2026-11-27T15:30:00Z"],
    ["next week", "2026-11-29T23:00:00Z"],
    ["eod", "2026-11-26T23:00:00Z"],
    ["+2h", "2026-11-27T15:30:00Z"],
    ["2h ago", "2026-11-27T11:30:00Z"],
    ["now", "2026-11-27T13:30:00Z"],
    ["today", "2026-11-26T23:00:00Z"],
    ["today 18:00", "2026-11-27T17:00:00Z"],
    ["today 9:00", "2026-11-27T08:00:00Z"],
    ["tomorrow", "2026-11-27T23:00:00Z"],
    ["Tomorrow  9:00", "2026-11-28T08:00:00Z"],
    ["tomorrow at 9am", "2026-11-28T08:00:00Z"],
    ["tomorrow 12am", "2026-11-27T23:00:00Z"],
    ["tomorrow 5:30 pm", "2026-11-28T16:30:00Z"],
    ["yesterday 9:00", "2026-11-26T08:00:00Z"],
    ["17:00", "2026-11-27T16:00:00Z"],
    ["9:00", "2026-11-28T08:00:00Z"],
    ["mon", "2026-11-29T23:00:00Z"],
    ["thursday 8:00", "2026-12-03T07:00:00Z"],
    ["fri", "2026-12-03T23:00:00Z"],
    ["fri 17:00", "2026-11-27T16:00:00Z"],
    ["fri 14:30", "2026-12-04T13:30:00Z"],
    ["FRI 9:00", "2026-12-04T08:00:00Z"],
  ])("%j is %s", (text, expected) => {
    expect(read(text)).toBe(expected)
  })
})

describe("with `endsDay`, a day without a time of day means its last second", () => {
  test.each([
    ["2026-12-01", "2026-12-01T22:59:59Z"],
    ["today", "2026-11-27T22:59:59Z"],
    ["fri", "2026-11-27T22:59:59Z"],
    ["thu", "2026-12-03T22:59:59Z"],
    ["eow", "2026-11-29T22:59:59Z"],
    ["end of day", "2026-11-27T22:59:59Z"],
    ["fri 17:00", "2026-11-27T16:00:00Z"],
  ])("%j is %s", (text, expected) => {
    expect(read(text, { endsDay: true })).toBe(expected)
  })
})

describe("with `looksBack`, times mean the past", () => {
  test.each([
    ["2h", "2026-11-27T11:30:00Z"],
    ["in 2h", "2026-11-27T15:30:00Z"],
    ["-7d", "2026-11-20T13:30:00Z"],
    ["2 hours", "2026-11-27T11:30:00Z"],
    ["fri", "2026-11-26T23:00:00Z"],
    ["fri 17:00", "2026-11-20T16:00:00Z"],
    ["mon", "2026-11-22T23:00:00Z"],
    ["17:00", "2026-11-26T16:00:00Z"],
  ])("%j is %s", (text, expected) => {
    expect(read(text, { looksBack: true })).toBe(expected)
  })
})

describe("on the days when the clocks change", () => {
  test.each([
    ["a time that is skipped is moved on", "2026-03-29 02:30", "Europe/Berlin", "2026-03-29T01:30:00Z"],
    ["a time that comes twice is the first", "2026-10-25 02:30", "Europe/Berlin", "2026-10-25T00:30:00Z"],
    ["the hour before", "2026-10-25 01:59", "Europe/Berlin", "2026-10-24T23:59:00Z"],
    ["the hour after", "2026-10-25 03:00", "Europe/Berlin", "2026-10-25T02:00:00Z"],
    ["skipped, in New York", "2026-03-08 02:30", "America/New_York", "2026-03-08T07:30:00Z"],
    ["half an hour, on Lord Howe", "2026-10-04 02:15", "Australia/Lord_Howe", "2026-10-03T15:45:00Z"],
    ["a midnight that is skipped, in Cairo", "2026-04-24", "Africa/Cairo", "2026-04-23T22:00:00Z"],
    ["no change, in Kathmandu", "2026-12-01 17:00", "Asia/Kathmandu", "2026-12-01T11:15:00Z"],
    ["UTC", "2026-12-01 17:00", "UTC", "2026-12-01T17:00:00Z"],
  ])("%s", (_, text, zone, expected) => {
    expect(read(text, { zone })).toBe(expected)
  })
})

test("today and tomorrow are days of the time zone", () => {
  expect(read("tomorrow 9:00", { zone: "Pacific/Kiritimati" })).toBe("2026-11-28T19:00:00Z")
  expect(read("today 9:00", { zone: "Pacific/Pago_Pago" })).toBe("2026-11-27T20:00:00Z")
})

test.each([
  "",
  " ",
  "soon",
  "constructor",
  "2026-02-30",
  "2026-13-01",
  "2026-1-1",
  "01.12.2026",
  "25:00",
  "9:60",
  "17",
  "13pm",
  "0s",
  "fri friday",
  "friday17",
  "tomorrow 2h",
  "in 2h ago",
  "2026-12-01 17:00 CET",
])("%j is not read as a time", (text) => {
  expect(read(text)).toBeUndefined()
})

test.each([
  ["2h", false, "2h"],
  ["in 2h", false, "2h"],
  ["in a week", false, undefined],
  ["2h ago", false, undefined],
  ["2h", true, "2h"],
  ["2H ago", true, "2h"],
  ["in 2h", true, undefined],
  ["fri 17:00", false, undefined],
])("%s (in the past: %s) is sent as the duration %s", (text, looksBack, sent) => {
  expect(durationFromNow(text, looksBack)).toBe(sent)
})
