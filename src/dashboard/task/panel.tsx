import { useEffect, useRef, useLayoutEffect, useState } from "preact/hooks"
import { whyNot } from "../state/access.ts"
import { useApp } from "../state/context.ts"
import { placeOf, standsIn } from "../words/move-words.ts"
import { navigate } from "../page/route.ts"
import { Isolated } from "../components/isolated.tsx"
import type { OpenTask, State } from "../state/state.ts"
import { Changing } from "../components/changing.tsx"
import { Icon, StatusIcon } from "../components/icons.tsx"
import { Deleted } from "./deleted.tsx"
import { PanelBody } from "./panel-body.tsx"
import { ReviewPage } from "./review-page.tsx"
import { TitleField } from "./title-field.tsx"
import { useNextReview } from "./use-review-keys.ts"
import { Refused } from "../components/refused.tsx"
import { IconButton } from "../components/button.tsx"
import { session } from "../api/session.ts"

/** One task beside the view, under its own address. */
export function Panel({ open, tasks, agents }: Pick<State, "tasks" | "agents"> & { open: OpenTask }) {
  const { store } = useApp()
  const { id, refusal } = open
  // The board may know it already; the long texts follow.
  const task = open.task ?? tasks.get(id) ?? null
  const isDeleted = refusal?.code === "task_deleted"
  const mayDelete = task !== null && refusal === null && whyNot(store.state, "task.delete") === null
  const isShown = task !== null && (!refusal || refusal.status === 0)
  const review = isShown && open.task?.status === "review" && task.status === "review" ? open.task : null
  const ref = useRef<HTMLDivElement>(null)
  const next = useNextReview(id, task?.status === "review")
  useEffect(() => {
    ref.current?.focus({ preventScroll: true })
    return () => {
      // Where another task is opened in its place, that one has the focus.
      if (store.state.open === null && store.state.tasks.has(id)) store.set({ wanted: id })
    }
  }, [id])
  useEffect(() => {
    // The view has become narrower.
    document
      .querySelector(`#main [data-task="${id}"]`)
      ?.scrollIntoView({ block: "nearest", inline: "nearest" })
  }, [id, tasks.has(id)])

  return (
    <aside class="panel-frame" aria-label={task ? `${id}: ${task.title}` : id}>
      <PanelEdge />
      <div class="panel" ref={ref} tabIndex={-1} onFocus={scrollByKey}>
        <header class="panel-head">
          {isDeleted ? <Icon name="trash" /> : task && <StatusIcon status={standsIn(task)} />}
          <span class="id">{id}</span>
          {isDeleted && <span class="status-name">Deleted</span>}
          {review ? (
            <Changing>
              <TitleField task={review} />
            </Changing>
          ) : (
            task && !isDeleted && <span class={`status-name state-${standsIn(task)}`}>{placeOf(task)}</span>
          )}
          {mayDelete && (
            <IconButton
              icon="trash"
              name="Delete the task"
              title="Delete (Del)"
              aria-keyshortcuts="Delete"
              onClick={() => store.set({ deleting: id })}
            />
          )}
          <IconButton icon="close" name="Close" title="Close (Esc)" onClick={() => navigate(null)} />
        </header>
        {review ? (
          <ReviewPage key={id} open={open} task={review} tasks={tasks} agents={agents} />
        ) : (
          <div class="panel-scroll" key={id} tabIndex={0}>
            {isDeleted ? <Deleted id={id} refusal={refusal} /> : refusal && <Refused outcome={{ refusal }} />}
            {isShown && <PanelBody open={open} task={task} tasks={tasks} agents={agents} />}
          </div>
        )}
        {next && (
          <footer class="review decide">
            <button type="button" aria-keyshortcuts="]" onClick={() => navigate(next.id)}>
              <span class="one-line">
                Next review: {next.id} <Isolated text={next.title} />
              </span>
              <kbd aria-hidden="true">]</kbd>
            </button>
          </footer>
        )}
      </div>
    </aside>
  )
}

// --- internal ---

/** What scrolls gets the focus of the panel, so that the arrow keys move it. */
function scrollByKey({ target, currentTarget }: FocusEvent & { readonly currentTarget: HTMLElement }): void {
  if (target === currentTarget)
    currentTarget.querySelector<HTMLElement>(".panel-scroll")?.focus({ preventScroll: true })
}

/** The edge by which the panel is made wider or narrower, by pointer or by arrow keys. The width is remembered. */
function PanelEdge() {
  const [width, setWidth] = useState(session.panelWidth)
  useLayoutEffect(() => {
    const { style } = document.documentElement
    if (width === null) style.removeProperty("--panel-width")
    else style.setProperty("--panel-width", `${width}px`)
  }, [width])

  function change(next: number | null) {
    const fitting = next === null ? null : Math.round(Math.min(Math.max(next, least), mostOf()))
    setWidth(fitting)
    session.setPanelWidth(fitting)
  }

  return (
    <div
      class="panel-edge"
      role="separator"
      tabIndex={0}
      aria-orientation="vertical"
      aria-label="Width of the panel"
      aria-valuemin={least}
      aria-valuemax={mostOf()}
      aria-valuenow={width ?? usual}
      title="Drag to change the width, double-click to reset it"
      onDblClick={() => change(null)}
      onPointerDown={({ currentTarget, pointerId }) => currentTarget.setPointerCapture(pointerId)}
      onPointerMove={({ currentTarget, pointerId, clientX }) => {
        if (currentTarget.hasPointerCapture(pointerId)) change(innerWidth - clientX)
      }}
      onKeyDown={(event) => {
        const by = { ArrowLeft: step, ArrowRight: -step }[event.key]
        if (by === undefined) return
        event.preventDefault()
        event.stopPropagation()
        change((event.currentTarget.nextElementSibling?.clientWidth ?? usual) + by)
      }}
    />
  )
}

/** All in pixels. */
const least = 320
const usual = 480
const step = 32

/** The view beside the panel keeps so much. */
const leastView = 360

function mostOf(): number {
  return Math.max(least, innerWidth - leastView)
}
