import { useState } from "preact/hooks"
import type { NoticeView } from "../../api/types.ts"
import { isSameName } from "../../../domain/wire/names.ts"
import { Changing } from "../../components/changing.tsx"
import { MarkdownLine } from "../../components/markdown-text.tsx"
import { Refused } from "../../components/refused.tsx"
import { Isolated } from "../../components/isolated.tsx"
import type { Written } from "../../state/writes.ts"
import { useApp } from "../../state/context.ts"
import { useWrite } from "../../state/use-outcome.ts"
import { noticeWords, sayNeed } from "../../words/need-words.ts"
import { isUsedUp, startsOver } from "../../words/move-words.ts"
import { PullRequest } from "../../task/work.tsx"
import { NeedActions } from "./need-actions.tsx"
import { NeedForm, type WordsFor } from "./need-form.tsx"
import { TaskLine } from "../task-row.tsx"
import type { Need } from "../../reads/use-needs.ts"

export interface NeedRowProps {
  need: Need
  name: string | null
  now: number
  /** It is unfolded, and its keys work. */
  isChosen: boolean
  isOpen: boolean
  onChoose(): void
  /** @param onDone gets what names it to an undo; default: it is said */
  onRead(seq: number, task: string, onDone?: (undo: readonly number[]) => void): void
}

/** A task that needs somebody: why, in one line, and below the chosen one what can be done about it on the spot. */
export function NeedRow({ need, name, now, isChosen, isOpen, onChoose, onRead }: NeedRowProps) {
  const { actions } = useApp()
  const { task, notices } = need
  const [asked, setAsked] = useState<WordsFor | null>(null)
  const { outcome, isBusy, follow } = useWrite()
  const { id, title } = task
  const last = notices.at(-1)
  const settle = (onDone?: (undo: readonly number[]) => void) => last && onRead(last.seq, id, onDone)

  /** @returns true when it was done */
  async function run(work: () => Promise<Written>): Promise<boolean> {
    if (isBusy || (await follow(work())) !== null) return false
    setAsked(null)
    // It goes with what was decided, also when that is taken back.
    settle(actions.withLast())
    return true
  }

  const answer = (said: string) =>
    actions.comment(id, said, need.question === undefined ? {} : { answers: need.question })
  return (
    <li
      class={["need", isChosen && "is-chosen", isOpen && "is-open"].filter(Boolean).join(" ")}
      tabIndex={-1}
      aria-label={`${id}: ${title}`}
      onFocusCapture={onChoose}
    >
      <TaskLine task={task} class="need-task" at={need.since}>
        <Why need={need} now={now} isChosen={isChosen} />
      </TaskLine>
      {isChosen && (
        <div class="need-more">
          <Said need={need} />
          {task.work && !task.work.landed && <PullRequest work={task.work} />}
          <Changing>
            <NeedActions
              need={need}
              isMine={isSameName(task.assignee, name)}
              isBusy={isBusy}
              onRun={run}
              onAsk={setAsked}
              onAnswer={(said) => void run(() => answer(said))}
              onSettle={() => settle()}
            />
            {asked && (
              <NeedForm
                task={task}
                asked={asked}
                isBusy={isBusy}
                onSend={(said) =>
                  run(() =>
                    asked === "changes"
                      ? actions.review(id, "request_changes", said, task.work?.commit)
                      : answer(said),
                  )
                }
                onLeave={() => setAsked(null)}
              />
            )}
          </Changing>
        </div>
      )}
      <Refused outcome={outcome} />
    </li>
  )
}

/** Why it needs somebody. What was asked stands in a line of its own below the chosen row. */
export function Why({ need, now, isChosen }: Pick<NeedRowProps, "need" | "now" | "isChosen">) {
  const { who, words, said, isRed } = sayNeed(need, now)
  return (
    <span class={isRed ? "why is-stuck one-line" : "why muted one-line"} dir="auto">
      {who !== undefined && (
        <>
          <Isolated text={who} />{" "}
        </>
      )}
      {words}
      {said !== undefined && !isChosen && (
        <>
          : <MarkdownLine text={said} isLinked={false} />
        </>
      )}
    </span>
  )
}

// --- internal ---

/** What was done or said, the newest notice, and what waits behind the task. */
function Said({ need: { task, why, detail, question, notices, waiting } }: { need: Need }) {
  // What was asked is the newest that was said, and what was done is in a request for a review.
  const isNews = ({ kind, text }: NoticeView) => text !== null && kind !== "review_requested"
  const last = why === "question" ? undefined : notices.findLast(isNews)
  const reason = task.reason === detail || question !== undefined ? null : task.reason
  const rest = [
    ...(isUsedUp(task) ? [startsOver] : []),
    ...(notices.length > 1
      ? [`${notices.length - 1} more ${notices.length === 2 ? "notice" : "notices"}`]
      : []),
    ...(waiting > 0 ? [`${waiting} ${waiting === 1 ? "task waits" : "tasks wait"} for it`] : []),
  ]
  return (
    <div class="said muted">
      {/* The words of news stand behind who said them. */}
      {[why === "notice" && last ? null : detail, reason].map(
        (text) =>
          text !== null && (
            <p key={text} dir="auto">
              <MarkdownLine text={text} isLinked={false} />
            </p>
          ),
      )}
      {last && (
        <p>
          <Isolated text={last.actor} /> {noticeWords[last.kind]}:{" "}
          <MarkdownLine text={last.text ?? ""} isLinked={false} />
        </p>
      )}
      {rest.length > 0 && <p>{rest.join(" · ")}</p>}
    </div>
  )
}
