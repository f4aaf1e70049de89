import { useEffect, useRef, useState } from "preact/hooks"
import { byteSize } from "../../domain/wire/files/byte-size.ts"
import type { AttachmentView } from "../../domain/wire/files/attachment-schemas.ts"
import { all, call } from "../api/api.ts"
import type { TaskView } from "../api/types.ts"
import { ChooseFiles } from "../components/choose-files.tsx"
import { Changing } from "../components/changing.tsx"
import { FilesOnTheWay } from "../components/files-on-the-way.tsx"
import { Icon } from "../components/icons.tsx"
import { Isolated } from "../components/isolated.tsx"
import { Refused } from "../components/refused.tsx"
import { useRead } from "../reads/use-read.ts"
import { whyNot } from "../state/access.ts"
import { useApp } from "../state/context.ts"
import { saveFile } from "../state/files.ts"
import { filesIn, holdsFiles, useAttach } from "../state/use-attach.ts"
import { useWrite } from "../state/use-outcome.ts"
import { IconButton } from "../components/button.tsx"
import { Ago } from "../components/ago.tsx"
import { listen } from "../state/listen.ts"

/** The files of a task, but for the change that is shown. One that is dropped anywhere beside a text field is added, too. */
export function Files({ task: { id, work } }: { task: TaskView }) {
  const { store, actions } = useApp()
  const { value } = useRead(
    `files ${id}`,
    () => all("attachments", (page) => call("attachment.list", { id, ...page })),
    { isAbout: ({ type }) => type.startsWith("attachment.") },
  )
  const attaching = useAttach(id)
  const { outcome, setOutcome, follow } = useWrite()
  const isOver = useDroppedFiles((files) => void attaching.attachAll(files))
  const shown = [work?.patch?.id, work?.approved?.patch, work?.reviewed]
  const files = value?.filter((file) => !shown.includes(file.id)) ?? []

  function remove({ id: attachment, name }: AttachmentView) {
    void follow(
      actions.ask(
        () => call("attachment.remove", { id, attachment }),
        (undo) => actions.tell(`${name} was removed from ${id}.`, { task: id, undo }),
      ),
    )
  }

  async function get({ id: attachment, name }: AttachmentView) {
    const refusal = await saveFile({ id, attachment }, name)
    setOutcome(refusal && { refusal })
  }

  return (
    <section class={`files${isOver ? " is-over" : ""}`} aria-label="Files">
      <h3>
        Files <span class="column-count">{files.length || ""}</span>
      </h3>
      <FileList files={files} onGet={get} onRemove={remove} />
      <Refused outcome={outcome} />
      <Changing operation="attachment.add">
        <FilesOnTheWay attaching={attaching} />
        {whyNot(store.state, "attachment.add") === null && (
          <ChooseFiles
            name="Add files"
            class="quiet square edit"
            title="Add files"
            onFiles={(chosen) => void attaching.attachAll(chosen)}
          >
            <Icon name="clip" />
          </ChooseFiles>
        )}
      </Changing>
    </section>
  )
}

// --- internal ---

interface FileListProps {
  files: readonly AttachmentView[]
  onGet(file: AttachmentView): Promise<void>
  onRemove(file: AttachmentView): void
}

function FileList({ files, onGet, onRemove }: FileListProps) {
  if (files.length === 0) return null
  return (
    <ul class="file-list">
      {files.map((file) => (
        <li key={file.id}>
          <button type="button" class="quiet name" title="Save it" onClick={() => void onGet(file)}>
            <Icon name="download" />
            <span class="one-line">
              <Isolated text={file.name} />
            </span>
          </button>
          <span class="muted small-text">{byteSize(file.size)}</span>
          <span class="muted small-text">
            <Isolated text={file.by} />, <Ago at={file.createdAt} />
          </span>
          <Changing operation="attachment.remove">
            <IconButton
              icon="trash"
              name={`Remove ${file.name}`}
              title="Remove it"
              onClick={() => onRemove(file)}
            />
          </Changing>
        </li>
      ))}
    </ul>
  )
}

/**
 * Takes files that are dropped beside a text field: by itself the browser would leave the page and open them.
 * @returns whether files are above the page
 */
function useDroppedFiles(onFiles: (files: readonly File[]) => void): boolean {
  const [isOver, setOver] = useState(false)
  const take = useRef(onFiles)
  take.current = onFiles
  useEffect(() => {
    const over = (event: DragEvent) => {
      if (!holdsFiles(event)) return
      event.preventDefault()
      setOver(true)
    }
    const leave = ({ relatedTarget }: DragEvent) => {
      if (relatedTarget === null) setOver(false)
    }
    const drop = (event: DragEvent) => {
      setOver(false)
      if (!holdsFiles(event)) return
      event.preventDefault()
      take.current(filesIn(event.dataTransfer))
    }
    return listen(window, { dragover: over, dragleave: leave, drop })
  }, [])
  return isOver
}
