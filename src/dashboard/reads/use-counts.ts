import type { PublicEvent } from "../../domain/events/shown.ts"
import { call } from "../api/api.ts"
import type { ApiResult, NowView, TaskView } from "../api/types.ts"
import { useRead, type Reading } from "./use-read.ts"

/** Time alone makes a task overdue or ready, and no event tells of it. */
const everyMs = 15_000

/** The four numbers, as the server counts them. They are the same wherever they are shown. */
export function useCounts(name: string | null): Reading<NowView> {
  return useOfTasks(`now ${name ?? ""}`, () => readCounts(name))
}

/** A list of tasks that the server chooses, as they change. */
export function useTasks(key: string, filter: ListFilter): Reading<ListOfTasks> {
  return useOfTasks(key, () => call("task.list", { compact: true, ...filter }))
}

/** What follows from tasks and from the time, read again as they change. */
export function useOfTasks<T>(key: string, read: () => Promise<ApiResult<T>>): Reading<T> {
  return useRead(key, read, { isAbout, every: everyMs, gatherMs: 500 })
}

/** What may be begun, in the order in which it is handed out. */
export const readyTasks = { ready: true, status: ["todo"], sort: "priority" } satisfies ListFilter

export type ListFilter = Omit<Parameters<typeof call<"task.list">>[1], "compact">

export interface ListOfTasks {
  readonly tasks: readonly TaskView[]
  readonly total: number
}

// --- internal ---

/** Heartbeats are most of a busy log, and move no task from one list to another. */
function isAbout({ type }: PublicEvent): boolean {
  return type !== "lease.renewed" && type !== "lease.expiring"
}

async function readCounts(name: string | null): Promise<ApiResult<NowView>> {
  const result = await call("now.read", name === null ? {} : { agent: name })
  return "refusal" in result ? result : { value: result.value.now, seq: result.seq }
}
