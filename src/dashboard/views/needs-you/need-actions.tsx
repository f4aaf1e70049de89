import type { ComponentChildren } from "preact"
import { useState } from "preact/hooks"
import { ChoiceButtons } from "../../components/choice-buttons.tsx"
import { Icon } from "../../components/icons.tsx"
import { Isolated } from "../../components/isolated.tsx"
import type { Need } from "../../reads/use-needs.ts"
import { useApp } from "../../state/context.ts"
import { givenUp, type Written } from "../../state/writes.ts"
import { ApproveButton } from "../../task/review.tsx"
import { isUsedUp, tryAgain } from "../../words/move-words.ts"
import { saidTo } from "../../words/need-words.ts"
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
  const [asked, setAsked] = useState<"approve" | "take" | null>(null)
  const { task, notices, question, choices = [] } = need
  const { id, status } = task
  const isOpen = status !== "done" && status !== "cancelled"
  const wrongs = wrongsOf(task)
  // Whoever works on it loses it.
  const holder = status === "doing" && !isMine ? task.assignee : null
  const isQuestion = question !== undefined || saidTo(need) !== undefined

  async function take() {
    const me = await actions.askName()
    if (me === null) return givenUp
    return actions.edit(task, { assignee: me, status: "doing" })
  }

  /** Asks once where something speaks against it. */
  function decide(what: "approve" | "take", isRisky: boolean, work: () => Promise<Written>) {
    const isAsking = isRisky && asked !== what
    setAsked(isAsking ? what : null)
    if (!isAsking) void onRun(work)
  }

  const approve = () =>
    decide("approve", wrongs.length > 0, () => actions.review(id, "approve", "", task.work?.commit))

  const button = (key: string, name: ComponentChildren, run: () => unknown, look?: string) => (
    <button type="button" class={look} disabled={isBusy} aria-keyshortcuts={key} onClick={() => void run()}>
      {name}
      <kbd>{key}</kbd>
    </button>
  )
  const reply = (
    <button
      type="button"
      class={isQuestion && choices.length === 0 ? undefined : "quiet"}
      aria-keyshortcuts="c"
      onClick={() => onAsk("reply")}
    >
      <Icon name="comment" />
      {question === undefined ? "Reply" : "Answer"}
      <kbd>c</kbd>
    </button>
  )
  return (
    <div class="need-actions" role="group" aria-label={`Decide ${id}`}>
      <ChoiceButtons {...{ choices, isBusy }} hasKeys onChoose={onAnswer} />
      {isQuestion && reply}
      {status === "review" && !isMine && (
        <>
          <ApproveButton wrongs={wrongs} isAsked={asked === "approve"} isBusy={isBusy} approve={approve} />
          {button("r", "Request changes", () => onAsk("changes"))}
        </>
      )}
      {status === "blocked" &&
        button("u", isUsedUp(task) ? tryAgain : "Unblock", () =>
          onRun(() => actions.edit(task, { status: "todo" })),
        )}
      {isOpen &&
        status !== "review" &&
        !(isMine && status === "doing") &&
        button(
          "t",
          <TakeWords holder={holder} isAsked={asked === "take"} />,
          () => decide("take", holder !== null, take),
          asked === "take" ? "danger" : isQuestion ? "quiet" : undefined,
        )}
      {!isQuestion && reply}
      {notices.length > 0 && (
        <button type="button" class="quiet" aria-keyshortcuts="e" onClick={onSettle}>
          Mark as read
          <kbd>e</kbd>
        </button>
      )}
    </div>
  )
}

// --- internal ---

function TakeWords({ holder, isAsked }: { holder: string | null; isAsked: boolean }) {
  if (holder === null) return "Take"
  return (
    <span class="one-line">
      {isAsked ? "Take it from " : "Take from "}
      <Isolated text={holder} />
      {isAsked && "?"}
    </span>
  )
}
