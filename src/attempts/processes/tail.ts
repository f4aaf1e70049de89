import { StringDecoder } from "node:string_decoder"
import { clean } from "../../terminal/output.ts"

/** Turns bytes into lines without their line ends. A line longer than `longest` characters is split into pieces. */
export type Lines = ReturnType<typeof createLines>

export function createLines(take: (line: string) => void, longest = 16_384) {
  const decoder = new StringDecoder("utf8")
  let rest = ""

  function add(text: string): void {
    const lines = (rest + text).split("\n")
    rest = lines.pop() ?? ""
    for (const line of lines) take(line)
    for (; rest.length > longest; rest = rest.slice(longest)) take(rest.slice(0, longest))
  }

  return {
    push: (part: Uint8Array) => add(decoder.write(part)),
    /** Hands over the rest, which has no newline, as a line. */
    end(): void {
      add(decoder.end())
      if (rest !== "") take(rest)
      rest = ""
    },
  }
}

/** The part of a command's output that is kept. It has no control characters and no broken Unicode. */
export interface Tail extends Lines {
  /** The last 20 lines that are not lessons, at most 4 KB; empty if there was no output. */
  summary(): string
  /** The last line that is not blank; empty if there is none. */
  last(): string
  /** The text of the last line of the form `lesson: …` or `reflection: …`. */
  reflection(): string | undefined
  /** The last line that is neither blank nor a lesson; empty if there is no such line. */
  lastWord(): string
  /** The JSON of the last line of the form `usage: {…}`. Such a line is ignored by all the other values. */
  usage(): string | undefined
}

export function createTail(): Tail {
  const kept: string[] = []
  let last = ""
  let reflection: string | undefined
  let lastWord = ""
  let usage: string | undefined

  const lines = createLines((line) => {
    // A progress bar overwrites its own line.
    const text = clean(line.replace(/\r$/, "").split("\r").at(-1) ?? "")
      .trimEnd()
      .toWellFormed()
    const used = /^\s*usage:\s*(\{.*\})\s*$/i.exec(text)?.[1]
    usage = used ?? usage
    if (used !== undefined) return
    if (text !== "") last = text.trim()
    const lesson = /^\s*(?:lesson|reflection):\s*(\S.*)$/i.exec(text)?.[1]
    if (lesson === undefined && text !== "") lastWord = text.trim()
    reflection = lesson ?? reflection
    if (lesson !== undefined) return
    kept.push(text)
    if (kept.length > 20) kept.shift()
  })

  return {
    ...lines,
    summary: () => lastBytes(kept.join("\n"), 4096).trim(),
    last: () => last,
    reflection: () => reflection,
    lastWord: () => lastWord,
    usage: () => usage,
  }
}

// --- internal ---

function lastBytes(text: string, most: number): string {
  const bytes = Buffer.from(text)
  // A character that is cut in two decodes to replacement characters.
  return bytes.length <= most
    ? text
    : bytes
        .subarray(-most)
        .toString()
        .replace(/^\ufffd+/, "")
}
