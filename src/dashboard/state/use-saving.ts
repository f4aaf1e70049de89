import { useRef, useState } from "preact/hooks"
import type { TaskView } from "../api/types.ts"
import { useApp } from "./context.ts"
import { fieldOf, type FieldName } from "./fields.ts"
import { useOutcome } from "./use-outcome.ts"
import { givenUp } from "./writes.ts"
import { session } from "../api/session.ts"

interface SavingOptions {
  task: TaskView
  name: FieldName
  /** Where the draft of the field is kept. */
  draftKey: string
  put(draft: FieldDraft | null): void
}

/** Sends what was typed into a field, one text after another, each over the version that the one before has made. */
export function useSaving({ task, name, draftKey, put }: SavingOptions) {
  const { actions } = useApp()
  const [outcome, setOutcome] = useOutcome()
  const [isBusy, setBusy] = useState(false)
  const saving = useRef<Saving>({ ...idle })
  const seen = useRef(task)
  if (task.version >= seen.current.version || task.id !== seen.current.id) seen.current = task

  /** @returns true when there is nothing left to save */
  async function send(text: string): Promise<boolean> {
    const before = fieldOf(name).show(seen.current)
    if (text === before) {
      const isLast = (readDraft(draftKey)?.text ?? text) === text
      if (isLast) put(null)
      setOutcome(null)
      return isLast
    }
    if (readDraft(draftKey)?.base !== before) return false
    setBusy(true)
    const changes = fieldOf(name).read(text)
    const answer = await actions.edit(seen.current, changes, (undo, after) => {
      seen.current = after
      actions.tellEdit(changes, undo, after)
    })
    if (answer === givenUp) return false
    const rest = readDraft(draftKey)
    // What was typed meanwhile goes on from what was saved.
    const isMore = rest !== undefined && rest.text !== text
    if (answer === null) put(isMore ? { text: rest.text, base: fieldOf(name).show(seen.current) } : null)
    // A lost race shows itself: the field has another value now.
    setOutcome(answer?.refusal.status === 412 && rest ? null : answer)
    return answer === null && !isMore
  }

  /** As often as the field was left with a new text. */
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

  return {
    outcome,
    isBusy,
    /** Sends the draft, if there is one and it is not under way. */
    async save(): Promise<boolean> {
      // A field that is taken away with its text dropped loses the focus once more.
      const text = readDraft(draftKey)?.text ?? null
      saving.current.due = text === saving.current.sent ? null : text
      if (text === null && !saving.current.running) {
        setOutcome(null)
        return true
      }
      return await (saving.current.running ??= sendAll())
    },
    /** Sends nothing more, and forgets what the server has said. */
    drop() {
      saving.current.due = null
      setOutcome(null)
    },
  }
}

/** Text that was typed and not saved, and what the field held when it was begun. */
export interface FieldDraft {
  readonly text: string
  readonly base: string
}

export function readDraft(key: string): FieldDraft | undefined {
  const text = session.draft(key)
  return text === null ? undefined : (JSON.parse(text) as FieldDraft)
}

export function writeDraft(key: string, draft: FieldDraft | null): void {
  if (draft) session.setDraft(key, JSON.stringify(draft))
  else session.dropDraft(key)
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
