import { useId, useLayoutEffect, useRef, useState } from "preact/hooks"
import { submitByKey, submitWith } from "../../components/submit-by-key.ts"
import { call } from "../../api/api.ts"
import type { TaskView } from "../../api/types.ts"
import { MentionArea } from "../../components/mention-area.tsx"
import { useAnswer } from "../../reads/use-answer.ts"
import { useDraft } from "../../state/drafts.ts"
import { RequestWords } from "../../task/review.tsx"

/** What the words are for. */
export type WordsFor = "reply" | "changes"

interface Props {
  task: TaskView
  asked: WordsFor
  isBusy: boolean
  /** Answers true when they were sent. */
  onSend(words: string): Promise<boolean>
  onLeave(): void
}

/** Asks for words below a row. They are kept until they are sent, and are the same as in the open task. */
export function NeedForm({ task, asked, isBusy, onSend, onLeave }: Props) {
  const isReply = asked === "reply"
  const { text, setText, takeSent } = useDraft(`${task.id} ${isReply ? "comment" : "review"}`)
  const [read] = useAnswer(
    () => (isReply ? null : call("task.read", { id: task.id, handoff: true })),
    [asked],
  )
  const { openLines = 0 } = read ?? {}
  const [lacksWords, setLacksWords] = useState(false)
  const area = useRef<HTMLTextAreaElement>(null)
  const errorId = useId()
  useLayoutEffect(() => area.current?.focus(), [asked])

  async function send() {
    // Comments on lines go with the request, so it needs no more words.
    const isUnexplained = text.trim() === "" && openLines === 0
    setLacksWords(isUnexplained)
    if (isUnexplained) area.current?.focus()
    else if (await onSend(isReply ? text : text.trim())) takeSent(text)
  }

  return (
    <form class="need-form" onSubmit={submitWith(send)}>
      <MentionArea
        area={area}
        aria-label={`${isReply ? "Reply to" : "Changes to make in"} ${task.id}`}
        aria-invalid={lacksWords}
        aria-describedby={lacksWords ? errorId : undefined}
        rows={2}
        placeholder={isReply ? "Write a comment. @name notifies someone." : "Changes to make"}
        value={text}
        onText={(words) => {
          setText(words)
          setLacksWords(false)
        }}
        onKeyDown={(event) => {
          submitByKey(event)
          if (event.key !== "Escape" || text !== "" || event.defaultPrevented) return
          event.preventDefault()
          onLeave()
        }}
      />
      {lacksWords && (
        <p class="field-error" id={errorId} role="alert">
          {isReply ? "Write a comment first." : "Tell the assignee what needs to change."}
        </p>
      )}
      <div class="actions">
        <button type="button" class="quiet" onClick={onLeave}>
          Cancel
        </button>
        <button type="submit" class="primary" disabled={isBusy}>
          {isReply ? "Send" : <RequestWords openLines={openLines} />}
        </button>
      </div>
    </form>
  )
}
