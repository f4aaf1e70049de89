import { useNow } from "../state/context.ts"
import { ago, full } from "../words/format.ts"

interface Props {
  /** Null: it never was, which `none` says. */
  at: string | null
  class?: string
  /** Our own words before it. */
  before?: string
  none?: string | null
}

/** How long ago something was, with the whole time at the pointer. */
export function Ago({ at, class: className, before, none = null }: Props) {
  const now = useNow(20_000)
  if (at === null) return none
  return (
    <>
      {before}
      <time class={className} dateTime={at} title={full(at)}>
        {ago(at, now)}
      </time>
    </>
  )
}
