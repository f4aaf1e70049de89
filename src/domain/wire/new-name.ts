/** The note about a name that nobody here has. */
export function sayNew(name: string, meant: string | undefined): string {
  return meant === undefined ? `${name} is new here` : `${name} is new here; did you mean ${meant}?`
}

/** Whether a note says that this name may be mistyped. */
export const saysMistyped = (note: string, name: string): boolean =>
  note !== sayNew(name, undefined) && note.startsWith(sayNew(name, undefined))
