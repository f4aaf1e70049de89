import type { FieldState } from "../state/drafts.ts"
import { Refused } from "./refused.tsx"

/** Two people wrote the same field: both texts, and the choice between them. Else why it was not saved, if so. */
export function Conflict({ field }: { field: FieldState }) {
  const { name, theirs, text, outcome } = field
  if (theirs === null) {
    const wrong = outcome?.refusal.errors?.find(({ path }) => path.split(/[.[]/)[0] === name)
    if (!wrong) return <Refused outcome={outcome} />
    return (
      <p class="field-error" role="alert">
        {wrong.message}
      </p>
    )
  }
  return (
    <div class="conflict" role="alert">
      <p class="conflict-title">Someone else changed this while you were writing.</p>
      <dl>
        <dt>Theirs, saved</dt>
        <dd dir="auto" tabIndex={0}>
          {theirs === "" ? <em>nothing</em> : theirs}
        </dd>
        <dt>Yours, not saved</dt>
        <dd dir="auto" tabIndex={0}>
          {text === "" ? <em>nothing</em> : text}
        </dd>
      </dl>
      <div class="actions start">
        <button type="button" onClick={field.drop}>
          Keep theirs
        </button>
        <button type="button" onClick={() => void field.keepMine()}>
          Save mine
        </button>
      </div>
    </div>
  )
}
