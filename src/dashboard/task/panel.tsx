import { useEffect, useRef } from "preact/hooks"
import { whyNot } from "../state/access.ts"
import { useApp } from "../state/context.ts"
import { statusNames } from "../words/move-words.ts"
import { navigate } from "../page/route.ts"
import type { OpenTask, State } from "../state/state.ts"
import { Icon, StatusIcon } from "../components/icons.tsx"
import { Deleted } from "./deleted.tsx"
import { PanelBody } from "./panel-body.tsx"
import { PanelEdge } from "./panel-edge.tsx"
import { Refused } from "../components/refused.tsx"

interface Props extends Pick<State, "tasks" | "agents"> {
  open: OpenTask
}

/** One task beside the view, under its own address. */
export function Panel({ open, tasks, agents }: Props) {
  const { store } = useApp()
  const { id, refusal } = open
  // The board may know it already; the long texts follow.
  const task = open.task ?? tasks.get(id) ?? null
  const isDeleted = refusal?.code === "task_deleted"
  const mayDelete = task !== null && refusal === null && whyNot(store.state, "task.delete") === null
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => {
    ref.current?.focus({ preventScroll: true })
    ref.current?.scrollTo(0, 0)
    return () => {
      if (store.state.tasks.has(id)) store.set({ wanted: id })
    }
  }, [id])
  useEffect(() => {
    // The view has become narrower.
    document
      .querySelector(`.card[data-task="${id}"]`)
      ?.scrollIntoView({ block: "nearest", inline: "nearest" })
  }, [id, tasks.has(id)])

  return (
    <aside class="panel-frame" aria-label={task ? `${id}: ${task.title}` : id}>
      <PanelEdge />
      <div class="panel" ref={ref} tabIndex={-1}>
        <header class="panel-head">
          {isDeleted ? <Icon name="trash" /> : task && <StatusIcon status={task.status} />}
          <span class="id">{id}</span>
          {isDeleted && <span class="status-name">Deleted</span>}
          {task && !isDeleted && (
            <span class={`status-name state-${task.status}`}>{statusNames[task.status]}</span>
          )}
          {mayDelete && (
            <button
              type="button"
              class="quiet square"
              aria-label="Delete the task"
              title="Delete (Del)"
              aria-keyshortcuts="Delete"
              onClick={() => store.set({ deleting: id })}
            >
              <Icon name="trash" />
            </button>
          )}
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
        {isDeleted ? <Deleted id={id} refusal={refusal} /> : refusal && <Refused outcome={{ refusal }} />}
        {task && (!refusal || refusal.status === 0) && (
          <PanelBody key={id} open={open} task={task} tasks={tasks} agents={agents} />
        )}
      </div>
    </aside>
  )
}
