import { useRef, useState } from "preact/hooks"
import { givenUp } from "./writes.ts"
import type { TaskView } from "../api/types.ts"
import { useApp } from "./context.ts"
import { fields, type FieldName } from "./fields.ts"
import { session } from "../api/session.ts"
import { useOutcome } from "./use-outcome.ts"

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

/** Whether something was typed into a field of a task and not saved. */
export function hasDraft({ id }: TaskView, name: FieldName): boolean {
  return session.draft(`${id} ${name}`) !== null
}

export type FieldState = ReturnType<typeof useField>

/** A field of a task that is edited in place. What somebody else wrote meanwhile is never written over unasked. */
export function useField(task: TaskView, name: FieldName) {
  const { actions } = useApp()
  const [, redraw] = useState({})
  const [outcome, setOutcome] = useOutcome()
  const [isBusy, setBusy] = useState(false)
  const [isLeft, setLeft] = useState(true)
  const isKept = useRef(false)
  const saving = useRef<Saving>({ ...idle })
  const seen = useRef(task)
  if (task.version >= seen.current.version || task.id !== seen.current.id) seen.current = task
  const key = `${task.id} ${name}`
  const value = fields[name].show(task)
  const draft = readDraft(key)
  const isChanged = draft !== undefined && draft.text !== value
  /** What somebody else made of it since this text was begun. While it is saved, nobody can tell whose the value is. */
  const theirs = isChanged && !isBusy && draft.base !== value ? value : null

  function put(next: Draft | null) {
    if (next) session.setDraft(key, JSON.stringify(next))
    else session.dropDraft(key)
    redraw({})
  }

  /** @returns true when there is nothing left to save */
  async function send(text: string): Promise<boolean> {
    const before = fields[name].show(seen.current)
    if (text === before) {
      const isLast = (readDraft(key)?.text ?? text) === text
      if (isLast) put(null)
      setOutcome(null)
      return isLast
    }
    if (readDraft(key)?.base !== before) return false
    setBusy(true)
    const changes = fields[name].read(text)
    const answer = await actions.edit(seen.current, changes, (undo, after) => {
      seen.current = after
      actions.tellEdit(changes, undo, after)
    })
    if (answer === givenUp) return false
    const rest = readDraft(key)
    // What was typed meanwhile goes on from what was saved.
    const isMore = rest !== undefined && rest.text !== text
    if (answer === null) put(isMore ? { text: rest.text, base: fields[name].show(seen.current) } : null)
    // A lost race shows itself: the field has another value now.
    setOutcome(answer?.refusal.status === 412 && rest ? null : answer)
    return answer === null && !isMore
  }

  /** Sends one text after another, as often as the field was left with a new one. */
  async function sendAll(): Promise<boolean> {
    let isSaved = true
    while (saving.current.due !== null) {
      const text = saving.current.due
      Object.assign(saving.current, { sent: text, due: null })
      isSaved = await send(text)
    }
    Object.assign(saving.current, idle)
    setBusy(false)
    return isSaved
  }

  async function save(): Promise<boolean> {
    if (isKept.current) {
      isKept.current = false
      return false
    }
    setLeft(true)
    // A field that is taken away with its text dropped loses the focus once more.
    const text = readDraft(key)?.text ?? null
    saving.current.due = text === saving.current.sent ? null : text
    if (text === null && !saving.current.running) {
      setOutcome(null)
      return true
    }
    return await (saving.current.running ??= sendAll())
  }

  return {
    name,
    value,
    text: draft?.text ?? value,
    isChanged,
    theirs,
    outcome,
    isBusy,
    /** The text is neither saved nor on its way, and nobody is typing it. */
    isWaiting: isChanged && theirs === null && !isBusy && (isLeft || outcome !== null),
    set(text: string) {
      setLeft(false)
      isKept.current = false
      put({ text, base: draft?.base ?? value })
    },
    save,
    /** The field loses the focus next, and keeps its text without saving it. */
    keep() {
      setLeft(true)
      isKept.current = true
    },
    /** Writes over what the other wrote, having seen it. */
    async keepMine(): Promise<boolean> {
      if (!draft) return true
      put({ text: draft.text, base: value })
      return save()
    },
    /** Forgets what was typed. */
    drop() {
      saving.current.due = null
      put(null)
      setOutcome(null)
    },
  }
}

// --- internal ---

interface Saving {
  /** Settles when the field holds nothing more to send. */
  running: Promise<boolean> | null
  sent: string | null
  /** What the field held when it was left, while the text before it was still under way. */
  due: string | null
}

const idle: Saving = { running: null, sent: null, due: null }

function readDraft(key: string): Draft | undefined {
  const text = session.draft(key)
  return text === null ? undefined : (JSON.parse(text) as Draft)
}
