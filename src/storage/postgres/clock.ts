/** The database's clock. Between two looks at it, the machine's monotonic clock is used. */
export type DatabaseClock = ReturnType<typeof createDatabaseClock>

/**
 * Each look gives an interval that contains the offset between the two clocks; the interval is as wide as the reply
 * took to arrive. The stored offset changes only when it lies outside the interval, and then to the nearer end. So
 * a slow reply does not change it, and a database whose clock was set is followed at once.
 */
export function createDatabaseClock(monotonic: () => number) {
  let offset: number | undefined
  return {
    /** Ms since 1970. A jump of the machine's clock does not change it. */
    now(): number {
      if (offset === undefined) throw new Error("The database's clock must be read before it is used")
      return Math.floor(monotonic() + offset)
    },
    /** The database reported `at` at some time between two readings of the monotonic clock. */
    note(at: number, asked: number, answered: number): void {
      const [least, most] = [at - answered, at - asked]
      offset = offset === undefined ? (least + most) / 2 : Math.min(Math.max(offset, least), most)
    },
  }
}
