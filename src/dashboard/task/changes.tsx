import type { CommentView, TaskView } from "../api/types.ts"
import type { State } from "../state/state.ts"
import { useChange } from "./use-change.ts"

interface Props extends Pick<State, "agents"> {
  task: TaskView
  comments: readonly CommentView[]
}

/** What the last attempt changed in its repository. Nothing where it changed nothing. */
export function Changes({ task, comments, agents }: Props) {
  const found = useChange(task.id, task.work?.patch?.id, task.work?.approved?.patch ?? undefined)
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
        <p class="muted">The patch cannot be shown. It is among the files of the task.</p>
      ) : (
        <found.parts.ChangeView
          key={task.work?.patch?.id}
          id={task.id}
          change={found.change}
          comments={comments}
          agents={agents}
        />
      )}
    </section>
  )
}
