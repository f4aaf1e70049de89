import { notOf } from "../state/filter.ts"
import type { BoardFilter, State } from "../state/state.ts"
import { priorityChoices } from "../components/icons.tsx"
import type { Choices } from "../components/select.tsx"
import { byName } from "../words/format.ts"

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

/** The fields of which a filter can also say what is left out. */
export const reversible = ["assignee", "reviewer", "project", "tag"] as const
const isReversible = (key: ChoiceKey): key is (typeof reversible)[number] =>
  reversible.some((each) => each === key)

/** What a task is or is not, each with a button. */
export const flags = [
  ["mine", "Mine"],
  ["working", "Doing"],
  ["ready", "Ready"],
  ["stuck", "Stuck"],
  ["overdue", "Overdue"],
] as const
type FilterFlag = (typeof flags)[number][0]

export const isFlagged = (filter: BoardFilter, flag: FilterFlag) =>
  filter[flag] === true || filter[flag] === "1"

/** What switching one of them changes. */
export function flagged(flag: FilterFlag, isOn: boolean): Partial<BoardFilter> {
  return flag === "ready" ? { ready: isOn ? "1" : "" } : { [flag]: isOn }
}

/** The values of a field that are wanted or left out, in words. */
export function chosenOf(filter: BoardFilter, key: ChoiceKey): string {
  const unwanted = isReversible(key) ? filter[notOf(key)].map((value) => `not ${nameOf(value)}`) : []
  return [...[filter[key]].flat().map(nameOf), ...unwanted].join(", ") || "Any"
}

/** A value as people read it. */
export const nameOf = (value: string) => (value === "unassigned" ? "Nobody" : value)

/** What one more wanted value changes. */
export function wanting(filter: BoardFilter, key: ChoiceKey, value: string): Partial<BoardFilter> {
  return key === "parent" ? { parent: value } : { [key]: [...new Set([...filter[key], value])] }
}

/** The names that occur in the loaded tasks, in alphabetical order. */
export function offersOf(tasks: State["tasks"]): Readonly<Record<ChoiceKey, Choices>> {
  const all = [...tasks.values()]
  const sorted = (names: readonly string[]): Choices =>
    [...new Set(names)].sort(byName).map((name) => [name, nameOf(name)])
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
