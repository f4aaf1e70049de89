/** The output of a command during one claim of a task. Offsets count its UTF-8 bytes from its beginning. */
export interface OutputRun {
  readonly epoch: number
  readonly agent: string
  /** When its first and its latest part arrived, in ms since 1970. */
  readonly startedAt: number
  readonly updatedAt: number
  /** What was printed before this offset is no longer kept. */
  readonly start: number
  readonly end: number
  /** The output from this offset on; the whole stored output if the offset is not between `start` and `end`. */
  textFrom(offset: number): string
}

/** A server of a board, and how it is reached. */
export interface Server {
  readonly host: string
  readonly url: string
}

/** An output that another server of the board keeps. */
export interface OutputPlace extends Server {
  readonly epoch: number
  readonly agent: string
  /** The offset that the output had reached when that server reported it. */
  readonly end: number
}

/** Which outputs other servers store. This is soft state that the servers exchange. */
export interface OutputPlaces {
  /**
   * Which server has more output of a task (by its number) than is stored here; undefined if no server reports more.
   */
  of(task: number): OutputPlace | undefined
}

/** The output of commands. It is not in the log, so it is lost at a restart. */
export interface Outputs {
  /** Output that arrived before this time may be dropped, in ms since 1970. */
  readonly keptSince: number
  /** The stored outputs of a task by its number, the latest claim first. */
  of(task: number): readonly OutputRun[]
}

/** A part of the output of a claim. */
export interface OutputPart {
  readonly task: number
  readonly epoch: number
  readonly agent: string
  readonly text: string
  /** The offset at which the text begins; undefined: at the end of the output sent before. */
  readonly at: number | undefined
}

/** What is kept of an output after a part was added. */
export interface OutputAdded {
  readonly epoch: number
  readonly start: number
  readonly end: number
  /** The part began after the end of the stored output, so something in between is missing. */
  readonly isGap: boolean
}
