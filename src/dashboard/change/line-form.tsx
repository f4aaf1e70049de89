import { useLayoutEffect, useRef, useState } from "preact/hooks"
import { placeText, type LinePlace } from "../../domain/wire/place.ts"
import { MentionArea } from "../components/mention-area.tsx"
import { Refused } from "../components/refused.tsx"
import { submitByKey } from "../components/submit-by-key.ts"
import { useApp } from "../state/context.ts"
import { useDraft } from "../state/drafts.ts"
import { useOutcome } from "../state/use-outcome.ts"
import { givenUp } from "../state/writes.ts"

interface Props {
  id: string
  place: LinePlace
  onClose(): void
}

/** Says something of a line. */
export function LineForm({ id, place, onClose }: Props) {
  const { actions } = useApp()
  const [text, setText] = useDraft(`${id} line ${place.side} ${place.file}:${place.line}`)
  const [outcome, setOutcome] = useOutcome()
  const [isBusy, setBusy] = useState(false)
  const area = useRef<HTMLTextAreaElement>(null)
  useLayoutEffect(() => {
    const { current } = area
    current?.focus()
    // Behind what was typed before.
    current?.setSelectionRange(current.value.length, current.value.length)
  }, [])

  async function post() {
    if (text.trim() === "" || isBusy) return
    setBusy(true)
    const answer = await actions.comment(id, text, place)
    setBusy(false)
    if (answer === givenUp) return
    setOutcome(answer)
    if (answer !== null) return
    setText("")
    onClose()
  }

  return (
    <form
      class="compose line-form"
      aria-label={`Comment on ${placeText(place)}`}
      onKeyDown={(event) => {
        if (event.key !== "Escape" || event.defaultPrevented) return
        event.preventDefault()
        onClose()
      }}
      onSubmit={(event) => {
        event.preventDefault()
        void post()
      }}
    >
      <MentionArea
        area={area}
        aria-label={`Comment on ${placeText(place)}`}
        rows={2}
        placeholder="A request for changes gathers it."
        value={text}
        onText={setText}
        onKeyDown={submitByKey}
      />
      <Refused outcome={outcome} what="The comment was not saved." />
      <div class="actions">
        <button type="button" class="quiet" onClick={onClose}>
          Cancel
        </button>
        <button type="submit" disabled={isBusy || text.trim() === ""}>
          Comment
        </button>
      </div>
    </form>
  )
}
