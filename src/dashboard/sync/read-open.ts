import { all } from "../api/api.ts"
import type { ApiResult, Page, Status, TaskView } from "../api/types.ts"

/** Asks for a page of the tasks in these states. */
type ListTasks = (
  status: Status[],
  page: { limit: number; cursor?: string },
) => Promise<ApiResult<Page<"tasks", TaskView>>>

/**
 * Reads all open tasks. Work in progress first: there is never much of it, and it is what one looks for.
 * @param show gets the tasks as they come, and how many there will be
 * @returns null where an answer did not come
 */
export async function readOpen(
  list: ListTasks,
  show: (tasks: readonly TaskView[], total: number) => void,
): Promise<readonly TaskView[] | null> {
  let read: readonly TaskView[] = []
  const showNow = inGrowingParts(show)
  for (const status of [underWay, waiting]) {
    const onPage = (tasks: readonly TaskView[], _: number, total: number) =>
      showNow(tasks, read.length + total)
    const result = await all("tasks", (page) => list(status, page), onPage, pages)
    if ("refusal" in result) return null
    read = [...read, ...result.value]
  }
  return read
}

// --- internal ---

const underWay: Status[] = ["doing", "blocked", "review"]
const waiting: Status[] = ["todo"]

/** Sizes of the pages in which tasks are read: the first is small, to be drawn soon; the rest never block the page. */
const pages = { first: 100, rest: 250 }

/** Hands on what comes in small parts in ever larger ones, because with each of them the whole board is drawn anew. */
function inGrowingParts(show: (tasks: readonly TaskView[], total: number) => void): typeof show {
  let shown = 0
  let kept: TaskView[] = []
  return (tasks, total) => {
    kept.push(...tasks)
    if (kept.length < shown / 8) return
    show(kept, total)
    shown += kept.length
    kept = []
  }
}
