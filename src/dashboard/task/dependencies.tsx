import { useEffect, useState } from "preact/hooks"
import { call } from "../api/api.ts"
import type { TaskView } from "../api/types.ts"
import type { State } from "../state/state.ts"
import { StatusIcon } from "../components/icons.tsx"
import { TaskLink } from "../page/task-link.tsx"

interface Props {
  title: string
  ids: readonly string[]
  tasks: State["tasks"]
  /** Tasks that were read beside those of the board. */
  known?: ReadonlyMap<string, TaskView>
}

/** Links to other tasks, with their states. Those that the board has not loaded are asked for. */
export function Dependencies({ title, ids, tasks, known = none }: Props) {
  const [asked, setAsked] = useState<ReadonlyMap<string, TaskView | null>>(new Map())
  const missing = ids.filter((id) => !tasks.has(id) && !known.has(id) && !asked.has(id)).slice(0, most)
  useEffect(() => {
    for (const id of missing)
      void call("task.read", { id }).then((result) =>
        setAsked((before) => new Map(before).set(id, "value" in result ? result.value.task : null)),
      )
  }, [missing.join()])
  if (ids.length === 0) return null
  return (
    <section>
      <h3>{title}</h3>
      <ul class="dependencies">
        {ids.map((id) => {
          const task = tasks.get(id) ?? known.get(id) ?? asked.get(id)
          return (
            <li key={id}>
              <TaskLink isQuiet id={id}>
                {task && <StatusIcon status={task.status} />}
                <span class="id">{id}</span>
                <span class="one-line" dir="auto">
                  {task?.title}
                </span>
                {task === null && <span class="muted">is gone</span>}
              </TaskLink>
            </li>
          )
        })}
      </ul>
    </section>
  )
}

// --- internal ---

const none: ReadonlyMap<string, TaskView> = new Map()

/** How many are asked for one by one. */
const most = 20
