import type { FieldState } from "../state/drafts.ts"

/** Text that was typed and left: it can be saved or taken back, also after the page was loaded again. */
export function Unsaved({ field, onDone }: { field: FieldState; onDone?: () => void }) {
  if (!field.isWaiting) return null
  return (
    <p class="unsaved">
      {field.outcome === null && <span class="muted small-text">Not saved</span>}
      <button
        type="button"
        class="quiet"
        onClick={() => void field.save().then((isSaved) => isSaved && onDone?.())}
      >
        Save
      </button>
      <button
        type="button"
        class="quiet"
        onClick={() => {
          field.drop()
          onDone?.()
        }}
      >
        Restore
      </button>
    </p>
  )
}
