import { useState } from "preact/hooks"
import { useApp } from "../state/context.ts"
import { Dialog } from "../components/dialog.tsx"
import { Field } from "../components/field.tsx"
import { submitWith } from "../components/submit-by-key.ts"
import { isUnauthorized, tryToken } from "../api/api.ts"
import type { Locked, Refusal } from "../api/types.ts"
import { sayRefusal } from "../words/refusals.ts"

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

/** Asks for a token, tries it, and goes on where it was. What was being typed is still there. */
export function TokenDialog({ why }: { why: Locked }) {
  const { actions } = useApp()
  const [refusal, setRefusal] = useState<Refusal | null>(null)
  const [isBusy, setBusy] = useState(false)

  async function answer(token: string) {
    setBusy(true)
    const tried = await tryToken(token)
    setBusy(false)
    if ("refusal" in tried) setRefusal(tried.refusal)
    else actions.tellToken(token, tried.value.access)
  }

  return (
    <Ask
      class="locked"
      title="This server requires a token"
      lead={leads[why]}
      field="Token"
      type="password"
      initial=""
      button="Open the board"
      error={refusal === null ? undefined : say(refusal)}
      isBusy={isBusy}
      onAnswer={(token) => void answer(token)}
    />
  )
}

// --- internal ---

const leads: Readonly<Record<Locked, string>> = {
  new: "Ask an admin of the board for a token (upnext token create). This browser keeps the token until you sign out.",
  ended: "Your token has expired or was revoked. Your unsent text is kept.",
}

function say(refusal: Refusal): string {
  const { title, detail, wayOn } = sayRefusal(refusal)
  const what = isUnauthorized(refusal) && refusal.status === 401 ? "The token was not accepted" : title
  return [`${what}.`, detail, wayOn].filter(Boolean).join(" ")
}
