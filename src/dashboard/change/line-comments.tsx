import type { CommentView } from "../api/types.ts"
import { Who } from "../components/isolated.tsx"
import { MarkdownText } from "../components/markdown-text.tsx"
import type { State } from "../state/state.ts"
import { Ago } from "../components/ago.tsx"

interface Props extends Pick<State, "agents"> {
  comments: readonly CommentView[]
}

/** What was said of a line, below it. */
export function LineComments({ comments, agents }: Props) {
  return (
    <ul class="line-comments">
      {comments.map(({ id, author, content, createdAt }) => (
        <li key={id}>
          <p>
            <Who name={author} /> <Ago at={createdAt} class="muted" />
          </p>
          <MarkdownText text={content} agents={agents} />
        </li>
      ))}
    </ul>
  )
}
