import { useEffect, useRef, useState } from "preact/hooks"
import type { ReadWishes, ReadFiles } from "../../interchange/reader.ts"
import { Changing } from "../components/changing.tsx"
import { useImports } from "../reads/use-imports.ts"
import { counted, kindWords } from "./kind-words.ts"
import { ReadingForm } from "./reading-form.tsx"
import { ImportReport, ReadNotes, sayCounts } from "./report.tsx"
import type { ImportLook } from "./step.ts"
import { openStatuses, priorities, type Status } from "../../domain/wire/enums.ts"
import { summaryOf } from "../../interchange/items/summary.ts"
import { Due } from "../components/due.tsx"
import { PriorityIcon, StatusIcon } from "../components/icons.tsx"
import { Isolated } from "../components/isolated.tsx"
import { Section } from "../page/page.tsx"
import { countNames } from "../words/move-words.ts"

interface Props {
  look: ImportLook
  /** Reads the files in another way. */
  onLook(wishes: ReadWishes): void
  onSend(): void
  onLeave(): void
}

/** What would come of the files, and how they are read. */
export function Look({ look, onLook, onSend, onLeave }: Props) {
  const { chosen, read, columns, sent, gone } = look
  const [wishes, setWishes] = useState(chosen.wishes)
  // What is there already may be all that a broken-off import has brought, and goes on with it.
  const isBegun = useImports().value?.open?.name === chosen.name
  const isOther = wishes !== chosen.wishes
  const coming = sent.added + new Set([...sent.changed, ...sent.adopted].map(({ task }) => task)).size
  const heading = useRef<HTMLHeadingElement>(null)
  // A keyboard and a screen reader go on from there.
  useEffect(() => heading.current?.focus(), [])
  return (
    <>
      <h2 class="import-said" ref={heading} tabIndex={-1}>
        {chosen.name}: {sayCounts(sent)}
      </h2>
      <p class="muted">{saidOf(look)}</p>
      <ReadNotes notes={read.notes} kinds={["guessed", "skipped", "dropped", "cut"]} />
      <Coming items={read.items} />
      <ReadingForm
        {...{ read, columns, wishes, isOther }}
        onWishes={setWishes}
        onLook={() => onLook(wishes)}
      />
      <div class="import-actions">
        <Changing operation="import.begin">
          <button
            type="button"
            class="primary"
            disabled={(coming === 0 && !isBegun) || isOther}
            onClick={onSend}
          >
            {coming > 0
              ? `Import ${counted(coming, "task")}`
              : isBegun
                ? "Continue the import"
                : "Nothing to import"}
          </button>
        </Changing>
        <button type="button" onClick={onLeave}>
          Choose another file
        </button>
      </div>
      <ImportReport read={read} sent={sent} gone={gone} hasColumns={columns.length > 0} />
    </>
  )
}

// --- internal ---

/** The tool that wrote the files, and the number of its own entries: `Jira · 31 issues`. */
function saidOf({ chosen: { files }, read: { kind, items }, columns: [column] }: ImportLook): string {
  if (kind === "checklist" && files.every(({ path }) => /\.txt$/i.test(path)))
    return `todo.txt · ${counted(items.length, "line")}`
  const [name, one, many] = kindWords[kind]
  const more = files.length > 1 ? ` in ${files.length.toLocaleString()} files` : ""
  return `${name} · ${counted(kind === "csv" ? (column?.values.rows ?? 0) : items.length, one, many)}${more}`
}

type Item = ReadFiles["items"][number]

/** How many tasks come in each status, and the first of them as they would look: so one sees a file that is misread. */
function Coming({ items }: Pick<ReadFiles, "items">) {
  if (items.length === 0) return null
  const counts = Object.entries(summaryOf(items).statuses) as [Status, number][]
  const bySource = new Map(items.map((item) => [item.source, item]))
  // A phase of a plan says less than the tasks in it.
  const shown = items.filter(({ result }) => result !== "children").slice(0, most)
  return (
    <>
      <ul class="import-statuses" aria-label="Tasks by status">
        {counts.map(([status, count]) => (
          <li key={status}>
            <span aria-hidden="true">
              <StatusIcon status={status} />
            </span>
            <strong>{count.toLocaleString()}</strong> {countNames[status]}
          </li>
        ))}
      </ul>
      <Section title={items.length > shown.length ? "The first tasks" : "The tasks"}>
        <ul class="rows">
          {shown.map((item) => (
            <ComingTask key={item.source} item={item} bySource={bySource} />
          ))}
        </ul>
      </Section>
    </>
  )
}

const most = 5
const isOpen = ({ status }: Item) => openStatuses.some((each) => each === (status ?? "todo"))

function ComingTask({ item, bySource }: { item: Item; bySource: ReadonlyMap<string, Item> }) {
  const { source, title, status, priority, assignee, dueAt, parent, blockedBy } = item
  const above = parent == null ? undefined : bySource.get(parent)
  const [first, ...others] = (blockedBy ?? []).flatMap((each) => {
    const blocker = bySource.get(each)
    return blocker && isOpen(blocker) ? [blocker.title] : []
  })
  return (
    <li class="import-task" title={source}>
      <PriorityIcon priority={priorities.find((each) => each === priority) ?? "P2"} />
      <StatusIcon status={status ?? "todo"} />
      <div>
        <p dir="auto">{title}</p>
        <p class="muted">
          {assignee != null && <Isolated text={assignee} />}
          {dueAt != null && isOpen(item) && <Due at={dueAt} />}
          {above && <span>in “{above.title}”</span>}
          {first !== undefined && isOpen(item) && (
            <span>
              waits for “{first}”{others.length > 0 && ` and ${others.length} more`}
            </span>
          )}
        </p>
      </div>
    </li>
  )
}
