import type { TaskView } from "../api/types.ts"
import { Isolated } from "../components/isolated.tsx"
import { linksOf } from "../words/links.ts"

/** The branch, the pull request and the commits of a task, where its metadata names them. */
export function WorkLinks({ task }: { task: TaskView }) {
  const links = linksOf(task.metadata)
  if (links.length === 0) return null
  return (
    <ul class="work-links" aria-label="Where the work is">
      {links.map(({ text, href }) => (
        <li key={href ?? text}>
          {href === null ? (
            <span class="chip" title={text}>
              <Isolated text={text} />
            </span>
          ) : (
            <a class="chip" href={href} title={href} target="_blank" rel="noopener noreferrer nofollow">
              <Isolated text={text} />
            </a>
          )}
        </li>
      ))}
    </ul>
  )
}
