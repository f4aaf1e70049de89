import { useEffect, useRef } from "preact/hooks"
import { useApp } from "../state/context.ts"
import { statusNames } from "../words/move-words.ts"
import { navigate } from "../page/route.ts"
import type { OpenTask, State } from "../state/state.ts"
import { Icon, StatusIcon } from "../components/icons.tsx"
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
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => {
    ref.current?.focus({ preventScroll: true })
    ref.current?.scrollTo(0, 0)
    return () => store.set({ wanted: id })
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
          <PanelBody key={id} open={open} task={task} tasks={tasks} agents={agents} />
        )}
      </div>
    </aside>
  )
}
