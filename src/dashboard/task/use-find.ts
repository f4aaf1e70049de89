import { useMemo, useState } from "preact/hooks"
import type { OutputLine } from "../words/ansi.ts"

/** What is looked for in the output of a task, where it was found, and which of these places is shown. */
export function useFind(lines: readonly OutputLine[]) {
  const [sought, seek] = useState("")
  const [at, setAt] = useState(0)
  const found = useMemo(() => linesWith(lines, sought), [lines, sought])
  const place = Math.min(at, found.length - 1)
  return {
    sought,
    /** The numbers of the lines. */
    found,
    /** Which of them is shown, from 0; -1 where there is none. */
    place,
    current: found[place],
    seek(text: string) {
      seek(text)
      setAt(0)
    },
    next: () => setAt((before) => (before + 1) % found.length),
    previous: () => setAt((before) => (before + found.length - 1) % found.length),
    isIn: (line: OutputLine) => sought !== "" && isIn(line, sought),
  }
}

// --- internal ---

const isIn = ({ text }: OutputLine, sought: string) => text.toLowerCase().includes(sought.toLowerCase())

function linesWith(lines: readonly OutputLine[], sought: string): readonly number[] {
  return sought === "" ? [] : lines.filter((line) => isIn(line, sought)).map(({ n }) => n)
}
