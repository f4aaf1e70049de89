import { useEffect, useRef } from "preact/hooks"
import type { TaskView } from "../api/types.ts"
import { useApp } from "../state/context.ts"
import { movesBesideReview, statusNames } from "../words/move-words.ts"
import { navigate } from "../page/route.ts"
import type { OpenTask, State } from "../state/state.ts"
import { Children } from "./children.tsx"
import { Changing } from "../components/changing.tsx"
import { Comments } from "./comments.tsx"
import { Criteria } from "./criteria.tsx"
import { Dependencies } from "./dependencies.tsx"
import { Folded } from "../components/folded.tsx"
import { HandOver, LeftOpen } from "./hand-over.tsx"
import { Icon, StatusIcon } from "../components/icons.tsx"
import { History } from "./history.tsx"
import { Lessons } from "./lessons.tsx"
import { MarkdownText } from "../components/markdown-text.tsx"
import { MoveForm } from "../board/move-form.tsx"
import { Output } from "./output.tsx"
import { PanelEdge } from "./panel-edge.tsx"
import { Properties } from "./properties.tsx"
import { Reflections } from "./reflections.tsx"
import { Refused } from "../components/refused.tsx"
import { Review } from "./review.tsx"
import { TextField } from "../components/text-field.tsx"
import { TitleField } from "./title-field.tsx"
import { WorkLinks } from "./work-links.tsx"

/** So many moves find room in one line, however narrow the panel is. */
const few = 3

interface Props extends Pick<State, "tasks" | "agents"> {
  open: OpenTask
}

/** One task beside the view, under its own address. */
export function Panel({ open, tasks, agents }: Props) {
  const { store } = useApp()
  const { id, comments, refusal } = open
  // The board may know it already; the long texts follow.
  const task = open.task ?? tasks.get(id) ?? null
  const offered = task ? movesBesideReview(task) : []
  const isReview = task?.status === "review"
  const moves = task && <MoveForm task={task} offered={offered.slice(0, few)} more={offered.slice(few)} />
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
          <div class="panel-body" key={id}>
            <Changing>
              <TitleField task={task} />
              {open.task && <WorkLinks task={open.task} />}
              {task.reason !== null && <p class={`reason${task.stuck ? " is-stuck" : ""}`}>{task.reason}</p>}
              {!isReview && moves}
              {isReview && <Summary task={task} />}
              {isReview && open.task && <Criteria task={task} />}
              <HandOver task={task} handoff={open.handoff} />
              <LeftOpen task={open.task ?? task} />
              {isReview && <Review task={task} />}
              {isReview && moves}
            </Changing>
            {open.task && !store.state.moment && <Output task={task} reads={open.reads} />}
            <Changing>
              <Properties task={task} />
              {open.task && (
                <>
                  <TextField
                    task={task}
                    name="description"
                    title="Description"
                    add="Add a description"
                    hint="Markdown · Ctrl-Enter saves"
                    rows={6}
                  >
                    {task.description && <MarkdownText text={task.description} />}
                  </TextField>
                  {!isReview && <Criteria task={task} />}
                </>
              )}
            </Changing>
            <Children task={task} tasks={tasks} reads={open.reads} />
            <Dependencies title="Parent" ids={task.parent === null ? [] : [task.parent]} tasks={tasks} />
            <Dependencies title="Waits for" ids={task.blockedBy} tasks={tasks} />
            <Dependencies title="Others wait for it" ids={task.blocks} tasks={tasks} />
            <Dependencies
              title="Found in"
              ids={task.discoveredFrom === null ? [] : [task.discoveredFrom]}
              tasks={tasks}
            />
            <Dependencies title="Found while working on it" ids={open.found} tasks={tasks} />
            {!isReview && <Summary task={task} />}
            {open.task && (
              <>
                {(task.status === "todo" || task.status === "doing") && <Lessons id={id} />}
                <Comments id={id} comments={comments} agents={agents} />
                <Reflections id={id} reads={open.reads} />
                <History id={id} reads={open.reads} />
              </>
            )}
          </div>
        )}
      </div>
    </aside>
  )
}

// --- internal ---

/** What the one who did the work says about it. */
function Summary({ task }: { task: TaskView }) {
  if (!task.summary) return null
  return (
    <section aria-label="What was done">
      <h3>What was done</h3>
      <Folded key={task.summary} text={task.summary}>
        <MarkdownText text={task.summary} />
      </Folded>
    </section>
  )
}
