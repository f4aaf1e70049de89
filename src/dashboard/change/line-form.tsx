import { useLayoutEffect, useRef } from "preact/hooks"
import { placeText, type LinePlace } from "../../domain/wire/tasks/place.ts"
import { CommentForm } from "../components/comment-form.tsx"

interface Props {
  id: string
  place: LinePlace
  /** Somebody has just asked for it. */
  isAsked: boolean
  onClose(): void
}

/** What names a text about a line while it is not sent. */
export const lineDraft = (id: string, { side, file, line }: LinePlace) => `${id} line ${side} ${file}:${line}`

export function LineForm({ id, place, isAsked, onClose }: Props) {
  const area = useRef<HTMLTextAreaElement>(null)
  useLayoutEffect(() => {
    const { current } = area
    if (!isAsked) return
    current?.focus()
    // Behind what was typed before.
    current?.setSelectionRange(current.value.length, current.value.length)
  }, [])
  const label = `Comment on ${placeText(place)}`
  return (
    <CommentForm
      class="compose line-form"
      aria-label={label}
      id={id}
      place={place}
      draft={lineDraft(id, place)}
      label={label}
      placeholder="A request for changes will include this comment."
      area={area}
      onSent={onClose}
      onKeyDown={(event) => {
        if (event.key !== "Escape" || event.defaultPrevented) return
        event.preventDefault()
        onClose()
      }}
    >
      <button type="button" class="quiet" onClick={onClose}>
        Cancel
      </button>
    </CommentForm>
  )
}
