import type { ComponentChildren, FormHTMLAttributes, RefObject } from "preact"
import type { LinePlace } from "../../domain/wire/tasks/place.ts"
import { useApp } from "../state/context.ts"
import { useDraft } from "../state/drafts.ts"
import { useWrite } from "../state/use-outcome.ts"
import { FileArea } from "./file-area.tsx"
import { Refused } from "./refused.tsx"
import { submitByKey, submitWith } from "./submit-by-key.ts"

interface Props extends Pick<FormHTMLAttributes, "class" | "aria-label" | "onKeyDown"> {
  id: string
  /** The line of its change that it is about. */
  place?: LinePlace
  answers?: string
  /** What names the text while it is not sent. */
  draft: string
  label: string
  placeholder: string
  area: RefObject<HTMLTextAreaElement | null>
  onSent?(): void
  /** What stands beside the button. */
  children: ComponentChildren
}

/** Says something of a task, or of a line of its change. */
export function CommentForm({
  id,
  place,
  answers,
  draft,
  label,
  placeholder,
  area,
  onSent,
  children,
  ...form
}: Props) {
  const { actions } = useApp()
  const { text, setText, takeSent } = useDraft(draft)
  const { outcome, isBusy, follow } = useWrite()

  async function post() {
    if (text.trim() === "" || isBusy) return
    const about = { ...(place && { place }), ...(answers && { answers }) }
    if ((await follow(actions.comment(id, text, about))) === null && takeSent(text)) onSent?.()
  }

  return (
    <form {...form} onSubmit={submitWith(post)}>
      <FileArea
        of={id}
        area={area}
        aria-label={label}
        rows={2}
        placeholder={placeholder}
        value={text}
        onText={setText}
        onKeyDown={submitByKey}
      />
      <Refused
        outcome={outcome}
        what={`The ${answers === undefined ? "comment" : "answer"} was not saved.`}
      />
      <div class="actions">
        {children}
        <button type="submit" disabled={isBusy || text.trim() === ""}>
          {answers === undefined ? "Comment" : "Answer"}
        </button>
      </div>
    </form>
  )
}
