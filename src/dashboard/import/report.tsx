import type { ReadFiles, ReadNote } from "../../interchange/reader.ts"
import type { SentImport } from "../../interchange/send/send.ts"
import { fieldWords } from "../words/field-names.ts"
import type { GoneTask } from "./gone.ts"
import { counted } from "./kind-words.ts"
import { noteLine, ReportPart } from "./notes.tsx"

interface Props {
  read: ReadFiles
  sent: SentImport
  gone: readonly GoneTask[]
  /** The form shows what becomes of each column and status. */
  hasColumns: boolean
}

/** What the readers have to say, and what would become of the tasks. */
export function ImportReport({ read: { items, notes }, sent, gone, hasColumns }: Props) {
  const titles = new Map(items.map(({ source, title }) => [source, title]))
  return (
    <>
      <ReadNotes notes={notes} kinds={hasColumns ? ["kept"] : ["mapped", "kept"]} />
      <ReportPart title="New names" list={sent.names} line={(text) => text} />
      {fates.map(([fate, title]) => (
        <ReportPart<TaskLine>
          key={fate}
          title={title}
          list={fate === "gone" ? gone : sent[fate]}
          line={({ source, task, title: own, changes = [] }) => (
            <span title={source}>
              {task} <bdi>{own ?? titles.get(source)}</bdi>{" "}
              <span class="muted">{changes.map(fieldWords).join(", ")}</span>
            </span>
          )}
        />
      ))}
    </>
  )
}

/** The notes of these kinds, each kind below its heading. */
export function ReadNotes({ notes, kinds }: { notes: readonly ReadNote[]; kinds: readonly NoteKind[] }) {
  const of = (kind: NoteKind) => notes.filter(({ what }) => what === kind)
  return kinds.map((kind) => <ReportPart key={kind} title={headings[kind]} list={of(kind)} line={noteLine} />)
}

/** What comes, in one line. */
export function sayCounts({ added, changed, unchanged, deleted, import: done }: SentImport): string {
  const count = (n: number, what: string) => (n > 0 ? [`${n.toLocaleString()} ${what}`] : [])
  const parts = [
    `${counted(added, "task")} ${done ? "added" : "to add"}`,
    ...count(changed.length, done ? "changed" : "to change"),
    ...count(unchanged, "unchanged"),
    ...count(deleted.length, "deleted here"),
  ]
  return parts.join(" · ")
}

// --- internal ---

type NoteKind = Exclude<ReadNote["what"], "order">

const headings: Readonly<Record<NoteKind, string>> = {
  guessed: "Encoding guessed: check that all letters are right",
  mapped: "Mapping",
  skipped: "Skipped",
  dropped: "Not imported",
  cut: "Shortened",
  kept: "Kept in the metadata: no matching field",
}

interface TaskLine {
  readonly source: string
  readonly task: string
  readonly title?: string
  readonly changes?: readonly string[]
}

const fates = [
  ["changed", "Updated here"],
  ["kept", "Kept as it is: edited both here and in the source"],
  ["separate", "Added as a new task: the existing task with this id has a different title and creation time"],
  ["adopted", "Now linked to its repository"],
  ["deleted", "Stays in the trash: deleted here"],
  ["gone", "Kept, though no longer in the plan"],
] as const
