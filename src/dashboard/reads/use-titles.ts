import { useEffect, useMemo, useState } from "preact/hooks"
import type { PublicEvent } from "../../domain/events/shown.ts"
import { call } from "../api/api.ts"
import type { State } from "../state/state.ts"

/** The titles of the tasks in these lines. They come from the board or from the events; the rest are requested once. */
export function useTitles(
  lines: readonly PublicEvent[],
  known: readonly PublicEvent[],
  tasks: State["tasks"],
): ReadonlyMap<string, string> {
  const [asked, set] = useState<ReadonlyMap<string, string>>(() => new Map())
  const titles = useMemo(() => {
    const found = new Map(asked)
    for (const { type, task, data } of known)
      if (type === "task.created" && task !== undefined) found.set(task, String(data["title"]))
    for (const { id, title } of tasks.values()) found.set(id, title)
    return found
  }, [asked, known, tasks])

  const missing = [...new Set(lines.flatMap(({ task }) => task ?? []))].filter((id) => !titles.has(id))
  useEffect(() => {
    if (missing.length === 0) return
    let isOver = false
    const ids = missing.slice(0, 100)
    void call("task.list", { limit: 100, compact: true, ids }).then((result) => {
      if (isOver || "refusal" in result) return
      // A deleted task has no title any more, so it is not requested again.
      const none = ids.map((id) => [id, ""] as const)
      set(new Map([...asked, ...none, ...result.value.tasks.map(({ id, title }) => [id, title] as const)]))
    })
    return () => {
      isOver = true
    }
  }, [missing.join()])
  return titles
}
