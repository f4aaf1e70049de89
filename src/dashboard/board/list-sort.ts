import type { Card } from "../state/state.ts"
import { statuses } from "../../domain/wire/enums.ts"
import { byName } from "../words/format.ts"
import { byUrgency, isOver, byNumber } from "./columns.ts"

/** What the list is ordered by, and whether backwards. */
export interface ListSort {
  readonly by: "next" | "id" | "title" | "status" | "assignee" | "project" | "due" | "updated"
  readonly isDown: boolean
}

/** The columns of the list, each with the order that its head chooses. */
export const listColumns: readonly { by: ListSort["by"]; name: string; isWide?: true }[] = [
  { by: "next", name: "Next" },
  { by: "id", name: "Id" },
  { by: "title", name: "Title" },
  { by: "status", name: "State" },
  { by: "project", name: "Project", isWide: true },
  { by: "due", name: "Due", isWide: true },
  { by: "updated", name: "Changed", isWide: true },
  { by: "assignee", name: "Agent" },
]

/** Makes the comparison of two rows. Equal ones stay in the order of their numbers; what is empty comes last. */
export function comparing({ by, isDown }: ListSort): (a: Card, b: Card) => number {
  const sign = isDown ? -1 : 1
  return (a, b) => {
    const gap = Number(isEmpty(a, by)) - Number(isEmpty(b, by))
    return gap !== 0 ? gap : sign * compare(a, b, by) || byNumber(a, b)
  }
}

// --- internal ---

function isEmpty(task: Card, by: ListSort["by"]): boolean {
  return by === "due" ? task.dueAt === null : by === "assignee" && task.assignee === "unassigned"
}

function compare(a: Card, b: Card, by: ListSort["by"]): number {
  switch (by) {
    case "next":
      return place(a) - place(b) || byUrgency(a, b)
    case "id":
      return byNumber(a, b)
    case "status":
      return statuses.indexOf(a.status) - statuses.indexOf(b.status)
    case "due":
      return text(a.dueAt, b.dueAt)
    case "updated":
      // The latest first is what one looks for.
      return text(b.updatedAt, a.updatedAt)
    default:
      return byName(a[by], b[by])
  }
}

/** What may be started comes first, then other open work, and what is finished last. */
function place(task: Card): number {
  return isOver(task.status) ? 2 : task.status === "todo" && task.ready ? 0 : 1
}

function text(a: string | null, b: string | null): number {
  return (a ?? "") < (b ?? "") ? -1 : (a ?? "") > (b ?? "") ? 1 : 0
}
