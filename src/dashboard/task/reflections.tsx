import { useState } from "preact/hooks"
import { call } from "../api/api.ts"
import type { Lesson } from "../api/types.ts"
import { useAnswer } from "../reads/use-answer.ts"
import { useApp } from "../state/context.ts"
import { useDraft } from "../state/drafts.ts"
import { useWrite } from "../state/use-outcome.ts"
import { Button } from "../components/button.tsx"
import { Avatar } from "../components/avatar.tsx"
import { Changing } from "../components/changing.tsx"
import { Isolated, Who } from "../components/isolated.tsx"
import { MarkdownText } from "../components/markdown-text.tsx"
import { submitByKey, submitWith } from "../components/submit-by-key.ts"
import { Refused } from "../components/refused.tsx"
import { Ago } from "../components/ago.tsx"
import { TaskLink } from "../page/links.tsx"

/** What was learned by doing the task, with a place for more. */
export function Reflections({ id, reads }: { id: string; reads: number }) {
  const { actions } = useApp()
  const [read] = useAnswer(() => call("reflection.list", { task: id, limit: 100 }), [id, reads])
  const { reflections: known = [] } = read ?? {}
  const { text, setText, takeSent } = useDraft(`${id} reflection`)
  const { outcome, follow } = useWrite()
  const [isOpen, setOpen] = useState(text !== "")

  async function post() {
    if (text.trim() === "") return
    if ((await follow(actions.reflect(id, text))) === null && takeSent(text)) setOpen(false)
  }

  return (
    <section aria-label="What was learned">
      {known.length > 0 && <h3>What was learned</h3>}
      <LessonList lessons={known} of={id} />
      <Changing>
        {isOpen ? (
          <form onSubmit={submitWith(post)}>
            <textarea
              aria-label="Lesson"
              rows={2}
              placeholder="One honest sentence for the next agent"
              value={text}
              onInput={(event) => setText(event.currentTarget.value)}
              onKeyDown={submitByKey}
            />
            <Refused outcome={outcome} what="The lesson was not saved." />
            <div class="actions">
              <Button text="Cancel" class="quiet" onClick={() => setOpen(false)} />
              <Button type="submit" text="Save" disabled={text.trim() === ""} />
            </div>
          </form>
        ) : (
          <Button icon="plus" text="Add a lesson" class="quiet add" onClick={() => setOpen(true)} />
        )}
      </Changing>
    </section>
  )
}

interface ListProps {
  lessons: readonly Lesson[]
  /** The task that is open. */
  of: string
}

/** Reflections, each with its author, and with its task where that is another. */
export function LessonList({ lessons, of }: ListProps) {
  if (lessons.length === 0) return null
  return (
    <ul class="lessons">
      {lessons.map(({ id, agent, taskId, title, content, createdAt }) => (
        <li key={id} class="comment">
          <Avatar name={agent} isBeside />
          <div>
            <p class="comment-head">
              <Who name={agent} />
              <Ago at={createdAt} />
              {taskId !== of && (
                <TaskLink isQuiet id={taskId} class="one-line">
                  {taskId} <Isolated text={title ?? ""} />
                </TaskLink>
              )}
            </p>
            <MarkdownText text={content} />
          </div>
        </li>
      ))}
    </ul>
  )
}
