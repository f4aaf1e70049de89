import { useId, useRef, useState } from "preact/hooks"
import { givenUp } from "../state/writes.ts"
import type { TaskView } from "../api/types.ts"
import { useApp } from "../state/context.ts"
import { useDraft } from "../state/drafts.ts"
import { useOutcome } from "../state/use-outcome.ts"
import { Icon } from "../components/icons.tsx"
import { Isolated } from "../components/isolated.tsx"
import { MentionArea } from "../components/mention-area.tsx"
import { Refused } from "../components/refused.tsx"

interface Props {
  task: TaskView
  /** How many comments on lines a request for changes would gather. They go with it, so it needs no more words. */
  openLines: number
}

/** Finished work waits here for someone's decision. */
export function Review({ task, openLines }: Props) {
  const { actions } = useApp()
  const { text: comment, setText: setComment, takeSent } = useDraft(`${task.id} review`)
  const [outcome, setOutcome] = useOutcome()
  const [isBusy, setBusy] = useState(false)
  const [lacksWords, setLacksWords] = useState(false)
  const area = useRef<HTMLTextAreaElement>(null)
  const errorId = useId()

  async function decide(decision: "approve" | "request_changes") {
    const isUnexplained = decision === "request_changes" && comment.trim() === "" && openLines === 0
    setLacksWords(isUnexplained)
    if (isUnexplained) {
      area.current?.focus()
      return
    }
    setBusy(true)
    const answer = await actions.review(task.id, decision, comment.trim(), task.work?.commit)
    setBusy(false)
    if (answer === givenUp) return
    setOutcome(answer)
    if (answer === null) takeSent(comment)
  }

  return (
    <section class="review" aria-label="Review">
      <h3>
        Waits for a review
        {task.reviewer !== null && (
          <>
            {" by "}
            <Isolated text={task.reviewer} />
          </>
        )}
      </h3>
      <MentionArea
        area={area}
        aria-label="Review comment"
        aria-invalid={lacksWords}
        aria-describedby={lacksWords ? errorId : undefined}
        rows={2}
        placeholder="What is good, or what is still to do"
        value={comment}
        onText={(said) => {
          setComment(said)
          setLacksWords(false)
        }}
      />
      {lacksWords && (
        <p class="field-error" id={errorId} role="alert">
          Say what is to be changed. Whoever did the work reads it.
        </p>
      )}
      <Refused outcome={outcome} what="The review was not saved." />
      <div class="actions start">
        <button type="button" class="approve" disabled={isBusy} onClick={() => void decide("approve")}>
          <Icon name="check" />
          Approve
        </button>
        <button type="button" disabled={isBusy} onClick={() => void decide("request_changes")}>
          Request changes
        </button>
      </div>
    </section>
  )
}
