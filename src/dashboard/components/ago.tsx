import { useNow } from "../state/context.ts"
import { ago, full } from "../words/format.ts"

/** How long ago something was, with the whole time at the pointer. */
export function Ago({ at, class: className }: { at: string; class?: string }) {
  return (
    <time class={className} dateTime={at} title={full(at)}>
      {ago(at, useNow(20_000))}
    </time>
  )
}
