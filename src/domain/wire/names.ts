/** How names are compared: without regard to case, in one Unicode form. */
export function nameKey(name: string): string {
  return isPlain.test(name) ? name : name.normalize("NFC").toLowerCase()
}

/** Most names are their own key already; to see that is cheaper than to make it. */
const isPlain = /^[a-z\d._ -]*$/

export function isSameName(a: string | null, b: string | null): boolean {
  return a !== null && b !== null && (a === b || nameKey(a) === nameKey(b))
}

/** What stands for nobody in and out; a record holds `null` instead. */
export const unassigned = "unassigned"

/** Who acts when nothing says who does. */
export const anonymous = "anonymous"

/** Who acts when the server does: leases run out, and are warned of, under this name. */
export const system = "upnext"

/** Names that no agent can have. */
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

/** The number in an id that the server itself wrote (`C-12`, `T-7`). */
export function numberOf(id: string): number {
  return Number(id.slice(2))
}
