import { useState } from "preact/hooks"
import { givenUp } from "../state/actions.ts"
import type { WriteOutcome } from "../state/state.ts"
import { call } from "../api/api.ts"
import type { Notice } from "../api/types.ts"
import { Avatar } from "../components/avatar.tsx"
import { Icon } from "../components/icons.tsx"
import { Isolated } from "../shell/isolated.tsx"
import { Refused } from "../components/refused.tsx"
import { useApp } from "../state/context.ts"
import { ago, full } from "../words/format.ts"
import { Section } from "./page.tsx"
import { TaskLink } from "./task-link.tsx"
import type { Needs } from "./use-needs.ts"

/** What was said to me and not read yet. The server keeps one mark: what is above a read one is read too. */
export function Inbox({ inbox, name, now }: { inbox: Needs["inbox"]; name: string | null; now: number }) {
  const { actions } = useApp()
  const [outcome, setOutcome] = useState<WriteOutcome>(null)
  const notices = inbox.value ?? []
  const newest = notices.at(-1)

  async function markRead(seq: number) {
    if (name === null) return
    const answer = await actions.ask(() => call("inbox.ack", { name, seq }))
    if (answer === givenUp) return
    setOutcome(answer)
    inbox.reload()
  }

  const refused = outcome ?? (inbox.refusal && { refusal: inbox.refusal })
  if (!newest) return <Refused outcome={refused} />
  return (
    <Section
      title="Inbox"
      count={notices.length}
      actions={
        <button type="button" class="quiet" onClick={() => void markRead(newest.seq)}>
          <Icon name="check" />
          Mark all as read
        </button>
      }
    >
      <Refused outcome={refused} />
      <ul class="rows">
        {notices.map((notice, i) => (
          <NoticeRow
            key={notice.seq}
            notice={notice}
            now={now}
            isOldest={i === 0}
            onRead={() => void markRead(notice.seq)}
          />
        ))}
      </ul>
    </Section>
  )
}

// --- internal ---

interface RowProps {
  notice: Notice
  now: number
  isOldest: boolean
  onRead(): void
}

function NoticeRow({ notice, now, isOldest, onRead }: RowProps) {
  const { kind, task, title, at, actor, text } = notice
  const label = isOldest ? "Mark as read" : "Mark as read, with all above"
  return (
    <li class="notice">
      <Avatar name={actor} />
      <TaskLink id={task} class="notice-text">
        <span>
          {kind !== "lease_expired" && <Isolated text={actor} />} {said[kind]} <span class="id">{task}</span>{" "}
          <strong>
            <Isolated text={title ?? "(deleted)"} />
          </strong>
        </span>
        {text !== null && (
          <span class="excerpt muted" dir="auto">
            {text}
          </span>
        )}
      </TaskLink>
      <time class="muted" dateTime={at} title={full(at)}>
        {ago(at, now)}
      </time>
      <button
        type="button"
        class="quiet square"
        aria-label={`${label}: ${task}`}
        title={label}
        onClick={onRead}
      >
        <Icon name="check" />
      </button>
    </li>
  )
}

/** What stands between who did it and the task. */
const said: Readonly<Record<Notice["kind"], string>> = {
  mention: "mentioned you in",
  review_requested: "asks you to review",
  changes_requested: "asks for changes in",
  assigned: "assigned you",
  lease_expired: "Your lease ran out, and this went back:",
}
