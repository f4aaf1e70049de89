import { useState } from "preact/hooks"
import { isSameName } from "../../../domain/wire/names.ts"
import type { NoticeView, TaskView } from "../../api/types.ts"
import { Changing } from "../../components/changing.tsx"
import { MarkdownLine } from "../../components/markdown-text.tsx"
import { Refused } from "../../components/refused.tsx"
import { Isolated } from "../../components/isolated.tsx"
import { givenUp } from "../../state/writes.ts"
import { useApp } from "../../state/context.ts"
import type { WriteOutcome } from "../../state/state.ts"
import { useOutcome } from "../../state/use-outcome.ts"
import { full } from "../../words/format.ts"
import { noticeWords } from "../../words/notice-words.ts"
import { sayStuck } from "../../words/stuck-words.ts"
import { NeedActions } from "./need-actions.tsx"
import { NeedForm, type WordsFor } from "./need-form.tsx"
import { TaskLine } from "../task-row.tsx"
import type { Need } from "../../reads/use-needs.ts"

export interface NeedRowProps {
  need: Need
  name: string | null
  now: number
  /** @param onDone gets what names it to an undo; default: it is said */
  onRead(seq: number, task: string, onDone?: (undo: readonly number[]) => void): void
}

/** A task that needs somebody: why, and what can be done about it on the spot. */
export function NeedRow({ need, name, now, onRead }: NeedRowProps) {
  const { actions } = useApp()
  const { task, notices, summary = null } = need
  const [asked, setAsked] = useState<WordsFor | null>(null)
  const [outcome, setOutcome] = useOutcome()
  const [isBusy, setBusy] = useState(false)
  const { id, title, updatedAt } = task
  const last = notices.at(-1)
  const at = last && last.at > updatedAt ? last.at : updatedAt
  const settle = (onDone?: (undo: readonly number[]) => void) => last && onRead(last.seq, id, onDone)

  /** @returns true when it was done */
  async function run(work: () => Promise<WriteOutcome | typeof givenUp>): Promise<boolean> {
    if (isBusy) return false
    setBusy(true)
    const answer = await work()
    setBusy(false)
    if (answer === givenUp) return false
    setOutcome(answer)
    if (answer !== null) return false
    setAsked(null)
    // It goes with what was decided, also when that is taken back.
    settle(actions.withLast())
    return true
  }

  return (
    <li class="need" tabIndex={-1} aria-label={`${id}: ${title}`}>
      <TaskLine task={task} now={now} class="need-task" at={at}>
        <Why task={task} now={now} />
        {summary !== null && (
          <span class="excerpt muted" dir="auto">
            <span class="verb">What was done</span>: <MarkdownLine text={summary} isLinked={false} />
          </span>
        )}
        <SaidLines notices={notices.filter((each) => isWorthSaying(each, task, summary))} />
      </TaskLine>
      <Changing>
        <NeedActions
          need={need}
          isMine={isSameName(task.assignee, name)}
          isBusy={isBusy}
          onRun={run}
          onAsk={setAsked}
          onSettle={() => settle()}
        />
        {asked && (
          <NeedForm
            task={task}
            asked={asked}
            isBusy={isBusy}
            onSend={(words) =>
              run(() =>
                asked === "changes"
                  ? actions.review(id, "request_changes", words, task.work?.commit)
                  : actions.comment(id, words),
              )
            }
            onLeave={() => setAsked(null)}
          />
        )}
      </Changing>
      <Refused outcome={outcome} />
    </li>
  )
}

// --- internal ---

/** Why the task is in the list, where the notices do not say it. */
function Why({ task, now }: { task: TaskView; now: number }) {
  const { stuck, status, reason, attempts, expiries, assignee, reviewer, dueAt } = task
  // The reason says the same in other words.
  const isUsedUp = stuck?.some((each) => each === "no_attempts_left" || each === "expired_too_often")
  return (
    <>
      {stuck && (
        <span
          class="why is-stuck"
          title={dueAt !== null && stuck.includes("overdue") ? `Due ${full(dueAt)}` : undefined}
        >
          {sayStuck(task, now)}
        </span>
      )}
      {status === "blocked" && !isUsedUp && (
        <span class="why muted" dir="auto">
          Blocked
          {reason !== null && (
            <>
              : <MarkdownLine text={reason} isLinked={false} />
            </>
          )}
        </span>
      )}
      {status === "review" && (
        <span class="why muted">
          By <Isolated text={assignee} />
          {reviewer !== null && (
            <>
              , for <Isolated text={reviewer} />
            </>
          )}
        </span>
      )}
      {attempts > 0 && <span class="why muted">{attemptWords(attempts)}</span>}
      {expiries > 1 && <span class="why muted">{expiries} claims ran out</span>}
    </>
  )
}

/** What was said, one line for each notice. */
function SaidLines({ notices }: { notices: readonly NoticeView[] }) {
  return notices.map(({ seq, kind, actor, text }) => (
    <span key={seq} class="excerpt muted" dir="auto">
      {kind !== "lease_expired" && <Isolated text={actor} />} <span class="verb">{noticeWords[kind]}</span>
      {text !== null && (
        <>
          : <MarkdownLine text={text} isLinked={false} />
        </>
      )}
    </span>
  ))
}

/** A request for a review says no more than the list that the task is in, and what was done. */
function isWorthSaying({ kind, text }: NoticeView, { status }: TaskView, summary: string | null): boolean {
  return kind !== "review_requested" || (text !== null && summary === null) || status !== "review"
}

function attemptWords(attempts: number): string {
  return attempts === 1 ? "1 failed attempt" : `${attempts} failed attempts`
}
