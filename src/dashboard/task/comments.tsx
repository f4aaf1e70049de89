import { useRef, useState } from "preact/hooks"
import { isSameName } from "../../domain/wire/names.ts"
import { answersBelow } from "../../domain/wire/tasks/conversation.ts"
import type { CommentView, TaskView } from "../api/types.ts"
import { useShortcuts } from "../page/keys.ts"
import type { State } from "../state/state.ts"
import { Avatar } from "../components/avatar.tsx"
import { Changing } from "../components/changing.tsx"
import { Who, PlaceName } from "../components/isolated.tsx"
import { CommentForm } from "../components/comment-form.tsx"
import { MarkdownText } from "../components/markdown-text.tsx"
import { Ago } from "../components/ago.tsx"

interface Props extends Pick<State, "agents"> {
  id: string
  comments: readonly CommentView[]
  lease: TaskView["lease"]
}

export function Comments({ id, lease, comments, agents }: Props) {
  const [isWhole, setWhole] = useState(false)
  const earlier = isWhole ? 0 : Math.max(0, comments.length - newest)
  const unheard = unheardOf(lease, comments)
  const area = useRef<HTMLTextAreaElement>(null)
  useShortcuts([
    { keys: "c", label: "Comment on the task, or the line in focus", group: "Task", run: comment },
  ])

  function comment() {
    const line = document.activeElement?.closest<HTMLElement>("button[data-row]")
    if (line) line.click()
    else area.current?.focus()
  }

  return (
    <section class="comments" aria-label="Comments">
      <h3>
        Comments <span class="column-count">{comments.length || ""}</span>
      </h3>
      {earlier > 0 && (
        <button type="button" class="quiet fold" onClick={() => setWhole(true)}>
          Show {earlier} earlier
        </button>
      )}
      <ol>
        {answersBelow(comments.slice(earlier)).map((comment) => (
          <Comment key={comment.id} {...{ comment, agents }} isUnheard={unheard.has(comment.id)} />
        ))}
      </ol>
      <Changing>
        <CommentForm
          class="compose"
          id={id}
          draft={`${id} comment`}
          label="New comment"
          placeholder="Write a comment. @name notifies someone."
          area={area}
        >
          <span class="muted small-text">Markdown · Ctrl-Enter sends</span>
        </CommentForm>
      </Changing>
    </section>
  )
}

// --- internal ---

/** The last comments by others than the holder, as many as it has not got. */
function unheardOf(lease: TaskView["lease"], comments: readonly CommentView[]): ReadonlySet<string> {
  const { holder, unheard = 0 } = lease ?? {}
  if (unheard === 0) return new Set()
  const others = comments.filter(({ author }) => !isSameName(author, holder ?? null))
  return new Set(others.slice(-unheard).map(({ id }) => id))
}

/** So many are shown until somebody asks for those before them. */
const newest = 10

/** Text beyond this is folded, so that one log dump does not bury the talk. */
const long = 3000

interface CommentProps extends Pick<State, "agents"> {
  comment: CommentView
  /** Whoever works on the task has not got it. */
  isUnheard: boolean
}

function Comment({ comment, agents, isUnheard }: CommentProps) {
  const [isWhole, setWhole] = useState(comment.content.length <= long)
  return (
    <li class="comment" data-comment={comment.id}>
      <Avatar name={comment.author} isBeside />
      <div>
        <p class="comment-head">
          <Who name={comment.author} />
          <Ago at={comment.createdAt} />
          {comment.imported && <span class="muted">imported</span>}
          {comment.ask && <span class="muted">asks</span>}
          {comment.answers !== undefined && <span class="muted">answers</span>}
          {isUnheard && <span class="muted">not read yet</span>}
        </p>
        {comment.place && (
          <p class="comment-place">
            <PlaceName place={comment.place} />
          </p>
        )}
        <MarkdownText text={isWhole ? comment.content : comment.content.slice(0, long)} agents={agents} />
        {!isWhole && (
          <button type="button" class="quiet" onClick={() => setWhole(true)}>
            Show all ({Math.ceil(comment.content.length / 1024)} KiB)
          </button>
        )}
      </div>
    </li>
  )
}
