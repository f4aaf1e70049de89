import type { Random } from "../support/random.ts"
import type { Request } from "./call.ts"

/** What clients were told of a task last. It may have changed since. */
export interface Seen {
  readonly id: string
  readonly status: string
  readonly assignee?: string
  readonly reviewer?: string | null
  readonly question?: { readonly id: string; readonly author: string }
  readonly work?: {
    readonly epoch: number
    readonly commit: string
    readonly landed: object | null
    readonly url?: string
  }
}

/** Takes from an answer what it says of tasks. */
export function learnTasks(
  seen: Map<string, Seen>,
  { name, input }: Request,
  answer: Record<string, unknown>,
): void {
  const { task, tasks } = answer as { task?: Seen | null; tasks?: readonly Seen[] }
  // Of the past it says nothing new.
  if (input["at"] !== undefined) return
  const { id } = input
  const deleted = name === "task.delete" && typeof id === "string" ? [{ id, status: "deleted" }] : []
  for (const each of [...(task ? [task] : (tasks ?? [])), ...deleted]) {
    seen.delete(each.id)
    seen.set(each.id, each)
  }
}

/** One of the newest tasks that were seen like this. */
export function pickSeen(
  { random, seen }: { readonly random: Random; readonly seen: ReadonlyMap<string, Seen> },
  isFit: (task: Seen) => boolean,
): Seen | undefined {
  const fit = [...seen.values()].filter(isFit)
  return fit.length === 0 ? undefined : random.pick(fit.slice(-6))
}
