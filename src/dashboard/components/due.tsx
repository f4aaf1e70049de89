import { useNow } from "../state/context.ts"
import { dueOf } from "../words/format.ts"
import { Icon } from "./icons.tsx"

/** When an open task should be done: grey, in its last day amber, and red once it is overdue. */
export function Due({ at }: { at: string }) {
  const { text, tone, title } = dueOf(at, useNow(20_000))
  return (
    <time class={`chip due due-${tone}`} dateTime={at} title={title}>
      <Icon name="clock" />
      {text}
    </time>
  )
}
