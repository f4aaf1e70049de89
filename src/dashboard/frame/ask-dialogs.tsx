import { useState } from "preact/hooks"
import { useApp } from "../state/context.ts"
import { session } from "../api/session.ts"
import { Dialog } from "../components/dialog.tsx"
import { Field } from "../components/field.tsx"

/** Asks for a name once, before the first change, because the history says who did what. */
export function NameDialog({ name }: { name: string | null }) {
  const { actions } = useApp()
  return (
    <Ask
      title="What is your name?"
      lead="It is shown with what you do here, and tasks can be assigned to it. This browser remembers it."
      field="Your name"
      initial={name ?? ""}
      button="Continue"
      onAnswer={actions.tellName}
      onClose={() => actions.tellName(null)}
    />
  )
}

export function TokenDialog() {
  const { actions } = useApp()
  const hasFailed = session.token() !== null
  return (
    <Ask
      title="This server asks for a token"
      lead={
        hasFailed
          ? "The token was not accepted. The server showed the right one when it first started, unless UPNEXT_TOKEN was set there."
          : "The server showed it when it first started, unless UPNEXT_TOKEN was set there. The page keeps it until this tab is closed."
      }
      field="Token"
      type="password"
      initial=""
      button="Open the board"
      onAnswer={actions.tellToken}
    />
  )
}

// --- internal ---

interface AskProps {
  title: string
  lead: string
  field: string
  initial: string
  button: string
  type?: string
  onAnswer(text: string): void
  onClose?: () => void
}

function Ask({ title, lead, field, initial, button, type = "text", onAnswer, onClose }: AskProps) {
  const [text, setText] = useState(initial)
  return (
    <Dialog title={title} class="small" {...(onClose && { onClose })}>
      <form
        class="form"
        onSubmit={(event) => {
          event.preventDefault()
          if (text.trim() !== "") onAnswer(text.trim())
        }}
      >
        <p class="dialog-lead muted">{lead}</p>
        <Field
          label={field}
          name={field}
          type={type}
          value={text}
          error={undefined}
          onInput={setText}
          autoFocus
        />
        <div class="actions">
          <button type="submit" class="primary" disabled={text.trim() === ""}>
            {button}
          </button>
        </div>
      </form>
    </Dialog>
  )
}
