import { useState } from "preact/hooks"
import { useApp } from "../state/context.ts"
import { Dialog } from "../components/dialog.tsx"
import { Field } from "../components/field.tsx"
import { submitWith } from "../components/submit-by-key.ts"

/** Asks for a name once, before the first change, because the history says who did what. */
export function NameDialog({ name }: { name: string | null }) {
  const { actions } = useApp()
  return (
    <Ask
      title="What is your name?"
      lead="Your changes appear under this name, and tasks can be assigned to it. This browser remembers the name."
      field="Your name"
      initial={name ?? ""}
      button="Continue"
      onAnswer={actions.tellName}
      onClose={() => actions.tellName(null)}
    />
  )
}

interface AskProps {
  title: string
  lead: string
  field: string
  initial: string
  button: string
  type?: string
  class?: string
  error?: string | undefined
  isBusy?: boolean
  onAnswer(text: string): void
  onClose?: () => void
}

/** A question with one field. */
export function Ask({ title, lead, field, initial, button, type = "text", error, ...props }: AskProps) {
  const [text, setText] = useState(initial)
  const { class: className = "", isBusy = false, onAnswer, onClose } = props
  return (
    <Dialog title={title} class={`small ${className}`} {...(onClose && { onClose })}>
      <form class="form" onSubmit={submitWith(() => text.trim() !== "" && onAnswer(text.trim()))}>
        <p class="dialog-lead muted">{lead}</p>
        <Field
          label={field}
          name={field}
          type={type}
          value={text}
          error={error}
          onInput={setText}
          autoFocus
        />
        <div class="actions">
          <button type="submit" class="primary" disabled={isBusy || text.trim() === ""}>
            {button}
          </button>
        </div>
      </form>
    </Dialog>
  )
}
