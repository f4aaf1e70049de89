import { openStatuses, priorities, type Status } from "../../domain/wire/enums.ts"
import { summaryOf } from "../../interchange/items/summary.ts"
import type { ReadFiles } from "../../interchange/reader.ts"
import { Due } from "../components/due.tsx"
import { PriorityIcon, StatusIcon } from "../components/icons.tsx"
import { Isolated } from "../components/isolated.tsx"
import { Section } from "../page/page.tsx"
import { countNames } from "../words/move-words.ts"

type Item = ReadFiles["items"][number]

/** How many tasks come in each status, and the first of them as they would look: so one sees a file that is misread. */
export function Coming({ items }: Pick<ReadFiles, "items">) {
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

// --- internal ---

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
