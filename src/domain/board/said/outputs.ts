/** What a command has printed while one claim of a task lasted. Offsets count its bytes in UTF-8 from its beginning. */
export interface OutputRun {
  readonly epoch: number
  readonly agent: string
  /** When its first and its latest part arrived, in ms since 1970. */
  readonly startedAt: number
  readonly updatedAt: number
  /** What was printed before this offset is no longer kept. */
  readonly start: number
  readonly end: number
  /** What was printed from this offset on; all that is kept if the offset is not between `start` and `end`. */
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
  /** The offset that it had reached when that server told of it. */
  readonly end: number
}

/** Which outputs other servers keep. Soft state, which they tell each other. */
export interface OutputPlaces {
  /** Where more was printed of a task, by its number, than is kept here; undefined where no server says so. */
  of(task: number): OutputPlace | undefined
}

/** What commands print. It is not in the log, so a restart forgets it. */
export interface Outputs {
  /** Output that arrived before this time may be forgotten, in ms since 1970. */
  readonly keptSince: number
  /** What is kept of a task by its number, the latest claim first. */
  of(task: number): readonly OutputRun[]
}

/** A part of the output of a claim. */
export interface OutputPart {
  readonly task: number
  readonly epoch: number
  readonly agent: string
  readonly text: string
  /** The offset at which the text begins; undefined: at the end of what was sent before. */
  readonly at: number | undefined
}

/** What is kept of an output after a part was added. */
export interface OutputAdded {
  readonly epoch: number
  readonly start: number
  readonly end: number
  /** The part began beyond the end of what was there, so something between them is missing. */
  readonly isGap: boolean
}
