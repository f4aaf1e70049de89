import { useState } from "preact/hooks"
import { isUnauthorized, tryToken } from "../api/api.ts"
import type { Locked, Refusal } from "../api/types.ts"
import { useApp } from "../state/context.ts"
import { sayRefusal } from "../words/refusals.ts"
import { Ask } from "./ask-dialogs.tsx"

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
