import type { Priority } from "../api/types.ts"
import type { Card, BoardFilter } from "./state.ts"

export type FilterKey = keyof BoardFilter

export const noFilter: BoardFilter = { text: "", assignee: "", project: "", tag: "", priority: "" }

/** How many fields narrow the board, without the text. */
export function countOf({ text: _, ...filter }: BoardFilter): number {
  return Object.values(filter).filter((value) => value !== "").length
}

export function isNarrow(filter: BoardFilter): boolean {
  return countOf(filter) > 0 || filter.text.trim() !== ""
}

/** Makes a test that says whether a card fits the filter. */
export function matcher(filter: BoardFilter): (task: Card) => boolean {
  const words = filter.text.toLowerCase().split(/\s+/).filter(Boolean)
  const { assignee, project, tag, priority } = filter
  return (task) =>
    (assignee === "" || isSame(task.assignee, assignee)) &&
    (project === "" || isSame(task.project, project)) &&
    (priority === "" || task.priority === priority) &&
    (tag === "" || task.tags.some((each) => isSame(each, tag))) &&
    (words.length === 0 || hasWords(task, words))
}

/** Reads the filter from the query of the address, so that a link shows the same cards to somebody else. */
export function filterFrom(search: string): BoardFilter {
  const given = new URLSearchParams(search)
  const priority = given.get("priority") ?? ""
  return {
    text: given.get("q") ?? "",
    assignee: given.get("assignee") ?? "",
    project: given.get("project") ?? "",
    tag: given.get("tag") ?? "",
    priority: isPriority(priority) ? priority : "",
  }
}

export function filterTo({ text, ...rest }: BoardFilter): string {
  const set = Object.entries({ q: text, ...rest }).filter(([, value]) => value !== "")
  return set.length === 0 ? "" : `?${new URLSearchParams(set).toString()}`
}

// --- internal ---

function isPriority(text: string): text is Priority {
  return /^P[0-3]$/.test(text)
}

function isSame(a: string, b: string): boolean {
  return a === b || a.toLowerCase() === b.toLowerCase()
}

function hasWords(task: Card, words: readonly string[]): boolean {
  const { id, title, assignee, project, priority, tags } = task
  const text = [id, title, assignee, project, priority, ...tags].join("\n").toLowerCase()
  return words.every((word) => text.includes(word))
}
