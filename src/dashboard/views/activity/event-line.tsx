import type { ComponentChildren } from "preact"
import type { PublicEvent } from "../../../domain/events/shown.ts"
import { Avatar } from "../../components/avatar.tsx"
import { MarkdownLine } from "../../components/markdown-text.tsx"
import { Isolated, Who, Via } from "../../components/isolated.tsx"
import { full, timeOfDay } from "../../words/format.ts"
import { eventWords } from "../../words/event-words.ts"
import { sayEvent } from "../../words/say-event.ts"
import { TaskLink } from "../../page/links.tsx"
import { useState } from "preact/hooks"
import type { Burst } from "../../words/bursts.ts"

interface Props {
  event: PublicEvent
  title: string | undefined
  /** The line above shows the same time. */
  isTimeKnown?: boolean
  /** What stands at the end of the line. */
  children?: ComponentChildren
}

/** One event as a line: “ada took T-12 Write the README”. */
export function EventLine({ event, title, isTimeKnown = false, children }: Props) {
  const { who, words } = sayEvent(event)
  const { at, actor } = event
  return (
    <li class={`event event-${eventWords[event.type].group}`}>
      <time class={isTimeKnown ? "is-known" : undefined} dateTime={at} title={full(at)}>
        {timeOfDay(at)}
      </time>
      <Avatar name={who ?? actor} />
      <p>
        <EventSentence event={event} title={title} via={event.via} />
        {words !== "" && (
          <>
            {": "}
            <MarkdownLine text={words} />
          </>
        )}
        {children}
      </p>
    </li>
  )
}

interface SentenceProps extends Pick<Props, "event" | "title"> {
  via?: string | undefined
}

/** What somebody did, and with which task. */
export function EventSentence({ event, title, via }: SentenceProps) {
  const { who, before, after } = sayEvent(event)
  const { task } = event
  return (
    <>
      {who !== null && (
        <>
          <Who name={who} />
          <Via who={who} via={via} />{" "}
        </>
      )}
      <Isolated text={before} />
      {task !== undefined && (
        <>
          {" "}
          <TaskLink isQuiet id={task}>
            <span class="id">{task}</span> <Isolated text={title ?? ""} />
          </TaskLink>
        </>
      )}
      {after !== "" && <Isolated before=" " text={after} />}
    </>
  )
}

interface BurstProps extends Burst {
  /** When the row above it happened. */
  previousAt: string | undefined
  title: string | undefined
}

/** What one agent did on one task, as one row that opens; or a single event. */
export function EventBurst({ first, rest, previousAt, title }: BurstProps) {
  const [isOpen, setOpen] = useState(false)
  const isRepeated = (at: string, before: string | undefined) =>
    before !== undefined && timeOfDay(at) === timeOfDay(before)
  return (
    <>
      <EventLine event={first} title={title} isTimeKnown={isRepeated(first.at, previousAt)}>
        {rest.length > 0 && (
          <button type="button" class="quiet burst" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {isOpen ? "Show less" : `and ${rest.length} earlier`}
          </button>
        )}
      </EventLine>
      {isOpen &&
        rest.map((event, i) => (
          <EventLine
            key={event.seq}
            event={event}
            title={title}
            isTimeKnown={isRepeated(event.at, (rest[i - 1] ?? first).at)}
          />
        ))}
    </>
  )
}
