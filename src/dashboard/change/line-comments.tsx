import type { CommentView } from "../api/types.ts"
import { Isolated } from "../components/isolated.tsx"
import { MarkdownText } from "../components/markdown-text.tsx"
import { useNow } from "../state/context.ts"
import type { State } from "../state/state.ts"
import { ago, full } from "../words/format.ts"

interface Props extends Pick<State, "agents"> {
  comments: readonly CommentView[]
}

/** What was said of a line, below it. */
export function LineComments({ comments, agents }: Props) {
  const now = useNow(20_000)
  return (
    <ul class="line-comments">
      {comments.map(({ id, author, content, createdAt }) => (
        <li key={id}>
          <p>
            <strong>
              <Isolated text={author} />
            </strong>{" "}
            <time class="muted" dateTime={createdAt} title={full(createdAt)}>
              {ago(createdAt, now)}
            </time>
          </p>
          <MarkdownText text={content} agents={agents} />
        </li>
      ))}
    </ul>
  )
}
