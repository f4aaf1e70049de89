import { boardNow } from "../../client/board-clock.ts"
import { isSameName, taskId, taskNumber } from "../../domain/wire/names.ts"
import type { NewTask, Priority, Status } from "../api/types.ts"
import { groupings, type Grouping } from "../api/session.ts"
import type { BoardFilter, Card, State } from "./state.ts"

export const noFilter: BoardFilter = {
  text: "",
  assignee: [],
  notAssignee: [],
  reviewer: [],
  notReviewer: [],
  project: [],
  notProject: [],
  tag: [],
  notTag: [],
  priority: [],
  parent: "",
  working: false,
  ready: "",
  overdue: false,
  stuck: false,
  mine: false,
}

/** How many conditions narrow the board, without the text. */
export function countOf({ text: _, ...filter }: BoardFilter): number {
  return Object.values(filter).reduce<number>(
    (sum, value) => sum + (Array.isArray(value) ? value.length : Number(isSet(value))),
    0,
  )
}

export function isNarrow(filter: BoardFilter): boolean {
  return countOf(filter) > 0 || filter.text.trim() !== ""
}

/**
 * Makes a test that says whether a card fits the filter, but for its words: for these the server is asked.
 * @param me the person at the dashboard, for what is theirs
 * @param now the time as of which something is overdue
 */
export function matcher(filter: BoardFilter, me: string | null, now = boardNow()): (task: Card) => boolean {
  const tests: ((task: Card) => boolean)[] = []
  for (const key of ["assignee", "reviewer"] as const) {
    const [wanted, unwanted] = [filter[key], filter[notOf(key)]]
    if (wanted.length > 0) tests.push((task) => isAmong(task[key], wanted))
    if (unwanted.length > 0) tests.push((task) => !isAmong(task[key], unwanted))
  }
  const { project, notProject, priority, parent, ready } = filter
  if (project.length > 0) tests.push((task) => project.includes(task.project))
  if (notProject.length > 0) tests.push((task) => !notProject.includes(task.project))
  for (const tag of filter.tag) tests.push(({ tags }) => tags.includes(tag))
  for (const tag of filter.notTag) tests.push(({ tags }) => !tags.includes(tag))
  if (priority.length > 0) tests.push((task) => priority.includes(task.priority))
  if (parent !== "") tests.push((task) => task.parent === parent)
  if (filter.working) tests.push(({ status }) => status === "doing")
  if (ready !== "") tests.push((task) => isReady(task) === (ready === "1"))
  if (filter.overdue) tests.push((task) => isOverdue(task, now))
  if (filter.stuck) tests.push((task) => task.stuck !== undefined || isOverdue(task, now))
  if (filter.mine) tests.push(({ assignee }) => isSameName(assignee, me))
  return (task) => tests.every((test) => test(task))
}

/** The filter as the list of tasks takes it, without the text. */
export function queryOf({ text: _, mine, working, ...filter }: BoardFilter, me: string | null) {
  const set = Object.entries(filter).filter(([, value]) => isSet(value))
  const status: Status[] = [
    ...(working ? (["doing"] as const) : []),
    ...(filter.ready === "1" ? (["todo"] as const) : []),
  ]
  return {
    ...Object.fromEntries(set),
    ...(status.length > 0 && { status }),
    ...(mine && me !== null && { assignee: [me] }),
  }
}

/** The fields that make a new task fit the filter, where the filter names one value. */
export function fieldsFor(
  { project, assignee, priority, tag, parent, mine }: BoardFilter,
  me: string | null,
) {
  const own = mine && me !== null ? [me] : assignee.filter((name) => name !== "unassigned")
  const only = <T>(values: readonly T[]) => (values.length === 1 ? values[0] : undefined)
  const found = {
    project: only(project),
    assignee: only(own),
    priority: only(priority),
    parent: parent || undefined,
  }
  return {
    ...(Object.fromEntries(Object.entries(found).filter(([, value]) => value)) as NewTaskPart),
    ...(tag.length > 0 && { tags: [...tag] }),
  }
}
type NewTaskPart = Pick<NewTask, "project" | "assignee" | "priority" | "parent">

/** A text as the server looks for it: as the number of a task, or as words. */
export function wordsOf(text: string): { ids: string[] } | { q: string } | null {
  const q = text.trim()
  const number = taskNumber(q)
  return q === "" ? null : number === undefined ? { q } : { ids: [taskId(number)] }
}

/** Reads the filter from the query of the address, so that a link shows the same cards to somebody else. */
export function filterFrom(search: string): BoardFilter {
  const given = new URLSearchParams(search)
  const lists = Object.fromEntries(listKeys.map((key) => [key, [...new Set(given.getAll(key))]]))
  const ready = given.get("ready") ?? ""
  return {
    ...noFilter,
    ...lists,
    text: given.get("q") ?? "",
    priority: given.getAll("priority").filter(isPriority),
    parent: /^T-\d+$/.exec(given.get("parent") ?? "")?.[0] ?? "",
    working: given.get("working") === "1",
    ready: ready === "1" || ready === "0" ? ready : "",
    overdue: given.get("overdue") === "1",
    stuck: given.get("stuck") === "1",
    mine: given.get("mine") === "1",
  }
}

export function filterTo({ text, ...rest }: BoardFilter): string {
  const pairs = Object.entries({ q: text, ...rest }).flatMap(([key, value]) =>
    typeof value === "object"
      ? value.map((each) => [key, each])
      : isSet(value)
        ? [[key, value === true ? "1" : String(value)]]
        : [],
  )
  return pairs.length === 0 ? "" : `?${new URLSearchParams(pairs).toString()}`
}

/** The rows that an address asks for; null where it does not say. */
export function groupingFrom(search: string): Grouping | null {
  const given = new URLSearchParams(search).get("rows")
  return groupings.find((each) => each === given) ?? null
}

/** The query of an address that shows the same to somebody else. */
export function searchOf({ filter, grouping }: Pick<State, "filter" | "grouping">): string {
  const search = filterTo(filter)
  return grouping === "none" ? search : `${search === "" ? "?" : `${search}&`}rows=${grouping}`
}

/** The field for what is left out, and from there the one for what is wanted. */
export function notOf<K extends "assignee" | "reviewer" | "project" | "tag">(key: K) {
  return `not${key[0]?.toUpperCase() ?? ""}${key.slice(1)}` as `not${Capitalize<K>}`
}

/** Whether a task can be started: one that is in progress was. */
const isReady = ({ status, ready }: Card) => status === "todo" && ready

/** Whether an open task is past its time. */
function isOverdue({ dueAt, status }: Pick<Card, "dueAt" | "status">, now: number): boolean {
  return dueAt !== null && status !== "done" && status !== "cancelled" && Date.parse(dueAt) < now
}

// --- internal ---

type Single = string | boolean

const listKeys = Object.keys(noFilter).filter((key) => Array.isArray(noFilter[key as keyof BoardFilter]))

function isSet(value: Single | readonly string[]): boolean {
  return typeof value === "object" ? value.length > 0 : value !== "" && value !== false
}

function isPriority(text: string): text is Priority {
  return /^P[0-3]$/.test(text)
}

/** By names of agents. Projects and tags are the same only letter by letter, as on the server. */
function isAmong(name: string | null, names: readonly string[]): boolean {
  return names.some((each) => isSameName(name, each))
}
