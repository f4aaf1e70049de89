import type { CommentView } from "../api/types.ts"
import { Icon } from "../components/icons.tsx"
import { Size } from "./change-size.tsx"
import type { Change } from "./read-change.ts"
import { shownText } from "./shown-text.ts"
import type { FileReading } from "./use-reading.ts"

interface Props {
  change: Change
  comments: readonly CommentView[]
  reading: FileReading
}

/** The files of a change, one line each. A click leads to the lines. */
export function FileList({ change: { files }, comments, reading: { open, viewed, toggle } }: Props) {
  return (
    <ul class="file-list-short" aria-label="Changed files">
      {files.slice(0, filesAtOnce).map(({ path, additions, deletions, isAsBefore }) => {
        const [folder, name] = [
          path.slice(0, path.lastIndexOf("/") + 1),
          path.slice(path.lastIndexOf("/") + 1),
        ]
        const said = comments.filter(({ place }) => place?.file === path).length
        return (
          <li key={path}>
            <button
              type="button"
              class={viewed.has(path) || isAsBefore ? "quiet is-viewed" : "quiet"}
              title={path}
              onClick={() => {
                if (!open.has(path)) toggle(path)
                requestAnimationFrame(() => headOf(path)?.scrollIntoView({ block: "start" }))
                headOf(path)?.focus({ preventScroll: true })
              }}
            >
              <bdi dir="ltr" class="one-line">
                {shownText(name)}
                {folder !== "" && <span class="muted"> {shownText(folder)}</span>}
              </bdi>
              {viewed.has(path) && <span class="muted">viewed</span>}
              {said > 0 && (
                <span class="muted" title={said === 1 ? "1 comment" : `${said} comments`}>
                  <Icon name="comment" />
                  {said}
                </span>
              )}
              <Size additions={additions} deletions={deletions} />
            </button>
          </li>
        )
      })}
      {files.length > filesAtOnce && <li class="muted">and {files.length - filesAtOnce} more</li>}
    </ul>
  )
}

// --- internal ---

/** So many files are named: ten thousand of them take seconds. */
const filesAtOnce = 200

/** The button above the lines of a file. */
const headOf = (path: string) =>
  document.querySelector<HTMLElement>(`.changed-file[data-file="${CSS.escape(path)}"] h4 button`)
