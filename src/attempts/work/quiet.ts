import { stripVTControlCharacters } from "node:util"
import { cutText } from "../../domain/wire/excerpt.ts"

/** Notices that a command prints nothing new: it is silent, or prints the same lines again and again. */
export type Quiet = ReturnType<typeof createQuiet>

export function createQuiet(now: () => number = () => performance.now()) {
  const seen = new Set<string>()
  let rest = ""
  let newAt = now()
  let repeats: string | undefined

  function take(line: string): void {
    // Times, counts and progress vary in a line that otherwise repeats.
    const kind = stripVTControlCharacters(line).replace(/\d+/g, "0").trim().slice(0, mostKept)
    if (kind === "") return
    if (seen.has(kind)) {
      repeats = line
      return
    }
    seen.add(kind)
    if (seen.size > mostLines) seen.delete(seen.values().next().value ?? "")
    newAt = now()
    repeats = undefined
  }

  return {
    push(text: string): void {
      const lines = (rest + text).split(/[\r\n]+/)
      rest = lines.pop() ?? ""
      for (const line of lines) take(line)
      if (rest.length <= longestLine) return
      take(rest)
      rest = ""
    },
    /**
     * For how long nothing new was printed, in ms, and the repeated line, if any; empty within the first 10
     * seconds.
     */
    state(): { readonly quietMs?: number; readonly repeats?: string } {
      const quietMs = Math.round(now() - newAt)
      if (quietMs < leastMs) return {}
      const again = shownLine(repeats ?? "")
      return { quietMs, ...(isVisible.test(again) && { repeats: again }) }
    },
  }
}

// --- internal ---

/** The shortest `policy.quiet`. */
const leastMs = 10_000

/** A server does not accept a line with control characters, or one that shows nothing. */
const shownLine = (text: string) =>
  cutText(
    stripVTControlCharacters(text)
      .replace(/[\p{Cc}\u2028\u2029]+/gu, " ")
      .trim(),
    mostShown,
  )

const isVisible = /[^\p{C}\p{Z}]/u

/** A loop of more different lines than this counts as new output. */
const mostLines = 1000
const mostKept = 200
const mostShown = 200
const longestLine = 10_000
