/** What the text of an answer to an edit says beside it; JSON is the answer as it is. */
export interface GivenFields {
  /** The names of the fields that were given. */
  readonly given?: readonly string[]
}

export function givenOf(input: object, { json }: Readonly<Record<string, unknown>>): GivenFields {
  return json === true ? {} : { given: Object.keys(input) }
}

/** Follows what happened to the task, if a comment was posted with it. */
export function commentAdded({ given = [] }: GivenFields): string {
  return given.includes("comment") ? "; comment added" : ""
}
