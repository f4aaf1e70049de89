import { call } from "../api/api.ts"
import type { TaskView } from "../api/types.ts"
import type { State } from "../state/state.ts"
import { StatusIcon } from "../components/icons.tsx"
import { TaskLink } from "../page/links.tsx"
import { useAnswer } from "../reads/use-answer.ts"
import { standsIn } from "../words/move-words.ts"

interface Props {
  title: string
  ids: readonly string[]
  tasks: State["tasks"]
  /** Tasks that were read beside those of the board. */
  known?: ReadonlyMap<string, TaskView>
}

/** Links to other tasks, with their states. Those that the board has not loaded are asked for. */
export function Dependencies({ title, ids, tasks, known = none }: Props) {
  const missing = ids.filter((id) => !tasks.has(id) && !known.has(id)).slice(0, most)
  const [read] = useAnswer(
    () => (missing.length > 0 ? call("task.list", { ids: missing, compact: true, limit: most }) : null),
    [missing.join()],
  )
  if (ids.length === 0) return null
  return (
    <section>
      <h3>{title}</h3>
      <ul class="dependencies">
        {ids.map((id) => {
          const task = tasks.get(id) ?? known.get(id) ?? read?.tasks.find((each) => each.id === id)
          return (
            <li key={id}>
              <TaskLink isQuiet id={id}>
                {task && <StatusIcon status={standsIn(task)} />}
                <span class="id">{id}</span>
                <span class="one-line" dir="auto">
                  {task?.title}
                </span>
                {!task && read && missing.includes(id) && <span class="muted">is gone</span>}
              </TaskLink>
            </li>
          )
        })}
      </ul>
    </section>
  )
}

interface ChildrenProps {
  task: TaskView
  tasks: State["tasks"]
  /** How often the task was read: its children are read again with it. */
  reads: number
}

/** The children of a task, with their states, and how many of them are done. */
export function Children({ task: { id, children }, tasks, reads }: ChildrenProps) {
  const hasChildren = children !== null
  const [read] = useAnswer(
    () => (hasChildren ? call("task.list", { parent: id, compact: true, limit: mostChildren }) : null),
    [id, hasChildren, reads],
  )
  if (!children) return null
  const known = new Map(read?.tasks.map((task) => [task.id, task]))
  const { total, done } = children
  const shown = [...known.keys()]
  const title = `Children: ${done} of ${total} done${shown.length === mostChildren ? `. The first ${mostChildren}` : ""}`
  return <Dependencies title={title} ids={shown} tasks={tasks} known={known} />
}

// --- internal ---

const none: ReadonlyMap<string, TaskView> = new Map()

/** How many are asked for. */
const most = 100

/** A list is for people, who do not look through more. */
const mostChildren = 200
