import { useEffect, useRef } from "preact/hooks"
import type { TaskView } from "../api.ts"
import { movesBesideReview, statusNames } from "../moves.ts"
import { followLink, navigate, pathOf } from "../route.ts"
import type { OpenTask, State } from "../store.ts"
import { Comments } from "./comments.tsx"
import { Icon, StatusIcon } from "./icons.tsx"
import { MarkdownText } from "./markdown-text.tsx"
import { MoveForm } from "./move-form.tsx"
import { Properties } from "./properties.tsx"
import { Refused } from "./refused.tsx"
import { Review } from "./review.tsx"

/** One task beside the board, under its own address. */
export function Panel({ open, tasks }: { open: OpenTask; tasks: State["tasks"] }) {
  const { id, comments, refusal } = open
  // The board may know it already; the long texts follow.
  const task = open.task ?? tasks.get(id) ?? null
  const ref = useRef<HTMLElement>(null)
  useEffect(() => {
    ref.current?.focus({ preventScroll: true })
    ref.current?.scrollTo(0, 0)
    return () => document.querySelector<HTMLElement>(`[data-task="${id}"]`)?.focus()
  }, [id])

  return (
    <aside class="panel" ref={ref} tabIndex={-1} aria-label={task ? `${id}: ${task.title}` : id}>
      <header class="panel-head">
        {task && <StatusIcon status={task.status} />}
        <span class="id">{id}</span>
        {task && <span class={`status-name state-${task.status}`}>{statusNames[task.status]}</span>}
        <button
          type="button"
          class="quiet square"
          aria-label="Close"
          title="Close (Esc)"
          onClick={() => navigate(null)}
        >
          <Icon name="close" />
        </button>
      </header>
      {refusal && <Refused outcome={{ refusal }} />}
      {task && (!refusal || refusal.status === 0) && (
        <>
          <h2 class="panel-title" dir="auto">
            {task.title}
          </h2>
          {task.reason !== null && <p class="reason">{task.reason}</p>}
          <MoveForm key={`${id}-moves`} task={task} offered={movesBesideReview(task)} />
          {task.status === "review" && <Review key={`${id}-review`} task={task} />}
          <Properties key={`${id}-properties`} task={task} />
          {task.description && <MarkdownText text={task.description} />}
          <Criteria task={task} />
          <Dependencies title="Waits for" ids={task.blockedBy} tasks={tasks} />
          <Dependencies title="Others wait for it" ids={task.blocks} tasks={tasks} />
          {task.summary && (
            <section>
              <h3>What was done</h3>
              <MarkdownText text={task.summary} />
            </section>
          )}
          <Comments key={`${id}-comments`} id={id} comments={comments} />
        </>
      )}
    </aside>
  )
}

// --- internal ---

function Criteria({ task }: { task: TaskView }) {
  const criteria = task.done_criteria ?? []
  if (criteria.length === 0) return null
  return (
    <section>
      <h3>Done when</h3>
      <ul class="criteria">
        {criteria.map((criterion, i) => (
          <li key={i} dir="auto">
            {criterion}
          </li>
        ))}
      </ul>
    </section>
  )
}

function Dependencies({
  title,
  ids,
  tasks,
}: {
  title: string
  ids: readonly string[]
  tasks: State["tasks"]
}) {
  if (ids.length === 0) return null
  return (
    <section>
      <h3>{title}</h3>
      <ul class="dependencies">
        {ids.map((id) => {
          const task = tasks.get(id)
          return (
            <li key={id}>
              <a href={pathOf(id)} onClick={(event) => followLink(event, id)}>
                {task && <StatusIcon status={task.status} />}
                <span class="id">{id}</span>
                <span class="one-line" dir="auto">
                  {task?.title}
                </span>
              </a>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
