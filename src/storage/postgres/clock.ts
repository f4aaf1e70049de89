/** The clock of the database, kept between two looks at it by the machine's monotonic clock. */
export type DatabaseClock = ReturnType<typeof createDatabaseClock>

/**
 * Each look gives an interval in which the difference of the two clocks lies, as wide as the answer took. The difference
 * that is kept moves only when it lies outside, and then to the nearer end: so a slow answer does not move it, and a
 * database whose clock was set is followed at once.
 */
export function createDatabaseClock(monotonic: () => number) {
  let offset: number | undefined
  return {
    /** Ms since 1970. It is not moved by a jump of the machine's clock. */
    now(): number {
      if (offset === undefined) throw new Error("The clock of the database is read before it is used")
      return Math.floor(monotonic() + offset)
    },
    /** The database said `at` some time between two readings of the monotonic clock. */
    note(at: number, asked: number, answered: number): void {
      const [least, most] = [at - answered, at - asked]
      offset = offset === undefined ? (least + most) / 2 : Math.min(Math.max(offset, least), most)
    },
  }
}
