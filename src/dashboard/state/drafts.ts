import { useState } from "preact/hooks"
import { givenUp } from "./actions.ts"
import type { WriteOutcome } from "./state.ts"
import type { TaskView } from "../api/types.ts"
import { useApp } from "./context.ts"
import { fields, type FieldName } from "./fields.ts"
import { session } from "./session.ts"

/** Text that was typed and not saved, and what the field held when it was begun. */
interface Draft {
  readonly text: string
  readonly base: string
}

/**
 * Text that belongs to a place of its own, such as a comment that is being written. It outlives the place: the task
 * may be closed and opened again, and the page loaded again.
 */
export function useDraft(key: string): [string, (text: string) => void] {
  const [, redraw] = useState({})
  const set = (text: string) => {
    if (text === "") session.dropDraft(key)
    else session.setDraft(key, text)
    redraw({})
  }
  return [session.draft(key) ?? "", set]
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
  const draft = readDraft(key)
  const isChanged = draft !== undefined && draft.text !== value
  /** What somebody else made of it since this text was begun. */
  const theirs = isChanged && draft.base !== value ? value : null

  function put(next: Draft | null) {
    if (next) session.setDraft(key, JSON.stringify(next))
    else session.dropDraft(key)
    redraw({})
  }

  /** @returns true when there is nothing left to save */
  async function send(text: string): Promise<boolean> {
    setBusy(true)
    const answer = await actions.edit(task, fields[name].read(text))
    setBusy(false)
    if (answer === givenUp) return false
    // A lost race shows itself: the field has another value now.
    setOutcome(answer?.refusal.status === 412 && readDraft(key) ? null : answer)
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
      const { text } = readDraft(key) ?? { text: value }
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

// --- internal ---

function readDraft(key: string): Draft | undefined {
  const text = session.draft(key)
  return text === null ? undefined : (JSON.parse(text) as Draft)
}
