import { useLayoutEffect, useRef, useState } from "preact/hooks"
import type { NewTask } from "../api/types.ts"
import { Icon } from "../components/icons.tsx"
import { Refused } from "../components/refused.tsx"
import { submitWith } from "../components/submit-by-key.ts"
import { whyNot } from "../state/access.ts"
import { useApp } from "../state/context.ts"
import { useDraft } from "../state/drafts.ts"
import { fieldsFor } from "../state/filter.ts"
import type { State } from "../state/state.ts"
import { useWrite } from "../state/use-outcome.ts"
import { columnNames, type ColumnId } from "../words/move-words.ts"

interface Props {
  column: ColumnId
  state: State
}

/** The status of a task that begins in a column, where one can. */
const firstStatus: Partial<Record<ColumnId, NonNullable<NewTask["status"]>>> = {
  ready: "todo",
  doing: "doing",
  blocked: "blocked",
}

/** Adds a task at the foot of a column, as the filter wants it. The field stays for the next one. */
export function QuickAdd({ column, state }: Props) {
  const { actions } = useApp()
  const status = firstStatus[column]
  const { text, setText, takeSent } = useDraft(`new in ${column}`)
  const { outcome, setOutcome, isBusy, follow } = useWrite()
  const [isOpen, setOpen] = useState(text !== "")
  const isAsked = useRef(false)
  const button = useRef<HTMLButtonElement>(null)
  const input = useRef<HTMLInputElement>(null)
  useLayoutEffect(() => {
    if (isAsked.current) (isOpen ? input : button).current?.focus()
    isAsked.current = false
  }, [isOpen])
  if (!status || whyNot(state, "task.create") !== null) return null

  function show(next: boolean) {
    isAsked.current = true
    setOpen(next)
  }

  async function add() {
    const title = text.trim()
    if (title === "" || isBusy) return
    const task = { title, ...fieldsFor(state.filter, state.name), status }
    if ((await follow(actions.create(task))) === null) takeSent(text)
  }

  if (!isOpen)
    return (
      <button
        ref={button}
        type="button"
        class="quiet add-card"
        aria-label={`Add a task to ${columnNames[column]}`}
        onClick={() => show(true)}
      >
        <Icon name="plus" />
        Add
      </button>
    )
  return (
    <form class="add-card" onSubmit={submitWith(add)}>
      <input
        ref={input}
        aria-label={`New task in ${columnNames[column]}`}
        placeholder="What needs doing?"
        autocomplete="off"
        value={text}
        onInput={({ currentTarget }) => {
          setText(currentTarget.value)
          setOutcome(null)
        }}
        onBlur={() => text.trim() === "" && setOpen(false)}
        onKeyDown={(event) => {
          if (event.key !== "Escape") return
          event.stopPropagation()
          show(false)
        }}
      />
      <Refused outcome={outcome} />
    </form>
  )
}
