import { sayPull, sayPullShort } from "../../domain/wire/enums.ts"
import { isOver } from "./columns.ts"
import { useNow } from "../state/context.ts"
import { restOf } from "../words/format.ts"
import { sayTaken, sayTakenShort } from "../words/taken-words.ts"
import type { Card } from "../state/state.ts"
import { Due } from "../components/due.tsx"
import { Icon } from "../components/icons.tsx"
import { Isolated } from "../components/isolated.tsx"
import { conflictsOf, redChecks } from "../words/wrongs.ts"

interface Props {
  task: Card
  /** The open tasks that it waits for. */
  blockers: readonly string[]
  maxAttempts: number | null
}

/** What somebody should know of a task before they take it: its time, its failures, what it waits for. */
export function Signals({ task, blockers, maxAttempts }: Props) {
  const { status, dueAt, reviewer, attempts, expiries, stuck = [], taken } = task
  if (isOver(status)) return <Unlanded task={task} />
  // One reason is enough to look: the used-up attempts and the time say theirs below.
  const stop = stuck.includes("no_attempts_left")
    ? null
    : stuck.includes("lease_expired") || stuck.includes("expired_too_often")
      ? sayExpiries(expiries)
      : stuck.includes("silent")
        ? "silent for a day"
        : stuck.includes("no_one_can")
          ? "no agent can"
          : stuck.includes("quiet") && "nothing new"
  const isWaiting = status === "todo" && (task.backoffUntil ?? task.notBefore) !== null
  const openChildren = status === "todo" && task.children ? task.children.total - task.children.done : 0
  const lacked = status === "todo" ? task.skills : []
  const isReviewed = reviewer !== null && status === "review"
  const conflict = status === "review" ? conflictOf(task) : undefined
  const pull = pullOf(task)
  const red = redChecks(task)
  if (
    dueAt === null &&
    attempts + expiries + blockers.length + openChildren + stuck.length + lacked.length + red.length === 0 &&
    !taken &&
    !task.question &&
    !isWaiting &&
    !isReviewed &&
    !conflict &&
    !pull
  )
    return null
  return (
    <span class="signals">
      <RedChecks task={task} />
      {conflict}
      {pull}
      {dueAt !== null && <Due at={dueAt} />}
      {task.question && (
        <span class="chip asks" title={task.question.content.slice(0, 200)}>
          <Icon name="comment" />
          asks
        </span>
      )}
      {stop && <span class="chip is-stuck">{stop}</span>}
      {attempts > 0 && <Attempts task={task} max={maxAttempts} />}
      {!stop && expiries > 0 && <span class="chip attempts">{sayExpiries(expiries)}</span>}
      {blockers.length > 0 && (
        <span class="chip waits" title={`Waits for ${blockers.join(", ")}`}>
          <Icon name="wait" />
          after {blockers.slice(0, 2).join(", ")}
          {blockers.length > 2 && ` +${blockers.length - 2}`}
        </span>
      )}
      {openChildren > 0 && (
        <span class="chip waits" title="Waits for its children">
          <Icon name="wait" />
          after {openChildren === 1 ? "1 child" : `${openChildren} children`}
        </span>
      )}
      {taken && (
        <span class="chip waits" title={`Waits for ${sayTaken(taken)}`}>
          <Icon name="wait" />
          <span class="unseen">waits for </span>
          {sayTakenShort(taken)}
        </span>
      )}
      {lacked.length > 0 && (
        <span class="chip" title="Skills that an agent needs to claim the task">
          needs {lacked.join(", ")}
        </span>
      )}
      {isWaiting && <Rest task={task} />}
      {isReviewed && <span class="chip to-review">for {reviewer}</span>}
    </span>
  )
}

/** Children, criteria and comments. */
export function Counts({ task: { children, criteriaCount, criteriaMet, commentCount } }: { task: Card }) {
  if (!children && criteriaCount + commentCount === 0) return null
  return (
    <span class="counts">
      {children && (
        <span
          class={`count${children.done === children.total ? " is-full" : ""}`}
          title={`${children.done} of ${children.total} children done`}
        >
          <Icon name="parts" />
          {children.done}/{children.total}
        </span>
      )}
      {criteriaCount > 0 && (
        <span
          class={`count${criteriaMet === criteriaCount ? " is-full" : ""}`}
          title={`${criteriaMet} of ${criteriaCount} criteria met`}
        >
          <Icon name="check" />
          {criteriaMet}/{criteriaCount}
        </span>
      )}
      {commentCount > 0 && (
        <span class="count" title={commentCount === 1 ? "1 comment" : `${commentCount} comments`}>
          <Icon name="comment" />
          {commentCount}
        </span>
      )}
    </span>
  )
}

/** The checks that failed, by name. */
export function RedChecks({ task }: { task: Card }) {
  return redChecks(task).map(({ name, words }) => (
    <span key={name} class="chip check-failed" title={words}>
      <span aria-hidden="true">✗</span> <Isolated text={name} />
      <span class="unseen"> failed</span>
    </span>
  ))
}

// --- internal ---

function sayExpiries(expiries: number): string {
  return expiries > 1 ? `claim expired ${expiries}×` : "claim expired"
}

/** Where what is to land was in conflict with its base. */
function conflictOf({ work }: Pick<Card, "work">) {
  const [base] = conflictsOf({ work })
  if (base === undefined) return undefined
  return (
    <span class="chip is-stuck" title={`Conflicts with ${base} in ${work?.conflicts?.join(", ")}`}>
      conflict
    </span>
  )
}

/** How the pull request stands, until the work has landed. */
function pullOf({ work }: Pick<Card, "work">) {
  if (!work || work.url === undefined || work.landed || work.outdated) return undefined
  const { failed = [], state = "open" } = work.pull ?? {}
  return (
    <span
      class={`chip${failed.length > 0 || state === "closed" ? " is-stuck" : ""}`}
      title={`${sayPull(work.pull)}: ${work.url}`}
    >
      {sayPullShort(work.pull)}
    </span>
  )
}

/** Finished work that is not in its base yet. */
function Unlanded({ task: { status, work } }: { task: Card }) {
  if (status !== "done" || !work || work.landed || work.outdated) return null
  const pull = pullOf({ work })
  return (
    <span class="signals">
      {conflictOf({ work })}
      {pull ?? (
        <span class="chip" title={`${work.branch} has not landed in ${work.base ?? "its base"} yet`}>
          not landed
        </span>
      )}
    </span>
  )
}

/** Which attempt is under way, or comes next; red when none is left. */
function Attempts({ task: { attempts, stuck }, max }: { task: Card; max: number | null }) {
  const isUsedUp = stuck?.includes("no_attempts_left") === true
  const told = attempts === 1 ? "1 attempt failed" : `${attempts} attempts failed`
  return (
    <span class={`chip attempts${isUsedUp ? " is-used-up" : ""}`} title={told}>
      {!isUsedUp && <Icon name="again" />}
      {isUsedUp ? told : `attempt ${attempts + 1}${max === null ? "" : ` of ${max}`}`}
    </span>
  )
}

/** Why the task may not be taken yet, and for how long. */
function Rest({ task }: { task: Card }) {
  const rest = restOf(task, useNow(10_000))
  if (rest === null) return null
  return (
    <span class="chip rests" title={rest.why}>
      <Icon name="wait" />
      in {rest.left}
    </span>
  )
}
