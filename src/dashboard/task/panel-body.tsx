import type { TaskView } from "../api/types.ts"
import { MoveForm } from "../board/move-form.tsx"
import { Changing } from "../components/changing.tsx"
import { Folded } from "../components/folded.tsx"
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
import { Lessons } from "./lessons.tsx"
import { Output } from "./output.tsx"
import { Properties } from "./properties.tsx"
import { Reflections } from "./reflections.tsx"
import { Review } from "./review.tsx"
import { TitleField } from "./title-field.tsx"
import { WaitsFor } from "./waits-for.tsx"
import { WorkLinks } from "./work-links.tsx"

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
