import { useState } from "preact/hooks"
import { ChoiceButtons } from "../../components/choice-buttons.tsx"
import { Icon } from "../../components/icons.tsx"
import type { Need } from "../../reads/use-needs.ts"
import { useApp } from "../../state/context.ts"
import { givenUp, type Written } from "../../state/writes.ts"
import { ApproveButton } from "../../task/review.tsx"
import { wrongsOf } from "../../words/wrongs.ts"
import type { WordsFor } from "./need-form.tsx"

interface Props {
  need: Need
  /** The person at the dashboard does the work. */
  isMine: boolean
  isBusy: boolean
  onRun(work: () => Promise<Written>): Promise<boolean>
  /** Asks for words first. */
  onAsk(asked: WordsFor): void
  /** Answers the question. */
  onAnswer(words: string): void
  /** Marks what was said as read. */
  onSettle(): void
}

/** What can be done about a task that needs somebody, each by a key too. */
export function NeedActions({ need, isMine, isBusy, onRun, onAsk, onAnswer, onSettle }: Props) {
  const { actions } = useApp()
  const [isAsked, setAsked] = useState(false)
  const { task, notices, question, choices = [] } = need
  const { id, status } = task
  const isOpen = status !== "done" && status !== "cancelled"
  const [worst] = wrongsOf(task)

  async function take() {
    const me = await actions.askName()
    return me === null ? givenUp : actions.edit(task, { assignee: me, status: "doing" })
  }

  function approve() {
    setAsked(worst !== undefined && !isAsked)
    if (worst === undefined || isAsked) void onRun(() => actions.review(id, "approve", "", task.work?.commit))
  }

  const button = (key: string, name: string, run: () => unknown) => (
    <button type="button" disabled={isBusy} aria-keyshortcuts={key} onClick={() => void run()}>
      {name}
      <kbd>{key}</kbd>
    </button>
  )
  return (
    <div class="need-actions" role="group" aria-label={`Decide ${id}`}>
      <ChoiceButtons {...{ choices, isBusy }} hasKeys onChoose={onAnswer} />
      {status === "review" && !isMine && (
        <>
          <ApproveButton worst={worst} isAsked={isAsked} isBusy={isBusy} approve={approve} />
          {button("r", "Request changes", () => onAsk("changes"))}
        </>
      )}
      {status === "blocked" &&
        button("u", "Unblock", () => onRun(() => actions.edit(task, { status: "todo" })))}
      {isOpen &&
        status !== "review" &&
        !(isMine && status === "doing") &&
        button("t", "Take", () => onRun(take))}
      <button type="button" class="quiet" aria-keyshortcuts="c" onClick={() => onAsk("reply")}>
        <Icon name="comment" />
        {question === undefined ? "Reply" : "Answer"}
        <kbd>c</kbd>
      </button>
      {notices.length > 0 && (
        <button type="button" class="quiet" aria-keyshortcuts="e" onClick={onSettle}>
          Mark as read
          <kbd>e</kbd>
        </button>
      )}
    </div>
  )
}
