/**
 * A position in the journal, right after a verified line. `line` counts the lines up to this position. `line` and
 * `seq` are negative when they are not known.
 */
export interface Mark {
  readonly segment: number
  readonly offset: number
  readonly line: number
  readonly crc: string
  /** The last event up to here. */
  readonly seq: number
}
