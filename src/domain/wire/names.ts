/** The form in which names are compared: lower case, in one Unicode normalization form. */
export function nameKey(name: string): string {
  return isPlain.test(name) ? name : name.normalize("NFC").toLowerCase()
}

/** Most names are already their own key, and checking this is cheaper than computing the key. */
const isPlain = /^[a-z\d._ -]*$/

export function isSameName(a: string | null, b: string | null): boolean {
  return a !== null && b !== null && (a === b || nameKey(a) === nameKey(b))
}

/** `me` and `@me`: whoever says it. Nobody else is called so. */
export function isMe(name: unknown): boolean {
  return typeof name === "string" && /^\s*@?me\s*$/i.test(name)
}

/** The owner of a command: its account or, on a board without authentication, its actor. */
export function ownerKey(actor: string, via: string | undefined): string {
  return via === undefined ? nameKey(actor) : `\n${nameKey(via)}`
}

/** The word for a missing agent in requests and responses. A record contains `null` instead. */
export const unassigned = "unassigned"

/** The actor of a request that names none. */
export const anonymous = "anonymous"

/** The actor of things that the server does by itself, such as ending a lease that ran out. */
export const system = "upnext"

export const reservedNames: readonly string[] = [unassigned, anonymous, system]

const taskPattern = /^t-([1-9]\d{0,14})$/i

/** `T-7` → 7; undefined for anything else. */
export function taskNumber(id: string): number | undefined {
  const digits = taskPattern.exec(id)?.[1]
  return digits === undefined ? undefined : Number(digits)
}

export function taskId(n: number): string {
  return `T-${n}`
}

export function attachmentId(n: number): string {
  return `A-${n}`
}

/** Whether a text names a task by a local name of the same request, `#login`, rather than by its id. */
export function isRef(text: string): boolean {
  return text.startsWith("#")
}

/** The number in an id that the server itself wrote (`C-12`, `T-7`). */
export function numberOf(id: string): number {
  return Number(id.slice(2))
}

/** The prefix of session names that come from a terminal, not from a coding agent or a person. */
export const loosePrefix = "terminal:"

/**
 * A terminal's session is loose: it keeps two terminals from being given the same task; everything else depends on the
 * name alone.
 */
export function isLoose(session: string): boolean {
  return session.startsWith(loosePrefix)
}
