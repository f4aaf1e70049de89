import { refForm } from "../tasks/batch-form.ts"
import { parseDuration } from "../duration.ts"
import { priorities, statuses } from "../enums.ts"

export interface PlanTitle {
  readonly title: string
  readonly ref?: string
  readonly assignee?: string
  readonly priority?: string
  readonly eta?: string
  readonly tags?: readonly string[]
  /** Ids, and `#ref`. */
  readonly blockedBy?: readonly string[]
  readonly resources?: readonly string[]
  /** What an export says of the task. A plan adds none. */
  readonly status?: string
}

/** A fault in a title, and the position of the text that the fault is about. */
export interface TitleFault {
  readonly at: number
  readonly message: string
}

/**
 * Reads `Title {#ref} @assignee !P1 ~2h +tag (after #other, T-3) (needs: src/http, gpu) {doing}`. Only the words at the
 * end count, in any order. A backslash before a punctuation mark removes its meaning.
 */
export function parseTitle(text: string): { read: PlanTitle; faults: TitleFault[] } {
  const { rest, words } = split(text)
  const read: Record<string, string> = {}
  const lists: Record<string, readonly string[]> = {}
  const faults: TitleFault[] = []
  for (const { at, field, value, fault } of words) {
    if (fault !== undefined) faults.push({ at, message: fault })
    else if (typeof value !== "string") lists[field] = [...value, ...(lists[field] ?? [])]
    else if (field in read) faults.push({ at, message: `the ${names[field] ?? field} is given twice` })
    else read[field] = value
  }
  const title = rest.trim().replace(escaped, "$1")
  if (title === "") faults.push({ at: 0, message: "the title is missing" })
  return { read: { title, ...read, ...lists }, faults }
}

/** A title as it is written, without the words behind it. */
export function restOf(text: string): string {
  return split(text).rest
}

/** Writes a title so that `parseTitle` reads it back, with no words after it. */
export function writeTitle(title: string): string {
  const { read, faults } = parseTitle(title)
  const isPlain = faults.length === 0 && Object.keys(read).length === 1 && read.title === title
  return isPlain && !/#$/.test(title)
    ? title
    : title.replace(/\\(?=[!-/:-@[-`{-~])/g, "\\\\").replace(/(?<=^|\s)[@!~+({#]/g, "\\$&")
}

// --- internal ---

/** A word at the end of a title that is more than text. */
interface TitleWord {
  readonly at: number
  readonly field: string
  readonly value: string | readonly string[]
  readonly fault?: string
}

/** The words after a title, from the last to the first, and the remaining title. */
function split(text: string): { readonly rest: string; readonly words: readonly TitleWord[] } {
  const words: TitleWord[] = []
  // A line this long cannot have a valid title, and each of its words would cost a look at the whole line.
  if (text.length > longestLine) return { rest: text, words }
  let rest = text.trimEnd()
  for (;;) {
    const found = forms.map((form) => form(rest)).find((each) => each !== undefined)
    if (!found) return { rest, words }
    words.push(found)
    rest = rest.slice(0, found.at).trimEnd()
  }
}

/** A title has at most 500 characters; the rest is for the words after it. */
const longestLine = 8_000

/** A backslash and a punctuation mark of ASCII, as in CommonMark. */
const escaped = /\\([!-/:-@[-`{-~])/g

const names: Readonly<Record<string, string>> = { eta: "duration" }

const statusForm = new RegExp(String.raw`\{(${statuses.join("|")})\}$`)

/** Each looks for another beginning, so their order is free. */
const forms: readonly ((rest: string) => TitleWord | undefined)[] = [
  (rest) => {
    const found = match(rest, /\{#([^{}\s]*)\}$/)
    if (!found) return undefined
    const [at, ref] = found
    const fault = `${JSON.stringify(ref)} is not a name: use 1 to 64 letters, digits, dots, dashes or underscores`
    return { at, field: "ref", value: ref, ...(!refForm.test(ref) && { fault }) }
  },
  (rest) => {
    const found = match(rest, statusForm)
    return found && { at: found[0], field: "status", value: found[1] }
  },
  (rest) => {
    const found = match(rest, /\(after\s+([^()]*)\)$/i)
    if (!found) return undefined
    const [at, list] = found
    const parts = list.split(",").map((part) => part.trim())
    // In `Meet Bo (after lunch)` nothing looks like a task, so it is text.
    if (!parts.some((part) => /^#|^t-\d/i.test(part))) return undefined
    const wrong = parts.find(
      (part) => !/^t-[1-9]\d*$/i.test(part) && !(part.startsWith("#") && refForm.test(part.slice(1))),
    )
    const fault = `${JSON.stringify(wrong)} is neither a task id such as T-7 nor the #name of a task in this plan`
    return { at, field: "blockedBy", value: parts, ...(wrong !== undefined && { fault }) }
  },
  (rest) => {
    const found = match(rest, /\(needs:\s*([^()]*)\)$/i)
    if (!found) return undefined
    const [at, list] = found
    const parts = list.split(",").map((part) => part.trim().replace(/(?<=.)\/$/, ""))
    const fault = "(needs: …) lists resources that the task needs, such as (needs: src/http, gpu)"
    return { at, field: "resources", value: parts, ...(parts.includes("") && { fault }) }
  },
  (rest) => {
    const found = match(rest, /@([\p{L}\p{N}](?:[\p{L}\p{N}._-]*[\p{L}\p{N}_-])?)$/u)
    return found && { at: found[0], field: "assignee", value: found[1] }
  },
  (rest) => {
    const found = match(rest, /\+(\p{L}(?:[\p{L}\p{N}._:/-]*[\p{L}\p{N}_-])?)$/u)
    return found && { at: found[0], field: "tags", value: [found[1]] }
  },
  (rest) => {
    const found = match(rest, /!(p\d+)$/i)
    if (!found) return undefined
    const [at, priority] = found
    const fault = `!${priority} is not a priority: use !P0 (most urgent), !P1, !P2 or !P3`
    return {
      at,
      field: "priority",
      value: priority.toUpperCase(),
      ...(!(priorities as readonly string[]).includes(priority.toUpperCase()) && { fault }),
    }
  },
  (rest) => {
    const found = match(rest, /~(~?\d\S*)$/)
    if (!found) return undefined
    const [at, eta] = found
    const fault = `~${eta} is not a duration: use ~30m, ~2h, ~1h30m, ~3d or ~1w`
    return { at, field: "eta", value: eta, ...(parseDuration(eta) === undefined && { fault }) }
  },
]

/** Where a standalone form at the end begins, and its content. */
function match(rest: string, form: RegExp): [at: number, inside: string] | undefined {
  const found = form.exec(rest)
  if (!found || (found.index > 0 && !/\s/.test(rest[found.index - 1] ?? ""))) return undefined
  return [found.index, found[1] ?? ""]
}
