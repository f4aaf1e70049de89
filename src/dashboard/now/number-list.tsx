import { Refused } from "../components/refused.tsx"
import { useNow } from "../state/context.ts"
import { Page } from "../views/page.tsx"
import { TaskRow } from "../views/task-row.tsx"
import { sayStuck } from "../words/stuck-words.ts"
import { readyTasks, useTasks, type ListFilter } from "./use-counts.ts"

/** The list behind one of the numbers. */
function NumberList({ title, lead, filter }: { title: string; lead: string; filter: ListFilter }) {
  const { value, refusal } = useTasks(title, { ...filter, limit: 500 })
  const now = useNow()
  const { tasks = [], total = 0 } = value ?? {}
  return (
    <Page
      title={title}
      lead={value === null ? "Loading" : `${total} ${total === 1 ? "task" : "tasks"}. ${lead}`}
    >
      <Refused outcome={refusal && { refusal }} />
      <ul class="rows">
        {tasks.map((task) => (
          <TaskRow key={task.id} task={task} now={now}>
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
    lead="Somebody is doing them now."
    filter={{ status: ["doing"], sort: "priority" }}
  />
)

export const Stuck = () => (
  <NumberList
    title="Stuck"
    lead="Work on them has come to a stop."
    filter={{ stuck: true, sort: "-updated" }}
  />
)

export const Ready = () => (
  <NumberList title="Ready" lead="In the order in which they are handed out." filter={readyTasks} />
)
