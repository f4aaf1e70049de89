import { useRef, useState } from "preact/hooks"
import { givenUp } from "../state/writes.ts"
import type { CommentView } from "../api/types.ts"
import { useApp, useNow } from "../state/context.ts"
import { useDraft } from "../state/drafts.ts"
import { ago, full } from "../words/format.ts"
import { useShortcuts } from "../page/keys.ts"
import type { State } from "../state/state.ts"
import { useOutcome } from "../state/use-outcome.ts"
import { Avatar } from "../components/avatar.tsx"
import { Changing } from "../components/changing.tsx"
import { Isolated } from "../components/isolated.tsx"
import { FileArea } from "../components/file-area.tsx"
import { MarkdownText } from "../components/markdown-text.tsx"
import { PlaceName } from "../components/place-name.tsx"
import { submitByKey } from "../components/submit-by-key.ts"
import { Refused } from "../components/refused.tsx"

interface Props extends Pick<State, "agents"> {
  id: string
  comments: readonly CommentView[]
}

export function Comments({ id, comments, agents }: Props) {
  const { actions } = useApp()
  const now = useNow(20_000)
  const [text, setText] = useDraft(`${id} comment`)
  const area = useRef<HTMLTextAreaElement>(null)
  useShortcuts([{ keys: "c", label: "Comment", group: "Task", run: () => area.current?.focus() }])
  const [outcome, setOutcome] = useOutcome()
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
          <Comment key={comment.id} comment={comment} agents={agents} now={now} />
        ))}
      </ol>
      <Changing>
        <form
          class="compose"
          onSubmit={(event) => {
            event.preventDefault()
            void post()
          }}
        >
          <FileArea
            of={id}
            area={area}
            aria-label="New comment"
            rows={2}
            placeholder="Say something. @name tells somebody."
            value={text}
            onText={setText}
            onKeyDown={submitByKey}
          />
          <Refused outcome={outcome} what="The comment was not saved." />
          <div class="actions">
            <span class="muted small-text">Markdown · Ctrl-Enter sends</span>
            <button type="submit" disabled={isBusy || text.trim() === ""}>
              Comment
            </button>
          </div>
        </form>
      </Changing>
    </section>
  )
}

// --- internal ---

/** Text beyond this is folded, so that one log dump does not bury the talk. */
const long = 3000

interface CommentProps extends Pick<State, "agents"> {
  comment: CommentView
  now: number
}

function Comment({ comment, agents, now }: CommentProps) {
  const [isWhole, setWhole] = useState(comment.content.length <= long)
  return (
    <li class="comment" data-comment={comment.id}>
      <Avatar name={comment.author} isBeside />
      <div>
        <p class="comment-head">
          <strong>
            <Isolated text={comment.author} />
          </strong>
          <time dateTime={comment.createdAt} title={full(comment.createdAt)}>
            {ago(comment.createdAt, now)}
          </time>
          {comment.imported && <span class="muted">imported</span>}
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
