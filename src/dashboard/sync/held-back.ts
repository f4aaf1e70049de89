import { isAtOrBelow } from "../../domain/wire/resources/resource-names.ts"
import { nameKey } from "../../domain/wire/names.ts"
import type { TaskView } from "../api/types.ts"
import type { State } from "../state/state.ts"

/**
 * The tasks that may have got room, or lost it, when this one was begun, ended or changed: no event names them. Which of
 * them did, the server says.
 */
export function heldBack(
  { tasks, agents }: Pick<State, "tasks" | "agents">,
  before: TaskView | undefined,
  after: TaskView | undefined,
): string[] {
  if (holdingOf(before) === holdingOf(after)) return []
  const names = new Set(
    [before, after].flatMap((task) =>
      task ? [...task.resources, ...(agents.get(nameKey(task.assignee))?.resources ?? [])] : [],
    ),
  )
  return names.size === 0 ? [] : needing(tasks, names)
}

/** The tasks to do that need one of these, or something above or below it; without names, those that need anything. */
export function needing(tasks: State["tasks"], names?: ReadonlySet<string>): string[] {
  const isNear = (needed: string) => {
    if (names === undefined || names.has(needed)) return true
    for (const name of names) if (isAtOrBelow(name, needed) || isAtOrBelow(needed, name)) return true
    return false
  }
  const found: string[] = []
  for (const { id, status, resources } of tasks.values())
    if (status === "todo" && resources.some(isNear)) found.push(id)
  return found
}

/** The tasks to do that take skills: an agent may have got them by now. */
export function takingSkills(tasks: State["tasks"]): string[] {
  return [...tasks.values()].flatMap(({ id, status, skills }) =>
    status === "todo" && skills.length > 0 ? [id] : [],
  )
}

// --- internal ---

/** What a task holds rests on these. */
function holdingOf(task: TaskView | undefined): string {
  if (task?.status !== "doing") return ""
  return JSON.stringify([task.assignee, task.lease === null, task.resources])
}
