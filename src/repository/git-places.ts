/** Absolute paths of where git keeps things. */
export interface GitPlaces {
  /** What belongs to the whole repository, whichever of its trees this is. */
  readonly common: string
  /** The index of this tree. */
  readonly index: string
  readonly objects: string
}

/** Ask `rev-parse` for the places of a tree, one on each line. */
export const placeFlags = "--path-format=absolute --git-common-dir --git-path index --git-path objects".split(
  " ",
)

/** What it answers. */
export function placesIn([common = "", index = "", objects = ""]: readonly string[]): GitPlaces {
  return { common, index, objects }
}
