import { Refused } from "../components/refused.tsx"
import { useNow } from "../state/context.ts"
import { Page } from "../page/page.tsx"
import { TaskRow } from "../views/task-row.tsx"
import { sayStuck } from "../words/stuck-words.ts"
import { readyTasks, useTasks, type ListFilter } from "../reads/use-counts.ts"

interface Props {
  title: string
  /** What they have in common. */
  lead: string
  /** What is said where there are none. */
  none: string
  filter: ListFilter
}

/** The list behind one of the numbers. */
function NumberList({ title, lead, none, filter }: Props) {
  const { value, refusal } = useTasks(title, { ...filter, limit: 500 })
  const now = useNow()
  const { tasks = [], total = 0 } = value ?? {}
  return (
    <Page
      title={title}
      lead={
        value === null ? "Loading" : total === 0 ? "" : `${total} ${total === 1 ? "task" : "tasks"}. ${lead}`
      }
    >
      <Refused outcome={refusal && { refusal }} />
      {value && total === 0 && <p class="nothing">{none}</p>}
      <ul class="rows">
        {tasks.map((task) => (
          <TaskRow key={task.id} task={task}>
            {task.stuck && (
              <span class="why is-stuck" dir="auto">
                {sayStuck(task, now)}
              </span>
            )}
          </TaskRow>
        ))}
      </ul>
      {value && total > tasks.length && <p class="muted">The first {tasks.length} are shown.</p>}
    </Page>
  )
}

export const Working = () => (
  <NumberList
    title="Working"
    lead="In progress now."
    none="No work in progress. A task appears here while an agent or a person works on it."
    filter={{ status: ["doing"], sort: "priority" }}
  />
)

export const Stuck = () => (
  <NumberList
    title="Stuck"
    lead="Work on these has stopped."
    none="Nothing is stuck. Overdue tasks, expired claims and silent blockers appear here."
    filter={{ stuck: true, sort: "-updated" }}
  />
)

export const Ready = () => (
  <NumberList
    title="Ready"
    lead="In the order they are offered."
    none="No task is ready. New tasks and tasks whose blockers are done appear here."
    filter={readyTasks}
  />
)
