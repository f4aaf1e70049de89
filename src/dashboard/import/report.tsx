import { sayStatuses, summaryOf } from "../../interchange/items/summary.ts"
import type { ReadFiles, ReadNote } from "../../interchange/reader.ts"
import type { SentImport } from "../../interchange/send/send.ts"
import { Section } from "../page/page.tsx"

/** What the readers have to say, and what would become of the tasks. */
export function ImportReport({ read, sent }: { read: ReadFiles; sent: SentImport }) {
  const { changed, kept, deleted, adopted, separate, names } = sent
  const summary = summaryOf(read.items)
  return (
    <>
      {summary.examples.length > 0 && (
        <Section title={`By status: ${sayStatuses(summary)}. For example`}>
          <ul class="import-notes">
            {summary.examples.map(({ source, title, status }) => (
              <li key={source}>
                {status} · {title} <span class="muted">{source}</span>
              </li>
            ))}
          </ul>
        </Section>
      )}
      {headings.map(([what, title]) => (
        <Notes key={what} title={title} notes={read.notes.filter((each) => each.what === what)} />
      ))}
      <Notes title="Names that are new here" notes={names.map((text) => ({ text }))} />
      <Tasks title="Changes here" list={changed} />
      <Tasks title="Stays: changed here, and there too" list={kept} />
      <Tasks
        title="Stays, beside a new task with its id: title and time of creation are others"
        list={separate}
      />
      <Tasks title="Known by its repository from now on" list={adopted} />
      <Tasks title="Stays in the trash: deleted here" list={deleted} />
    </>
  )
}

/** What comes, in one line. */
export function sayCounts({ added, changed, unchanged, deleted, import: done }: SentImport): string {
  const count = (n: number, what: string) => (n > 0 ? [`${n.toLocaleString()} ${what}`] : [])
  const parts = [
    `${added.toLocaleString()} ${added === 1 ? "task" : "tasks"} ${done ? "added" : "to add"}`,
    ...count(changed.length, done ? "changed" : "to change"),
    ...count(unchanged, "unchanged"),
    ...count(deleted.length, "deleted here"),
  ]
  return parts.join(" · ")
}

// --- internal ---

/** As many as a person looks at; the command line prints all as JSON. */
const most = 50
const mostPlaces = 5

const headings: readonly (readonly [ReadNote["what"], string])[] = [
  ["guessed", "Guessed: look whether the letters are right"],
  ["skipped", "Skipped"],
  ["dropped", "Left behind"],
  ["cut", "Shortened"],
  ["kept", "Kept aside, since there is no field for it"],
  ["mapped", "What becomes what"],
]

type ReportLine = Pick<ReadNote, "text"> & Partial<ReadNote>

function Notes({ title, notes }: { title: string; notes: readonly ReportLine[] }) {
  if (notes.length === 0) return null
  return (
    <Section title={title} count={notes.length}>
      <ul class="import-notes">
        {notes.slice(0, most).map(({ text, at = [], example }) => (
          <li key={text}>
            {text}
            {example !== undefined && <span class="muted">, such as {example}</span>}
            {at.length > 0 && <span class="muted"> {at.slice(0, mostPlaces).join(", ")}</span>}
          </li>
        ))}
        <Rest of={notes.length} />
      </ul>
    </Section>
  )
}

interface TaskLines {
  title: string
  list: readonly { source: string; task: string; changes?: readonly string[] }[]
}

function Tasks({ title, list }: TaskLines) {
  if (list.length === 0) return null
  return (
    <Section title={title} count={list.length}>
      <ul class="import-notes">
        {list.slice(0, most).map(({ source, task, changes = [] }) => (
          <li key={source}>
            {task} <span class="muted">{source}</span> {changes.join(", ")}
          </li>
        ))}
        <Rest of={list.length} />
      </ul>
    </Section>
  )
}

function Rest({ of }: { of: number }) {
  return of > most ? <li class="muted">and {(of - most).toLocaleString()} more</li> : null
}
