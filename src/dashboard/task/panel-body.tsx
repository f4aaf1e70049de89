import type { TaskView } from "../api/types.ts"
import { MoveForm } from "../board/move-form.tsx"
import { Changing } from "../components/changing.tsx"
import { MarkdownText } from "../components/markdown-text.tsx"
import { TextField } from "../components/text-field.tsx"
import { useAnswer } from "../reads/use-answer.ts"
import { useApp } from "../state/context.ts"
import type { OpenTask, State } from "../state/state.ts"
import { movesBesideReview, offeredMoves } from "../words/move-words.ts"
import { OwnChanges } from "./changes.tsx"
import { Checks } from "./checks.tsx"
import { Children, Dependencies } from "./dependencies.tsx"
import { Comments } from "./comments.tsx"
import { Criteria } from "./criteria.tsx"
import { Files } from "./files.tsx"
import { Folded, FoldedText } from "./folded.tsx"
import { HandOver, LeftOpen } from "./hand-over.tsx"
import { Work } from "./work.tsx"
import { History } from "./history.tsx"
import { Output } from "./output.tsx"
import { Properties } from "./properties.tsx"
import { Question } from "./question.tsx"
import { Reason } from "./reason.tsx"
import { Reflections, LessonList } from "./reflections.tsx"
import { TitleField } from "./title-field.tsx"
import { WaitsFor } from "./waits-for.tsx"
import { call } from "../api/api.ts"
import { Isolated } from "../components/isolated.tsx"
import { linksOf } from "../words/links.ts"
import { whatWasDone } from "../../domain/wire/tasks/what-was-done.ts"
import type { ComponentChildren } from "preact"

/** How many moves find room in one line, however narrow the panel is. */
const few = 3

interface Props extends Pick<State, "tasks" | "agents"> {
  open: OpenTask
  /** What is known of it, perhaps without its long texts. */
  task: TaskView
}

/** All of a task, in the order in which it is of use. */
export function PanelBody(props: Props) {
  const { open, task, agents } = props
  const offered = offeredMoves(task)
  return (
    <>
      <Changing>
        <TitleField task={task} />
        {open.task && <WorkLinks task={open.task} />}
        {!task.question && <Reason task={task} reads={open.reads} />}
        <WaitsFor task={task} />
        <Question key={task.question?.id} task={task} />
        <MoveForm task={task} offered={offered.slice(0, few)} more={offered.slice(few)} />
        <HandOver task={task} handoff={open.handoff} />
        <LeftOpen task={open.task ?? task} />
        {task.work && <Work work={task.work} />}
      </Changing>
      <AllElse {...props}>
        <Summary task={task} />
        {open.task && <OwnChanges task={open.task} comments={open.comments} agents={agents} />}
      </AllElse>
    </>
  )
}

/** What is known of a task beside what is to be done about it. */
export function AllElse({ open, task, tasks, agents, children }: Props & { children?: ComponentChildren }) {
  const { store } = useApp()
  const { id, reads } = open
  const isReview = task.status === "review"
  return (
    <div class="panel-body">
      {isReview && (
        <Changing>
          {open.task && <WorkLinks task={open.task} />}
          <HandOver task={task} handoff={open.handoff} />
          {task.work && <Work work={task.work} />}
        </Changing>
      )}
      {open.task && !store.state.moment && <Output task={task} reads={reads} />}
      <Changing>
        <Properties task={task} />
        {open.task && !(isReview && task.description) && (
          <Description task={task} title="Description" lines={12} />
        )}
        {open.task && !isReview && (
          <>
            <Criteria task={task} />
            <Checks task={open.task} results={open.checks} />
          </>
        )}
        {isReview && <MoveForm task={task} offered={movesBesideReview(task)} />}
      </Changing>
      {open.task && <Files key={id} task={task} />}
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
      {children}
      {open.task && (
        <>
          {(task.status === "todo" || task.status === "doing") && <Lessons id={id} />}
          <Comments id={id} lease={open.task.lease} comments={open.comments} agents={agents} />
          <Reflections id={id} reads={reads} />
          <History id={id} reads={reads} />
        </>
      )}
    </div>
  )
}

export function Description({ task, title, lines }: { task: TaskView; title: string; lines: 3 | 12 }) {
  return (
    <TextField
      task={task}
      name="description"
      title={title}
      add="Add a description"
      hint="Markdown · Ctrl-Enter saves"
      rows={6}
      takesFiles
    >
      {task.description && <FoldedText text={task.description} lines={lines} />}
    </TextField>
  )
}

/** What the one who did the work says about it. */
export function Summary({ task: { summary } }: { task: TaskView }) {
  const done = whatWasDone(summary)
  if (!done || !summary) return null
  const short = <MarkdownText text={done.text} />
  return (
    <section class="summary" aria-label="What was done">
      <h3>What was done</h3>
      {done.isWhole ? (
        short
      ) : (
        <Folded
          key={summary}
          short={<div class="three-lines">{short}</div>}
          whole={<MarkdownText text={summary} />}
        />
      )}
    </section>
  )
}

// --- internal ---

/** What others learned by similar work, for whoever does this one. Nothing where the server offers none. */
function Lessons({ id }: { id: string }) {
  const [read] = useAnswer(() => call("task.read", { id, lessons: true }), [id])
  const { lessons = [] } = read ?? {}
  if (lessons.length === 0) return null
  return (
    <section aria-label="Lessons">
      <h3>Lessons from similar tasks</h3>
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
