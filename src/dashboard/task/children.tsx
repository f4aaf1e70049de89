import { call } from "../api/api.ts"
import type { TaskView } from "../api/types.ts"
import { useAnswer } from "../reads/use-answer.ts"
import type { State } from "../state/state.ts"
import { Dependencies } from "./dependencies.tsx"

interface Props {
  task: TaskView
  tasks: State["tasks"]
  /** How often the task was read: its children are read again with it. */
  reads: number
}

/** The children of a task, with their states, and how many of them are done. */
export function Children({ task: { id, children }, tasks, reads }: Props) {
  const hasChildren = children !== null
  const [read] = useAnswer(
    () => (hasChildren ? call("task.list", { parent: id, compact: true, limit: most }) : null),
    [id, hasChildren, reads],
  )
  if (!children) return null
  const known = new Map(read?.tasks.map((task) => [task.id, task]))
  const { total, done } = children
  const shown = [...known.keys()]
  const title = `Children: ${done} of ${total} done${shown.length === most ? `. The first ${most}` : ""}`
  return <Dependencies title={title} ids={shown} tasks={tasks} known={known} />
}

// --- internal ---

/** A list is for people, who do not look through more. */
const most = 200
