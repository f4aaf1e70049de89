import { Icon } from "../../components/icons.tsx"
import type { Need } from "../../reads/use-needs.ts"
import { useApp } from "../../state/context.ts"
import type { WriteOutcome } from "../../state/state.ts"
import { givenUp } from "../../state/writes.ts"
import type { WordsFor } from "./need-form.tsx"

interface Props {
  need: Need
  /** The person at the dashboard does the work. */
  isMine: boolean
  isBusy: boolean
  onRun(work: () => Promise<WriteOutcome | typeof givenUp>): Promise<boolean>
  /** Asks for words first. */
  onAsk(asked: WordsFor): void
  /** Marks what was said as read. */
  onSettle(): void
}

/** What can be done about a task that needs somebody. */
export function NeedActions({ need: { task, notices }, isMine, isBusy, onRun, onAsk, onSettle }: Props) {
  const { actions } = useApp()
  const { id, status } = task
  const isOpen = status !== "done" && status !== "cancelled"

  async function take() {
    const me = await actions.askName()
    return me === null ? givenUp : actions.edit(task, { assignee: me, status: "doing" })
  }

  return (
    <div class="need-actions" role="group" aria-label={`Decide ${id}`}>
      {status === "review" && !isMine && (
        <>
          <button
            type="button"
            class="approve"
            disabled={isBusy}
            onClick={() => void onRun(() => actions.review(id, "approve", "", task.work?.commit))}
          >
            <Icon name="check" />
            Approve
          </button>
          <button type="button" onClick={() => onAsk("changes")}>
            Request changes
          </button>
        </>
      )}
      {status === "blocked" && (
        <button
          type="button"
          disabled={isBusy}
          onClick={() => void onRun(() => actions.edit(task, { status: "todo" }))}
        >
          Unblock
        </button>
      )}
      {isOpen && status !== "review" && !(isMine && status === "doing") && (
        <button type="button" disabled={isBusy} onClick={() => void onRun(take)}>
          Take
        </button>
      )}
      <button type="button" class="quiet" onClick={() => onAsk("reply")}>
        <Icon name="comment" />
        Reply
      </button>
      {notices.length > 0 && (
        <button
          type="button"
          class="quiet square"
          aria-label={`Mark as read: ${id}`}
          title="Mark as read"
          onClick={onSettle}
        >
          <Icon name="check" />
        </button>
      )}
    </div>
  )
}
