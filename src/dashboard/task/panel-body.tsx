import type { TaskView, Lesson } from "../api/types.ts"
import { MoveForm } from "../board/move-form.tsx"
import { Changing } from "../components/changing.tsx"
import { MarkdownText } from "../components/markdown-text.tsx"
import { TextField } from "../components/text-field.tsx"
import { useApp } from "../state/context.ts"
import type { OpenTask, State } from "../state/state.ts"
import { movesBesideReview } from "../words/move-words.ts"
import { Changes } from "./changes.tsx"
import { Checks } from "./checks.tsx"
import { Children } from "./children.tsx"
import { Comments } from "./comments.tsx"
import { Criteria } from "./criteria.tsx"
import { Dependencies } from "./dependencies.tsx"
import { Files } from "./files.tsx"
import { HandOver, LeftOpen } from "./hand-over.tsx"
import { Work } from "./work.tsx"
import { History } from "./history.tsx"
import { Output } from "./output.tsx"
import { Properties } from "./properties.tsx"
import { Reflections, LessonList } from "./reflections.tsx"
import { Review } from "./review.tsx"
import { TitleField } from "./title-field.tsx"
import { WaitsFor } from "./waits-for.tsx"
import { useEffect, useState } from "preact/hooks"
import { call } from "../api/api.ts"
import { Isolated } from "../components/isolated.tsx"
import { linksOf } from "../words/links.ts"
import type { ComponentChildren } from "preact"

/** How many moves find room in one line, however narrow the panel is. */
const few = 3

interface Props extends Pick<State, "tasks" | "agents"> {
  open: OpenTask
  /** What is known of it, perhaps without its long texts. */
  task: TaskView
}

/** All of a task, in the order in which it is of use: a review before the rest, where one is asked for. */
export function PanelBody({ open, task, tasks, agents }: Props) {
  const { store } = useApp()
  const { id, reads } = open
  const isReview = task.status === "review"
  return (
    <div class="panel-body">
      <Decision open={open} task={task} agents={agents} />
      {open.task && !store.state.moment && <Output task={task} reads={reads} />}
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
              takesFiles
            >
              {task.description && <MarkdownText text={task.description} />}
            </TextField>
            {!isReview && <Criteria task={task} />}
            {!isReview && <Checks task={open.task} results={open.checks} />}
          </>
        )}
      </Changing>
      {open.task && <Files key={id} id={id} />}
      <Children task={task} tasks={tasks} reads={reads} />
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
      {!isReview && open.task && <Changes task={open.task} comments={open.comments} agents={agents} />}
      {open.task && (
        <>
          {(task.status === "todo" || task.status === "doing") && <Lessons id={id} />}
          <Comments id={id} comments={open.comments} agents={agents} />
          <Reflections id={id} reads={reads} />
          <History id={id} reads={reads} />
        </>
      )}
    </div>
  )
}

// --- internal ---

/** What the task is, and what is to be decided about it. */
function Decision({ open, task, agents }: Pick<Props, "open" | "task" | "agents">) {
  const isReview = task.status === "review"
  const offered = movesBesideReview(task)
  const moves = <MoveForm task={task} offered={offered.slice(0, few)} more={offered.slice(few)} />
  return (
    <Changing>
      <TitleField task={task} />
      {open.task && <WorkLinks task={open.task} />}
      {task.reason !== null && <p class={`reason${task.stuck ? " is-stuck" : ""}`}>{task.reason}</p>}
      <WaitsFor task={task} />
      {!isReview && moves}
      {isReview && <Summary task={task} />}
      {isReview && open.task && <Checks task={open.task} results={open.checks} />}
      {isReview && open.task && (
        <div class="decided">
          <Criteria task={task} />
          {task.work && <Work work={task.work} />}
          <Changes task={open.task} comments={open.comments} agents={agents} />
        </div>
      )}
      <HandOver task={task} handoff={open.handoff} />
      <LeftOpen task={open.task ?? task} />
      {!isReview && task.work && <Work work={task.work} />}
      {isReview && <Review task={task} openLines={open.openLines} />}
      {isReview && moves}
    </Changing>
  )
}

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

/** What others learned by similar work, for whoever does this one. Nothing where the server offers none. */
function Lessons({ id }: { id: string }) {
  const [lessons, set] = useState<readonly Lesson[]>([])
  useEffect(() => {
    let isLeft = false
    void call("task.read", { id, lessons: true }).then((result) => {
      if (!isLeft && "value" in result) set(result.value.lessons ?? [])
    })
    return () => {
      isLeft = true
    }
  }, [id])
  if (lessons.length === 0) return null
  return (
    <section aria-label="Lessons">
      <h3>Learned by similar work</h3>
      <LessonList lessons={lessons} of={id} />
    </section>
  )
}

/** The branch, the pull request and the commits of a task, where its metadata names them. */
function WorkLinks({ task }: { task: TaskView }) {
  const links = linksOf(task.metadata)
  if (links.length === 0) return null
  return (
    <ul class="work-links" aria-label="Where the work is">
      {links.map(({ text, href }) => (
        <li key={href ?? text}>
          {href === null ? (
            <span class="chip" title={text}>
              <Isolated text={text} />
            </span>
          ) : (
            <a class="chip" href={href} title={href} target="_blank" rel="noopener noreferrer nofollow">
              <Isolated text={text} />
            </a>
          )}
        </li>
      ))}
    </ul>
  )
}

/** A text of more lines or letters than this is folded. */
const lines = 6
const letters = 480

/** A text of which only the beginning is shown until somebody asks for the rest. */
function Folded({ text, children }: { text: string; children: ComponentChildren }) {
  const [isWhole, setWhole] = useState(false)
  if (text.length <= letters && text.split("\n").length <= lines) return children
  return (
    <>
      <div class={isWhole ? undefined : "folded"}>{children}</div>
      <button type="button" class="quiet fold" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
        {isWhole ? "Show less" : "Show all"}
      </button>
    </>
  )
}
