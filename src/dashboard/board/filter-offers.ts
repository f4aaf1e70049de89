import type { BoardFilter, State } from "../state/state.ts"
import { priorityChoices } from "../components/icons.tsx"
import type { Choices } from "../components/select.tsx"

/** The fields that a filter is chosen from a list for. */
export type ChoiceKey = keyof BoardFilter &
  ("assignee" | "reviewer" | "project" | "tag" | "priority" | "parent")

export const choiceNames: Readonly<Record<ChoiceKey, string>> = {
  assignee: "Assignee",
  reviewer: "Reviewer",
  project: "Project",
  tag: "Tag",
  priority: "Priority",
  parent: "Parent",
}

/** They have a button each, which shows that they are on. Where there is no room for buttons, they have a chip. */
export const flags = [
  ["mine", "Mine"],
  ["ready", "Ready"],
  ["overdue", "Overdue"],
  ["stuck", "Stuck"],
] as const
type FilterFlag = (typeof flags)[number][0]

export const isFlagged = (filter: BoardFilter, flag: FilterFlag) =>
  filter[flag] === true || filter[flag] === "1"

/** What switching one of them changes. */
export function flagged(flag: FilterFlag, isOn: boolean): Partial<BoardFilter> {
  return flag === "ready" ? { ready: isOn ? "1" : "" } : { [flag]: isOn }
}

/** What one more wanted value changes. */
export function wanting(filter: BoardFilter, key: ChoiceKey, value: string): Partial<BoardFilter> {
  return key === "parent" ? { parent: value } : { [key]: [...new Set([...filter[key], value])] }
}

/** The names that occur in the loaded tasks, in alphabetical order. */
export function offersOf(tasks: State["tasks"]): Readonly<Record<ChoiceKey, Choices>> {
  const all = [...tasks.values()]
  const sorted = (names: readonly string[]): Choices =>
    [...new Set(names)]
      .sort((a, b) => a.localeCompare(b))
      .map((name) => [name, name === "unassigned" ? "Nobody" : name])
  return {
    assignee: sorted(all.map(({ assignee }) => assignee)),
    reviewer: sorted(all.flatMap(({ reviewer }) => reviewer ?? [])),
    project: sorted(all.map(({ project }) => project)),
    tag: sorted(all.flatMap(({ tags }) => tags)),
    priority: priorityChoices,
    parent: all
      .filter(({ children }) => children !== null)
      .map(({ id, title }) => [id, `${id} ${title.slice(0, 60)}`]),
  }
}
