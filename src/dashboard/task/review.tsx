import { useId, useRef, useState } from "preact/hooks"
import type { TaskView } from "../api/types.ts"
import { whyNot } from "../state/access.ts"
import { useApp } from "../state/context.ts"
import { useDraft } from "../state/drafts.ts"
import { useWrite } from "../state/use-outcome.ts"
import { Icon } from "../components/icons.tsx"
import { Isolated } from "../components/isolated.tsx"
import { MentionArea } from "../components/mention-area.tsx"
import { submitByKey, submitWith } from "../components/submit-by-key.ts"
import { Refused } from "../components/refused.tsx"
import { useShortcuts } from "../page/keys.ts"
import { reviewKeys } from "../words/review-keys.ts"
import { wrongsOf } from "../words/wrongs.ts"

interface Props {
  task: TaskView
  /** How many comments on lines a request for changes would gather. They go with it, so it needs no more words. */
  openLines: number
}

/** The decision on finished work. What speaks against it stands above the buttons, and approving it then asks once. */
export function Review({ task, openLines }: Props) {
  const decision = useDecision(task, openLines)
  const { comment, outcome, isBusy, lacksWords, area } = decision
  const errorId = useId()
  const wrongs = wrongsOf(task)
  return (
    <section class="review" aria-label="Review">
      <Wrongs wrongs={wrongs} />
      <Refused outcome={outcome} what="The review was not saved." />
      {lacksWords && (
        <p class="field-error" id={errorId} role="alert">
          Tell the assignee what needs to change.
        </p>
      )}
      <form class="decide" onSubmit={submitWith(decision.requestChanges)}>
        <ApproveButton {...decision} wrongs={wrongs} />
        <button type="submit" disabled={isBusy} aria-keyshortcuts="r Control+Enter">
          <RequestWords openLines={openLines} />
          <kbd>r</kbd>
        </button>
        <MentionArea
          area={area}
          aria-label="Review comment"
          aria-invalid={lacksWords}
          aria-describedby={lacksWords ? errorId : undefined}
          rows={Math.min(5, comment.split("\n").length)}
          placeholder="Good points, or changes to make"
          value={comment}
          onText={decision.say}
          onKeyDown={submitByKey}
          title="Ctrl-Enter requests changes"
        />
      </form>
    </section>
  )
}

interface ApproveProps {
  /** What speaks against it. */
  wrongs: readonly string[]
  /** It was pressed once, although something speaks against it. */
  isAsked: boolean
  isBusy: boolean
  approve(): void
}

/** Is green only where nothing speaks against it. */
export function ApproveButton({ wrongs, isAsked, isBusy, approve }: ApproveProps) {
  const [worst] = wrongs
  return (
    <button
      type="button"
      class={worst === undefined ? "approve" : isAsked ? "danger" : ""}
      disabled={isBusy}
      aria-keyshortcuts="a"
      onClick={approve}
    >
      <Icon name="check" />
      {worst === undefined ? (
        "Approve"
      ) : isAsked ? (
        "Approve it anyway?"
      ) : (
        <span class="one-line">
          Approve {wrongs.length > 1 ? "despite" : "even though"}{" "}
          <Isolated text={wrongs.length > 1 ? `${wrongs.length} objections` : worst} />
        </span>
      )}
      <kbd>a</kbd>
    </button>
  )
}

/** Says how many comments on lines go with it. */
export function RequestWords({ openLines }: Pick<Props, "openLines">) {
  if (openLines === 0) return "Request changes"
  return (
    <span>
      Request changes · {openLines}
      <span class="unseen"> {openLines === 1 ? "comment" : "comments"}</span>
    </span>
  )
}

// --- internal ---

/** What is being decided, by buttons and by keys. */
function useDecision(task: TaskView, openLines: number) {
  const { actions, store } = useApp()
  const { text: comment, setText: setComment, takeSent } = useDraft(`${task.id} review`)
  const { outcome, isBusy, follow } = useWrite()
  const [isAsked, setAsked] = useState(false)
  const [lacksWords, setLacksWords] = useState(false)
  const area = useRef<HTMLTextAreaElement>(null)

  async function decide(decision: "approve" | "request_changes") {
    setAsked(false)
    const answer = await follow(actions.review(task.id, decision, comment.trim(), task.work?.commit))
    if (answer === null) takeSent(comment)
  }

  function approve() {
    if (wrongsOf(task).length > 0 && !isAsked) setAsked(true)
    else void decide("approve")
  }

  function requestChanges() {
    const isUnexplained = comment.trim() === "" && openLines === 0
    setLacksWords(isUnexplained)
    if (isUnexplained) area.current?.focus()
    else void decide("request_changes")
  }

  const when = () => !isBusy && whyNot(store.state) === null
  useShortcuts([
    { keys: "a", label: reviewKeys.a, group: "Review", when, run: approve },
    { keys: "r", label: reviewKeys.r, group: "Review", when, run: () => area.current?.focus() },
  ])
  return {
    ...{ comment, outcome, isBusy, isAsked, lacksWords, area, approve, requestChanges },
    say(text: string) {
      setComment(text)
      setLacksWords(false)
    },
  }
}

/** What speaks against it. */
function Wrongs({ wrongs }: { wrongs: readonly string[] }) {
  if (wrongs.length === 0) return null
  return (
    <p class="wrongs">
      {wrongs.map((wrong, i) => (
        <span key={wrong} class="is-stuck">
          {i > 0 && " · "}
          <Isolated text={wrong} />
        </span>
      ))}
    </p>
  )
}
