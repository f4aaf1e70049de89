import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks"
import type { TaskView } from "../api/types.ts"
import { useReading } from "../change/use-reading.ts"
import { Avatar } from "../components/avatar.tsx"
import { Changing } from "../components/changing.tsx"
import { Isolated } from "../components/isolated.tsx"
import { useWidth } from "../components/use-width.ts"
import type { OpenTask, State } from "../state/state.ts"
import { checkMarks, checkWords, conflictsOf } from "../words/wrongs.ts"
import { Changes } from "./changes.tsx"
import { Checks } from "./checks.tsx"
import { Criteria } from "./criteria.tsx"
import { AllElse, Description, Summary } from "./panel-body.tsx"
import { Review } from "./review.tsx"
import { earlierPatch, useChange } from "./use-change.ts"
import { useReviewKeys } from "./use-review-keys.ts"

interface Props extends Pick<State, "tasks" | "agents"> {
  open: OpenTask
  task: TaskView
}

/** Finished work that waits for a decision: in two lines what it is, in the middle its change, below it the decision. */
export function ReviewPage({ open, task, tasks, agents }: Props) {
  const middle = useRef<HTMLDivElement>(null)
  const patch = task.work?.patch?.id
  const width = useWidth(middle)
  const { isReading, onScroll } = useRoomToRead(middle)
  // The files find room beside the change, and then its lines beside each other.
  const hasAside = patch !== undefined && width >= 880
  const found = useChange(task.id, patch, earlierPatch(task))
  const shown = typeof found === "string" ? null : found
  const reading = useReading(patch ?? null, shown?.change ?? null)
  useReviewKeys(task, middle, reading)
  useEffect(() => {
    if (document.activeElement?.matches(".panel"))
      middle.current?.querySelector<HTMLElement>(".panel-scroll")?.focus({ preventScroll: true })
  }, [])
  const list = shown && (
    <shown.parts.FileList change={shown.change} comments={open.comments} reading={reading} />
  )
  const proof = (
    <Changing>
      <Criteria task={task} />
      <Checks task={task} results={open.checks} />
    </Changing>
  )
  return (
    <>
      <Facts task={task} />
      <div
        class={`review-middle${hasAside ? " has-aside" : ""}${isReading ? " is-reading" : ""}`}
        ref={middle}
      >
        {hasAside && (
          <div class="review-aside" role="region" aria-label="About the change" tabIndex={0}>
            {list}
            {proof}
          </div>
        )}
        <div class="panel-scroll" tabIndex={0} onScroll={onScroll}>
          {task.description && (
            <Changing>
              <Description task={task} title="What was asked" lines={3} />
            </Changing>
          )}
          <Summary task={task} />
          {!hasAside && (
            <>
              {proof}
              {list && shown.change.files.length > 1 && (
                <details class="files-folded">
                  <summary>{shown.change.files.length} files</summary>
                  {list}
                </details>
              )}
            </>
          )}
          <Changes {...{ task, found, reading, agents, comments: open.comments, isSplit: width >= 1300 }} />
          <AllElse open={open} task={task} tasks={tasks} agents={agents} />
        </div>
      </div>
      <Changing>
        <Review task={task} openLines={open.openLines} />
      </Changing>
    </>
  )
}

// --- internal ---

/** Tells that the change is being read, in which case a phone folds what is above it. The text stays under the finger. */
function useRoomToRead(middle: { readonly current: HTMLElement | null }) {
  const [isReading, setReading] = useState(false)
  const last = useRef<number>(undefined)
  useLayoutEffect(() => {
    const top = middle.current?.getBoundingClientRect().top ?? 0
    middle.current?.querySelector(".panel-scroll")?.scrollBy(0, top - (last.current ?? top))
    last.current = top
  }, [isReading])
  return {
    isReading,
    onScroll({ currentTarget }: { readonly currentTarget: HTMLElement }) {
      last.current = middle.current?.getBoundingClientRect().top ?? 0
      setReading((was) => currentTarget.scrollTop > (was ? 8 : 240))
    },
  }
}

/** Who did it, how large it is, and what became of each check. */
function Facts({ task }: { task: TaskView }) {
  const { assignee, reviewer, work, checkStates = [], criteriaCount, criteriaMet } = task
  return (
    <p class="review-facts">
      <Avatar name={assignee} isBeside />
      <Isolated text={assignee} />
      {reviewer !== null && (
        <span class="muted">
          for <Isolated text={reviewer} />
        </span>
      )}
      {work && (
        <span class="muted">
          {work.files} {work.files === 1 ? "file" : "files"} +{work.additions} −{work.deletions}
        </span>
      )}
      {checkStates.map(({ check, state }) => (
        <span key={check} class={`chip check-${state}`} title={`${check} ${checkWords[state]}`}>
          <span aria-hidden="true">{checkMarks[state]}</span> <Isolated text={check} />
          <span class="unseen"> {checkWords[state]}</span>
        </span>
      ))}
      {criteriaCount > 0 && (
        <span class={criteriaMet < criteriaCount ? "chip check-not_run" : "chip"}>
          {criteriaMet} of {criteriaCount} {criteriaCount === 1 ? "criterion" : "criteria"}
        </span>
      )}
      {conflictsOf(task).map((base) => (
        <span key={base} class="chip check-failed" title={work?.conflicts?.join(", ")}>
          conflicts with <Isolated text={base} />
        </span>
      ))}
    </p>
  )
}
