import { useState } from "preact/hooks"
import { givenUp, type Outcome } from "../actions.ts"
import type { CommentView } from "../api.ts"
import { useApp, useNow } from "../context.ts"
import { ago, full } from "../format.ts"
import { Avatar } from "./avatar.tsx"
import { MarkdownText } from "./markdown-text.tsx"
import { submitByKey } from "./move-form.tsx"
import { Refused } from "./refused.tsx"

export function Comments({ id, comments }: { id: string; comments: readonly CommentView[] }) {
  const { actions } = useApp()
  const now = useNow(20_000)
  const [text, setText] = useState("")
  const [outcome, setOutcome] = useState<Outcome>(null)
  const [isBusy, setBusy] = useState(false)

  async function post() {
    if (text.trim() === "" || isBusy) return
    setBusy(true)
    const answer = await actions.comment(id, text)
    setBusy(false)
    if (answer === givenUp) return
    setOutcome(answer)
    if (answer === null) setText("")
  }

  return (
    <section class="comments" aria-label="Comments">
      <h3>
        Comments <span class="column-count">{comments.length || ""}</span>
      </h3>
      <ol>
        {comments.map((comment) => (
          <Comment key={comment.id} comment={comment} now={now} />
        ))}
      </ol>
      <form
        class="compose"
        onSubmit={(event) => {
          event.preventDefault()
          void post()
        }}
      >
        <textarea
          aria-label="New comment"
          rows={2}
          placeholder="Say something…"
          value={text}
          onInput={(event) => setText(event.currentTarget.value)}
          onKeyDown={submitByKey}
        />
        <Refused outcome={outcome} what="The comment" />
        <div class="actions">
          <span class="muted small-text">Markdown · Ctrl-Enter sends</span>
          <button type="submit" disabled={isBusy || text.trim() === ""}>
            Comment
          </button>
        </div>
      </form>
    </section>
  )
}

// --- internal ---

/** Text beyond this is folded, so that one log dump does not bury the talk. */
const long = 3000

function Comment({ comment, now }: { comment: CommentView; now: number }) {
  const [isWhole, setWhole] = useState(comment.content.length <= long)
  return (
    <li class="comment" data-comment={comment.id}>
      <Avatar name={comment.author} />
      <div>
        <p class="comment-head">
          <strong>{comment.author}</strong>
          <time dateTime={comment.createdAt} title={full(comment.createdAt)}>
            {ago(comment.createdAt, now)}
          </time>
        </p>
        <MarkdownText text={isWhole ? comment.content : comment.content.slice(0, long)} />
        {!isWhole && (
          <button type="button" class="quiet" onClick={() => setWhole(true)}>
            Show all ({Math.ceil(comment.content.length / 1024)} KiB)
          </button>
        )}
      </div>
    </li>
  )
}
