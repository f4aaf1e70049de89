import type { CommentView, TaskView } from "../api/types.ts"
import { useReading, type FileReading } from "../change/use-reading.ts"
import type { State } from "../state/state.ts"
import { earlierPatch, useChange, type FoundChange } from "./use-change.ts"

interface Props extends Pick<State, "agents"> {
  task: TaskView
  comments: readonly CommentView[]
  found: FoundChange
  reading: FileReading
  isSplit?: boolean
}

/** What the last attempt changed in its repository. Nothing where it changed nothing. */
export function Changes({ task, comments, agents, found, reading, isSplit = false }: Props) {
  if (found === "none" && !task.work?.files) return null
  return (
    <section class="changes" aria-label="Changes" aria-busy={found === "loading"}>
      <h3>Changes</h3>
      {found === "none" ? (
        <p>
          No patch is attached. In the repository: <code>{`git diff HEAD...${task.work?.commit ?? ""}`}</code>
        </p>
      ) : found === "loading" ? (
        <p class="muted">Loading…</p>
      ) : found === "unread" ? (
        <p class="muted">The patch cannot be shown. The task’s files include it.</p>
      ) : (
        <found.parts.ChangeView
          key={task.work?.patch?.id}
          {...{ id: task.id, change: found.change, comments, agents, reading, isSplit }}
          asBefore={task.work?.approved ? "as approved" : "as before"}
        />
      )}
    </section>
  )
}

/** The same, read and kept open by itself. */
export function OwnChanges(props: Pick<Props, "task" | "comments" | "agents">) {
  const { task } = props
  const patch = task.work?.patch?.id
  const found = useChange(task.id, patch, earlierPatch(task))
  const reading = useReading(patch ?? null, typeof found === "string" ? null : found.change)
  return <Changes {...props} found={found} reading={reading} />
}
