import type { ComponentChildren } from "preact"
import type { PublicEvent } from "../../../domain/events/shown.ts"
import { Avatar } from "../../components/avatar.tsx"
import { MarkdownLine } from "../../components/markdown-text.tsx"
import { Isolated, Who } from "../../components/isolated.tsx"
import { Via } from "../../components/via.tsx"
import { full, timeOfDay } from "../../words/format.ts"
import { followLink, pathOf } from "../../page/route.ts"
import { eventWords } from "../../words/event-words.ts"
import { sayEvent } from "../../words/say-event.ts"

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
  const { who, before, after, words } = sayEvent(event)
  const { at, task, actor } = event
  return (
    <li class={`event event-${eventWords[event.type].group}`}>
      <time class={isTimeKnown ? "is-known" : undefined} dateTime={at} title={full(at)}>
        {timeOfDay(at)}
      </time>
      <Avatar name={who ?? actor} />
      <p>
        {who !== null && <Who name={who} />}
        {who !== null && <Via who={who} via={event.via} />} <Isolated text={before} />
        {task !== undefined && (
          <>
            {" "}
            <a href={pathOf(task)} onClick={(click) => followLink(click, task)}>
              <span class="id">{task}</span> <Isolated text={title ?? ""} />
            </a>
          </>
        )}
        {after !== "" && (
          <>
            {" "}
            <Isolated text={after} />
          </>
        )}
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
