import { useRef } from "preact/hooks"
import { call } from "../api/api.ts"
import type { ApiResult, TaskView } from "../api/types.ts"
import type { ListOfTasks } from "./use-counts.ts"
import { useRead } from "./use-read.ts"

/** How many are read at first, and with each step on. */
const step = 100

/** What was deleted and can be restored, as it changes; what was deleted last comes first. */
export function useTrash() {
  const count = useRef(step)
  const reading = useRead("trash", () => readTrash(count.current), {
    isAbout: ({ type }) => changing.has(type),
  })
  return {
    ...reading,
    readMore() {
      count.current += step
      reading.reload()
    },
  }
}

// --- internal ---

const changing: ReadonlySet<string> = new Set(["task.deleted", "task.restored", "trash.emptied"])

async function readTrash(count: number): Promise<ApiResult<ListOfTasks>> {
  const tasks: TaskView[] = []
  let cursor: string | undefined
  for (;;) {
    const page = await call("task.list", {
      trash: true,
      compact: true,
      limit: step,
      ...(cursor && { cursor }),
    })
    if ("refusal" in page) return page
    tasks.push(...page.value.tasks)
    cursor = page.value.next ?? undefined
    if (cursor === undefined || tasks.length >= count)
      return { value: { tasks, total: page.value.total }, seq: page.seq }
  }
}
