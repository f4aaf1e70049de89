import { useMemo, useState } from "preact/hooks"
import type { CommentView } from "../api/types.ts"
import type { State } from "../state/state.ts"
import { Size } from "./change-size.tsx"
import { FileChange } from "./file-change.tsx"
import type { Change } from "./read-change.ts"
import type { FileReading } from "./use-reading.ts"

interface Props extends Pick<State, "agents"> {
  id: string
  change: Change
  comments: readonly CommentView[]
  reading: FileReading
  isSplit?: boolean
  /** What is said of a file that was decided on before. */
  asBefore: string
}

/** What an attempt changed: its files, and below an open one its lines. */
export function ChangeView({ id, change, comments, agents, reading, isSplit = false, asBefore }: Props) {
  const { files, omitted, additions, deletions, commit } = change
  const { open, viewed, setOpen, toggle, view } = reading
  const [most, setMost] = useState(filesAtOnce)
  const byFile = useMemo(() => Map.groupBy(comments, ({ place }) => place?.file), [comments])
  const isAllOpen = files.length > 0 && open.size === files.length

  return (
    <>
      <p class="change-size">
        {files.length} {files.length === 1 ? "file" : "files"}{" "}
        <Size additions={additions} deletions={deletions} />
        {files.length > 0 && (
          <button
            type="button"
            class="quiet"
            onClick={() => setOpen(isAllOpen ? [] : files.map(({ path }) => path))}
          >
            {isAllOpen ? "Collapse all" : "Expand all"}
          </button>
        )}
      </p>
      <ol class="changed-files">
        {files.slice(0, most).map((file) => (
          <FileChange
            key={file.path}
            id={id}
            file={file}
            commit={commit}
            comments={byFile.get(file.path) ?? none}
            agents={agents}
            isOpen={open.has(file.path)}
            isViewed={viewed.has(file.path)}
            isSplit={isSplit}
            asBefore={asBefore}
            onToggle={() => toggle(file.path)}
            onView={() => view(file.path)}
          />
        ))}
      </ol>
      {files.length > most && (
        <button type="button" class="quiet" onClick={() => setMost(most + filesAtOnce)}>
          Show {Math.min(filesAtOnce, files.length - most)} more of {files.length} files
        </button>
      )}
      {omitted.length > 0 && (
        <ul class="omitted" aria-label="Left out">
          {omitted.map((line) => (
            <li key={line} dir="auto">
              {line}
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

// --- internal ---

/** So many headings are drawn at once: ten thousand of them take seconds. */
const filesAtOnce = 200

const none: readonly CommentView[] = []
