import type { ComponentChildren } from "preact"
import type { ReadNote } from "../../interchange/reader.ts"
import { Section } from "../page/page.tsx"
import { noteWords } from "./field-label.ts"

interface ReportListProps<T> {
  list: readonly T[]
  line(each: T): ComponentChildren
}

/** A list of the report. It ends where nobody would read on; the command line prints all as JSON. */
export function ReportList<T>({ list, line }: ReportListProps<T>) {
  return (
    <ul class="import-notes">
      {list.slice(0, most).map((each, i) => (
        <li key={i}>{line(each)}</li>
      ))}
      {list.length > most && <li class="muted">and {(list.length - most).toLocaleString()} more</li>}
    </ul>
  )
}

/** The same below its heading, where it holds anything. */
export function ReportPart<T>({ title, list, line }: ReportListProps<T> & { title: string }) {
  if (list.length === 0) return null
  return (
    <Section title={title} count={list.length}>
      <ReportList list={list} line={line} />
    </Section>
  )
}

/** A note of the readers, in a line. */
export function noteLine({ text, at = [], example }: ReadNote) {
  return (
    <>
      {noteWords(text)}
      {example !== undefined && <span class="muted">, such as {example}</span>}
      {at.length > 0 && <span class="muted"> {at.slice(0, mostPlaces).join(", ")}</span>}
    </>
  )
}

// --- internal ---

const most = 50
const mostPlaces = 5
