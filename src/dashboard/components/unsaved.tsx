import type { FieldState } from "../state/drafts.ts"

/** Text that was typed and left: it can be saved or taken back, also after the page was loaded again. */
export function Unsaved({ field }: { field: FieldState }) {
  if (!field.isWaiting) return null
  return (
    <p class="unsaved">
      {field.outcome === null && <span class="muted small-text">Not saved</span>}
      <button type="button" class="quiet" onClick={() => void field.save()}>
        Save
      </button>
      <button type="button" class="quiet" onClick={field.drop}>
        Restore
      </button>
    </p>
  )
}
