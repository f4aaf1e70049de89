import type { ComponentChildren } from "preact"
import type { TaskView } from "../api/types.ts"
import { Isolated } from "../shell/isolated.tsx"
import { useApp, useNow } from "../state/context.ts"
import { Inbox, SaidLines } from "./inbox.tsx"
import { Page, Section } from "./page.tsx"
import type { ViewProps } from "./props.ts"
import { TaskRow } from "./task-row.tsx"

/** One list of everything that waits for a person. */
export function NeedsYou({ state, needs }: ViewProps) {
  const { mine, others, saidOfMine, blocked, failing, inbox, count } = needs
  const now = useNow()
  const isCalm = count === 0 && others.length === 0 && state.link !== "loading" && inbox.value !== null
  const waiting = count === 0 ? "Nothing waits for you" : needWords(count)
  return (
    <Page title="Needs you" lead={state.link === "loading" ? "Loading" : waiting}>
      {state.name === null && <WhoAreYou />}
      <List
        title="Your reviews"
        tasks={mine}
        now={now}
        why={(task) => (
          <>
            {byWhom(task)}
            <SaidLines notices={saidOfMine.get(task.id) ?? []} />
          </>
        )}
      />
      <Inbox needs={needs} tasks={state.tasks} name={state.name} now={now} />
      <List title="Blocked" tasks={blocked} now={now} why={(task) => task.reason ?? "No reason was given"} />
      <List title="Tried in vain" tasks={failing} now={now} why={attemptsOf} />
      <List
        title="Reviews that anybody may decide"
        tasks={others}
        now={now}
        why={(task) => (
          <>
            {byWhom(task)}
            {task.reviewer !== null && (
              <>
                , for <Isolated text={task.reviewer} />
              </>
            )}
          </>
        )}
      />
      {isCalm && (
        <p class="nothing">
          Reviews, mentions, blocked work and work that failed more than once appear here by themselves.
        </p>
      )}
    </Page>
  )
}

/** The number of tasks that need me, in words. */
export function needWords(count: number): string {
  return `${count} ${count === 1 ? "task needs" : "tasks need"} you`
}

// --- internal ---

function List(props: {
  title: string
  tasks: readonly TaskView[]
  now: number
  why(task: TaskView): ComponentChildren
}) {
  const { title, tasks, now, why } = props
  if (tasks.length === 0) return null
  return (
    <Section title={title} count={tasks.length}>
      <ul class="rows">
        {tasks.map((task) => (
          <TaskRow key={task.id} task={task} now={now}>
            <span class={task.status === "blocked" ? "why state-blocked" : "why muted"} dir="auto">
              {why(task)}
            </span>
          </TaskRow>
        ))}
      </ul>
    </Section>
  )
}

function byWhom({ assignee }: TaskView) {
  return (
    <>
      by <Isolated text={assignee} />
    </>
  )
}

function attemptsOf({ attempts, reason }: TaskView): string {
  return `${attempts} failed attempts${reason === null ? "" : `: ${reason}`}`
}

function WhoAreYou() {
  const { store } = useApp()
  return (
    <div class="nothing who-are-you">
      <p>Tell your name once, and your reviews and your inbox are here too.</p>
      <button
        type="button"
        class="primary"
        onClick={() => store.dispatch({ type: "asking", asking: "name" })}
      >
        Tell your name
      </button>
    </div>
  )
}
