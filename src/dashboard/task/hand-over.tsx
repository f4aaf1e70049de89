import type { HandoffView, TaskView } from "../api/types.ts"
import { sayUnlanded } from "../../domain/wire/enums.ts"
import { Isolated, Who, PlaceName } from "../components/isolated.tsx"
import { MarkdownLine, MarkdownText } from "../components/markdown-text.tsx"
import { Ago } from "../components/ago.tsx"

/** Why an open task came back: how the last attempt ended, and what the last review asks for. */
export function HandOver({ task, handoff }: { task: TaskView; handoff: HandoffView | null }) {
  if (!handoff || task.status === "done" || task.status === "cancelled") return null
  const { review, unlanded } = handoff
  // The review says why that attempt ended.
  const last = handoff.lastAttempt?.ended === "changes_requested" && review ? null : handoff.lastAttempt
  if (!last && !review && !unlanded) return null
  return (
    <section class="hand-over" aria-label="What happened before">
      <h3>What happened before</h3>
      {unlanded && <p>{sayUnlanded(unlanded)}</p>}
      {last && (
        <>
          <p>
            <Who name={last.agent} /> {endings[last.ended]} <Ago at={last.at} class="muted" />
          </p>
          {last.reason !== null && last.reason !== task.reason && <MarkdownText text={last.reason} />}
          {last.ended === "failed" && task.attempts > 1 && (
            <p class="muted">
              {task.attempts === 2 ? "1 earlier attempt" : `${task.attempts - 1} earlier attempts`} failed
              too, see Attempts below.
            </p>
          )}
        </>
      )}
      {review && (
        <>
          <p>
            <Who name={review.reviewer} /> requested changes <Ago at={review.at} class="muted" />
          </p>
          {review.comment !== null && <MarkdownText text={review.comment} />}
          <OnLines review={review} />
        </>
      )}
    </section>
  )
}

/** The criteria of finished work that were not checked off. */
export function LeftOpen({ task }: { task: TaskView }) {
  const open = task.criteria?.filter(({ check }) => check === null).map(({ text }) => text) ?? []
  if (open.length === 0 || (task.status !== "done" && task.status !== "review")) return null
  return (
    <section class="left-open" aria-label="Left open" role="status">
      <h3>
        {open.length === 1 ? "Finished with 1 criterion open" : `Finished with ${open.length} criteria open`}
      </h3>
      <ul>
        {open.map((text) => (
          <li key={text} dir="auto">
            <MarkdownLine text={text} />
          </li>
        ))}
      </ul>
    </section>
  )
}

// --- internal ---

/** What is asked of single lines, each below its `file:line`. */
function OnLines({ review }: { review: NonNullable<HandoffView["review"]> }) {
  const { lines = [], linesOmitted } = review
  if (lines.length === 0) return null
  return (
    <ul class="on-lines">
      {lines.map(({ id, author, place, content }) => (
        <li key={id}>
          <PlaceName place={place} />
          {author !== review.reviewer && (
            <span class="muted">
              <Isolated before=" " text={author} />
            </span>
          )}
          <MarkdownText text={content} />
        </li>
      ))}
      {linesOmitted !== undefined && <li class="muted">{linesOmitted} more are in the comments.</li>}
    </ul>
  )
}

/** The words that follow the name of whoever made the attempt. */
const endings: Readonly<Record<NonNullable<HandoffView["lastAttempt"]>["ended"], string>> = {
  failed: "failed",
  released: "released it",
  expired: "let the claim expire",
  changes_requested: "finished it, and changes were requested",
  revoked: "lost the claim",
}
