import { useRef, useState } from "preact/hooks"
import type { AttachmentView } from "../../domain/wire/files/attachment-schemas.ts"
import { attach } from "../api/api.ts"
import { useApp } from "./context.ts"
import { useOutcome } from "./use-outcome.ts"
import { givenUp } from "./writes.ts"

export type Attaching = ReturnType<typeof useAttach>

/** Attaches files to a task, and tells which are on their way, the one that is being sent first. */
export function useAttach(id: string) {
  const { actions } = useApp()
  const [waiting, setWaiting] = useState<readonly File[]>([])
  const [outcome, setOutcome] = useOutcome()
  const turn = useRef<Promise<unknown>>(Promise.resolve())

  async function attachNow(files: readonly File[]): Promise<readonly AttachmentView[]> {
    const attached: AttachmentView[] = []
    setOutcome(null)
    for (const file of files) {
      const result = await actions.write(() => attach(id, { name: nameOf(file), bytes: file }))
      if (result === givenUp) break
      if ("refusal" in result) {
        setOutcome(result)
        break
      }
      attached.push(result.value.attachment)
      setWaiting((all) => all.filter((each) => each !== file))
    }
    setWaiting((all) => all.filter((each) => !files.includes(each)))
    const [first, ...rest] = attached
    if (first)
      actions.tell(
        rest.length > 0
          ? `${attached.length} files were attached to ${id}.`
          : `${first.name} was attached to ${id}.`,
        { task: id },
      )
    return attached
  }

  return {
    waiting,
    outcome,
    /** Attaches files one after the other; the first that is refused ends it. Gives those that the task has got. */
    attachAll(files: readonly File[]): Promise<readonly AttachmentView[]> {
      if (files.length === 0) return Promise.resolve([])
      setWaiting((all) => [...all, ...files])
      const answer = turn.current.then(() => attachNow(files))
      turn.current = answer
      return answer
    },
  }
}

/** The files of a paste or a drop; empty where there is none. */
export function filesIn(given: DataTransfer | null): File[] {
  return [...(given?.files ?? [])]
}

/** Whether files are being dragged. What is in them is known only when they are dropped. */
export function holdsFiles({ dataTransfer }: DragEvent): boolean {
  return dataTransfer?.types.includes("Files") === true
}

// --- internal ---

/** A picture from the clipboard has no name of its own: browsers call each of them `image.png`. */
function nameOf({ name, lastModified }: File): string {
  if (name !== "image.png" || Date.now() - lastModified > 60_000) return name
  const [date = "", time = ""] = new Date().toISOString().split(/[T.]/)
  return `image-${date}-${time.replaceAll(":", "")}.png`
}
