import { useState } from "preact/hooks"
import { givenUp } from "../state/actions.ts"
import type { State, WriteOutcome } from "../state/state.ts"
import { call } from "../api/api.ts"
import type { NoticeView, TaskView } from "../api/types.ts"
import { Avatar } from "../components/avatar.tsx"
import { Icon } from "../components/icons.tsx"
import { Isolated } from "../shell/isolated.tsx"
import { Refused } from "../components/refused.tsx"
import { useApp } from "../state/context.ts"
import { ago, full } from "../words/format.ts"
import { Section } from "./page.tsx"
import { TaskLink } from "./task-link.tsx"
import type { Needs, Thread } from "./use-needs.ts"

interface Props {
  needs: Needs
  tasks: State["tasks"]
  name: string | null
  now: number
}

/** The unread notices to me. The server keeps one mark, so marking one as read marks all above it as well. */
export function Inbox({ needs: { inbox, threads }, tasks, name, now }: Props) {
  const { actions } = useApp()
  const [outcome, setOutcome] = useState<WriteOutcome>(null)
  const newest = inbox.value?.at(-1)

  async function markRead(seq: number) {
    if (name === null) return
    const answer = await actions.ask(() => call("inbox.ack", { name, seq }))
    if (answer === givenUp) return
    setOutcome(answer)
    inbox.reload()
  }

  const refused = outcome ?? (inbox.refusal && { refusal: inbox.refusal })
  if (!newest || threads.length === 0) return <Refused outcome={refused} />
  return (
    <Section
      title="Inbox"
      count={threads.length}
      actions={
        <button type="button" class="quiet" onClick={() => void markRead(newest.seq)}>
          <Icon name="check" />
          Mark all as read
        </button>
      }
    >
      <Refused outcome={refused} />
      <ul class="rows">
        {threads.map((thread, i) => (
          <ThreadRow
            key={thread.task}
            thread={thread}
            task={tasks.get(thread.task)}
            now={now}
            isOldest={i === 0}
            onRead={(seq) => void markRead(seq)}
          />
        ))}
      </ul>
    </Section>
  )
}

/** What was said, one line for each notice. */
export function SaidLines({ notices }: { notices: readonly NoticeView[] }) {
  return notices.map(({ seq, kind, actor, text }) => (
    <span key={seq} class="excerpt muted" dir="auto">
      {kind !== "lease_expired" && <Isolated text={actor} />} {said[kind]}
      {text !== null && (
        <>
          : <Isolated text={text} />
        </>
      )}
    </span>
  ))
}

// --- internal ---

interface RowProps {
  thread: Thread
  /** Undefined if the board has not loaded the task. */
  task: TaskView | undefined
  now: number
  isOldest: boolean
  onRead(seq: number): void
}

function ThreadRow({ thread: { task: id, notices }, task, now, isOldest, onRead }: RowProps) {
  const last = notices.at(-1)
  if (!last) return null
  const { seq, title, at, actor } = last
  const label = isOldest ? "Mark as read" : "Mark as read, with all above"
  return (
    <li class="notice">
      <Avatar name={actor} />
      <TaskLink id={id} class="notice-text">
        <span>
          <span class="id">{id}</span>{" "}
          <strong>
            <Isolated text={title ?? "(deleted)"} />
          </strong>
        </span>
        {task?.status === "blocked" && (
          <span class="why state-blocked">
            Blocked
            {task.reason !== null && (
              <>
                : <Isolated text={task.reason} />
              </>
            )}
          </span>
        )}
        <SaidLines notices={notices} />
      </TaskLink>
      <time class="muted" dateTime={at} title={full(at)}>
        {ago(at, now)}
      </time>
      <button
        type="button"
        class="quiet square"
        aria-label={`${label}: ${id}`}
        title={label}
        onClick={() => onRead(seq)}
      >
        <Icon name="check" />
      </button>
    </li>
  )
}

/** The words that follow the name of the person who did it. */
const said: Readonly<Record<NoticeView["kind"], string>> = {
  mention: "mentioned you",
  review_requested: "asks you to review it",
  changes_requested: "asks for changes",
  assigned: "assigned you",
  lease_expired: "Your lease ran out, and it went back",
}
