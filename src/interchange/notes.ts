import type { ReadNote } from "./reader.ts"

/** Gathers what a reader has to say. */
export interface Notes {
  /** @param text with the counted thing in braces: `{value} of "Cycle" kept`, `{entry|entries} left out` */
  add(what: ReadNote["what"], text: string, at?: string, count?: number, example?: unknown): void
  /** A task has a status that is not known here. @param key the same for all ways in which its name is written */
  unknownStatus(name: string, key: string): void
  list(): readonly ReadNote[]
  unknownStatuses(): readonly string[]
}

export function createNotes(): Notes {
  const notes = new Map<
    string,
    { what: ReadNote["what"]; text: string; count: number; at: string[]; example?: string }
  >()
  const statuses = new Map<string, string>()
  const notesOf: Notes = {
    unknownStatus(name, key) {
      if (statuses.size < mostNotes && !statuses.has(key)) statuses.set(key, name)
      notesOf.add("mapped", `{task} with the unknown status ${named(name)} → todo`)
    },
    unknownStatuses: () => [...statuses.values()],
    add(what, text, at, count = 1, example) {
      const isNew = !notes.has(`${what} ${text}`)
      // A file can hold a status of its own in each line. Then a report of each of them would help nobody.
      const said = isNew && notes.size >= mostNotes ? andMore[what] : text
      const key = `${what} ${said}`
      const note = notes.get(key) ?? { what, text: said, count: 0, at: [] }
      note.count += count
      if (at !== undefined && note.at.length < mostPlaces) note.at.push(at)
      if (example !== undefined && said === text)
        note.example ??= named(typeof example === "string" ? example : JSON.stringify(example))
      notes.set(key, note)
    },
    list: () =>
      [...notes.values()].map(({ what, text, count, at, example }) => ({
        what,
        text: worded(text, count),
        count,
        ...(at.length > 0 && { at }),
        ...(example !== undefined && { example }),
      })),
  }
  return notesOf
}

/** A name from a file, in quotes and not too long for a report. */
export function named(name: string): string {
  const short = name.length > 60 ? `${name.slice(0, 60)}…` : name
  return `"${short.toWellFormed().replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ")}"`
}

// --- internal ---

/** A person is shown a few of them, and a program gets them all, but for a file of nothing else. */
const mostPlaces = 100_000
const mostNotes = 300

const andMore = {
  order: "{other plan|other plans} put in order",
  mapped: "{other|others} mapped",
  kept: "{other value|other values} kept aside",
  cut: "{other field|other fields} cut",
  dropped: "{other thing|other things} left behind",
  skipped: "{other|others} skipped",
  guessed: "{other file|other files} read with a guessed encoding",
} as const satisfies Record<ReadNote["what"], string>

function worded(text: string, count: number): string {
  return text.replace(/\{([^{}|]+)(?:\|([^{}]+))?\}/, (_, one: string, many?: string) => {
    const form = count === 1 ? one : (many ?? `${one}s`)
    return `${count.toLocaleString("en")} ${form}`
  })
}
