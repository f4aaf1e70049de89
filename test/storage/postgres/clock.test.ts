import { expect, test } from "vitest"
import { createDatabaseClock } from "../../../src/storage/postgres/clock.ts"

function clockAt(monotonic: number) {
  const time = { monotonic }
  return { time, clock: createDatabaseClock(() => time.monotonic) }
}

test("the clock goes on with the monotonic clock from the middle of the first look", () => {
  const { time, clock } = clockAt(100)
  clock.note(1_000_050, 0, 100)
  expect(clock.now()).toBe(1_000_100)
  time.monotonic = 600
  expect(clock.now()).toBe(1_000_600)
})

test("a slow answer does not move it, since the moment may lie anywhere within", () => {
  const { time, clock } = clockAt(10)
  clock.note(1_000_005, 0, 10)
  time.monotonic = 5_010
  clock.note(1_000_020, 10, 5_010)
  expect(clock.now()).toBe(1_005_010)
})

test("a database whose clock was set is followed at once, as far as one look shows", () => {
  const { time, clock } = clockAt(10)
  clock.note(1_000_005, 0, 10)
  time.monotonic = 1_010
  clock.note(1_061_005, 1_000, 1_010)
  expect(clock.now()).toBe(1_061_005)
  clock.note(1_001_005, 1_000, 1_010)
  expect(clock.now()).toBe(1_001_015)
})

test("it is not read before the database was asked", () => {
  expect(() => clockAt(0).clock.now()).toThrow("must be read before")
})
