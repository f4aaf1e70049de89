import { useId } from "preact/hooks"
import type { CommentView } from "../api/types.ts"
import type { State } from "../state/state.ts"
import { Size } from "./change-size.tsx"
import { namesCommands } from "./command-files.ts"
import { FileLines } from "./file-lines.tsx"
import type { ChangedFile } from "./read-change.ts"
import { shownText } from "./shown-text.ts"

interface Props extends Pick<State, "agents"> {
  id: string
  file: ChangedFile
  commit: string | null
  /** Those on its lines. */
  comments: readonly CommentView[]
  isOpen: boolean
  isViewed: boolean
  isSplit: boolean
  asBefore: string
  onToggle(): void
  onView(): void
}

/** A file of a change: its name and size, and its lines while it is open. */
export function FileChange({ id, file, commit, comments, agents, ...props }: Props) {
  const { isOpen, isViewed, isSplit, asBefore, onToggle, onView } = props
  const bodyId = useId()
  const { path, before, how, kind, isAsBefore, isBinary, additions, deletions, rows } = file
  return (
    <li class="changed-file" data-file={path}>
      <h4>
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={isOpen ? bodyId : undefined}
          onClick={onToggle}
        >
          <bdi dir="ltr">
            {before !== null && `${shownText(before)} → `}
            {shownText(path)}
          </bdi>
          {how !== "changed" && <span class="muted">{how}</span>}
          {kind !== null && <span class="muted">{kind}</span>}
          {isAsBefore && <span class="muted">{asBefore}</span>}
          {namesCommands(path) && <span class="commands-mark">affects what checks run</span>}
          {comments.length > 0 && (
            <span class="muted">
              {comments.length} {comments.length === 1 ? "comment" : "comments"}
            </span>
          )}
          <Size additions={additions} deletions={deletions} />
        </button>
        <label class="viewed" title="Viewed (v)">
          <input type="checkbox" checked={isViewed} onChange={onView} />
          <span>Viewed</span>
        </label>
      </h4>
      {isOpen && (
        <div id={bodyId}>
          {rows.length === 0 ? (
            <p class="muted">{isBinary ? "This is not a text file." : "No lines changed."}</p>
          ) : (
            <FileLines
              {...{ id, path, rows, commit, comments, agents }}
              // One that is all new, or all gone, has nothing to stand beside it.
              isSplit={isSplit && how === "changed"}
            />
          )}
        </div>
      )}
    </li>
  )
}
