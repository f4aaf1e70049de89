import { StringDecoder } from "node:string_decoder"
import { clean } from "../../terminal/output.ts"

/** Takes bytes and gives lines, without what ends them. A line beyond `longest` characters comes in pieces. */
export interface Lines {
  push(part: Uint8Array): void
  /** What is left without a newline is a line too. */
  end(): void
}

export function createLines(take: (line: string) => void, longest = 16_384): Lines {
  const decoder = new StringDecoder("utf8")
  let rest = ""

  function add(text: string): void {
    const lines = (rest + text).split("\n")
    rest = lines.pop() ?? ""
    for (const line of lines) take(line)
    for (; rest.length > longest; rest = rest.slice(longest)) take(rest.slice(0, longest))
  }

  return {
    push: (part) => add(decoder.write(part)),
    end() {
      add(decoder.end())
      if (rest !== "") take(rest)
      rest = ""
    },
  }
}

/** What is told of a command's output afterwards. All of it is clean: no control characters, whole Unicode. */
export interface Tail extends Lines {
  /** The last 20 lines, at most 4 KB of them; empty where nothing was said. */
  summary(): string
  /** The last line that says something; empty where none does. */
  last(): string
  /** What the last line of the form `reflection: …` says. */
  reflection(): string | undefined
}

export function createTail(): Tail {
  const kept: string[] = []
  let last = ""
  let reflection: string | undefined

  const lines = createLines((line) => {
    // A progress bar writes over its own line.
    const text = clean(line.replace(/\r$/, "").split("\r").at(-1) ?? "")
      .trimEnd()
      .toWellFormed()
    if (text !== "") last = text.trim()
    reflection = /^\s*reflection:\s*(\S.*)$/i.exec(text)?.[1] ?? reflection
    kept.push(text)
    if (kept.length > 20) kept.shift()
  })

  return {
    ...lines,
    summary: () => lastBytes(kept.join("\n"), 4096).trim(),
    last: () => last,
    reflection: () => reflection,
  }
}

// --- internal ---

function lastBytes(text: string, most: number): string {
  const bytes = Buffer.from(text)
  // A character that is cut in two decodes to marks of replacement.
  return bytes.length <= most
    ? text
    : bytes
        .subarray(-most)
        .toString()
        .replace(/^\ufffd+/, "")
}
