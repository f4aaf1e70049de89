import { useState } from "preact/hooks"
import { givenUp } from "./actions.ts"
import type { WriteOutcome } from "./state.ts"
import type { TaskView } from "../api/types.ts"
import { useApp } from "./context.ts"
import { fields, type FieldName } from "./fields.ts"

/** Text that was typed and not saved, and what the field held when it was begun. */
interface Draft {
  readonly text: string
  readonly base: string
}

/** Unsaved text outlives its field: the task may be changed, closed and opened again under it. */
const drafts = new Map<string, Draft>()

/** Text that belongs to a place of its own, such as a comment that is being written. */
export function useDraft(key: string): [string, (text: string) => void] {
  const [, redraw] = useState({})
  const set = (text: string) => {
    if (text === "") drafts.delete(key)
    else drafts.set(key, { text, base: "" })
    redraw({})
  }
  return [drafts.get(key)?.text ?? "", set]
}

export type FieldState = ReturnType<typeof useField>

/** A field of a task that is edited in place. What somebody else wrote meanwhile is never written over unasked. */
export function useField(task: TaskView, name: FieldName) {
  const { actions } = useApp()
  const [, redraw] = useState({})
  const [outcome, setOutcome] = useState<WriteOutcome>(null)
  const [isBusy, setBusy] = useState(false)
  const key = `${task.id} ${name}`
  const value = fields[name].show(task)
  const draft = drafts.get(key)
  const isChanged = draft !== undefined && draft.text !== value
  /** What somebody else made of it since this text was begun. */
  const theirs = isChanged && draft.base !== value ? value : null

  function put(next: Draft | null) {
    if (next) drafts.set(key, next)
    else drafts.delete(key)
    redraw({})
  }

  /** @returns true when there is nothing left to save */
  async function send(text: string): Promise<boolean> {
    setBusy(true)
    const answer = await actions.edit(task, fields[name].read(text))
    setBusy(false)
    if (answer === givenUp) return false
    // A lost race shows itself: the field has another value now.
    setOutcome(answer?.refusal.status === 412 && drafts.has(key) ? null : answer)
    if (answer === null) put(null)
    return answer === null
  }

  return {
    name,
    value,
    text: draft?.text ?? value,
    isChanged,
    theirs,
    outcome,
    isBusy,
    set: (text: string) => put({ text, base: draft?.base ?? value }),
    async save(): Promise<boolean> {
      // As it is now: a field that is taken away with its text dropped loses the focus once more.
      const { text } = drafts.get(key) ?? { text: value }
      if (text === value) {
        put(null)
        setOutcome(null)
        return true
      }
      return theirs === null && !isBusy ? send(text) : false
    },
    /** Writes over what the other wrote, having seen it. */
    async keepMine(): Promise<boolean> {
      if (!draft) return true
      put({ text: draft.text, base: value })
      return send(draft.text)
    },
    /** Forgets what was typed. */
    drop() {
      put(null)
      setOutcome(null)
    },
  }
}
