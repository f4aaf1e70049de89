import { nameKey } from "../../wire/names.ts"
import { isAtOrBelow } from "../../wire/resources/resource-names.ts"
import { keptPlaces, mayKeepPlaces } from "./kept-places.ts"
import type { Agent, Resource, Task } from "../records.ts"
import type { ResourceUse } from "./resource-use.ts"

/**
 * Which tasks hold resources: tasks that are being worked on, each with the resources that it needs and that its agent
 * uses, and tasks whose work has not landed, each with its places.
 */
export function createWorkers(
  tasks: Pick<ReadonlyMap<number, Task>, "get" | "values">,
  use: Pick<ResourceUse, "hold" | "declared">,
) {
  /** The resources that each agent uses, by `nameKey`; only agents that use any. */
  const drawn = new Map<string, readonly string[]>()
  const keepers = new Set<number>()

  function hold({ n, fields: { resources } }: Task, agent: string): void {
    const own = drawn.get(agent)
    if (own === undefined) use.hold(n, resources)
    else use.hold(n, [...new Set([...resources, ...own])])
  }

  function keep(task: Task): void {
    if (mayKeepPlaces(task)) keepers.add(task.n)
    use.hold(task.n, keptPlaces(task, use.declared))
  }

  return {
    changed(before: Task | undefined, after: Task | undefined): void {
      const isPlain = (task: Task | undefined) => task === undefined || task.fields.resources.length === 0
      if (drawn.size === 0 && isPlain(before) && isPlain(after)) return
      const n = (after ?? before)?.n ?? 0
      keepers.delete(n)
      const agent = after && workerOf(after)
      if (after && agent !== undefined) hold(after, agent)
      else if (after?.work) keep(after)
      else if (before && (before.work || workerOf(before) !== undefined)) use.hold(n, undefined)
    },
    /** @returns whether the agent uses other resources now */
    agentChanged(before: Agent | undefined, after: Agent | undefined): boolean {
      if (before?.resources === after?.resources) return false
      const [was, is] = [before?.resources ?? [], after?.resources ?? []]
      const key = nameKey((after ?? before)?.name ?? "")
      if (was.length === 0 && is.length === 0) return false
      if (is.length === 0) drawn.delete(key)
      else drawn.set(key, is)
      for (const task of tasks.values()) if (workerOf(task) === key) hold(task, key)
      return true
    },
    /** A resource was declared, or is no longer declared. */
    resourceChanged(before: Resource | undefined, after: Resource | undefined): void {
      if ((before?.capacity ?? null) === (after?.capacity ?? null)) return
      const name = (after ?? before)?.name ?? ""
      for (const n of keepers) {
        const task = tasks.get(n)
        if (task?.fields.resources.includes(name)) keep(task)
      }
    },
    /** The tasks that may keep places although nobody is working on them. */
    keepers,
    /** Whether an agent uses this name or a name below it. */
    drawOn: (name: string) =>
      [...drawn.values()].some((names) => names.some((each) => isAtOrBelow(each, name))),
  }
}

// --- internal ---

/** Who is at work on a task, as `nameKey`. */
function workerOf({ status, assignee, lease }: Task): string | undefined {
  return status === "doing" && lease?.state !== "offered" ? nameKey(assignee ?? "") : undefined
}
