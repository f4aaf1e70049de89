import { useRef, useState } from "preact/hooks"
import type { TaskView } from "../api/types.ts"
import { readDraft, writeDraft, type FieldDraft, useSaving } from "./use-saving.ts"
import { fieldOf, type FieldName } from "./fields.ts"
import { session } from "../api/session.ts"

/**
 * Text that belongs to a place of its own, such as a comment that is being written. It outlives the place: the task
 * may be closed and opened again, and the page loaded again.
 */
export function useDraft(key: string) {
  const [, redraw] = useState({})
  const setText = (text: string) => {
    if (text === "") session.dropDraft(key)
    else session.setDraft(key, text)
    redraw({})
  }
  return {
    text: session.draft(key) ?? "",
    setText,
    /** Takes what was sent out of the text. What was typed meanwhile stays. @returns whether nothing stays */
    takeSent(sent: string): boolean {
      const now = session.draft(key) ?? ""
      const rest = now.startsWith(sent) ? now.slice(sent.length).trimStart() : now
      setText(rest)
      return rest === ""
    },
  }
}

/** Whether something was typed into a field of a task and not saved. */
export function hasDraft({ id }: TaskView, name: FieldName): boolean {
  return session.draft(`${id} ${name}`) !== null
}

export type FieldState = ReturnType<typeof useField>

/**
 * A field of a task that is edited in place. What somebody else wrote meanwhile is never written over unasked.
 * @param onDone nothing is left that was typed and not saved
 */
export function useField(task: TaskView, name: FieldName, onDone?: () => void) {
  const [, redraw] = useState({})
  const [isLeft, setLeft] = useState(true)
  const isKept = useRef(false)
  const key = `${task.id} ${name}`
  const saving = useSaving({ task, name, draftKey: key, put })
  const { outcome, isBusy } = saving
  const value = fieldOf(name).show(task)
  const draft = readDraft(key)
  const isChanged = draft !== undefined && draft.text !== value
  /** What somebody else made of it since this text was begun. While it is being saved, it is not known whose the value is. */
  const theirs = isChanged && !isBusy && draft.base !== value ? value : null

  function put(next: FieldDraft | null) {
    writeDraft(key, next)
    redraw({})
  }

  async function save(): Promise<void> {
    if (isKept.current) {
      isKept.current = false
      return
    }
    setLeft(true)
    if (await saving.save()) onDone?.()
  }

  return {
    name,
    value,
    text: draft?.text ?? value,
    isChanged,
    theirs,
    outcome,
    isBusy,
    /** The text is neither saved nor on its way, and it is not being typed. */
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
    async keepMine(): Promise<void> {
      if (draft) put({ text: draft.text, base: value })
      await save()
    },
    /** Forgets what was typed. */
    drop() {
      saving.drop()
      put(null)
      onDone?.()
    },
  }
}
