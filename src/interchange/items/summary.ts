import { statuses, type Status } from "../../domain/wire/enums.ts"
import type { ImportItem } from "../../domain/wire/imports/import-schemas.ts"

/** How many tasks come in each status, and some of them as they come: the quickest way to see that a file is misread. */
export interface ImportSummary {
  readonly statuses: Readonly<Partial<Record<Status, number>>>
  readonly examples: readonly Pick<ImportItem, "source" | "title" | "status" | "assignee" | "dueAt">[]
}

export function summaryOf(items: readonly ImportItem[]): ImportSummary {
  const counts = statuses.map(
    (name) => [name, items.filter(({ status = "todo" }) => status === name).length] as const,
  )
  return {
    statuses: Object.fromEntries(counts.filter(([, count]) => count > 0)),
    examples: items.slice(0, 3).map(({ source, title, status, assignee, dueAt }) => ({
      ...{ source, title, status: status ?? "todo" },
      ...(assignee !== undefined && { assignee }),
      ...(dueAt !== undefined && { dueAt }),
    })),
  }
}

/** The counts in words: `3 todo, 1 done`. */
export function sayStatuses({ statuses: counts }: ImportSummary): string {
  return Object.entries(counts)
    .map(([status, count]) => `${count.toLocaleString("en")} ${status}`)
    .join(", ")
}
