import type { FieldState } from "../state/drafts.ts"
import { Refused } from "./refused.tsx"
import { Button } from "./button.tsx"

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
        <Button text="Keep theirs" onClick={field.drop} />
        <Button text="Save mine" onClick={() => void field.keepMine()} />
      </div>
    </div>
  )
}

/** Text that was typed and left: it can be saved or taken back, also after the page was loaded again. */
export function Unsaved({ field }: { field: FieldState }) {
  if (!field.isWaiting) return null
  return (
    <p class="unsaved">
      {field.outcome === null && <span class="muted small-text">Not saved</span>}
      <Button text="Save" class="quiet" onClick={() => void field.save()} />
      <Button text="Restore" class="quiet" onClick={field.drop} />
    </p>
  )
}
